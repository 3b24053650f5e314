package node

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

const (
	// scrapeWithin bounds what one scrape of the metrics reads.
	scrapeWithin = 2 * time.Second

	countLiving   = `SELECT level, COUNT(*), SUM(CASE WHEN state = 'active' THEN 1 ELSE 0 END) FROM node_node WHERE state IN ('cooling', 'active') GROUP BY level`
	selectNewest  = `SELECT level, closed_at, divided, free FROM node_statement WHERE month = (SELECT MAX(month) FROM node_statement)`
	sumAllPending = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM node_share WHERE paid_at = 0`
)

// Metrics are what was sold and what the pools hold, read when they are scraped.
// Owners who are parked are among the parked items of all jobs.
func (s *Service) Metrics() prometheus.Collector {
	level := []string{"level"}
	return collector{service: s,
		sold:    prometheus.NewDesc("etld_nodes_sold", "Nodes that are paid, those in their cooling-off included.", level, nil),
		active:  prometheus.NewDesc("etld_nodes_active", "Nodes that take part in dividends.", level, nil),
		pool:    prometheus.NewDesc("etld_node_pool_usdt", "What the dividend pool holds.", level, nil),
		at:      prometheus.NewDesc("etld_node_division_seconds", "When a month's pools were divided last, in Unix time; 0 before the first.", nil, nil),
		divided: prometheus.NewDesc("etld_node_division_usdt", "What nodes got of the pool in that division.", level, nil),
		free:    prometheus.NewDesc("etld_node_division_free_usdt", "What the income pool got of it.", level, nil),
		unpaid:  prometheus.NewDesc("etld_node_dividends_unpaid_usdt", "What is divided and not paid yet; hours after a division somebody must look.", nil, nil)}
}

type collector struct {
	service                                       *Service
	sold, active, pool, at, divided, free, unpaid *prometheus.Desc
}

// Describe is part of prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) {
	for _, one := range []*prometheus.Desc{c.sold, c.active, c.pool, c.at, c.divided, c.free, c.unpaid} {
		out <- one
	}
}

// Collect is part of prometheus.Collector.
func (c collector) Collect(out chan<- prometheus.Metric) {
	f, err := c.service.figures()
	if err != nil {
		// Without the figures there are none: a pool of 0 would be a lie.
		c.service.log.Warn("figures of nodes for the metrics", "error", err)
		return
	}
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	for _, l := range Levels() {
		one := f.levels[l]
		gauge(c.sold, float64(one.sold), string(l))
		gauge(c.active, float64(one.active), string(l))
		gauge(c.pool, money.Gauge(one.pool), string(l))
		gauge(c.divided, money.Gauge(one.divided), string(l))
		gauge(c.free, money.Gauge(one.free), string(l))
	}
	at := 0.0
	if !f.dividedAt.IsZero() {
		at = float64(f.dividedAt.Unix())
	}
	gauge(c.at, at)
	gauge(c.unpaid, money.Gauge(f.unpaid))
}

// figures are what the metrics show.
type figures struct {
	levels    map[Level]levelFigures
	dividedAt time.Time
	unpaid    money.Amount
}

type levelFigures struct {
	sold, active        int64
	pool, divided, free money.Amount
}

func (s *Service) figures() (f figures, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	err = s.db.View(ctx, func(tx *sqldb.Tx) error {
		f = figures{levels: make(map[Level]levelFigures)}
		for _, l := range Levels() {
			pool, err := s.ledger.Balance(tx, l.pool())
			if err != nil {
				return err
			}
			f.levels[l] = levelFigures{pool: pool}
		}
		if err := f.readNodes(tx); err != nil {
			return err
		}
		_, err := tx.QueryOne(sqldb.Dest(&f.unpaid), sumAllPending)
		return err
	})
	return f, err
}

func (f *figures) readNodes(tx *sqldb.Tx) error {
	err := tx.Query(func(row *sqldb.Row) error {
		var l Level
		var sold, active int64
		err := row.Scan(&l, &sold, &active)
		one := f.levels[l]
		one.sold, one.active = sold, active
		f.levels[l] = one
		return err
	}, countLiving)
	if err != nil {
		return err
	}
	return tx.Query(func(row *sqldb.Row) error {
		var l Level
		var divided, free money.Amount
		err := row.Scan(&l, &f.dividedAt, &divided, &free)
		one := f.levels[l]
		one.divided, one.free = divided, free
		f.levels[l] = one
		return err
	}, selectNewest)
}
