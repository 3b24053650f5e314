package payment_test

import (
	"context"
	"log/slog"
	"maps"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/jobs"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// onEach runs a test in a new world on both engines.
func onEach(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		test(t, w)
		w.clean()
	})
}

func (w *world) wantBalances(want map[ledger.Account]money.Amount) {
	w.T.Helper()
	for account, amount := range want {
		if got := w.Balance(account); got != amount {
			w.T.Errorf("%s holds %s, want %s", account.ID(), got, amount)
		}
	}
}

func TestSettleBySender(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.line.mine(w.line.pay(ann, money.Units(100)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, onChain: 0})
		w.line.land(w.line.pay(stranger, money.Units(7)), w.line.pay(funder, money.Units(5000)), w.line.pay(hot, money.Units(3)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{
			ledger.AvailableOf("ann", money.USDT): money.Units(100), suspense: money.Units(7), ledger.House(ledger.Capital, money.USDT): money.Units(5000), onChain: money.Units(5107)})
		wantList(t, "notices", w.notices.take(), "ann top_up_credited 100")
		w.work()
		if got := w.Balance(onChain); got != money.Units(5107) {
			t.Errorf("settling again made it %s", got)
		}
	})
}

// Capital stays capital when its sender signs up as well.
func TestSettleCapitalOfSomebodyWhoSignedUp(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.users.byAddress[funder.Hex()] = "carl"
		w.line.land(w.line.pay(funder, money.Units(5000)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("carl", money.USDT): 0, ledger.House(ledger.Capital, money.USDT): money.Units(5000)})
		if info := w.info("carl"); len(info.Recent) != 0 {
			t.Errorf("shown as the user's: %+v", info.Recent)
		}
	})
}

func TestSettleTwoTransfersOfOneTransaction(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		first := w.line.pay(ann, money.Units(1))
		second := sibling(w.line.pay(ann, money.Units(2)), 1)
		second.Tx = first.Tx
		w.line.land(first, second)
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(3)})
		if n := len(w.info("ann").Recent); n != 2 {
			t.Errorf("%d credits are shown", n)
		}
	})
}

func TestSettleKeepsTheRemainder(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		wei, _ := new(big.Int).SetString("1000000000000000000000000019", 10)
		w.line.land(w.line.transfer(ann, etld, wei), w.line.transfer(ann, usdt, big.NewInt(9_999_999_999)), w.line.transfer(stranger, usdt, big.NewInt(1)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{
			ledger.AvailableOf("ann", money.ETLD): money.Units(1_000_000_000), ledger.AvailableOf("ann", money.USDT): 0, onChain: 0, suspense: 0})
		wantList(t, "notices in any order", sorted(w.notices.take()), "ann top_up_credited 1000000000", "ann top_up_dust 0")
		states := map[string]string{}
		for _, r := range w.info("ann").Recent {
			states[string(r.Currency)] = r.State + " " + r.Remainder
		}
		if states["ETLD"] != "credited 19" || states["USDT"] != "dust 9999999999" {
			t.Errorf("records %v", states)
		}
	})
}

func TestSettleRejectsWhatIsTooLarge(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		huge := new(big.Int).Lsh(big.NewInt(1), 255)
		w.line.land(w.line.transfer(ann, usdt, huge), w.line.transfer(stranger, usdt, huge))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, suspense: 0, onChain: 0})
		wantList(t, "notices", w.notices.take(), "ann top_up_rejected 0")
		if rejected, unsettled := w.count(payment.Rejected), w.count(payment.Final); rejected != 2 || unsettled != 0 {
			t.Errorf("%d rejected, %d unsettled", rejected, unsettled)
		}
		want := map[string]float64{"rejected": 2, "unsettled": 0, "seen": 0, "suspense": 0}
		if got := figuresOf(t, metrics.Read(w.service.DB, slog.New(slog.DiscardHandler), "payment", w.service.Figures))["etld_payment_transfers"]; !maps.Equal(got, want) {
			t.Errorf("the metrics say %v, want %v", got, want)
		}
	})
}

func TestReorganisationBeforeFinality(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		again, dropped := w.line.pay(ann, money.Units(10)), w.line.pay(bob, money.Units(20))
		w.line.mine(again, dropped)
		w.line.mine()
		if got := w.info("ann").Pending; len(got) != 1 || got[0].State != "confirming" || got[0].Confirmations != 2 {
			t.Errorf("pending before the reorganisation: %+v", got)
		}
		// Taken back; one of the two is included again, two blocks later.
		w.line.reorganise(2)
		w.work()
		if got := w.info("ann").Pending; len(got) != 1 || got[0].State != "gone" || got[0].Confirmations != 0 {
			t.Errorf("pending while it is gone: %+v", got)
		}
		if pending := w.line.progress().Pending; len(pending) != 0 {
			t.Errorf("the watcher still waits for %v", pending)
		}
		w.line.mine(again)
		w.line.finalize()
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(10), ledger.AvailableOf("bob", money.USDT): 0, onChain: money.Units(10)})
		if got := w.info("bob").Pending; len(got) != 1 || got[0].State != "gone" {
			t.Errorf("the dropped transfer is shown as %+v", got)
		}
		wantList(t, "notices", w.notices.take(), "ann top_up_credited 10")
		// Each was told of when it was first seen, and not when it was seen again.
		if told := w.notices.told; len(told) != 2 || told["ann payment_seen "+again.Tx.Hex()] == 0 {
			t.Errorf("told %v", told)
		}
	})
}

