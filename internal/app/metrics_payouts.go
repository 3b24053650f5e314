package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/infra/sqldb"
)

// payoutFigures is what the metrics say of payouts, at one moment.
type payoutFigures struct {
	now     time.Time
	stats   []payout.Stat
	wallets []payout.Overview
}

// payoutStates are those that have not ended; each has a figure, also while
// nothing is in it.
var payoutStates = []payout.State{payout.Queued, payout.Broadcast, payout.Unknown, payout.Mined, payout.NeedsAttention}

// watchPayouts exposes what waits to be paid and what it would be paid from.
func (m *metrics) watchPayouts(read func() payoutFigures) {
	m.registry.MustRegister(payoutCollector{read: read,
		count:   prometheus.NewDesc("etld_payouts", "Payouts that have not ended, by state.", []string{"state"}, nil),
		oldest:  prometheus.NewDesc("etld_payout_oldest_seconds", "How long ago the oldest payout in a state was ordered; 0 if there is none.", []string{"state"}, nil),
		balance: prometheus.NewDesc("etld_hot_wallet_balance", "What the hot wallet held when it was last looked at.", []string{"network", "asset"}, nil),
		missing: prometheus.NewDesc("etld_hot_wallet_missing", "What must be added before all that is asked can be paid.", []string{"network", "asset"}, nil),
		lowGas:  prometheus.NewDesc("etld_hot_wallet_low_gas", "Payouts that wait because the hot wallet lacks gas.", []string{"network"}, nil),
		lasts:   prometheus.NewDesc("etld_hot_wallet_gas_payouts", "How many more payouts the gas is enough for, each of 100,000 gas at the highest fee allowed.", []string{"network"}, nil),
		stopped: prometheus.NewDesc("etld_hot_wallet_stopped", "1 while a network's breaker holds payouts until people clear it.", []string{"network"}, nil),
		waiting: prometheus.NewDesc("etld_hot_wallet_waiting", "1 while nothing can begin for a reason that ends by itself.", []string{"network"}, nil)})
}

type payoutCollector struct {
	read                                                             func() payoutFigures
	count, oldest, balance, missing, lowGas, lasts, stopped, waiting *prometheus.Desc
}

func (c payoutCollector) Describe(out chan<- *prometheus.Desc) {
	for _, one := range []*prometheus.Desc{c.count, c.oldest, c.balance, c.missing, c.lowGas, c.lasts, c.stopped, c.waiting} {
		out <- one
	}
}

func (c payoutCollector) Collect(out chan<- prometheus.Metric) {
	figures := c.read()
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	byState := make(map[payout.State]payout.Stat)
	for _, one := range figures.stats {
		byState[one.State] = one
	}
	for _, state := range payoutStates {
		one := byState[state]
		gauge(c.count, float64(one.Count), string(state))
		age := 0.0
		if one.Count > 0 {
			age = figures.now.Sub(one.Oldest).Seconds()
		}
		gauge(c.oldest, age, string(state))
	}
	for _, w := range figures.wallets {
		gauge(c.stopped, yes(w.Breaker != ""), w.Network)
		gauge(c.waiting, yes(w.Wait != ""), w.Network)
		gauge(c.lowGas, float64(w.LowGas), w.Network)
		if w.GasLasts >= 0 {
			gauge(c.lasts, float64(w.GasLasts), w.Network)
		}
		for _, cover := range w.Covers {
			gauge(c.balance, gaugeOf(cover.Balance), w.Network, string(cover.Asset))
			gauge(c.missing, gaugeOf(cover.Missing()), w.Network, string(cover.Asset))
		}
	}
}

func yes(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// gaugeOf is an amount for a gauge, which is a float by nature; nothing is
// decided on it.
func gaugeOf(a money.Amount) float64 { return float64(a) / float64(money.Unit) }

// payoutFigures serves the metrics; a database that is away leaves them 0, and
// readyz says so.
func (p *Program) payoutFigures() (f payoutFigures) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	err := p.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		f.now = tx.Now()
		if f.stats, err = p.payout.Stats(tx); err != nil {
			return err
		}
		f.wallets, err = p.payout.Overviews(tx)
		return err
	})
	if err != nil {
		p.log.Warn("figures of payouts for the metrics", "error", err)
	}
	return f
}
