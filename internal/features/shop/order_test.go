package shop

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/board"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func inOrder(userID string, asset money.Asset) ledger.Account {
	return ledger.Of(userID, ledger.Order, asset)
}

func balanceOf(userID string, asset money.Asset) ledger.Account {
	return ledger.AvailableOf(userID, asset)
}

func TestAnOrderIsPaidAndCancelled(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann, bob := w.User(1, "100 USDT", "500 ETLD"), w.User(2)
		home := w.home(ann, "")
		fan := w.bought(ann, "quietFan", home, "balance", "2")
		hoodie := w.bought(ann, "hoodie", home, "balance", "3")
		if fan.Status != Waiting || fan.PayAmount != amount("59") || fan.IntentNo != nil || hoodie.PriceCurrency != money.ETLD {
			t.Errorf("bought %+v and %+v", fan, hoodie)
		}
		w.Expect("two fans", inOrder(ann, money.USDT), "59")
		w.Expect("three hoodies", inOrder(ann, money.ETLD), "360")
		w.Expect("what is left", balanceOf(ann, money.ETLD), "140")
		w.stock("quietFan", 1, 0)
		w.check()
		row := w.orderOf(ann, fan.OrderNo)
		if row.Status != Waiting || row.Consignee != "Ann of "+ann || row.Address != "1 Harbour Road" || row.Price != amount("29.5") || row.GoodsName != "fan" ||
			row.IsLate || row.LateAt == nil || len(row.Timeline) != 1 || len(row.Actions) != 1 {
			t.Errorf("the order: %+v", row)
		}
		for _, path := range []string{"/api/shop/orderInfo", "/api/shop/cancelOrder"} {
			if r := w.client.Command(path, bob, "orderNo", fan.OrderNo); r.Code != 1005 {
				t.Errorf("%s of somebody else's order: %s", path, r.Body)
			}
		}
		// What becomes of goods and addresses changes no order.
		w.Update(func(tx *sqldb.Tx) error {
			g, _, err := w.shop.store.goods.Get(tx, "quietFan")
			g.Price, g.Names = amount("99"), wording.Texts{"en": "storm"}
			w.shop.store.goods.Put(tx, g)
			return err
		})
		w.Must(w.addresses.Delete(t.Context(), ann, home))
		if row := w.orderOf(ann, fan.OrderNo); row.GoodsName != "fan" || row.Price != amount("29.5") || row.Address != "1 Harbour Road" {
			t.Errorf("after goods and address changed: %+v", row)
		}
		if out := apitest.Data[CancelOut](t, w.client.Command("/api/shop/cancelOrder", ann, "orderNo", fan.OrderNo)); out.Status != Invalid {
			t.Errorf("cancelled: %+v", out)
		}
		if r := w.client.Command("/api/shop/cancelOrder", ann, "orderNo", fan.OrderNo); r.Code != ErrNotPossible.Code {
			t.Errorf("cancelled twice: %s", r.Body)
		}
		w.Expect("refunded", balanceOf(ann, money.USDT), "100")
		w.stock("quietFan", 3, 0)
		if row := w.orderOf(ann, fan.OrderNo); row.Cause != ByBuyer || len(row.Timeline) != 2 || row.Timeline[0].Actor != buyer || row.Timeline[1].Actor != buyer || row.Timeline[1].Cause != ByBuyer || len(row.Actions) != 0 || row.LateAt != nil {
			t.Errorf("the cancelled order: %+v", row)
		}
		w.heard(ann, "order_paid", "order_paid", "order_cancelled")
		if told, want := w.notices.amounts[ann], []string{"59 USDT", "360 ETLD", "59 USDT"}; !slices.Equal(told, want) {
			t.Errorf("the notices say %v, want %v", told, want)
		}
		w.check()
	})
}

