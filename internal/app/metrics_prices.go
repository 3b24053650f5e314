package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/core/price"
)

// watchPrices adds what tells somebody that prices are not to be traded by.
func (m *metrics) watchPrices(prices *price.Service) {
	for asset, find := range map[money.Asset]func() price.Quotation{money.ETH: prices.ETH, money.ETLD: prices.ETLD} {
		labels := prometheus.Labels{"currency": string(asset)}
		for name, one := range map[string]struct {
			help string
			is   func(q price.Quotation) bool
		}{
			"etld_price_stale":   {"1 while there is no fresh price.", func(q price.Quotation) bool { return q.Stale }},
			"etld_price_halted":  {"1 while swaps of the coin are halted after a jump.", func(q price.Quotation) bool { return !q.HaltedUntil.IsZero() }},
			"etld_price_stopped": {"1 while swaps of the coin stay halted until operators resume them.", func(q price.Quotation) bool { return q.IsStopped }},
		} {
			m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: one.help, ConstLabels: labels}, func() float64 {
				if one.is(find()) {
					return 1
				}
				return 0
			}))
		}
	}
}
