package node

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/wording"
	"etld/internal/core/checkout"
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func worded(text string) *wording.Wording {
	return &wording.Wording{Chinese: text + "中", English: text, Russian: text + "я"}
}

func of[T any](value T) *T { return &value }

// approved changes a level as a proposal and its approval do.
func (w *world) approved(c levelChange) error {
	return w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
		if err := c.Check(); err != nil {
			return err
		}
		if _, err := w.node.describeLevel(tx, c); err != nil {
			return err
		}
		return w.node.changeLevel(tx, c, operator.Decision{})
	})
}

func (w *world) row(l Level) (row LevelRow) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		list, err := w.node.levels(tx, operator.Caller{})
		for _, one := range list {
			if one.Level == l {
				row = one
			}
		}
		return err
	})
	return row
}

// The supply never falls below what is gone, and does not rise while somebody has a
// node; what is left moves with it.
func TestTheSupplyOfALevelChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		buyer := w.User(1, "30000 USDT")
		if err := w.approved(levelChange{Level: King, Supply: of(int64(120))}); err != nil {
			t.Fatalf("more of what nobody has: %v", err)
		}
		w.check()
		w.buy(w.order(buyer, King, 2))
		onChain := w.order(buyer, King, 1)
		onChain.PayType = checkout.PayChain
		open := w.buy(onChain)
		if row := w.row(King); row.Supply != 120 || row.Sold != 2 || row.Reserved != 1 || row.Stock != 117 {
			t.Errorf("two are sold, one is reserved: %+v", row)
		}
		old := w.order(buyer, King, 1)
		for _, refused := range []struct {
			supply int64
			want   error
		}{{0, fault.Invalid("supply")}, {-1, fault.Invalid("supply")}, {supplyMax + 1, fault.Invalid("supply")}, {2, ErrBelowSold}, {121, ErrSupplyPromised}, {120, operator.ErrNothing}} {
			if err := w.approved(levelChange{Level: King, Supply: &refused.supply}); !errors.Is(err, refused.want) {
				t.Errorf("a supply of %d: %v, want %v", refused.supply, err, refused.want)
			}
		}
		if err := w.approved(levelChange{Level: King, Supply: of(int64(3))}); err != nil {
			t.Fatalf("exactly what is gone: %v", err)
		}
		w.check()
		if _, err := w.try(old); !errors.Is(err, ErrTermsChanged) {
			t.Errorf("under the terms of before: %v", err)
		}
		if _, err := w.try(w.order(buyer, King, 1)); !errors.Is(err, ErrSoldOut) {
			t.Errorf("none is left: %v", err)
		}
		if err := w.cancel(buyer, open.Nodes[0].ID); err != nil {
			t.Fatal(err)
		}
		if row := w.row(King); row.Supply != 3 || row.Sold != 2 || row.Reserved != 0 || row.Stock != 1 {
			t.Errorf("one came back: %+v", row)
		}
		w.check()
	})
}