func TestAnOrderPaidOnChain(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		paid, late, left := w.User(1), w.User(2), w.User(3)
		orders := make(map[string]CreateOrderOut)
		for _, buyer := range []string{paid, late, left} {
			orders[buyer] = w.bought(buyer, "hoodie", w.home(buyer, ""), "chain", "2")
			if o := orders[buyer]; o.Status != Payment || *o.Amount != amount("240") || o.IntentNo == nil {
				t.Errorf("asked for: %+v", o)
			}
		}
		w.stock("hoodie", 194, 6)
		w.check()
		list := func(buyer string, args ...string) []OrderRow {
			return apitest.Data[httpapi.List[OrderRow]](t, w.client.Call("/api/shop/orders", buyer, args...)).List
		}
		if waiting := list(paid, "status", "payment"); len(waiting) != 1 || waiting[0].IntentNo != *orders[paid].IntentNo || len(list(paid)) != 0 {
			t.Errorf("before the payment: %+v", waiting)
		}
		w.Update(func(tx *sqldb.Tx) error {
			i := w.payments.Intents[*orders[paid].IntentNo]
			_, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{worldtest.Deposited(paid, money.ETLD, i.Amount)}})
			return errors.Join(err, w.payments.Pay(tx, i))
		})
		w.Update(func(tx *sqldb.Tx) error {
			return w.payments.Lapse(tx, w.payments.Intents[*orders[late].IntentNo], payment.Expired)
		})
		if out := apitest.Data[CancelOut](t, w.client.Command("/api/shop/cancelOrder", left, "orderNo", orders[left].OrderNo)); out.Status != Lapsed {
			t.Errorf("left: %+v", out)
		}
		w.Expect("paid", inOrder(paid, money.ETLD), "240")
		w.stock("hoodie", 198, 0)
		w.heard(paid, "order_paid")
		w.heard(late, "order_expired")
		w.heard(left, "order_payment_cancelled")
		if rows := list(paid); len(rows) != 1 || rows[0].Status != Waiting || rows[0].IntentNo != "" || rows[0].PaymentMethod != checkout.PayChain {
			t.Errorf("paid: %+v", rows)
		}
		for _, buyer := range []string{late, left} {
			if row := w.orderOf(buyer, orders[buyer].OrderNo); row.Status != Lapsed || len(list(buyer)) != 0 {
				t.Errorf("not paid: %+v", row)
			}
			if detail := apitest.Data[GoodsDetail](t, w.client.Call("/api/shop/goodsInfo", buyer, "id", "hoodie")); detail.Bought != 0 {
				t.Errorf("counted: %+v", detail.Bought)
			}
		}
		w.check()
	})
}

func TestOrdersThatAreRefused(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann, poor := w.User(1, "1000 USDT", "100000 ETLD"), w.User(2, "20 USDT")
		robot := w.Robot(9)
		home, abroad, poors, robots := w.home(ann, "TW"), w.home(ann, "FR"), w.home(poor, ""), w.home(robot, "")
		seen := apitest.Data[GoodsDetail](t, w.client.Call("/api/shop/goodsInfo", ann, "id", "quietFan")).TermsVersion
		w.Update(func(tx *sqldb.Tx) error {
			g, _, err := w.shop.store.goods.Get(tx, "quietFan")
			g.Price++
			w.shop.store.goods.Put(tx, g)
			return err
		})
		for _, one := range []struct {
			name, token string
			args        []string
			want        int
		}{
			{"no quantity", ann, []string{"goodsId", "quietFan", "addressId", home, "payType", "balance"}, 1003},
			{"none of them", ann, []string{"goodsId", "quietFan", "quantity", "0", "addressId", home, "payType", "balance"}, 1002},
			{"a hundred", ann, []string{"goodsId", "hoodie", "quantity", "100", "addressId", home, "payType", "balance"}, 1002},
			{"no address", ann, []string{"goodsId", "quietFan", "quantity", "1", "payType", "balance"}, 1006},
			{"cash", ann, []string{"goodsId", "quietFan", "quantity", "1", "addressId", home, "payType", "cash"}, 1002},
			{"unknown goods", ann, []string{"goodsId", "nothing1", "quantity", "1", "addressId", home, "payType", "balance"}, 1005},
			{"a robot", robot, []string{"goodsId", "quietFan", "quantity", "1", "addressId", robots, "payType", "balance"}, 1506},
			{"an unknown address", ann, []string{"goodsId", "quietFan", "quantity", "1", "addressId", "nothing1", "payType", "balance"}, 1005},
			{"somebody else's address", ann, []string{"goodsId", "quietFan", "quantity", "1", "addressId", poors, "payType", "balance"}, 1005},
			{"another region", ann, []string{"goodsId", "smartPlug", "quantity", "1", "addressId", abroad, "payType", "balance"}, 1802},
			{"no region", poor, []string{"goodsId", "smartPlug", "quantity", "1", "addressId", poors, "payType", "balance"}, 1802},
			{"an old price", ann, []string{"goodsId", "quietFan", "quantity", "1", "addressId", home, "payType", "balance", "termsVersion", seen}, 1504},
			{"above the limit", ann, []string{"goodsId", "quietFan", "quantity", "3", "addressId", home, "payType", "balance"}, 1502},
			{"more than may be reserved on chain", ann, []string{"goodsId", "quietFan", "quantity", "2", "addressId", home, "payType", "chain"}, 1506},
			{"too poor", poor, []string{"goodsId", "quietFan", "quantity", "1", "addressId", poors, "payType", "balance"}, 1201},
			{"too poor in ETLD", poor, []string{"goodsId", "hoodie", "quantity", "1", "addressId", poors, "payType", "balance"}, 1202},
		} {
			if r := w.client.Command("/api/shop/createOrder", one.token, one.args...); r.Code != one.want {
				t.Errorf("%s: %s, want %d", one.name, r.Body, one.want)
			}
		}
		w.Expect("nothing was paid", balanceOf(ann, money.USDT), "1000")
		w.stock("quietFan", 3, 0)
		w.bought(ann, "smartPlug", home, "balance", "10")
		if r := w.buy(ann, "smartPlug", home, "balance", "1"); r.Code != 1502 {
			t.Errorf("the eleventh: %s", r.Body)
		}
		w.bought(ann, "quietFan", home, "balance", "2")
		w.Deposit(poor, "100 USDT")
		if r := w.buy(poor, "quietFan", poors, "balance", "2"); r.Code != 1801 || !strings.Contains(string(r.Body), "Only 1 left") {
			t.Errorf("two of one: %s", r.Body)
		}
		w.check()
	})
}

