package trade

import (
	"testing"

	"etld/internal/base/money"
)

// Three bids for nearly everything, at a price that makes them cheap to fund.
func TestTheBookDoesNotOverflow(t *testing.T) {
	t.Parallel()
	var bids []Bid
	for _, id := range []string{"a", "b", "c"} {
		bids = append(bids, Bid{ID: id, Price: 1, Rest: money.Units(39_000_000_000)})
	}
	if got := depth(bids); got != money.Max {
		t.Errorf("the depth is %s", got)
	}
	if got := levels(bids); len(got) != 1 || got[0].Rest != money.Max {
		t.Errorf("the levels are %+v", got)
	}
	o := match(bids, money.Max, money.Percent(50))
	if o.Filled != money.Max || o.Unfilled != 0 || o.Gross != money.Units(400) || o.Net != money.Units(398) || len(o.Fills) != 2 {
		t.Errorf("selling the most there is: %+v", o)
	}
}