// A level that is taken off sale stays with its owners, and what is being paid is
// still sold.
func TestALevelIsTakenOffSale(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		buyer := w.User(1, "10000 USDT")
		order := w.order(buyer, Star, 1)
		order.PayType = checkout.PayChain
		open := w.buy(order)
		if err := w.approved(levelChange{Level: Star, OnSale: of(false), Words: wording.Words{Names: worded("Comet"), Details: worded("A share of fees; may be zero.")}}); err != nil {
			t.Fatal(err)
		}
		if row := w.row(Star); !row.OnSale || row.OffSaleAt == nil || !row.OffSaleAt.Equal(at(t, "2026-06-11 09:00:00")) {
			t.Errorf("announced: %+v", row)
		}
		if body := string(w.client.Call("/api/node/detail", buyer, "id", "nodeStar").Data); !strings.Contains(body, `"offSaleAt":"2026-06-11T01:00:00Z"`) {
			t.Errorf("whoever looks is not told: %s", body)
		}
		if err := w.approved(levelChange{Level: Star, OnSale: of(false)}); !errors.Is(err, operator.ErrNothing) {
			t.Errorf("announced twice: %v", err)
		}
		w.moveTo("2026-06-10 09:29:00")
		w.pay(buyer, open, "2000")
		if n := w.nodeOf(buyer, open.Nodes[0].ID); n.State != Cooling {
			t.Errorf("the open order is %s", n.State)
		}
		w.moveTo("2026-06-11 08:59:59")
		order.PayType = checkout.PayBalance
		if _, err := w.try(order); err != nil {
			t.Errorf("bought within the notice: %v", err)
		}
		w.moveTo("2026-06-11 09:00:00")
		if _, err := w.try(order); !errors.Is(err, fault.NotFound) {
			t.Errorf("bought off sale: %v", err)
		}
		if body := string(w.client.Call("/api/node/all", buyer).Data); strings.Contains(body, "nodeStar") || !strings.Contains(body, "nodeKing") {
			t.Errorf("the list: %s", body)
		}
		if row := w.row(Star); row.OnSale || row.Names != *worded("Comet") || row.Details != *worded("A share of fees; may be zero.") {
			t.Errorf("operators see %+v", row)
		}
		if body := string(w.client.Call("/api/node/mine", buyer).Data); !strings.Contains(body, "Comet") {
			t.Errorf("mine: %s", body)
		}
		if err := w.approved(levelChange{Level: Star, OnSale: of(true)}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.try(order); err != nil {
			t.Errorf("on sale again: %v", err)
		}
		w.check()
	})
}

func TestChangesOfALevelAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		before := w.row(King)
		noRussian := worded("King")
		noRussian.Russian = ""
		for name, one := range map[string]struct {
			change levelChange
			want   error
		}{
			"unknown":         {levelChange{Level: "queen", OnSale: of(false)}, fault.Invalid("level")},
			"nothing":         {levelChange{Level: King}, operator.ErrNothing},
			"the same":        {levelChange{Level: King, OnSale: of(true), Words: wording.Words{Names: &before.Names}}, operator.ErrNothing},
			"a language less": {levelChange{Level: King, Words: wording.Words{Names: noRussian}}, fault.Invalid("names.ru")},
			"too long":        {levelChange{Level: King, Words: wording.Words{Names: worded(strings.Repeat("王", nameMax))}}, fault.Invalid("names.zhtw")},
			"a line break":    {levelChange{Level: King, Words: wording.Words{Details: worded("one\ntwo")}}, fault.Invalid("details.zhtw")},
			"turned":          {levelChange{Level: King, Words: wording.Words{Names: worded("\u202eKing")}}, fault.Invalid("names.zhtw")},
			"unseen":          {levelChange{Level: King, Words: wording.Words{Names: worded("Ki\u200bng")}}, fault.Invalid("names.zhtw")},
			"no gift":         {levelChange{Level: King, Gift: of(int64(0))}, fault.Invalid("gift")},
			"a gift too high": {levelChange{Level: King, Gift: of(int64(6))}, fault.Invalid("gift")},
			"no floor":        {levelChange{Level: King, Floor: of(int64(0))}, fault.Invalid("floorNodes")},
			"a floor far off": {levelChange{Level: King, Floor: of(int64(21))}, fault.Invalid("floorNodes")},
			"too low a floor": {levelChange{Level: Diamond, Floor: of(int64(1))}, fault.Invalid("floorNodes")},
			"a lower gift":    {levelChange{Level: King, Gift: of(int64(2))}, ErrGiftOnSale},
			"a space before":  {levelChange{Level: King, Words: wording.Words{Details: worded(" King")}}, fault.Invalid("details.zhtw")},
		} {
			var f fault.Fault
			err := w.approved(one.change)
			if !errors.As(err, &f) || err.Error() != one.want.Error() {
				t.Errorf("%s: %v, want %v", name, err, one.want)
			}
		}
		if after := w.row(King); after != before {
			t.Errorf("refused changes left %+v", after)
		}
		w.check()
	})
}

