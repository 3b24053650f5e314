package shop

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
)

const (
	// scrapeWithin bounds what one scrape of the metrics reads.
	scrapeWithin = 2 * time.Second

	countWaiting = `SELECT COUNT(*), COALESCE(MIN(paid_at), 0), CAST(COALESCE(SUM(CASE WHEN paid_at <= $1 THEN 1 ELSE 0 END), 0) AS BIGINT)
		FROM shop_order WHERE state = 'waiting_for_delivery'`
)

// Metrics are the orders that wait for somebody, read when they are scraped.
func (s *Service) Metrics() prometheus.Collector {
	return collector{service: s,
		waiting: prometheus.NewDesc("etld_orders_waiting", "Paid orders that were not shipped yet.", nil, nil),
		late:    prometheus.NewDesc("etld_orders_late", "Those of them that were paid fourteen days ago or earlier.", nil, nil),
		oldest:  prometheus.NewDesc("etld_order_oldest_seconds", "For how long the oldest of them has waited; 0 without any.", nil, nil),
		sights:  prometheus.NewDesc("etld_order_addresses_seen", "Addresses that an operator saw today, in UTC+8.", []string{"staff"}, nil)}
}

type collector struct {
	service                       *Service
	waiting, late, oldest, sights *prometheus.Desc
}

// Describe is part of prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) {
	for _, one := range []*prometheus.Desc{c.waiting, c.late, c.oldest, c.sights} {
		out <- one
	}
}

// Collect is part of prometheus.Collector. Without the figures there are none.
func (c collector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	var waiting, late int64
	var age time.Duration
	var seen []sight
	err := c.service.db.View(ctx, func(tx *sqldb.Tx) error {
		var oldest time.Time
		_, err := tx.QueryOne(sqldb.Dest(&waiting, &oldest, &late), countWaiting, tx.Now().Add(-LateAfter))
		if age = 0; !oldest.IsZero() {
			age = tx.Now().Sub(oldest)
		}
		if err == nil {
			seen, err = sqldb.Collect(tx, sightTable.Scan, selectSights, clock.DayOf(tx.Now()))
		}
		return err
	})
	if err != nil {
		c.service.log.Warn("figures of orders for the metrics", "error", err)
		return
	}
	for desc, value := range map[*prometheus.Desc]float64{c.waiting: float64(waiting), c.late: float64(late), c.oldest: age.Seconds()} {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value)
	}
	for _, v := range seen {
		out <- prometheus.MustNewConstMetric(c.sights, prometheus.GaugeValue, float64(v.seen), v.staffID)
	}
}
