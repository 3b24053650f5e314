package solvency

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/core/payout"
	"etld/internal/infra/sqldb"
)

// scrapeWithin bounds what one scrape of the metrics reads.
const scrapeWithin = 2 * time.Second

// Metrics are how old the newest snapshot is, and how many of the last ones do not stand
// on the chain.
func (s *Service) Metrics() prometheus.Collector {
	return collector{s,
		prometheus.NewDesc("etld_snapshot_age_seconds", "Since the midnight of the newest snapshot; no figure before the first.", nil, nil),
		prometheus.NewDesc("etld_snapshots_unanchored", "Snapshots of the last month whose text is in no final block.", nil, nil)}
}

type collector struct {
	service         *Service
	age, unanchored *prometheus.Desc
}

// Describe is part of prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) {
	out <- c.age
	out <- c.unanchored
}

// Collect is part of prometheus.Collector.
func (c collector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	var list []SnapshotRow
	var now time.Time
	err := c.service.DB.View(ctx, func(tx *sqldb.Tx) (err error) {
		now = tx.Now()
		list, err = c.service.Snapshots(tx, "", listMax)
		return err
	})
	if err != nil {
		c.service.Log.Warn("figures of snapshots for the metrics", "error", err)
		return
	}
	if len(list) == 0 {
		return
	}
	unanchored := 0
	for _, one := range list {
		if one.State != string(payout.Final) {
			unanchored++
		}
	}
	out <- prometheus.MustNewConstMetric(c.age, prometheus.GaugeValue, now.Sub(list[0].At).Seconds())
	out <- prometheus.MustNewConstMetric(c.unanchored, prometheus.GaugeValue, float64(unanchored))
}