// A hundred people want what there are three of: three get one.
func TestAHundredBuyersForThree(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		const buyers = 100
		people, homes := make([]string, buyers), make([]string, buyers)
		for i := range people {
			people[i] = w.User(i, "29.5 USDT")
			homes[i] = w.home(people[i], "")
		}
		codes := make([]int, buyers)
		var group sync.WaitGroup
		for i := range people {
			group.Go(func() { codes[i] = w.buy(people[i], "quietFan", homes[i], "balance", "1").Code })
		}
		group.Wait()
		got := make(map[int]int)
		for _, code := range codes {
			got[code]++
		}
		if got[200] != 3 || got[1801] != 97 {
			t.Errorf("answers: %v", got)
		}
		w.stock("quietFan", 0, 0)
		w.check()
	})
}

func TestBuyersAreToldThatGoodsAreLate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		ann := w.User(1, "100 USDT")
		late := w.bought(ann, "quietFan", w.home(ann, ""), "balance", "1")
		c.Advance(board.OrderPromise - time.Second)
		w.Drain(w.shop.Jobs())
		w.heard(ann, "order_paid")
		c.Advance(time.Second)
		for range 2 {
			w.Drain(w.shop.Jobs())
		}
		w.heard(ann, "order_paid", "order_late")
		if row := w.orderOf(ann, late.OrderNo); !row.IsLate || row.Actions[0] != "cancel" {
			t.Errorf("the late order: %+v", row)
		}
		if r := w.client.Command("/api/shop/cancelOrder", ann, "orderNo", late.OrderNo); r.Code != 200 {
			t.Errorf("cancelled late: %s", r.Body)
		}
		w.check()
	})
}

// The books are compared with the orders.
func TestTheCheckOfOrdersFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann := w.User(1, "100 USDT")
		o := w.bought(ann, "quietFan", w.home(ann, ""), "balance", "1")
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE shop_order SET amount = amount + 1, quantity = 2 WHERE id = $1`, o.OrderNo)
			return err
		})
		found := fmt.Sprint(w.Violations(worldtest.Alone(w.shop.Check)))
		for _, want := range []string{"orders", "orders are for 2, counted are 1"} {
			if !strings.Contains(found, want) {
				t.Errorf("%q is not in %s", want, found)
			}
		}
	})
}
