package board

import (
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/core/operator"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// Metrics are what waits for people in vain.
func Metrics(db *sqldb.DB, log *slog.Logger, o *operator.Service) prometheus.Collector {
	return metrics.Read(db, log, "boards", func(tx *sqldb.Tx, set *metrics.Set) error {
		stuck, err := operator.Stuck(tx, o)
		set.Gauge("etld_proposals_stuck", "Pending proposals that too few who are left can decide.", float64(len(stuck)))
		return err
	})
}
