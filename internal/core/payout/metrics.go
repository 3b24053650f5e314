package payout

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// scrapeWithin bounds what one scrape of the metrics reads.
const scrapeWithin = 2 * time.Second

// missedWithin is how long a missed anchor is shown.
const missedWithin = 24 * time.Hour

// figures is what the metrics say of payouts, at one moment.
type figures struct {
	now     time.Time
	stats   []Stat
	wallets []Overview
	// missed counts the anchors of the last day that failed.
	missed int64
}

// openStates are those that have not ended; each has a figure, also while
// nothing is in it.
var openStates = []State{Queued, Broadcast, Unknown, Mined, NeedsAttention}

// Metrics are what waits to be paid and what it would be paid from, read when
// they are scraped.
func (s *Service) Metrics() prometheus.Collector {
	return collector{service: s,
		count:   prometheus.NewDesc("etld_payouts", "Payouts that have not ended, by state.", []string{"state"}, nil),
		oldest:  prometheus.NewDesc("etld_payout_oldest_seconds", "How long ago the oldest payout in a state was ordered; 0 if there is none.", []string{"state"}, nil),
		balance: prometheus.NewDesc("etld_hot_wallet_balance", "What the hot wallet held when it was last looked at.", []string{"network", "asset"}, nil),
		missing: prometheus.NewDesc("etld_hot_wallet_missing", "What must be added before all that is asked can be paid.", []string{"network", "asset"}, nil),
		missed:  prometheus.NewDesc("etld_anchors_missed", "Anchors of the last 24 hours that were not sent in time, or failed.", nil, nil),
		lowGas:  prometheus.NewDesc("etld_hot_wallet_low_gas", "Payouts, or anchors, that wait because the hot wallet lacks gas.", []string{"network"}, nil),
		lasts:   prometheus.NewDesc("etld_hot_wallet_gas_payouts", "How many more payouts the gas is enough for, each of 100,000 gas at the highest fee allowed.", []string{"network"}, nil),
		stopped: prometheus.NewDesc("etld_hot_wallet_stopped", "1 while a network's breaker holds payouts until people clear it.", []string{"network"}, nil),
		waiting: prometheus.NewDesc("etld_hot_wallet_waiting", "1 while nothing can begin for a reason that ends by itself.", []string{"network"}, nil)}
}

type collector struct {
	service                                                                  *Service
	count, oldest, balance, missing, missed, lowGas, lasts, stopped, waiting *prometheus.Desc
}

func (c collector) Describe(out chan<- *prometheus.Desc) {
	for _, one := range []*prometheus.Desc{c.count, c.oldest, c.balance, c.missing, c.missed, c.lowGas, c.lasts, c.stopped, c.waiting} {
		out <- one
	}
}

func (c collector) Collect(out chan<- prometheus.Metric) {
	f := c.service.figures()
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	byState := make(map[State]Stat)
	for _, one := range f.stats {
		byState[one.State] = one
	}
	for _, state := range openStates {
		one := byState[state]
		gauge(c.count, float64(one.Count), string(state))
		age := 0.0
		if one.Count > 0 {
			age = f.now.Sub(one.Oldest).Seconds()
		}
		gauge(c.oldest, age, string(state))
	}
	gauge(c.missed, float64(f.missed))
	for _, w := range f.wallets {
		gauge(c.stopped, yes(w.Breaker != ""), w.Network)
		gauge(c.waiting, yes(w.Wait != ""), w.Network)
		gauge(c.lowGas, float64(w.LowGas), w.Network)
		if w.GasLasts >= 0 {
			gauge(c.lasts, float64(w.GasLasts), w.Network)
		}
		for _, cover := range w.Covers {
			gauge(c.balance, money.Gauge(cover.Balance), w.Network, string(cover.Asset))
			gauge(c.missing, money.Gauge(cover.Missing()), w.Network, string(cover.Asset))
		}
	}
}

func yes(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// figures reads them; a database that is away leaves them 0, and readyz says
// so.
func (s *Service) figures() (f figures) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	err := s.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		f.now = tx.Now()
		if f.stats, err = s.Stats(tx); err != nil {
			return err
		}
		if _, err = tx.QueryOne(sqldb.Dest(&f.missed), countMissed, f.now.Add(-missedWithin)); err != nil {
			return err
		}
		f.wallets, err = s.Overviews(tx)
		return err
	})
	if err != nil {
		s.log.Warn("figures of payouts for the metrics", "error", err)
	}
	return f
}
