package withdrawal

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const crowd = 50

// at runs a function as often at the same time.
func at(times int, do func(i int)) {
	var wg sync.WaitGroup
	for i := range times {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

func TestFiftyWithdrawalsOfTheFullBalance(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "500 USDT")
		presses := make([]press, crowd)
		for i := range presses {
			presses[i] = w.press(anna, "500", "USDT")
		}
		var taken, short atomic.Int64
		at(crowd, func(i int) {
			switch got := w.send(presses[i]); got.Code {
			case 200:
				taken.Add(1)
			case 1201:
				short.Add(1)
			default:
				t.Errorf("%s", got.Body)
			}
		})
		if taken.Load() != 1 || short.Load() != crowd-1 {
			t.Errorf("%d were taken, %d found too little", taken.Load(), short.Load())
		}
		w.Expect("nothing is left", ledger.AvailableOf(anna, money.USDT), "0")
		w.Expect("all is held, once", reserved(anna, money.USDT), "500")
		w.check()
	})
}

// 50 small ones at the same time are approved automatically only up to the
// limit.
func TestFiftySmallOnesAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5000 USDT")
		presses := make([]press, crowd)
		for i := range presses {
			presses[i] = w.press(anna, "50", "USDT")
		}
		at(crowd, func(i int) {
			if got := w.send(presses[i]); got.Code != 200 {
				t.Errorf("%s", got.Body)
			}
		})
		if n := w.count("payout_payout"); n != 4 {
			t.Errorf("%d were approved automatically, want 4 of 50 USDT", n)
		}
		w.pay()
		if got := w.received(anna, money.USDT); got != amount("196") {
			t.Errorf("%s arrived", got)
		}
		w.check()
	})
}

func TestFiftyIdenticalPresses(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5000 USDT")
		p := w.press(anna, "100", "USDT")
		bodies := make([]string, crowd)
		at(crowd, func(i int) { bodies[i] = w.send(p).Body })
		for _, body := range bodies {
			if body != bodies[0] {
				t.Errorf("%s, and %s", bodies[0], body)
			}
		}
		w.Expect("one effect", ledger.AvailableOf(anna, money.USDT), "4900")
		out := w.withdraw(anna, "1000", "USDT")
		at(crowd, func(i int) {
			bodies[i] = w.client.Call(cancelPath, anna, "withdrawNo", out.WithdrawNo, "requestId", "cancel-0000000001").Body
		})
		for _, body := range bodies {
			if body != bodies[0] {
				t.Errorf("%s, and %s", bodies[0], body)
			}
		}
		w.Expect("one refund", ledger.AvailableOf(anna, money.USDT), "4900")
		if n := w.count("withdrawal_request"); n != 2 {
			t.Errorf("%d withdrawals", n)
		}
		w.check()
	})
}

// Whoever comes first wins; the other is told so, and the money is in one place.
func TestCancelRacesApprove(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		const rounds = 12
		anna := w.user("anna", "100000 USDT")
		cancelled := 0
		for round := range rounds {
			checker := w.colleague(0, operator.FinanceChecker)
			out := w.withdraw(anna, "300", "USDT")
			p := checker.proposal(kindReview, out.WithdrawNo)
			var approveCode, cancelCode int
			at(2, func(i int) {
				if i == round%2 {
					approveCode = checker.approve(p).Code
					return
				}
				cancelCode = w.cancel(anna, out.WithdrawNo).Code
			})
			row := w.record(anna, out.WithdrawNo)
			isCancelled := row.Status == Cancelled && cancelCode == 200 && approveCode != 200
			isApproved := row.Status == Approved && cancelCode == 1307 && approveCode == 200
			if isCancelled == isApproved {
				t.Errorf("round %d: %s; cancelling said %d, approving %d", round, row.Status, cancelCode, approveCode)
			}
			if isCancelled {
				cancelled++
			}
			w.pay()
			c.Advance(terms.Window)
		}
		want := money.Units(100_000) - money.Amount(rounds-cancelled)*money.Units(300)
		w.Expect(fmt.Sprintf("%d were cancelled", cancelled), ledger.AvailableOf(anna, money.USDT), want.String())
		w.Expect("nothing is held", reserved(anna, money.USDT), "0")
		if got := w.received(anna, money.USDT); got != money.Amount(rounds-cancelled)*money.Units(299) {
			t.Errorf("%s arrived", got)
		}
		w.check()
	})
}

// Two instances on one database know nothing of each other but what stands
// there.
func TestTwoInstances(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		c, address := dbtest.NewClock(), dbtest.Address(t, engine)
		one, other := newWorld(t, dbtest.Open(t, address, c), c), newWorld(t, dbtest.Open(t, address, c), c)
		anna, berta := one.user("anna", "500 USDT"), one.user("berta", "5000 USDT")
		other.keys = one.keys
		all, small := make([]press, crowd), make([]press, crowd)
		for i := range crowd {
			all[i], small[i] = one.press(anna, "500", "USDT"), one.press(berta, "50", "USDT")
		}
		var taken atomic.Int64
		at(crowd, func(i int) {
			w := []*world{one, other}[i%2]
			if got := w.send(all[i]); got.Code == 200 {
				taken.Add(1)
			} else if got.Code != 1201 {
				t.Errorf("%s", got.Body)
			}
			if got := w.send(small[i]); got.Code != 200 {
				t.Errorf("%s", got.Body)
			}
		})
		if taken.Load() != 1 {
			t.Errorf("the full balance was taken %d times", taken.Load())
		}
		one.Expect("it is held once", reserved(anna, money.USDT), "500")
		if n := one.count("payout_payout"); n != 4 {
			t.Errorf("%d small ones were approved automatically, want 4 of 50 USDT", n)
		}
		one.check()
	})
}
