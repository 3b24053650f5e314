package payment_test

import (
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
)

func cooling(user string) ledger.Account { return ledger.Of(user, ledger.Cooling, money.USDT) }

func TestIntentPaidExactly(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(1038))
		w.Clock.Advance(time.Minute)
		w.line.mine(w.line.pay(ann, money.Units(1038)))
		w.work()
		if p := w.progress("ann", i.No); p.State != payment.StepConfirming || p.Confirmations != 1 || p.Credited != 0 || p.Rest != 0 {
			t.Errorf("on its way: %+v", p)
		}
		w.line.finalize()
		w.work()
		got := w.intent(i.No)
		if got.State != payment.StatePaid || got.Paid != money.Units(1038) || !got.ClosedAt.Equal(w.Clock.Now()) {
			t.Errorf("intent %+v", got)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, cooling("ann"): money.Units(1038), onChain: money.Units(1038)})
		wantList(t, "purpose", w.shop.take(), "paid order 1038")
		wantList(t, "notices", w.notices.take(), "ann payment_received 1038")
		if p := w.progress("ann", i.No); p.State != "paid" || p.Credited != money.Units(1038) || len(p.Transfers) != 1 || p.TxHash != p.Transfers[0].TxHash {
			t.Errorf("progress %+v", p)
		}
		w.Clock.Advance(2 * time.Hour)
		w.line.land()
		w.work()
		wantList(t, "purpose later", w.shop.take())
	})
}

func TestIntentPaidInPartsAndBeyond(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(100))
		w.line.land(w.line.pay(ann, money.Units(40)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, onChain: 0})
		if p := w.progress("ann", i.No); p.State != payment.StepPart || p.Credited != money.Units(40) || p.Rest != money.Units(60) {
			t.Errorf("a part: %+v", p)
		}
		w.line.land(w.line.pay(ann, money.Units(65)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(5), cooling("ann"): money.Units(100), onChain: money.Units(105)})
		wantList(t, "purpose", w.shop.take(), "paid order 105")
		wantList(t, "notices", w.notices.take(), "ann payment_part_received 40", "ann payment_received 105", "ann payment_mismatch_over 5")
		if w.notices.links[payment.NoticePart] != "/order?pay="+i.No || w.notices.links[payment.NoticePaid] != "/transaction" {
			t.Errorf("they led to %v", w.notices.links)
		}
		// Once more within the time: nothing is bought twice.
		w.line.land(w.line.pay(ann, money.Units(100)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(105), cooling("ann"): money.Units(100)})
		wantList(t, "purpose", w.shop.take())
		wantList(t, "notices", w.notices.take(), "ann payment_mismatch_twice 100")
	})
}

func TestIntentShortExpiresWhenItsBlocksAreFinal(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(100))
		w.line.land(w.line.pay(ann, money.Units(40)))
		w.Clock.Set(i.ExpireAt)
		w.line.land()
		w.Clock.Advance(time.Minute)
		w.line.mine()
		w.work()
		// Time is over, but only blocks up to the very end are final.
		if p := w.progress("ann", i.No); p.State != payment.StepClosing || w.intent(i.No).State != payment.StateOpen {
			t.Errorf("before finality: %+v", p)
		}
		w.line.finalize()
		w.work()
		if got := w.intent(i.No); got.State != payment.StateExpired || got.Paid != money.Units(40) {
			t.Errorf("intent %+v", got)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(40), cooling("ann"): 0})
		wantList(t, "purpose", w.shop.take(), "expired order 40")
		wantList(t, "notices", w.notices.take(), "ann payment_part_received 40", "ann payment_mismatch_short 40")
		w.mustOpen("ann", "another order", money.Units(1))
	})
}

// Finality stalls over the end: a payment made in time counts when it resumes.
func TestIntentPaidInTimeAndFinalAfterIt(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(100))
		w.Clock.Set(i.ExpireAt)
		w.line.mine(w.line.pay(ann, money.Units(100)))
		w.Clock.Advance(5 * time.Hour)
		w.line.mine()
		w.work()
		if got := w.intent(i.No); got.State != payment.StateOpen {
			t.Errorf("while finality stalls: %+v", got)
		}
		w.line.finalize()
		w.work()
		wantList(t, "purpose", w.shop.take(), "paid order 100")
		w.wantBalances(map[ledger.Account]money.Amount{cooling("ann"): money.Units(100)})
	})
}

