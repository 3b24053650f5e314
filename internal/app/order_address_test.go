package app

import (
	"net/http"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/core/operator"
	"etld/internal/core/param"
	"etld/internal/features/shop"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Nobody asks for it: the address of an order that ended is gone at once, that of a
// sent one after 60 days.
func TestAddressesOfOrdersEnd(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		l := newLeaver(t, p)
		kept := func() (list []string) {
			err := p.db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
				list, err = sqldb.Collect(tx, sqldb.One[string], "SELECT id FROM shop_order WHERE sealed <> '' ORDER BY id")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		if list := kept(); len(list) != 2 {
			t.Errorf("before anything ended: %v", list)
		}
		l.shipAndCancel()
		// What does not wait any more goes nowhere that an operator needs to know.
		for orderNo, want := range map[string]int{l.sent: shop.ErrShipped.Code, l.cancelled: shop.ErrNotPossible.Code} {
			if r := l.sender.call("orders/address", map[string]any{"orderNo": orderNo}); r.Code != want {
				t.Errorf("the address of an order that ended: %+v", r)
			}
		}
		if list := kept(); len(list) != 1 || list[0] != l.sent {
			t.Errorf("after shipping and cancelling: %v", list)
		}
		system := p.settings.Clock.(*clock.System)
		system.Advance(60*24*time.Hour - time.Minute)
		p.runJob(t, p.shop.Jobs(), "shop_erase")
		if len(kept()) != 1 {
			t.Error("it was erased before its time")
		}
		system.Advance(time.Minute)
		p.runJob(t, p.shop.Jobs(), "shop_erase")
		if len(kept()) != 0 {
			t.Error("it is there after 60 days")
		}
	})
}

// An operator sees so many addresses on a day and no more; each is counted once, one by one
// or as labels.
func TestAnOperatorSeesSoManyAddressesADay(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		_, buyer := p.invited(t)
		sender, other := p.staff(t, operator.Fulfilment), p.staff(t, operator.Fulfilment)
		var orders []string
		for range 3 {
			orders = append(orders, p.order(t, buyer, "seedPlate"))
		}
		err := p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
			_, err := p.params.Change(tx, entropy.System(), param.Proposal{Name: "shop.addresses_day", Value: 2, Actor: "x", Reason: "x"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		see := func(by *person, path string, body map[string]any, want int) {
			t.Helper()
			if r := by.call(path, body); r.Code != want {
				t.Errorf("%s: %+v, want %d", path, r, want)
			}
		}
		of := func(i int) map[string]any { return map[string]any{"orderNo": orders[i]} }
		see(sender, "orders/labels", map[string]any{}, shop.ErrSightsMax.Code)
		see(sender, "orders/address", of(0), http.StatusOK)
		see(sender, "orders/labels", map[string]any{"orderNos": orders[:2]}, http.StatusOK)
		see(sender, "orders/address", of(2), shop.ErrSightsMax.Code)
		// Who has seen them sees them again.
		see(sender, "orders/labels", map[string]any{"orderNos": orders[:2]}, http.StatusOK)
		see(sender, "orders/address", of(1), http.StatusOK)
		see(other, "orders/address", of(2), http.StatusOK)
		// What is no address costs none.
		if list := dataOf[httpapi.List[shop.OrderLine]](t, sender.call("orders/list", map[string]any{})).List; len(list) != 3 {
			t.Errorf("%d orders", len(list))
		}
	})
}
