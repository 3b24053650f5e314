package node

import (
	"errors"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A higher price is announced for a day, and applies to later purchases only.
func TestThePriceOfALevelRises(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		buyer := w.User(1, "25000 USDT")
		set, err := param.NewSet(Parameters())
		if err != nil {
			t.Fatal(err)
		}
		w.Update(func(tx *sqldb.Tx) error {
			_, err := set.Change(tx, entropy.System(), param.Proposal{Name: "node.price_king", Value: int64(money.Units(15_000)), Actor: "x", Reason: "x"})
			return err
		})
		w.moveTo("2026-06-11 08:59:59.999999")
		order := w.order(buyer, King, 1)
		w.buy(order)
		w.has(buyer, "15000")
		onChain := order
		onChain.PayType = checkout.PayChain
		open := w.buy(onChain)
		w.moveTo("2026-06-11 09:00:00")
		if _, err := w.try(order); !errors.Is(err, ErrTermsChanged) {
			t.Errorf("under the terms of before: %v", err)
		}
		w.pay(buyer, open, "10000")
		if n := w.nodeOf(buyer, open.Nodes[0].ID); n.State != Cooling || n.Price != amount("10000") {
			t.Errorf("the open order: %+v", n)
		}
		w.buy(w.order(buyer, King, 1))
		w.has(buyer, "0")
		w.check()
		w.moveTo("2026-06-12 09:00:00")
		w.work()
		w.Expect("the books", revenue, "35000")
		w.check()
	})
}

// pay completes an order's payment on chain.
func (w *world) pay(userID string, b Bought, sum string) {
	w.T.Helper()
	w.Deposit(userID, sum+" USDT")
	w.Update(func(tx *sqldb.Tx) error { return w.payments.Pay(tx, w.payments.Intents[b.Intent.No]) })
}
