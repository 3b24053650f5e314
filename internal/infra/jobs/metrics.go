package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/sqldb"
)

// scrapeWithin bounds what one scrape of the metrics reads.
const scrapeWithin = 2 * time.Second

// Metrics count the parked items when they are scraped. A job without any has
// no line.
func Metrics(db *sqldb.DB, log *slog.Logger) prometheus.Collector {
	return collector{db: db, log: log, parked: prometheus.NewDesc("etld_jobs_parked", "Items that failed and are tried again later.", []string{"job"}, nil)}
}

type collector struct {
	db     *sqldb.DB
	log    *slog.Logger
	parked *prometheus.Desc
}

func (c collector) Describe(out chan<- *prometheus.Desc) { out <- c.parked }

func (c collector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	var counts map[string]int64
	err := c.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		counts, err = CountParked(tx)
		return err
	})
	if err != nil {
		c.log.Warn("figures of parked items for the metrics", "error", err)
	}
	for job, n := range counts {
		out <- prometheus.MustNewConstMetric(c.parked, prometheus.GaugeValue, float64(n), job)
	}
}
