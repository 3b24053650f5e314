package payment

import (
	"context"
	"math/big"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/sqldb"
)

// scrapeWithin bounds what one scrape of the metrics reads.
const scrapeWithin = 2 * time.Second

// Metrics are what lies between the chain and the accounts, read when they are
// scraped.
func (s *Service) Metrics() prometheus.Collector {
	return collector{service: s,
		counts:  prometheus.NewDesc("etld_payment_transfers", "Incoming transfers by what they wait for.", []string{"state"}, nil),
		balance: prometheus.NewDesc("etld_chain_difference", "What the chain holds beyond the books, in token units; below zero is a deficit.", []string{"network", "asset"}, nil)}
}

type collector struct {
	service         *Service
	counts, balance *prometheus.Desc
}

func (c collector) Describe(out chan<- *prometheus.Desc) {
	out <- c.counts
	out <- c.balance
}

func (c collector) Collect(out chan<- prometheus.Metric) {
	stats, readings := c.service.figures()
	for state, n := range map[string]int64{"seen": stats.Seen, "unsettled": stats.Unsettled, "rejected": stats.Rejected, "suspense": stats.InSuspense} {
		out <- prometheus.MustNewConstMetric(c.counts, prometheus.GaugeValue, float64(n), state)
	}
	for _, r := range readings {
		// A gauge is a float by nature; it alarms, and the log has the exact figure.
		difference, _ := new(big.Float).SetInt(r.Unexplained()).Float64()
		out <- prometheus.MustNewConstMetric(c.balance, prometheus.GaugeValue, difference, r.Network, string(r.Asset))
	}
}

// figures reads them; a database that is away leaves them 0, and readyz says
// so.
func (s *Service) figures() (stats Stats, readings []Reading) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	err := s.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		stats, err = s.Stats(tx)
		return err
	})
	if err != nil {
		s.log.Warn("figures of payments for the metrics", "error", err)
	}
	return stats, s.Readings()
}
