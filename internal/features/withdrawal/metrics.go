package withdrawal

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// scrapeWithin bounds what one scrape of the metrics reads.
const scrapeWithin = 2 * time.Second

// Metrics are what waits for a reviewer, read when they are scraped.
func (s *Service) Metrics() prometheus.Collector {
	return collector{service: s,
		pending: prometheus.NewDesc("etld_withdrawals_pending", "Withdrawals that wait for a decision.", nil, nil),
		overdue: prometheus.NewDesc("etld_withdrawals_overdue", "Those whose review is late; each is somebody's money and a broken promise.", nil, nil),
		oldest:  prometheus.NewDesc("etld_withdrawal_oldest_seconds", "How long ago the oldest of them was requested; 0 if there is none.", nil, nil),
		rest:    prometheus.NewDesc("etld_withdrawals_automatic_rest", "What may still be approved automatically on this platform day, in USDT; at 0 everything waits for a reviewer.", nil, nil)}
}

type collector struct {
	service                        *Service
	pending, overdue, oldest, rest *prometheus.Desc
}

func (c collector) Describe(out chan<- *prometheus.Desc) {
	for _, one := range []*prometheus.Desc{c.pending, c.overdue, c.oldest, c.rest} {
		out <- one
	}
}

func (c collector) Collect(out chan<- prometheus.Metric) {
	stats := c.service.figures()
	for desc, value := range map[*prometheus.Desc]float64{c.pending: float64(stats.Pending), c.overdue: float64(stats.Overdue), c.oldest: stats.Oldest.Seconds(),
		c.rest: money.Gauge(stats.AutomaticRest)} {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value)
	}
}

// figures reads them; a database that is away leaves them 0, and readyz says
// so.
func (s *Service) figures() (stats Stats) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	err := s.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		stats, err = s.Stats(tx)
		return err
	})
	if err != nil {
		s.log.Warn("figures of withdrawals for the metrics", "error", err)
	}
	return stats
}
