package payment

import (
	"math/big"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// Metrics are what lies between the chain and the accounts.
func (s *Service) Metrics() prometheus.Collector {
	return metrics.Together{
		metrics.Read(s.db, s.log, func(tx *sqldb.Tx, set metrics.Set) error {
			stats, err := s.Stats(tx)
			for state, n := range map[string]int64{"seen": stats.Seen, "unsettled": stats.Unsettled, "rejected": stats.Rejected, "suspense": stats.InSuspense} {
				set("etld_payment_transfers", float64(n), state)
			}
			return err
		}, metrics.Gauge("etld_payment_transfers", "Incoming transfers by what they wait for.", "state")),
		metrics.Tell(s.log, func(set metrics.Set) {
			for _, r := range s.Readings() {
				// A gauge is a float by nature; it alarms, and the log has the exact figure.
				difference, _ := new(big.Float).SetInt(r.Unexplained()).Float64()
				set("etld_chain_difference", difference, r.Network, string(r.Asset))
			}
		}, metrics.Gauge("etld_chain_difference", "What the chain holds beyond the books, in token units; below zero is a deficit.", "network", "asset"))}
}
