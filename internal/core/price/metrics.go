package price

import (
	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
)

// collector shows, for each coin, why it is not to be traded by its price.
type collector struct{ service *Service }

var (
	descStale   = prometheus.NewDesc("etld_price_stale", "1 while a coin has no fresh price.", []string{"currency"}, nil)
	descHalted  = prometheus.NewDesc("etld_price_halted", "1 while swaps of a coin are halted after a jump of its price.", []string{"currency"}, nil)
	descStopped = prometheus.NewDesc("etld_price_stopped", "1 while swaps of a coin stay halted until operators resume them.", []string{"currency"}, nil)
)

// Metrics shows whether prices are stale, halted or stopped.
func (s *Service) Metrics() prometheus.Collector { return collector{s} }

// Describe is part of prometheus.Collector.
func (collector) Describe(out chan<- *prometheus.Desc) {
	out <- descStale
	out <- descHalted
	out <- descStopped
}

// Collect is part of prometheus.Collector. It reads the copy, at most a second old.
func (c collector) Collect(out chan<- prometheus.Metric) {
	for asset, q := range map[money.Asset]Quotation{money.ETH: c.service.ETH(), money.ETLD: c.service.ETLD()} {
		for desc, is := range map[*prometheus.Desc]bool{descStale: q.Stale, descHalted: !q.HaltedUntil.IsZero(), descStopped: q.IsStopped} {
			value := 0.0
			if is {
				value = 1
			}
			out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, string(asset))
		}
	}
}
