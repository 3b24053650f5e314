package payment_test

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
)

// Transfers below the least deposit cost their sender next to nothing. They are
// added up, told of once, and credited as one when they reach the least.
func TestDustIsAddedUpAndCreditedAtTheLeast(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		cents := func(thousandths int64) money.Amount { return money.Amount(thousandths * 100_000) }
		odd := w.line.transfer(ann, usdt, new(big.Int).Add(units(cents(4)), big.NewInt(7)))
		w.line.land(w.line.pay(ann, cents(4)), odd, w.line.pay(stranger, cents(6)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, suspense: 0, onChain: 0})
		wantList(t, "notices", w.notices.take(), "ann top_up_dust 0")
		if got := w.notices.links[payment.NoticeDust]; got != "/wallet?sheet=topup" {
			t.Errorf("dust led to %s", got)
		}
		w.line.land(w.line.pay(ann, cents(2)), w.line.pay(bob, cents(10)), w.line.pay(stranger, cents(6)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): cents(10), ledger.AvailableOf("bob", money.USDT): cents(10), suspense: cents(12), onChain: cents(32)})
		wantList(t, "notices", sorted(w.notices.take()), "ann top_up_credited 0.01", "bob top_up_credited 0.01")
		states := map[string]int{}
		for _, r := range w.info("ann").Recent {
			states[r.State]++
		}
		if states["dust"] != 3 || states["credited"] != 1 {
			t.Errorf("shown: %v", states)
		}
		w.line.land(w.line.pay(ann, cents(9)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): cents(10)})
		wantList(t, "notices of another sum", w.notices.take(), "ann top_up_dust 0")
		for _, token := range w.info("ann").Networks[0].Tokens {
			want := map[money.Asset]money.Amount{money.USDT: cents(10), money.ETLD: cents(100)}[token.Currency]
			if token.Least != want {
				t.Errorf("the least deposit of %s is shown as %s, want %s", token.Currency, token.Least, want)
			}
		}
	})
}

// A block of dust does not hold up an honest deposit, and makes no postings.
func TestABlockOfDustHoldsUpNobody(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		const many = 1000
		list := make([]chain.Transfer, 0, many+1)
		flooder := common.HexToAddress("0xf100d")
		for range many {
			list = append(list, w.line.pay(flooder, 1))
		}
		list = append(list, w.line.pay(ann, money.Units(5)))
		w.line.land(list...)
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(5), suspense: 0, onChain: money.Units(5)})
		var postings int64
		w.View(func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne([]any{&postings}, `SELECT COUNT(*) FROM ledger_transfer`)
			return err
		})
		if postings != 1 {
			t.Errorf("%d postings, want the honest one alone", postings)
		}
	})
}

// What is left of a payment, or all of it, may be less than the least deposit: deposits in
// its time add up, and what completes it is counted.
func TestDustCompletesAPayment(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		thousandths := func(n int64) money.Amount { return money.Amount(n * 100_000) }
		w.mustOpen("ann", "rest", money.Units(100))
		cheap := w.mustOpen("bob", "cheap", thousandths(6))
		w.line.land(w.line.pay(ann, money.Units(100)-thousandths(5)), w.line.pay(ann, thousandths(5)), w.line.pay(bob, thousandths(4)))
		w.work()
		wantList(t, "purpose", w.shop.take(), "paid rest 100")
		if got := w.intent(cheap.No); got.State != payment.StateOpen || got.Paid != 0 {
			t.Errorf("with a part below the least: %+v", got)
		}
		w.line.land(w.line.pay(bob, thousandths(3)))
		w.work()
		wantList(t, "purpose", w.shop.take(), "paid cheap 0.007")
		// What was paid before the rest was so little counts too.
		w.Clock.Advance(time.Minute)
		before := w.mustOpen("ann", "before", money.Units(50))
		w.line.land(w.line.pay(ann, thousandths(5)))
		w.work()
		w.line.land(w.line.pay(ann, money.Units(50)-thousandths(5)))
		w.work()
		wantList(t, "purpose", w.shop.take(), "paid before 50")
		if got := w.intent(before.No); got.State != payment.StatePaid || got.Paid != money.Units(50) {
			t.Errorf("in parts: %+v", got)
		}
		// What was too much, and what comes later, is the balance's and dust.
		w.line.land(w.line.pay(bob, thousandths(3)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, cooling("ann"): money.Units(150),
			ledger.AvailableOf("bob", money.USDT): thousandths(1), cooling("bob"): thousandths(6), onChain: money.Units(150) + thousandths(7)})
		w.clean()
	})
}

// Dust that waited is credited with its sender's next deposit once the least is less.
func TestDustIsCreditedAfterTheLeastWasLowered(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		thousandths := func(n int64) money.Amount { return money.Amount(n * 100_000) }
		w.line.land(w.line.pay(ann, thousandths(9)), w.line.pay(bob, thousandths(4)))
		w.work()
		w.Update(func(tx *sqldb.Tx) error {
			set, err := param.NewSet(payment.Parameters())
			if err == nil {
				_, err = set.Change(tx, chance, param.Proposal{Name: "payment.deposit_min_usdt", Value: int64(thousandths(5)), Actor: "x", Reason: "x"})
			}
			return err
		})
		w.line.land(w.line.pay(ann, money.Units(1)), w.line.pay(bob, money.Units(1)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(1) + thousandths(9), ledger.AvailableOf("bob", money.USDT): money.Units(1)})
		w.clean()
	})
}
