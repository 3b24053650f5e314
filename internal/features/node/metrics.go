package node

import (
	"etld/internal/base/money"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

const sumAllPending = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM node_share WHERE paid_at = 0`

// Figures are what of the dividends is not paid. Owners who are parked are among the
// parked items of all jobs.
func (s *Service) Figures(tx *sqldb.Tx, set *metrics.Set) error {
	var unpaid money.Amount
	_, err := tx.QueryOne(sqldb.Dest(&unpaid), sumAllPending)
	set.Gauge("etld_node_dividends_unpaid_usdt", "What is divided and not paid yet; hours after a division somebody must look.", money.Gauge(unpaid))
	return err
}
