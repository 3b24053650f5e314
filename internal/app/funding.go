package app

import (
	"context"
	"errors"
	"fmt"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/funds"
	"etld/internal/features/trade"
	"etld/internal/infra/sqldb"
)

// funding is capital for a pool.
type funding struct {
	asset  money.Asset
	pool   string
	amount money.Amount
}

// isFunded tells whether the emission pool was ever filled.
func (p seeds) isFunded(ctx context.Context) (bool, error) {
	return sqldb.Value(ctx, p.program.db.View, func(tx *sqldb.Tx) (bool, error) {
		balance, err := p.program.ledger.Balance(tx, ledger.House(ledger.Emission, money.ETLD))
		return balance > 0, err
	})
}

// fund moves capital into pools and places bids, all or nothing. It reports
// false when the capital is not there yet.
func (p seeds) fund(ctx context.Context, list []funding, bids []trade.BidRequest) (bool, error) {
	entry := ledger.Entry{RefType: ledger.RefFunding, RefID: "demo"}
	for _, f := range list {
		transfers := funds.Funding(f.pool, f.asset, f.amount)
		if len(transfers) == 0 {
			return false, fmt.Errorf("no pool is called %s", f.pool)
		}
		entry.Transfers = append(entry.Transfers, transfers...)
	}
	err := p.program.db.Update(ctx, func(tx *sqldb.Tx) error {
		if _, err := p.program.ledger.Post(tx, entry); err != nil {
			return err
		}
		for _, bid := range bids {
			if _, err := p.program.trade.PlaceBid(tx, bid); err != nil {
				return err
			}
		}
		return nil
	})
	if _, isShort := errors.AsType[*ledger.InsufficientError](err); isShort || errors.Is(err, operator.ErrShort) {
		return false, nil
	}
	return err == nil, err
}
