package shop

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/operator"
	"etld/internal/features/shop/address"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A new key takes over the addresses of all orders, more than one transaction's;
// an order without one stays as it is, and one that no key opens is named.
func TestAddressesOfOrdersAreSealedAnew(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		ctx, first, second := context.Background(), bytes.Repeat([]byte{1}, seal.KeyBytes), bytes.Repeat([]byte{2}, seal.KeyBytes)
		withKeys := func(key []byte, former ...[]byte) sale {
			sealer, err := seal.New(key, entropy.System(), former...)
			w.Must(err)
			of := *w.shop.shared
			of.Sealer = sealer
			return sale{&of}
		}
		const orders = 450
		shipped := func(id, sealed string) Order {
			return Order{ID: id, GoodsID: "hoodie", Quantity: 1, Price: 1, Amount: 1, Asset: money.ETLD, PayType: checkout.PayBalance, State: Shipped, Sealed: sealed}
		}
		put := func(o Order) {
			w.Update(func(tx *sqldb.Tx) error {
				w.shop.store.orders.Put(tx, o)
				return nil
			})
		}
		w.Update(func(tx *sqldb.Tx) error {
			for range orders {
				id := entropy.ID(entropy.System(), tx.Now())
				sealed, err := w.shop.Sale.Sealer.SealValue(address.Form{Name: "Ann"}, sealOwner(id))
				if err != nil {
					return err
				}
				w.shop.store.orders.Put(tx, shipped(id, sealed))
			}
			return nil
		})
		put(shipped("00ERASED", ""))
		if _, err := withKeys(second).Rotate(ctx); !errors.Is(err, seal.ErrSealed) || !strings.Contains(err.Error(), "order|") {
			t.Errorf("without the former key: %v", err)
		}
		for _, want := range []int{orders, 0} {
			if n, err := withKeys(second, first).Rotate(ctx); err != nil || n != want {
				t.Errorf("%d were sealed anew, %v; want %d", n, err, want)
			}
		}
		alone := withKeys(second)
		w.View(func(tx *sqldb.Tx) error {
			list, err := sqldb.Collect(tx, orderTable.Scan, selectOrders)
			for _, o := range list {
				to, err := alone.addressOf(o)
				if erased := o.ID == "00ERASED"; err != nil || (to.Name == "Ann") == erased {
					t.Errorf("the new key opens %s as %+v, %v", o.ID, to, err)
				}
			}
			if len(list) != orders+1 {
				t.Errorf("%d orders", len(list))
			}
			return err
		})
		put(shipped("ZZSPOILT", "00"))
		if _, err := alone.Rotate(ctx); !errors.Is(err, seal.ErrSealed) || !strings.Contains(err.Error(), "order|ZZSPOILT") {
			t.Errorf("a row that no key opens: %v", err)
		}
		if _, err := (sale{&shared{Config: Config{DB: db}}}).Rotate(ctx); err == nil {
			t.Error("without a key nothing can be sealed")
		}
	})
}

// An order whose address no key opens stops neither its buyer's list nor the file of
// labels, which leaves it out and names it.
func TestAnAddressThatCannotBeOpenedStopsNoOther(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		ann := w.User(1, "200 USDT")
		home := w.home(ann, "TW")
		good, spoilt := w.bought(ann, "quietFan", home, "balance", "1"), w.bought(ann, "smartPlug", home, "balance", "1")
		c.Advance(25 * time.Hour)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE shop_order SET sealed = '00' WHERE id = $1`, spoilt.OrderNo)
			return err
		})
		if row := w.orderOf(ann, spoilt.OrderNo); row.Consignee != "" || row.Address != "" || row.PayAmount != spoilt.PayAmount {
			t.Errorf("its buyer sees %+v", row)
		}
		if row := w.orderOf(ann, good.OrderNo); row.Consignee == "" {
			t.Errorf("the other order is shown as %+v", row)
		}
		for name, in := range map[string]LabelsIn{"the oldest": {}, "both by number": {OrderNos: []httpapi.ID{httpapi.ID(good.OrderNo), httpapi.ID(spoilt.OrderNo)}}} {
			w.Update(func(tx *sqldb.Tx) error {
				out, err := w.shop.labels(tx, &operator.Call{Caller: operator.Caller{Staff: operator.Staff{ID: "BOB"}}}, in)
				if err != nil || out.Orders != 1 || !strings.Contains(out.Content, good.OrderNo) || strings.Contains(out.Content, spoilt.OrderNo) ||
					len(out.Unopened) != 1 || out.Unopened[0] != spoilt.OrderNo {
					t.Errorf("%s: %+v, %v", name, out, err)
				}
				return nil
			})
		}
		if got := w.seen(); got != "BOB 1; " {
			t.Errorf("addresses seen: %q", got)
		}
	})
}
