package price

import (
	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/infra/metrics"
)

// Metrics show, for each coin, why it is not to be traded by its price. They read the
// copy, at most a second old.
func (s *Service) Metrics() prometheus.Collector {
	return metrics.Tell(s.Log, func(set metrics.Set) {
		for asset, q := range map[money.Asset]Quotation{money.ETH: s.ETH(), money.ETLD: s.ETLD()} {
			set("etld_price_stale", metrics.Truth(q.Stale), string(asset))
			set("etld_price_halted", metrics.Truth(!q.HaltedUntil.IsZero()), string(asset))
			set("etld_price_stopped", metrics.Truth(q.IsStopped), string(asset))
		}
	},
		metrics.Gauge("etld_price_stale", "1 while a coin has no fresh price.", "currency"),
		metrics.Gauge("etld_price_halted", "1 while swaps of a coin are halted after a jump of its price.", "currency"),
		metrics.Gauge("etld_price_stopped", "1 while swaps of a coin stay halted until operators resume them.", "currency"))
}
