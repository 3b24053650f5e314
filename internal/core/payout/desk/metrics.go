package desk

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// missedWithin is how long a missed anchor is shown.
const missedWithin = 24 * time.Hour

// countMissed counts periods that were not shown in time, or that the chain has
// something else for.
const countMissed = `SELECT COUNT(*) FROM payout_anchor WHERE created_at > $1 AND state = 'failed'`

// openStates are those that have not ended; each has a figure, also while
// nothing is in it.
var openStates = []payout.State{payout.Queued, payout.Broadcast, payout.Unknown, payout.Mined, payout.NeedsAttention}

// Metrics are what waits to be paid and what it would be paid from.
func Metrics(s *payout.Service) prometheus.Collector {
	return metrics.Read(s.DB, s.Log, "payout", func(tx *sqldb.Tx, set *metrics.Set) error { return read(tx, s, set) })
}

func read(tx *sqldb.Tx, s *payout.Service, set *metrics.Set) error {
	stats, err := s.Stats(tx)
	if err != nil {
		return err
	}
	byState := make(map[payout.State]payout.Stat)
	for _, one := range stats {
		byState[one.State] = one
	}
	for _, state := range openStates {
		one, age := byState[state], time.Duration(0)
		if one.Count > 0 {
			age = tx.Now().Sub(one.Oldest)
		}
		set.Gauge("etld_payouts", "Payouts that have not ended, by state.", float64(one.Count), "state", string(state))
		set.Gauge("etld_payout_oldest_seconds", "How long ago the oldest payout in a state was ordered; 0 if there is none.",
			age.Seconds(), "state", string(state))
	}
	var missed int64
	if _, err = tx.QueryOne(sqldb.Dest(&missed), countMissed, tx.Now().Add(-missedWithin)); err != nil {
		return err
	}
	set.Gauge("etld_anchors_missed", "Anchors of the last 24 hours that were not sent in time, or failed.", float64(missed))
	wallets, err := s.Overviews(tx)
	for _, w := range wallets {
		set.Gauge("etld_hot_wallet_stopped", "1 while a network's breaker holds payouts until people clear it.",
			metrics.Truth(w.Breaker != ""), "network", w.Network)
		set.Gauge("etld_hot_wallet_waiting", "1 while nothing can begin for a reason that ends by itself.", metrics.Truth(w.Wait != ""), "network", w.Network)
		set.Gauge("etld_hot_wallet_low_gas", "Payouts, or anchors, that wait because the hot wallet lacks gas.", float64(w.LowGas), "network", w.Network)
		if w.GasLasts >= 0 {
			set.Gauge("etld_hot_wallet_gas_payouts", "How many more payouts the gas is enough for, each of 100,000 gas at the highest fee allowed.",
				float64(w.GasLasts), "network", w.Network)
		}
		for _, cover := range w.Covers {
			set.Gauge("etld_hot_wallet_balance", "What the hot wallet held when it was last looked at.",
				money.Gauge(cover.Balance), "network", w.Network, "asset", string(cover.Asset))
			set.Gauge("etld_hot_wallet_missing", "What must be added before all that is asked can be paid.",
				money.Gauge(cover.Missing()), "network", w.Network, "asset", string(cover.Asset))
		}
	}
	return err
}
