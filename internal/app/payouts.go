package app

import (
	"context"

	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/infra/sqldb"
)

// wirePayouts builds what pays withdrawals. Without a hot wallet nothing can be
// ordered, and there is no work.
func (p *Program) wirePayouts() (err error) {
	p.payout, err = payout.New(payout.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Log: p.log, Wallets: p.settings.Chain.Wallets,
		Stopped: func(tx *sqldb.Tx) (string, bool, error) { return operator.Stopped(tx, operator.Payouts) }})
	return err
}

// drainPayouts lets every payout go as far as it can now.
func (p *Program) drainPayouts(ctx context.Context) error {
	if !p.settings.Config.Payouts {
		return nil
	}
	return p.payer.Drain(ctx)
}
