package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/app/demo"
	"etld/internal/app/verify"
	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/books"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/features/transparency"
	"etld/internal/infra/chain"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
)

// ErrViolated says that an invariant does not hold; the findings were printed.
var ErrViolated = errors.New("the books are not in order")

// check verifies a database in one snapshot, whether or not the program runs,
// and compares it with the chains whose nodes are named.
func check(ctx context.Context, c config.Config, out io.Writer, log *slog.Logger) (err error) {
	on, hangUp, err := connectBooks(ctx, c)
	if err != nil {
		return err
	}
	defer hangUp()
	p, err := offlineOn(ctx, "", c, on, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	var unread []string
	// A signature a user is recovered, which is too much for the program's own checks beside its work.
	list := append(p.checks(), books.Lag(), books.Plain("users", user.CheckAddresses))
	if c.Head != "" {
		kept, err := transparency.ParseHeads(c.Head)
		if err != nil {
			return err
		}
		list = append(list, books.Plain("heads", kept.Check))
		unread = kept.Missing()
	}
	found, err := books.Make(ctx, p.db, list)
	if err != nil {
		return err
	}
	for _, violation := range found {
		fmt.Fprintln(out, violation)
	}
	if len(found) == 0 {
		fmt.Fprintln(out, "the books are in order")
	}
	missing, err := compareWithChains(ctx, p, c, out)
	if err != nil {
		err = fmt.Errorf("the chain could not be looked at: %w", err)
	}
	verify.SayUnread(unread, out)
	switch {
	case len(found) > 0 || missing:
		err = errors.Join(ErrViolated, err)
	case err == nil && len(unread) > 0:
		err = verify.ErrNotLookedUp
	}
	return err
}

// connectBooks connects the chains whose nodes are named, as far as reading our
// own balances needs; without nodes, none.
func connectBooks(ctx context.Context, c config.Config) (on Chain, hangUp func(), err error) {
	if c.RPCURLs == "" {
		on, err = noChains(ctx)
		return on, func() {}, err
	}
	on, hangUpFirst, err := connectFirst(ctx, c, nil)
	if err != nil {
		return Chain{}, nil, err
	}
	if c.Payouts.HotWallet != "" {
		on.Own = append(on.Own, common.HexToAddress(c.Payouts.HotWallet))
	}
	if !c.ERC20.IsConnected() {
		return on, hangUpFirst, nil
	}
	more, hangUpMore, err := connectERC20(ctx, c, on.Own, nil)
	if err != nil {
		hangUpFirst()
		return Chain{}, nil, err
	}
	on.More = append(on.More, more)
	return on, func() { hangUpMore(); hangUpFirst() }, nil
}

// compareWithChains is I4: it prints what each chain holds beside the books and
// tells whether it holds less. What was not looked at is said.
func compareWithChains(ctx context.Context, p *Program, c config.Config, out io.Writer) (missing bool, err error) {
	if c.RPCURLs == "" {
		fmt.Fprintln(out, "the chain was not looked at: name its nodes with --rpc-urls, and our addresses and tokens as for etld serve")
		return false, nil
	}
	if err := sayUnconnected(ctx, p, c, out); err != nil {
		return false, err
	}
	readings, err := p.reconciliation.Reconcile(ctx)
	if err != nil {
		return false, err
	}
	if len(readings) == 0 {
		fmt.Fprintln(out, "the chain was not looked at: no deposit was ever watched for")
	}
	for _, r := range readings {
		violation, isBroken := r.Violation()
		missing = missing || isBroken
		switch {
		case isBroken:
			fmt.Fprintln(out, violation)
		case r.Unexplained().Sign() > 0:
			fmt.Fprintf(out, "%s on %s at block %d: the chain holds %s units more than the books; nothing is missing\n", r.Asset, r.Network, r.Block, r.Unexplained())
		default:
			fmt.Fprintf(out, "%s on %s at block %d: the chain holds what the books say\n", r.Asset, r.Network, r.Block)
		}
	}
	return missing, nil
}

// sayUnconnected tells of books on a second chain whose nodes were not named.
func sayUnconnected(ctx context.Context, p *Program, c config.Config, out io.Writer) error {
	if c.ERC20.IsConnected() {
		return nil
	}
	booked, err := sqldb.Value(ctx, p.db.View, func(tx *sqldb.Tx) (money.Amount, error) {
		return p.ledger.Balance(tx, ledger.House(ledger.ChainERC20, money.USDT))
	})
	if err == nil && booked != 0 {
		fmt.Fprintln(out, "ERC-20 was not looked at: name its nodes with --erc20-rpc-urls")
	}
	return err
}

// noChain stands in where a command does not ask the chain anything.
type noChain struct{ chain.Provider }

func (noChain) Name() string                            { return "none" }
func (noChain) ChainID(context.Context) (uint64, error) { return chainID, nil }

// offline builds the program on an existing database without a chain; it
// changes nothing.
func offline(ctx context.Context, c config.Config, log *slog.Logger) (*Program, error) {
	on, err := noChains(ctx)
	if err != nil {
		return nil, err
	}
	return offlineOn(ctx, "", c, on, log)
}

// noChains stands in for the chains where nothing is asked of them.
func noChains(ctx context.Context) (Chain, error) {
	pool, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: chainID}, noChain{})
	if err != nil {
		return Chain{}, err
	}
	nowhere := common.HexToAddress("0x01")
	return Chain{Pool: pool, Treasury: nowhere, Tokens: map[money.Asset]common.Address{money.USDT: nowhere, money.ETLD: nowhere, money.ETH: nowhere},
		Sign: func(string) (string, error) { return "", nil }}, nil
}

