package payment

import (
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// countTransfers count incoming transfers by what they wait for; each state has an index
// of its own.
var countTransfers = map[string]string{
	"seen":      `SELECT COUNT(*) FROM payment_transfer WHERE state = 'seen'`,
	"unsettled": `SELECT COUNT(*) FROM payment_transfer WHERE state = 'final'`,
	"rejected":  `SELECT COUNT(*) FROM payment_transfer WHERE state = 'rejected'`,
	"suspense":  `SELECT COUNT(*) FROM payment_transfer WHERE state = 'suspense'`,
}

// Figures are what lies between the chain and the accounts.
func (s *Service) Figures(tx *sqldb.Tx, set *metrics.Set) error {
	for state, query := range countTransfers {
		var count int64
		if _, err := tx.QueryOne(sqldb.Dest(&count), query); err != nil {
			return err
		}
		set.Gauge("etld_payment_transfers", "Incoming transfers by what they wait for.", float64(count), "state", state)
	}
	return nil
}
