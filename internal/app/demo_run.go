package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"golang.org/x/sync/errgroup"

	"etld/internal/app/demo"
	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/core/price"
	"etld/internal/core/price/onchain"
	"etld/internal/core/user"
	"etld/internal/features/trade"
	"etld/internal/infra/beacon"
	"etld/internal/infra/chain"
	"etld/internal/infra/config"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/meta"
	"etld/internal/infra/sqldb/migrations"
)

const (
	demoPollInterval = 500 * time.Millisecond
	demoFinality     = 5
	capitalWithin    = 2 * time.Minute
)

// demoLimits are wider than production's: one person trying everything in a
// hurry, and browser tests, share one address.
var demoLimits = httpapi.Limits{
	Read:   meter.Limit{PerMinute: 600, Burst: 600},
	Write:  meter.Limit{PerMinute: 120, Burst: 120},
	SignIn: meter.Limit{PerMinute: 60, Burst: 60},

	Stranger: httpapi.DefaultStranger,
	Export:   meter.Limit{PerMinute: 10, Burst: 10},
	Address:  meter.Limit{PerMinute: 12_000, Burst: 12_000},
	Replay:   httpapi.DefaultReplay,
}

func runDemo(ctx context.Context, c config.Config, out io.Writer, log *slog.Logger) (err error) {
	l, err := listen(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	c.PublicOrigin = localURL(l.public)
	world, err := openDemo(ctx, c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, world.Close()) }()
	c.OperatorKey, c.PersonalKey = world.OperatorKey(), world.PersonalKey()
	pool, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: chainID}, world.Client())
	if err != nil {
		return err
	}
	payer, err := startDemoSigner(ctx, c, world)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, payer.Close()) }()
	rounds, err := beacon.NewLocal(world.BeaconSeed(), world.Clock())
	if err != nil {
		return err
	}
	receipts, err := openReceipts(c)
	if err != nil {
		return err
	}
	limits := demoLimits
	if !c.RateLimits {
		limits = httpapi.Limits{}
	}
	p, err := Build(ctx, Settings{Config: c, World: meta.Demo, Clock: world.Clock(), Chance: entropy.System(), Log: log, Limits: limits, Beacon: rounds, Receipts: receipts,
		Chain: Chain{Pool: pool, Treasury: world.Treasury, Own: []common.Address{world.Treasury, world.HotWallet, world.Anchor},
			Capital: []common.Address{world.Operator},
			Wallets: []payout.Wallet{refilled(walletBEP20(world.HotWallet, world.Tokens, demoDayMax, pool, payer.Client), demoFeeCap, demoRefillWithin),
				refilled(walletOfAnchors(world.Anchor, pool, payer.Client), demoFeeCap, demoRefillWithin)},
			Tokens: world.Tokens, ETHSources: demoSources(world, pool), Sign: world.SignAsTreasury, PublicRPCURL: "/demo/rpc",
			Confirmations: demoFinality, PollInterval: demoPollInterval, Genesis: world.Genesis}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if err := (seeds{p}).seedDemo(ctx); err != nil {
		return fmt.Errorf("fund the demo's pools: %w", err)
	}
	if err := (seeds{p}).seedDemoNews(ctx); err != nil {
		return fmt.Errorf("publish the demo's news: %w", err)
	}
	if err := payer.Ready(ctx); err != nil {
		return err
	}
	s := p.newServer()
	world.RegisterPublic(s.public, p.catchUpUntil(ctx))
	world.RegisterOperator(s.operator, p.catchUpUntil(ctx))
	world.RegisterCredits(s.operator, demoBank{p})
	world.RegisterSigning(s.operator)
	world.RegisterSessions(s.operator, func(ctx context.Context, role, address, name string) (*http.Cookie, string, error) {
		return p.operator.DemoSession(ctx, operator.Role(role), address, name)
	})
	if c.Beside == "" {
		defer inBackground(ctx, world.KeepFeeds)()
	}
	return s.run(ctx, l, out, map[string]string{"rpcUrl": world.ChainURL()})
}

// openDemo opens the world while the database's schema is brought up to date.
func openDemo(ctx context.Context, c config.Config, log *slog.Logger) (world *demo.World, err error) {
	o := demo.Options{DataDir: c.DataDir, ChainPort: c.ChainPort, AnvilBinary: c.AnvilBinary, Fresh: c.Fresh, Log: log, Begin: c.Begin, Beside: c.Beside}
	if err := demo.Prepare(o); err != nil {
		return nil, err
	}
	var both errgroup.Group
	both.Go(func() error {
		err := sqldb.Migrate(ctx, c.Database)
		if errors.Is(err, migrations.ErrNewerSchema) {
			return fmt.Errorf("%w, or begin an empty world with --fresh", err)
		}
		return err
	})
	both.Go(func() (err error) {
		world, err = demo.Open(ctx, o)
		return err
	})
	if err := both.Wait(); err != nil {
		if world != nil {
			err = errors.Join(err, world.Close())
		}
		return nil, err
	}
	return world, nil
}

// startDemoSigner runs this same program as the demo's signer.
func startDemoSigner(ctx context.Context, c config.Config, world *demo.World) (*demo.Signer, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("the demo's signer: %w", err)
	}
	return world.StartSigner(ctx, program, c.Host, networkName)
}