// Finality without a transfer that was seen makes it gone, even if nobody saw
// the reorganisation.
func TestFinalityWithoutATransferMakesItGone(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.line.mine(w.line.pay(ann, money.Units(10)))
		step := w.line.finalStep(1)
		step.Final = nil
		w.line.apply(step)
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, onChain: 0})
		if got := w.info("ann").Pending; len(got) != 1 || got[0].State != "gone" {
			t.Errorf("shown as %+v", got)
		}
	})
}

// A second reading, which reports final transfers again and one that every
// provider had kept back, credits only the latter.
func TestRescanCreditsOnlyWhatIsNew(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		known := w.line.pay(ann, money.Units(10))
		w.line.land(known)
		w.work()
		b := w.line.blocks[len(w.line.blocks)-1]
		missed := w.line.pay(bob, money.Units(4))
		missed.Block, missed.BlockTime = b.BlockRef, b.Time
		w.line.apply(chain.Step{Final: append(b.transfers, missed)})
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(10), ledger.AvailableOf("bob", money.USDT): money.Units(4)})
	})
}

func TestReorganisationPastFinalityHaltsCrediting(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.mustOpen("bob", "order", money.Units(5))
		w.line.land(w.line.pay(ann, money.Units(10)))
		w.line.apply(chain.Step{Halt: "block 101 was taken back"})
		w.Clock.Advance(time.Hour)
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, onChain: 0})
		if p := w.line.progress(); p.Halt != "block 101 was taken back" {
			t.Errorf("halt %q", p.Halt)
		}
		if info := w.info("ann"); !info.Networks[0].CreditingPaused || info.Pending[0].State != "final" {
			t.Errorf("the user reads %+v", info)
		}
		if err := w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
			if why, since, err := w.service.Incoming.HaltOf(tx, "BEP-20"); err != nil || why != "block 101 was taken back" || since.IsZero() {
				t.Errorf("halted because of %q since %s, %v", why, since, err)
			}
			if err := w.service.Incoming.ClearHalt(tx, "TRC-20"); !is(err, fault.NotFound) {
				t.Errorf("an unknown network: %v", err)
			}
			return w.service.Incoming.ClearHalt(tx, "BEP-20")
		}); err != nil {
			t.Fatal(err)
		}
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(10)})
		if w.line.progress().Halt != "" {
			t.Error("still halted")
		}
	})
}

// Two watchers with the same step: one of them wins.
func TestApplyOnceOfTwoWatchers(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		step := w.line.grow(nil, []chain.Transfer{w.line.pay(ann, money.Units(10))})
		step.Expect = w.line.progress().Version
		outcomes := make(chan error, 8)
		for range cap(outcomes) {
			go func() { outcomes <- w.line.watch.Apply(context.Background(), step) }()
		}
		won := 0
		for range cap(outcomes) {
			switch err := <-outcomes; {
			case err == nil:
				won++
			case !is(err, chain.ErrConflict):
				t.Error(err)
			}
		}
		if won != 1 {
			t.Errorf("%d watchers won", won)
		}
		if p := w.line.progress(); len(p.Blocks) != 2 || len(p.Pending) != 1 || p.Version != step.Expect+1 {
			t.Errorf("progress %+v", p)
		}
	})
}

// A step that cannot be carried out leaves nothing, as a watcher killed in it
// would.
func TestApplyWholeOrNothing(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		before := w.line.progress()
		step := w.line.grow(nil, []chain.Transfer{w.line.pay(ann, money.Units(10)), w.line.transfer(ann, address("an unknown token"), big.NewInt(5))})
		step.Expect = before.Version
		if err := w.line.watch.Apply(context.Background(), step); err == nil {
			t.Fatal("a token that is not taken was accepted")
		}
		after := w.line.progress()
		if after.Version != before.Version || len(after.Blocks) != len(before.Blocks) || len(after.Pending) != 0 {
			t.Errorf("progress %+v, before %+v", after, before)
		}
	})
}

