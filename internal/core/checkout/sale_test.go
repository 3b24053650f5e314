package checkout_test

import (
	"testing"
	"time"

	"etld/internal/core/checkout"
	"etld/internal/core/param"
)

func TestASaleEndsAfterItsNotice(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)
	on, off := true, false
	sale := checkout.Sale{OnSale: true}
	sale.Sell(&off, now)
	sale.Sell(&off, now.Add(time.Hour))
	sale.Sell(nil, now)
	if end := now.Add(param.NoticePeriod); !sale.OffSaleAt.Equal(end) || !sale.At(end.Add(-1)).OnSale || sale.At(end) != (checkout.Sale{}) {
		t.Errorf("it leaves the sale at %s", sale.OffSaleAt)
	}
	sale.Sell(&on, now)
	if sale != (checkout.Sale{OnSale: true}) {
		t.Errorf("taken back: %+v", sale)
	}
}
