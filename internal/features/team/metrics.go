package team

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

const (
	// scrapeWithin bounds what one scrape of the metrics reads.
	scrapeWithin = 2 * time.Second

	countUncounted = `SELECT COUNT(*) FROM team_change WHERE counted = 0`
)

// Metrics are how far the nights have come and what the pools of rewards hold, read
// when they are scraped. Members who are parked are among the parked items of all
// jobs.
func (s *Service) Metrics() prometheus.Collector {
	gauge := func(name, help string) *prometheus.Desc { return prometheus.NewDesc("etld_team_"+name, help, nil, nil) }
	return collector{service: s,
		levelled:    gauge("levels_days_behind", "Days whose levels are due and not worked out; while there is one for long, no day is closed."),
		accelerated: gauge("acceleration_days_behind", "Days that are over and whose team acceleration is not paid; 1 for a moment after midnight."),
		uncounted:   gauge("changes_uncounted", "Users who joined and machines that started or ended, which team totals do not show yet."),
		pool:        gauge("level_pool_usdt", "What the pool of level rewards holds."),
		delayed:     gauge("rewards_delayed_usdt", "Rewards that risk flags set aside."),
		flags:       gauge("flags_open", "Open risk flags, of users and of addresses that funded several; from 500 on the program opens none by itself.")}
}

type collector struct {
	service                                                *Service
	levelled, accelerated, uncounted, pool, delayed, flags *prometheus.Desc
}

// Describe is part of prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) {
	for _, one := range []*prometheus.Desc{c.levelled, c.accelerated, c.uncounted, c.pool, c.delayed, c.flags} {
		out <- one
	}
}

// Collect is part of prometheus.Collector.
func (c collector) Collect(out chan<- prometheus.Metric) {
	f, err := c.service.figures()
	if err != nil {
		// Without the figures there are none: a pool of 0 would be a lie.
		c.service.log.Warn("figures of teams for the metrics", "error", err)
		return
	}
	for desc, value := range map[*prometheus.Desc]float64{c.levelled: float64(f.levelsBehind), c.accelerated: float64(f.accelerationBehind),
		c.uncounted: float64(f.uncounted), c.pool: money.Gauge(f.pool), c.delayed: money.Gauge(f.delayed), c.flags: float64(f.flags)} {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value)
	}
}

// figures are what the metrics show.
type figures struct {
	levelsBehind, accelerationBehind, uncounted, flags int64
	pool, delayed                                      money.Amount
}

func (s *Service) figures() (f figures, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	err = s.db.View(ctx, func(tx *sqldb.Tx) error {
		v, err := s.currentState(tx)
		if err != nil {
			return err
		}
		f.levelsBehind = levelsOn.Newest(tx.Now()) - int64(v.Levelled)
		f.accelerationBehind = int64(clock.DayOf(tx.Now()) - 1 - v.Accelerated)
		// On its first day a database begins with that day.
		f.levelsBehind, f.accelerationBehind = max(0, f.levelsBehind), max(0, f.accelerationBehind)
		if f.pool, err = s.ledger.Balance(tx, levelPool); err != nil {
			return err
		}
		if f.delayed, err = s.ledger.Balance(tx, delayedPool); err != nil {
			return err
		}
		open, _, err := s.store.flags.Get(tx, openFlags)
		if err != nil {
			return err
		}
		f.flags = int64(len(open))
		_, err = tx.QueryOne(sqldb.Dest(&f.uncounted), countUncounted)
		return err
	})
	return f, err
}