// inBackground starts work and returns what ends it and waits for its end.
func inBackground(ctx context.Context, work func(context.Context)) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		work(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}

// demoSources are the demo's feeds of the price of ETH; their heartbeat is 0, as
// they are refreshed all the time.
func demoSources(world *demo.World, pool *chain.Pool) []price.Source {
	aggregator, pair := world.Feeds()
	source := price.Source{Min: demo.ETHPriceMin, Max: demo.ETHPriceMax}
	first, second := source, source
	first.Feed = &onchain.Aggregator{Called: "demo aggregator", Pool: pool, Address: aggregator, Decimals: demo.FeedDecimals}
	second.Feed = onchain.NewPair("demo pair", pool, pair, world.Tokens)
	return []price.Source{first, second}
}

// catchUp lets everything that is due finish, as after a jump of the clock.
func (p *Program) catchUp(ctx context.Context) error {
	p.prices.Poll(ctx)
	// What the jump made final is credited first; the jobs then see it.
	for range 2 {
		if p.settings.Config.Watch {
			if err := p.PollChains(ctx); err != nil {
				return err
			}
		}
		if err := p.runner.Drain(ctx); err != nil {
			return err
		}
	}
	return p.WorkPayouts(ctx)
}

// catchUpUntil catches up for a call, and no longer than until the program ends: due work
// goes on at the next start.
func (p *Program) catchUpUntil(end context.Context) demo.CatchUp {
	return func(call context.Context) error {
		call, cancel := context.WithCancel(call)
		defer cancel()
		defer context.AfterFunc(end, cancel)()
		return p.catchUp(call)
	}
}

// demoFunding is what the demo's operator puts into the pools and the
// inventory.
var demoFunding = []funding{
	{money.USDT, "interest", money.Units(500_000)},
	{money.ETLD, "emission", money.Units(10_000_000)},
	{money.USDT, "inventory", money.Units(300_000)},
	{money.USDT, "game", money.Units(50_000)},
	{money.ETLD, "inventory", money.Units(2_000_000)},
	{money.ETH, "inventory", money.Units(200)},
}

// demoBids are the bids that the demo's operator places, each funded out of
// the capital.
var demoBids = []trade.BidRequest{
	{Price: money.MustParse("0.5"), Quantity: money.Units(1_000), Actor: demoActor},
	{Price: money.MustParse("0.495"), Quantity: money.Units(2_000), Actor: demoActor},
	{Price: money.MustParse("0.49"), Quantity: money.Units(7_000), Actor: demoActor},
	{Price: money.MustParse("0.48"), Quantity: money.Units(20_000), Actor: demoActor},
	{Price: money.MustParse("0.46"), Quantity: money.Units(70_000), Actor: demoActor},
	{Price: money.MustParse("0.44"), Quantity: money.Units(100_000), Actor: demoActor},
}

const demoActor = "demo"

// seeds give a demo what it begins with.
type seeds struct{ program *Program }

// seedDemo waits for the operator's capital to arrive on chain and funds the
// pools with it, once.
func (p seeds) seedDemo(ctx context.Context) error {
	funded, err := p.isFunded(ctx)
	if err != nil || funded {
		return err
	}
	for deadline := time.Now().Add(capitalWithin); time.Now().Before(deadline); {
		if err := p.program.PollChains(ctx); err != nil {
			return err
		}
		if err := p.program.runner.Drain(ctx); err != nil {
			return err
		}
		arrived, err := p.fund(ctx, demoFunding, demoBids)
		if err != nil || arrived {
			return err
		}
		if err := clock.Pause(ctx, demoPollInterval); err != nil {
			return err
		}
	}
	return errors.New("the operator's capital did not arrive on the demo's chain")
}

// demoBank is the platform for the demo's credits.
type demoBank struct{ program *Program }

// IsUser says whether the wallet has ever signed in.
func (b demoBank) IsUser(ctx context.Context, wallet common.Address) (bool, error) {
	return sqldb.Value(ctx, b.program.db.View, func(tx *sqldb.Tx) (bool, error) {
		_, isUser, err := user.FindByAddress(tx, wallet.Hex())
		return isUser, err
	})
}

// CreditFinal looks at the chains and credits what is final, without waiting for the
// watcher's next look and the job's next turn.
func (b demoBank) CreditFinal(ctx context.Context, transaction common.Hash) (isCredited bool, err error) {
	if err := b.program.PollChains(ctx); err != nil {
		return false, err
	}
	return b.program.payment.Incoming.CreditNow(ctx, chainID, transaction)
}
