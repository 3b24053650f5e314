package jobs

import (
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// Metrics count the parked items. A job without any has no line.
func Metrics(db *sqldb.DB, log *slog.Logger) prometheus.Collector {
	return metrics.Read(db, log, func(tx *sqldb.Tx, set metrics.Set) error {
		counts, err := CountParked(tx)
		for job, n := range counts {
			set("etld_jobs_parked", float64(n), job)
		}
		return err
	}, metrics.Gauge("etld_jobs_parked", "Items that failed and are tried again later.", "job"))
}
