package payment

import (
	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// Metrics are what lies between the chain and the accounts.
func (s *Service) Metrics() prometheus.Collector {
	return metrics.Read(s.DB, s.Log, func(tx *sqldb.Tx, set metrics.Set) error {
		stats, err := s.Stats(tx)
		for state, n := range map[string]int64{"seen": stats.Seen, "unsettled": stats.Unsettled, "rejected": stats.Rejected, "suspense": stats.InSuspense} {
			set("etld_payment_transfers", float64(n), state)
		}
		return err
	}, metrics.Gauge("etld_payment_transfers", "Incoming transfers by what they wait for.", "state"))
}
