package app

import (
	"context"
	"errors"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// funding is capital for a pool.
type funding struct {
	asset  money.Asset
	pool   string
	amount money.Amount
}

// pools names the pools that can be funded.
var pools = map[string]ledger.Class{"interest": ledger.InterestFree, "emission": ledger.Emission}

// isFunded tells whether the emission pool was ever filled.
func (p *Program) isFunded(ctx context.Context) (funded bool, err error) {
	err = p.db.View(ctx, func(tx *sqldb.Tx) error {
		balance, err := p.ledger.Balance(tx, ledger.House(ledger.Emission, money.ETLD))
		funded = balance > 0
		return err
	})
	return funded, err
}

// fund moves capital into pools, all or nothing. It reports false when the
// capital is not there yet.
func (p *Program) fund(ctx context.Context, list []funding) (bool, error) {
	entry := ledger.Entry{RefType: "funding", RefID: "demo"}
	for _, f := range list {
		entry.Transfers = append(entry.Transfers, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.PoolFunding,
			Debit: ledger.House(ledger.Capital, f.asset), Credit: ledger.House(pools[f.pool], f.asset), Amount: f.amount})
	}
	err := p.db.Update(ctx, func(tx *sqldb.Tx) error {
		_, err := p.ledger.Post(tx, entry)
		return err
	})
	var short *ledger.InsufficientError
	if errors.As(err, &short) {
		return false, nil
	}
	return err == nil, err
}
