package price

import (
	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/infra/metrics"
)

// Metrics show, for each coin, why it is not to be traded by its price. They read the
// copy, at most a second old.
func (s *Service) Metrics() prometheus.Collector {
	return metrics.Tell(func(set *metrics.Set) {
		for asset, q := range map[money.Asset]Quotation{money.ETH: s.ETH(), money.ETLD: s.ETLD()} {
			set.Gauge("etld_price_stale", "1 while a coin has no fresh price.", metrics.Truth(q.Stale), "currency", string(asset))
			set.Gauge("etld_price_halted", "1 while swaps of a coin are halted after a jump of its price.",
				metrics.Truth(!q.HaltedUntil.IsZero()), "currency", string(asset))
			set.Gauge("etld_price_stopped", "1 while swaps of a coin stay halted until operators resume them.",
				metrics.Truth(q.IsStopped), "currency", string(asset))
		}
	})
}
