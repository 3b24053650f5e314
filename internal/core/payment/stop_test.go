package payment_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/payment/claim"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
)

const (
	// creditChunk is how many transfers one run of the job takes, and expireChunk
	// how many intents.
	creditChunk = 100
	expireChunk = 100
)

// settleOnce runs the job that settles transfers once.
func (w *world) settleOnce() (more bool) {
	w.T.Helper()
	more, err := jobOf(w.T, w.service, "payment_settle").Work(context.Background())
	if err != nil {
		w.T.Fatal(err)
	}
	return more
}

// count counts the transfers in a state.
func (w *world) count(state payment.TransferState) (count int64) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&count), `SELECT COUNT(*) FROM payment_transfer WHERE state = $1`, state)
		return err
	})
	return count
}

func TestStoppedCrediting(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.stop = "a drill"
		list := []chain.Transfer{w.line.pay(funder, money.Units(5)), w.line.pay(stranger, money.Units(7))}
		for len(list) < creditChunk+1 {
			list = append(list, w.line.pay(ann, money.Units(1)))
		}
		w.line.land(list...)
		if more := w.settleOnce(); more {
			t.Error("the job says that there is more to do")
		}
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, suspense: 0, ledger.House(ledger.Capital, money.USDT): 0, onChain: 0})
		if got := w.count(payment.Final); got != creditChunk+1 {
			t.Errorf("%d transfers wait", got)
		}
		wantList(t, "notices", w.notices.take())
		if got := w.info("ann").Pending; len(got) != 50 || got[0].State != "final" {
			t.Errorf("the sender sees %+v", got)
		}
		// At the same moment of the clock: nothing was put off.
		w.stop = ""
		w.work()
		w.work()
		after := map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(creditChunk - 1), suspense: money.Units(7),
			ledger.House(ledger.Capital, money.USDT): money.Units(5), onChain: money.Units(creditChunk + 11)}
		w.wantBalances(after)
		if got := w.notices.take(); len(got) != creditChunk-1 || w.count(payment.Final) != 0 {
			t.Errorf("%d notices, %d transfers wait", len(got), w.count(payment.Final))
		}
	})
}

// A payment that arrived in time still buys after the restart, however long the
// stop lasted.
func TestIntentsOutliveAStopOfCrediting(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		whole, part := w.mustOpen("ann", "whole", money.Units(100)), w.mustOpen("bob", "part", money.Units(100))
		w.line.land(w.line.pay(bob, money.Units(40)))
		w.work()
		w.notices.take()
		w.stop = "a drill"
		w.line.land(w.line.pay(ann, money.Units(100)))
		w.Clock.Set(whole.ExpireAt.Add(24 * time.Hour))
		w.line.land()
		w.work()
		for _, no := range []string{whole.No, part.No} {
			if got := w.intent(no); got.State != payment.StateOpen {
				t.Errorf("while stopped: %+v", got)
			}
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, ledger.AvailableOf("bob", money.USDT): 0})
		w.stop = ""
		w.work()
		if got := w.intent(whole.No); got.State != payment.StatePaid {
			t.Errorf("what was paid in time: %+v", got)
		}
		if got := w.intent(part.No); got.State != payment.StateExpired {
			t.Errorf("what was paid in part: %+v", got)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, cooling("ann"): money.Units(100), ledger.AvailableOf("bob", money.USDT): money.Units(40), onChain: money.Units(140)})
		wantList(t, "purpose in any order", sorted(w.shop.take()), "expired part 40", "paid whole 100")
	})
}

// An intent towards which nothing counts ends as always: that credits nothing.
func TestUnpaidIntentsEndWhileCreditingIsStopped(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		expired, cancelled := w.mustOpen("ann", "expired", money.Units(100)), w.mustOpen("bob", "cancelled", money.Units(100))
		w.stop = "a drill"
		if err := w.cancel(cancelled.No); err != nil {
			t.Error(err)
		}
		w.Clock.Set(expired.ExpireAt.Add(time.Minute))
		w.line.land()
		w.work()
		wantList(t, "purpose", w.shop.take(), "cancelled cancelled 0", "expired expired 0")
	})
}

