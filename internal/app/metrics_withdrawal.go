package app

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/features/withdrawal"
	"etld/internal/infra/sqldb"
)

// watchReviews exposes what waits for a reviewer.
func (m *metrics) watchReviews(read func() withdrawal.Stats) {
	m.registry.MustRegister(reviewCollector{read: read,
		pending: prometheus.NewDesc("etld_withdrawals_pending", "Withdrawals that wait for a decision.", nil, nil),
		overdue: prometheus.NewDesc("etld_withdrawals_overdue", "Those whose review is late; each is somebody's money and a broken promise.", nil, nil),
		oldest:  prometheus.NewDesc("etld_withdrawal_oldest_seconds", "How long ago the oldest of them was requested; 0 if there is none.", nil, nil),
		rest:    prometheus.NewDesc("etld_withdrawals_automatic_rest", "What may still be approved automatically on this platform day, in USDT; at 0 everything waits for a reviewer.", nil, nil)})
}

type reviewCollector struct {
	read                           func() withdrawal.Stats
	pending, overdue, oldest, rest *prometheus.Desc
}

func (c reviewCollector) Describe(out chan<- *prometheus.Desc) {
	for _, one := range []*prometheus.Desc{c.pending, c.overdue, c.oldest, c.rest} {
		out <- one
	}
}

func (c reviewCollector) Collect(out chan<- prometheus.Metric) {
	stats := c.read()
	for desc, value := range map[*prometheus.Desc]float64{c.pending: float64(stats.Pending), c.overdue: float64(stats.Overdue), c.oldest: stats.Oldest.Seconds(),
		c.rest: gaugeOf(stats.AutomaticRest)} {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value)
	}
}

// reviewFigures serves the metrics; a database that is away leaves them 0, and
// readyz says so.
func (p *Program) reviewFigures() (stats withdrawal.Stats) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	err := p.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		stats, err = p.withdrawal.Stats(tx)
		return err
	})
	if err != nil {
		p.log.Warn("figures of withdrawals for the metrics", "error", err)
	}
	return stats
}
