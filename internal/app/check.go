package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/chain"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
)

// ErrViolated says that an invariant does not hold; the findings were printed.
var ErrViolated = errors.New("the books are not in order")

// check verifies a database in one snapshot, whether or not the program runs.
func check(ctx context.Context, c config.Config, out io.Writer, log *slog.Logger) (err error) {
	p, err := offline(ctx, c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	found, err := p.violations(ctx)
	if err != nil {
		return err
	}
	for _, violation := range found {
		fmt.Fprintln(out, violation)
	}
	if len(found) > 0 {
		return ErrViolated
	}
	fmt.Fprintln(out, "the books are in order")
	return nil
}

// violations checks every invariant of every part.
func (p *Program) violations(ctx context.Context) (found []ledger.Violation, err error) {
	err = p.db.View(ctx, func(tx *sqldb.Tx) error {
		found = nil
		for _, check := range []func(*sqldb.Tx) ([]ledger.Violation, error){ledger.Check, ledger.CheckChain, p.payment.Check, p.payout.Check, p.machine.Check, p.trade.Check, p.withdrawal.Check, checkWithdrawals,
			p.operator.Check} {
			more, err := check(tx)
			if err != nil {
				return err
			}
			found = append(found, more...)
		}
		return nil
	})
	return found, err
}

// noChain stands in where a command does not ask the chain anything.
type noChain struct{ chain.Provider }

func (noChain) Name() string                            { return "none" }
func (noChain) ChainID(context.Context) (uint64, error) { return chainID, nil }

// offline builds the program on an existing database without a chain; it
// changes nothing.
func offline(ctx context.Context, c config.Config, log *slog.Logger) (*Program, error) {
	return offlineIn(ctx, "", c, log)
}

// offlineIn is offline in a world, which decides what only a demo has.
func offlineIn(ctx context.Context, world string, c config.Config, log *slog.Logger) (*Program, error) {
	return offlineWith(ctx, world, c, nil, log)
}

// offlineWith is offlineIn with hot wallets.
func offlineWith(ctx context.Context, world string, c config.Config, wallets []payout.Wallet, log *slog.Logger) (*Program, error) {
	pool, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: chainID}, noChain{})
	if err != nil {
		return nil, err
	}
	system := &clock.System{}
	db, err := sqldb.Open(ctx, c.Database, system)
	if err != nil {
		return nil, err
	}
	nowhere := common.HexToAddress("0x01")
	p := &Program{log: log, db: db, metrics: newMetrics(), settings: Settings{Config: c, World: world, Clock: system, Chance: entropy.System(), Log: log,
		Chain: Chain{Pool: pool, Treasury: nowhere, Tokens: map[money.Asset]common.Address{money.USDT: nowhere, money.ETLD: nowhere, money.ETH: nowhere},
			Sign: func(string) (string, error) { return "", nil }, Wallets: wallets}}}
	if err := errors.Join(db.RaiseClock(ctx, system), p.wire()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return p, nil
}