// However many must wait, those behind them end.
func TestIntentsThatWaitHoldUpNoOther(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		var paid []chain.Transfer
		for n := range expireChunk {
			user := fmt.Sprintf("user%03d", n)
			w.users.byAddress[address(user).Hex()] = user
			w.mustOpen(user, user, money.Units(100))
			// Some have paid in part before the stop, some pay while it lasts.
			if n%2 == 0 {
				paid = append(paid, w.line.pay(address(user), money.Units(40)))
			}
		}
		w.line.land(paid...)
		w.work()
		w.stop = "a drill"
		paid = nil
		for n := 1; n < expireChunk; n += 2 {
			paid = append(paid, w.line.pay(address(fmt.Sprintf("user%03d", n)), money.Units(100)))
		}
		w.line.land(paid...)
		w.Clock.Advance(time.Second)
		unpaid := w.mustOpen("ann", "unpaid", money.Units(100))
		w.Clock.Set(unpaid.ExpireAt.Add(time.Minute))
		w.line.land()
		w.work()
		wantList(t, "purpose", w.shop.take(), "expired unpaid 0")
		w.stop = ""
		w.work()
		w.work()
		if got := w.shop.take(); len(got) != expireChunk {
			t.Errorf("%d intents end after the stop", len(got))
		}
	})
}

// To leave a payment gives back what was paid of it: that is a credit.
func TestPartPaidIntentsCannotBeLeftWhileCreditingIsStopped(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "part", money.Units(100))
		w.line.land(w.line.pay(ann, money.Units(40)))
		w.work()
		w.stop = "a drill"
		err := w.cancel(i.No)
		if refused, _ := fault.As(err); !is(err, fault.Maintenance) || refused.Params["reason"] != "a drill" {
			t.Errorf("while stopped: %v, with %v", err, refused.Params)
		}
		if got := w.intent(i.No); got.State != payment.StateOpen || got.Paid != money.Units(40) {
			t.Errorf("afterwards %+v", got)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0})
		w.stop = ""
		if err := w.cancel(i.No); err != nil {
			t.Fatal(err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(40), onChain: money.Units(40)})
	})
}

func TestClaimWhileCreditingIsStopped(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		key, sender, client := w.carlClaims()
		text := fmt.Sprintf("%s%d", w.info("carl").ClaimPhrase, w.Clock.Now().UnixMilli())
		try := func() apitest.Reply {
			return client.In("en_US").Call("/api/pay/claimSuspense", "carl", "sender", sender.Hex(), "message", text, "signature", wallettest.Sign(key, text))
		}
		w.stop = "a drill"
		for range 2 {
			if r := try(); r.Code != fault.Maintenance.Code || string(r.Data) != `{"reason":"a drill"}` {
				t.Errorf("while stopped: %s", r.Body)
			}
		}
		w.wantBalances(map[ledger.Account]money.Amount{suspense: money.Units(7), ledger.AvailableOf("carl", money.USDT): 0})
		wantList(t, "notices", w.notices.take())
		if got := w.info("carl").Claimable; len(got) != 1 {
			t.Errorf("claimable %+v", got)
		}
		// The same text serves after the restart.
		w.stop = ""
		list := apitest.Data[httpapi.List[payment.Receipt]](t, try()).List
		if len(list) != 1 || list[0].State != "claimed" {
			t.Errorf("claimed %+v", list)
		}
		if r := try(); r.Code != claim.ErrUsed.Code {
			t.Errorf("once more: %s", r.Body)
		}
		w.wantBalances(map[ledger.Account]money.Amount{suspense: 0, ledger.AvailableOf("carl", money.USDT): money.Units(7)})
	})
}

// The stop is told before what the watcher would mend by itself, and after a
// halt, which says more.
func TestUsersReadThatCreditingIsStopped(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(1))
		status := chain.Status{State: chain.StateFollowing}
		w.service.SetStatus(chainID, func() chain.Status { return status })
		want := func(when string, reason payment.Pause) {
			t.Helper()
			if n := w.info("ann").Networks[0]; n.PauseReason != reason || n.CreditingPaused != (reason != "") {
				t.Errorf("%s: %+v", when, n)
			}
			if p := w.progress("ann", i.No); p.PauseReason != reason || p.CreditingPaused != (reason != "") {
				t.Errorf("%s: %+v", when, p)
			}
		}
		want("running", "")
		w.stop = "a drill"
		want("stopped", "stopped")
		status.State = chain.StateFinalityStalled
		want("stopped and stalled", "stopped")
		w.line.apply(chain.Step{Halt: "block 101 was taken back"})
		want("stopped and halted", "halted")
		w.stop = ""
		want("halted", "halted")
	})
}