// A floor does not rise while somebody has a node, a gift does not fall while the level is
// on sale, and who has a node keeps its gift.
func TestTheFloorAndTheGiftOfALevelChange(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		buyer := w.User(1, "30000 USDT")
		if err := w.approved(levelChange{Level: King, Floor: of(int64(3)), Gift: of(int64(4))}); err != nil {
			t.Fatalf("of what nobody has: %v", err)
		}
		older := w.row(King).TermsVersion
		w.active(buyer, King, 1)
		if err := w.approved(levelChange{Level: King, Floor: of(int64(4))}); !errors.Is(err, ErrFloorPromised.With("max", "3")) {
			t.Errorf("a higher floor: %v", err)
		}
		if err := w.approved(levelChange{Level: King, Floor: of(int64(1)), OnSale: of(false)}); err != nil {
			t.Errorf("a lower floor: %v", err)
		}
		if err := w.approved(levelChange{Level: King, Gift: of(int64(3))}); !errors.Is(err, ErrGiftOnSale) {
			t.Errorf("a lower gift before the notice is over: %v", err)
		}
		c.Advance(24 * time.Hour)
		if err := w.approved(levelChange{Level: King, Gift: of(int64(3))}); err != nil {
			t.Errorf("a lower gift off the sale: %v", err)
		}
		if row := w.row(King); row.FloorNodes != 1 || row.GiftV != "V3" || row.TermsVersion == older {
			t.Errorf("afterwards: %+v", row)
		}
		w.View(func(tx *sqldb.Tx) error {
			nodes, err := sqldb.Collect(tx, nodeTable.Scan, selectActiveMine, buyer)
			if err == nil && (len(nodes) != 1 || nodes[0].Gift != 4) {
				t.Errorf("the node that was bought: %+v", nodes)
			}
			return err
		})
		w.check()
	})
}

// A month that is over is divided by the floor that it had, however late it is closed.
func TestTheFloorStaysUntilTheMonthIsDivided(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		w.active(w.User(1, "30000 USDT"), King, 1)
		lower := levelChange{Level: King, Floor: of(int64(1))}
		w.moveTo("2026-07-01 00:00:00")
		if err := w.approved(lower); !errors.Is(err, ErrMonthUndivided) {
			t.Errorf("when the month is over: %v", err)
		}
		w.moveTo("2026-07-01 15:00:00")
		if err := w.approved(lower); !errors.Is(err, ErrMonthUndivided) {
			t.Errorf("when its closing is late: %v", err)
		}
		if err := w.approved(levelChange{Level: King, Floor: of(int64(2)), Gift: of(int64(4))}); err != nil {
			t.Errorf("another gift with the floor as it is: %v", err)
		}
		w.work()
		if err := w.approved(lower); err != nil {
			t.Errorf("when it is divided: %v", err)
		}
		w.check()
	})
}

// The supply is lowered while people buy, on two instances: what is sold and what
// is left are the supply, whichever came first.
func TestASupplyIsLoweredWhilePeopleBuy(t *testing.T) {
	eachPair(t, "2026-06-10 09:00:00", func(t *testing.T, p pair) {
		if err := p.approved(levelChange{Level: King, Supply: of(int64(10))}); err != nil {
			t.Fatal(err)
		}
		const buyers = 20
		var orders [buyers]checkout.Order
		for i := range orders {
			orders[i] = p.order(p.User(i+1, "10000 USDT"), King, 1)
		}
		var changed error
		results := make([]error, buyers)
		p.atOnce(buyers+1, func(w *world, i int) {
			if i == buyers {
				changed = w.approved(levelChange{Level: King, Supply: of(int64(5))})
				return
			}
			_, results[i] = w.try(orders[i])
		})
		supply := int64(5)
		if errors.Is(changed, ErrBelowSold) {
			supply = 10
		} else if changed != nil {
			t.Fatal(changed)
		}
		sold := int64(count(results, nil))
		if row := p.row(King); row.Supply != supply || row.Sold != sold || row.Stock != supply-sold {
			t.Errorf("the change: %v, bought %d, the level %+v", changed, sold, row)
		}
		if rest := count(results, ErrTermsChanged) + count(results, ErrSoldOut); rest != buyers-int(sold) {
			t.Errorf("%v", results)
		}
		p.check()
	})
}
