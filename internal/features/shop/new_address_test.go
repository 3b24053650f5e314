package shop

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/features/shop/address"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A session alone turns no balance into goods: to an address younger than a day they
// are not sent, and until then the order is cancelled for nothing.
func TestGoodsGoToNoNewAddress(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		ann := w.User(1, "200 USDT")
		home := w.home(ann, "TW")
		order, other := w.bought(ann, "quietFan", home, "balance", "1"), w.bought(ann, "smartPlug", home, "balance", "1")
		ready := c.Now().Add(24 * time.Hour)
		if row := w.orderOf(ann, order.OrderNo); row.ShipFrom == nil || !row.ShipFrom.Equal(ready) {
			t.Errorf("an order to a new address ships from %v, want %s", row.ShipFrom, ready)
		}
		ship := func(orderNo string) error {
			return db.Update(context.Background(), func(tx *sqldb.Tx) error {
				_, err := w.shop.shipOrder(tx, &operator.Call{}, ShipIn{OrderNo: httpapi.ID(orderNo), Company: "Post", Number: "1"})
				return err
			})
		}
		labelled := func(in LabelsIn) (list []Order, notReady []string, err error) {
			return list, notReady, db.View(context.Background(), func(tx *sqldb.Tx) error {
				list, notReady, err = w.shop.toLabel(tx, in)
				return err
			})
		}
		c.Advance(24*time.Hour - time.Microsecond)
		if err := ship(order.OrderNo); !errors.Is(err, ErrAddressNew) {
			t.Errorf("shipped a moment early: %v", err)
		}
		if list, _, err := labelled(LabelsIn{}); err != nil || len(list) != 0 {
			t.Errorf("%d orders to new addresses get labels, %v", len(list), err)
		}
		if list, notReady, err := labelled(LabelsIn{OrderNos: []httpapi.ID{httpapi.ID(order.OrderNo)}}); err != nil || len(list) != 0 || !slices.Equal(notReady, []string{order.OrderNo}) {
			t.Errorf("a label of such an order: %+v, left out %v, %v", list, notReady, err)
		}
		if r := w.client.Command("/api/shop/cancelOrder", ann, "orderNo", other.OrderNo); r.Code != 200 {
			t.Errorf("cancelled until then: %s", r.Body)
		}
		w.Expect("after it was cancelled", balanceOf(ann, money.USDT), "170.5")
		c.Advance(time.Microsecond)
		if list, _, err := labelled(LabelsIn{}); err != nil || len(list) != 1 {
			t.Errorf("%d orders get labels a day later, %v", len(list), err)
		}
		if err := ship(order.OrderNo); err != nil {
			t.Errorf("a day later: %v", err)
		}
		edit := func(detail string) {
			_, err := w.addresses.Edit(context.Background(), ann, home, address.Form{Name: "Ann of " + ann, Phone: "0912345678", Detail: detail, Region: "TW"})
			w.Must(err)
		}
		edit("1 Harbour Road")
		known := w.bought(ann, "smartPlug", home, "balance", "1")
		if row := w.orderOf(ann, known.OrderNo); row.ShipFrom != nil || ship(known.OrderNo) != nil {
			t.Errorf("to an address that was written once more as it is: %+v", row)
		}
		edit("2 Harbour Road")
		changed := w.bought(ann, "smartPlug", home, "balance", "1")
		if err := ship(changed.OrderNo); !errors.Is(err, ErrAddressNew) {
			t.Errorf("to an address that was changed: %v", err)
		}
		w.check()
	})
}
