package machine

import (
	"errors"
	"slices"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func (w *world) cancel(userID, machineID string) error {
	return w.Try(func(tx sqldb.Command) error {
		_, err := w.machines.Cancel(tx, userID, machineID)
		return err
	})
}

// Whoever may not sign in cannot cancel either: the rest of the time is there afterwards,
// of what was over before nothing comes back.
func TestTheCoolingOffStandsStillWithItsBuyerSuspended(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer, other := w.User(1, "1000 USDT"), w.User(2, "1000 USDT")
		early := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		c.Advance(2 * time.Hour)
		late, others := w.buy(w.orderOf(buyer, "small", 2)).Machines, w.buy(w.orderOf(other, "small", 1)).Machines[0]
		c.Advance(23 * time.Hour)
		move := func(by time.Duration) {
			w.Update(func(tx *sqldb.Tx) error { return w.machines.MoveDeadlines(tx, buyer, by) })
		}
		move(7 * day)
		w.pass(3*day, 6*time.Hour)
		if w.machine(early.ID).State != Running || w.machine(others.ID).State != Running || w.machine(late[0].ID).State != Cooling {
			t.Errorf("%s, %s, %s", w.machine(early.ID).State, w.machine(others.ID).State, w.machine(late[0].ID).State)
		}
		move(-4 * day)
		c.Advance(time.Hour - time.Microsecond)
		if err := w.cancel(buyer, late[0].ID); err != nil {
			t.Errorf("in the rest of the time: %v", err)
		}
		c.Advance(time.Microsecond)
		w.drain()
		if m := w.machine(late[1].ID); m.State != Running || !m.StartAt.Equal(c.Now()) {
			t.Errorf("after it: %s since %s", m.State, m.StartAt)
		}
		w.check()
	})
}

func TestAPaymentThatIsFinalDuringASuspensionCoolsAfterIt(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer, until := w.User(1), c.Now().Add(5*day)
		order := w.orderOf(buyer, "medium", 1)
		order.PayType = checkout.PayChain
		b := w.buy(order)
		w.Update(func(tx *sqldb.Tx) error {
			if _, err := user.Suspend(tx, buyer, "a stolen key", until); err != nil {
				return err
			}
			paid := worldtest.Deposited(buyer, money.USDT, b.Intent.Amount)
			if _, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{paid}}); err != nil {
				return err
			}
			return w.payments.Pay(tx, *b.Intent)
		})
		if m := w.machine(b.Machines[0].ID); m.State != Cooling || !m.CoolingEndAt.Equal(until.Add(checkout.CoolingPeriod)) {
			t.Errorf("paid: %s until %s", m.State, m.CoolingEndAt)
		}
		w.check()
	})
}

// Whoever is suspended is told the end that stands, and hears of each that takes its
// place; what nobody knows yet is not told.
func TestTheEndOfACoolingOffIsToldAsItStands(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer, start := w.User(1, "1000 USDT"), c.Now()
		change := func(do func(tx *sqldb.Tx) (user.Person, error)) {
			w.Update(func(tx *sqldb.Tx) error {
				before, err := user.Find(tx, buyer)
				if err != nil {
					return err
				}
				after, err := do(tx)
				if err != nil {
					return err
				}
				return w.machines.MoveDeadlines(tx, buyer, after.BarredUntil(tx.Now()).Sub(before.BarredUntil(tx.Now())))
			})
		}
		suspend := func(until time.Time) {
			change(func(tx *sqldb.Tx) (user.Person, error) { return user.Suspend(tx, buyer, "a stolen key", until) })
		}
		first := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		suspend(start.Add(5 * day))
		second := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		suspend(time.Time{})
		third := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		c.Advance(10 * day)
		change(func(tx *sqldb.Tx) (user.Person, error) { return user.Restore(tx, buyer) })
		for _, m := range []struct {
			id   string
			ends []time.Time
		}{
			{first.ID, []time.Time{start.Add(day), start.Add(6 * day), start.Add(11 * day)}},
			{second.ID, []time.Time{start.Add(6 * day), start.Add(11 * day)}},
			{third.ID, []time.Time{start.Add(11 * day)}},
		} {
			if told := w.told("machine_cooling", m.id); !slices.Equal(told, each.Of(m.ends, clock.Text)) {
				t.Errorf("told %v, want %v", told, m.ends)
			}
			if got := w.machine(m.id).CoolingEndAt; !got.Equal(start.Add(11 * day)) {
				t.Errorf("it cools until %s", got)
			}
		}
		w.check()
	})
}

// broken is a listener whom machines of one user break, but for a refund.
type broken struct {
	hearing
	userID string
}

var errBroken = errors.New("a machine that cannot start")

func (l *broken) MachineStarted(_ sqldb.Command, e life.Machine) error {
	if e.UserID == l.userID {
		return errBroken
	}
	return nil
}

// A fault of the program in what is due does not take the right to cancel what is not: the
// refund leaves what is due where it was.
func TestAPurchaseIsCancelledWhileItsBuyerIsParked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "1000 USDT")
		w.running(buyer, "small")
		early := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		c.Advance(2 * time.Hour)
		m := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		w.machines.Listeners = []life.Listener{&broken{userID: buyer}}
		c.Advance(checkout.CoolingPeriod - time.Microsecond)
		w.drain()
		if list := w.parked(); len(list) != 1 || list[0].Subject != buyer {
			t.Fatalf("parked are %v", list)
		}
		if err := w.cancel(buyer, early.ID); !errors.Is(err, errBroken) {
			t.Errorf("what should have started: %v", err)
		}
		before := w.Balance(ledger.AvailableOf(buyer, money.USDT))
		if err := w.cancel(buyer, m.ID); err != nil {
			t.Fatalf("a microsecond before its end: %v", err)
		}
		w.expect("the refund", w.Balance(ledger.AvailableOf(buyer, money.USDT))-before, amount("105"))
		if state := w.machine(m.ID).State; state != Cancelled {
			t.Errorf("it is %s", state)
		}
		w.check()
		w.machines.Listeners = []life.Listener{w.heard}
		w.retry(buyer)
		w.drain()
		if list, state := w.parked(), w.machine(early.ID).State; len(list) != 0 || state != Running {
			t.Errorf("afterwards parked are %v, and what was due is %s", list, state)
		}
		w.check()
	})
}

// The program that catches up does not let a buyer's time run out.
func TestAPurchaseIsCancelledWhileItsBuyerCatchesUp(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "1000 USDT")
		w.running(buyer, "small")
		c.Advance(2 * time.Hour)
		m := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		c.Advance(checkout.CoolingPeriod - time.Microsecond)
		if _, err := w.try(w.orderOf(buyer, "small", 1)); !errors.Is(err, payrun.ErrCatchingUp) {
			t.Errorf("a purchase meanwhile: %v", err)
		}
		if err := w.cancel(buyer, m.ID); err != nil {
			t.Errorf("a microsecond before its end: %v", err)
		}
		w.drain()
		w.expect("interest of a day, and the price", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("1000")-amount("105")+amount("0.02"))
		w.check()
	})
}