// Two instances of the program that settle at once credit once, and one that
// died before it settled is made up for.
func TestSettleOnceOfTwoInstances(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		c := dbtest.NewClock()
		location := dbtest.Address(t, engine)
		w := newWorld(t, dbtest.Open(t, location, c), c)
		other := newBareWorld(t, dbtest.Open(t, location, c), c)
		i := w.mustOpen("ann", "order", money.Units(300))
		var list []chain.Transfer
		for range 300 {
			list = append(list, w.line.pay(ann, money.Units(1)))
		}
		w.line.land(list...)
		done := make(chan error, 4)
		for _, service := range []*payment.Service{w.service, other.service, w.newService(ledger.New(chance)), other.newService(ledger.New(chance))} {
			go func() {
				for {
					more, err := service.Jobs()[0].Work(context.Background())
					if err != nil || !more {
						done <- err
						return
					}
				}
			}()
		}
		for range cap(done) {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		// What lost to the other instance too often was put off.
		c.Advance(2 * time.Minute)
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, cooling("ann"): money.Units(300), onChain: money.Units(300)})
		if got := w.intent(i.No); got.State != payment.StatePaid || got.Paid != money.Units(300) {
			t.Errorf("intent %+v", got)
		}
		w.clean()
	})
}

// What the watcher reads back is what it stored.
func TestLoadReadsBackWhatWasApplied(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		paid := w.line.pay(ann, money.Units(10))
		w.line.mine(paid, sibling(paid, 1))
		want := w.line.blocks[1].transfers
		p := w.line.progress()
		if p.Genesis != common.HexToHash("0x01") || p.Version != 2 || len(p.Blocks) != 2 || p.Blocks[1] != w.line.blocks[1].BlockRef {
			t.Errorf("progress %+v", p)
		}
		if len(p.Pending) != 2 || p.Pending[0] != want[0] || p.Pending[1] != want[1] {
			t.Errorf("pending %+v, want %+v", p.Pending, want)
		}
	})
}

// A transfer that cannot be settled waits and holds up nobody.
func TestSettleGoesOnAroundAFailure(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(5))
		w.shop.refuseWith(errClosed)
		w.line.land(w.line.pay(ann, money.Units(5)), w.line.pay(bob, money.Units(6)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, ledger.AvailableOf("bob", money.USDT): money.Units(6)})
		if got := w.intent(i.No); got.State != payment.StateOpen || got.Paid != 0 {
			t.Errorf("intent %+v", got)
		}
		// It is not given up while the transfer waits, and settles when it can.
		w.Clock.Advance(31 * time.Minute)
		w.line.land()
		w.work()
		if got := w.intent(i.No); got.State != payment.StateOpen {
			t.Errorf("intent %+v", got)
		}
		w.shop.refuseWith(nil)
		w.Clock.Advance(time.Minute)
		w.work()
		if got := w.intent(i.No); got.State != payment.StatePaid {
			t.Errorf("intent %+v", got)
		}
		wantList(t, "purpose", w.shop.take(), "paid order 5")
	})
}

// What goes on failing, such as a deposit on a network that was taken out of the
// configuration, is parked with its cause and tried every minute.
func TestWhatCannotBeCreditedIsParked(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.line.land(w.line.pay(bob, money.Units(6)))
		c := config(w.DB, w.Ledger, w.users, w.notices)
		c.Networks[0].ChainID = chainID + 1
		elsewhere, err := payment.New(c)
		if err != nil {
			t.Fatal(err)
		}
		connected := w.service
		w.service = elsewhere
		began := w.Clock.Now()
		w.work()
		w.work()
		w.wantParked(1, 1)
		w.Clock.Advance(time.Minute)
		w.work()
		list := w.wantParked(1, 2)
		if one := list[0]; one.Job != "payment_settle" || !one.Since.Equal(began) || !one.RetryAt.Equal(w.Clock.Now().Add(time.Minute)) || !strings.Contains(one.Cause, "is not configured") {
			t.Errorf("parked is %+v", one)
		}
		w.service = connected
		w.Clock.Advance(time.Minute)
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("bob", money.USDT): money.Units(6)})
		w.wantParked(0, 0)
	})
}

// wantParked counts the parked items, and the tries of the first.
func (w *world) wantParked(count int, tries int64) (list []jobs.ParkedItem) {
	w.T.Helper()
	err := w.DB.View(context.Background(), func(tx *sqldb.Tx) (err error) {
		list, err = jobs.Parked(tx, "")
		return err
	})
	if err != nil || len(list) != count || count > 0 && list[0].Tries != tries {
		w.T.Fatalf("parked are %+v, want %d, the first tried %d times (%v)", list, count, tries, err)
	}
	return list
}

// More transfers than a chunk that cannot be credited hold up nobody.
func TestManyParkedTransfersHoldUpNobody(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.mustOpen("ann", "order", money.Units(5))
		w.shop.refuseWith(errClosed)
		paid := make([]chain.Transfer, 0, creditChunk+2)
		for range creditChunk + 1 {
			paid = append(paid, w.line.pay(ann, money.Units(5)))
		}
		w.line.land(append(paid, w.line.pay(bob, money.Units(6)))...)
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, ledger.AvailableOf("bob", money.USDT): money.Units(6)})
		w.wantParked(creditChunk+1, 1)
		w.shop.refuseWith(nil)
		w.Clock.Advance(time.Minute)
		w.work()
		w.wantParked(0, 0)
		wantList(t, "purpose", w.shop.take(), "paid order 5")
	})
}
