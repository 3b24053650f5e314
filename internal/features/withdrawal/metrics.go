package withdrawal

import (
	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// Metrics are what waits for a reviewer.
func (s *Service) Metrics() prometheus.Collector {
	return metrics.Read(s.DB, s.Log, s.figures,
		metrics.Gauge("etld_withdrawals_pending", "Withdrawals that wait for a decision."),
		metrics.Gauge("etld_withdrawals_overdue", "Those whose review is late; each is somebody's money and a broken promise."),
		metrics.Gauge("etld_withdrawal_oldest_seconds", "How long ago the oldest of them was requested; 0 if there is none."),
		metrics.Gauge("etld_withdrawals_automatic_rest", "What may still be approved automatically on this platform day, in USDT; at 0 everything waits for a reviewer."))
}

func (s *Service) figures(tx *sqldb.Tx, set metrics.Set) error {
	stats, err := s.Stats(tx)
	if err != nil {
		return err
	}
	set("etld_withdrawals_pending", float64(stats.Pending))
	set("etld_withdrawals_overdue", float64(stats.Overdue))
	set("etld_withdrawal_oldest_seconds", stats.Oldest.Seconds())
	set("etld_withdrawals_automatic_rest", money.Gauge(stats.AutomaticRest))
	return nil
}
