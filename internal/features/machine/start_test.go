package machine

import (
	"errors"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// What the referrer does not get of the share goes to the income pool, and the
// machine remembers what it was.
func TestReferralShareIsSharedOut(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.rewards.most = amount("500")
		referrer := w.User(1)
		buyer := w.Invited(referrer, 2, "200000 USDT")
		order := w.orderOf(buyer, "large", 5)
		order.StartNow = true
		b := w.buy(order)
		// 150 each; of the fourth 50 remain.
		for i, want := range []string{"150", "150", "150", "50", "0"} {
			w.expect("reward", w.machine(b.Machines[i].ID).Referral, amount(want))
		}
		w.expect("referrer", w.Balance(ledger.AvailableOf(referrer, money.USDT)), amount("500"))
		w.expect("free", w.Balance(interestFree), amount("100000")-5*amount("1080")+amount("250"))
		w.check()
	})
}

// A delayed reward is set aside, still within the fee.
func TestADelayedReferralIsSetAside(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.rewards.delays = true
		referrer := w.User(1)
		buyer := w.Invited(referrer, 2, "1050 USDT")
		m := w.running(buyer, "medium")
		w.expect("referrer", w.Balance(ledger.AvailableOf(referrer, money.USDT)), 0)
		w.expect("set aside", w.Balance(ledger.House(ledger.Delayed, money.USDT)), amount("15"))
		w.expect("the machine's reward", w.machine(m.ID).Referral, amount("15"))
		w.check()
	})
}

func TestCoolingOff(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer, other := w.User(1, "1000 USDT"), w.User(2)
		b := w.buy(w.orderOf(buyer, "small", 3))
		act := func(userID, id string, do func(tx sqldb.Command, userID, id string) (Machine, error)) error {
			return w.Try(func(tx sqldb.Command) error {
				_, err := do(tx, userID, id)
				return err
			})
		}
		s := w.machines
		if err := act(other, b.Machines[0].ID, s.Cancel); !errors.Is(err, fault.NotFound) {
			t.Errorf("another's machine: %v", err)
		}
		if err := act(buyer, b.Machines[0].ID, s.Exit); !errors.Is(err, ErrNotPossible) {
			t.Errorf("exit while cooling: %v", err)
		}
		c.Advance(checkout.CoolingPeriod - time.Microsecond)
		if err := act(buyer, b.Machines[0].ID, s.Cancel); err != nil {
			t.Error(err)
		}
		if err := act(buyer, b.Machines[0].ID, s.Cancel); !errors.Is(err, ErrNotPossible) {
			t.Errorf("cancelled twice: %v", err)
		}
		if err := act(buyer, b.Machines[1].ID, s.StartNow); err != nil {
			t.Error(err)
		}
		if err := act(buyer, b.Machines[1].ID, s.StartNow); !errors.Is(err, ErrNotPossible) {
			t.Errorf("started twice: %v", err)
		}
		if err := act(buyer, b.Machines[1].ID, s.Cancel); !errors.Is(err, ErrCoolingOver) {
			t.Errorf("cancelled when it runs: %v", err)
		}
		// The last one starts in time although no job has run: the action catches up first.
		c.Advance(time.Hour)
		if err := act(buyer, b.Machines[2].ID, s.Cancel); !errors.Is(err, payrun.ErrCatchingUp) && !errors.Is(err, ErrCoolingOver) {
			t.Errorf("cancelled too late: %v", err)
		}
		w.drain()
		if m := w.machine(b.Machines[2].ID); m.State != Running || !m.StartAt.Equal(m.CoolingEndAt) {
			t.Errorf("started %+v", m)
		}
		w.expect("back", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("1000")-2*amount("105"))
		w.check()
	})
}