func TestIntentPaidLate(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(100))
		w.Clock.Set(i.ExpireAt.Add(time.Second))
		w.line.land(w.line.pay(ann, money.Units(100)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(100), cooling("ann"): 0})
		wantList(t, "purpose", w.shop.take(), "expired order 0")
		wantList(t, "notices", w.notices.take(), "ann payment_mismatch_late 100")
	})
}

func TestIntentPaidWithAnotherToken(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(100))
		w.line.land(w.line.transfer(ann, etld, units(money.Units(100))))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.ETLD): money.Units(100)})
		wantList(t, "notices", w.notices.take(), "ann payment_mismatch_token 100")
		if got := w.intent(i.No); got.State != payment.StateOpen || got.Paid != 0 {
			t.Errorf("intent %+v", got)
		}
	})
}

func TestIntentNotServedByOthersMoney(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(100))
		w.line.land(w.line.pay(bob, money.Units(100)), w.line.pay(stranger, money.Units(100)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, ledger.AvailableOf("bob", money.USDT): money.Units(100), suspense: money.Units(100)})
		if got := w.intent(i.No); got.State != payment.StateOpen || got.Paid != 0 {
			t.Errorf("intent %+v", got)
		}
	})
}

// A deposit made before the purchase stays a deposit.
func TestIntentNotServedByAnEarlierDeposit(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.line.mine(w.line.pay(ann, money.Units(100)))
		w.Clock.Advance(time.Minute)
		i := w.mustOpen("ann", "order", money.Units(100))
		w.line.finalize()
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(100)})
		wantList(t, "notices", w.notices.take(), "ann top_up_credited 100")
		if got := w.intent(i.No); got.Paid != 0 {
			t.Errorf("intent %+v", got)
		}
	})
}

func TestCancelReturnsWhatWasHeldAndWhatFollows(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(100))
		w.line.land(w.line.pay(ann, money.Units(40)))
		w.work()
		w.notices.take()
		w.line.mine(w.line.pay(ann, money.Units(60)))
		if err := w.cancel(i.No); err != nil {
			t.Fatal(err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(40), onChain: money.Units(40)})
		// The next intent is not served by what was on its way to the last one.
		w.Clock.Advance(time.Minute)
		next := w.mustOpen("ann", "next order", money.Units(60))
		w.line.finalize()
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(100), onChain: money.Units(100)})
		if got := w.intent(next.No); got.Paid != 0 || got.State != payment.StateOpen {
			t.Errorf("next intent %+v", got)
		}
		wantList(t, "purpose", w.shop.take(), "cancelled order 40")
		wantList(t, "notices", w.notices.take(), "ann payment_mismatch_cancelled 40", "ann payment_mismatch_cancelled 60")
	})
}

// The time is over and the last blocks are not final: nobody has to wait for
// them, and nothing that was paid is lost.
func TestCancelWhileAnIntentCloses(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(100))
		w.line.land(w.line.pay(ann, money.Units(40)))
		w.work()
		w.notices.take()
		w.Clock.Set(i.ExpireAt)
		w.line.land()
		w.Clock.Advance(time.Minute)
		w.line.mine()
		w.work()
		if p := w.progress("ann", i.No); p.State != payment.StepClosing {
			t.Errorf("before: %+v", p)
		}
		if err := w.cancel(i.No); err != nil {
			t.Fatal(err)
		}
		w.line.land(w.line.pay(ann, money.Units(60)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(100), onChain: money.Units(100), cooling("ann"): 0})
		wantList(t, "purpose", w.shop.take(), "cancelled order 40")
	})
}

func TestExpiryOfDaysAgoIsMadeUpFor(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.mustOpen("ann", "order1", money.Units(100))
		w.mustOpen("bob", "order2", money.Units(100))
		w.line.mine(w.line.pay(bob, money.Units(100)))
		w.Clock.Advance(72 * time.Hour)
		w.line.mine()
		w.line.finalize()
		w.work()
		wantList(t, "purpose in any order", sorted(w.shop.take()), "expired order1 0", "paid order2 100")
		w.work()
		wantList(t, "purpose again", w.shop.take())
	})
}
