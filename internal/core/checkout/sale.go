package checkout

import (
	"time"

	"etld/internal/core/param"
)

// Sale is whether something is sold, and until when.
type Sale struct {
	OnSale bool
	// OffSaleAt is when it leaves the sale, as was announced.
	OffSaleAt time.Time
}

// At is the sale as it is at a time: what was announced and fell due has happened.
func (s Sale) At(now time.Time) Sale {
	if !s.OffSaleAt.IsZero() && !now.Before(s.OffSaleAt) {
		return Sale{}
	}
	return s
}

// Sell puts something on sale at once, or takes it off after the notice; nil leaves it
// as it is.
func (s *Sale) Sell(onSale *bool, now time.Time) {
	switch {
	case onSale == nil:
	case *onSale:
		*s = Sale{OnSale: true}
	case s.OnSale && s.OffSaleAt.IsZero():
		s.OffSaleAt = now.Add(param.NoticePeriod)
	}
}