// offlineOn is offline with chains, in a world, which decides what only a demo has.
func offlineOn(ctx context.Context, world string, c config.Config, on Chain, log *slog.Logger) (*Program, error) {
	now := offlineClock(c)
	db, err := sqldb.Open(ctx, c.Database, now)
	if err != nil {
		return nil, err
	}
	// Nobody asks it anything here.
	c.BeaconRelays = "https://nowhere.invalid"
	rounds, err := openBeacon(c, now, log)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	p := &Program{log: log, db: db, metrics: newInstruments(), settings: Settings{Config: c, World: world, Clock: now,
		Chance: entropy.System(), Log: log, Chain: on, Beacon: rounds}}
	if err := errors.Join(p.learn(ctx), p.wire()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return p, nil
}

// offlineClock is the machine's clock or, on a demo's folder, that of its world, in
// which other days and rounds are the newest.
func offlineClock(c config.Config) sqldb.Clock {
	if now, err := demo.FollowClock(c.DataDir); err == nil {
		return now
	}
	return &clock.System{}
}

// checks are the whole check: every invariant of every part.
func (p *Program) checks() (list []books.Check) {
	for _, part := range p.parts {
		if part.check != nil {
			list = append(list, books.Plain(part.name, part.check))
		}
		if part.claim != nil {
			list = append(list, books.Check{Name: part.name, Look: part.claim, Claims: true})
		}
	}
	return append(list, books.Check{Name: books.AccountClasses, Look: func(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
		return claims.Compare(tx, p.ledger)
	}})
}

// newBrake builds what checks the books by itself, and shows its metrics: what it finds
// where it works.
func newBrake(p *Program) *books.Brake {
	b := books.NewBrake(books.Config{DB: p.db, Log: p.log, Now: p.settings.Clock.Now, Checks: p.checks, Readings: p.reconciliation.Readings,
		Line: p.transparency.Append, Started: time.Now()})
	p.metrics.registry.MustRegister(b.Stopped())
	if p.settings.Config.Jobs {
		p.metrics.registry.MustRegister(b.Metrics()...)
	}
	return b
}
