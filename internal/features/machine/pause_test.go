package machine

import (
	"errors"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const anOperator = "operator1"

func (w *world) pause(id string) error {
	return w.Try(func(tx sqldb.Command) error {
		_, err := w.machines.Pause(tx, id, Decision{Actor: anOperator, Second: "operator2", Reason: "maintenance of the hall"})
		return err
	})
}

func (w *world) resume(id string) error {
	return w.Try(func(tx sqldb.Command) error {
		_, err := w.machines.Resume(tx, id, Decision{Actor: anOperator, Reason: "maintenance is over"})
		return err
	})
}

func (w *world) exit(userID, id string) error {
	return w.Try(func(tx sqldb.Command) error {
		_, err := w.machines.Exit(tx, userID, id)
		return err
	})
}

// While a machine is paused nothing is earned; afterwards the term is longer
// by as much, and the whole interest is paid all the same.
func TestPauseStopsTheClock(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "105 USDT")
		m := w.running(buyer, "small")
		w.pass(30*time.Hour, time.Hour)
		w.Must(w.pause(m.ID))
		if err := w.pause(m.ID); !errors.Is(err, ErrNotPossible) {
			t.Errorf("paused twice: %v", err)
		}
		w.pass(50*time.Hour+30*time.Second, time.Hour)
		w.expect("interest", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("0.02"))
		// Noon to midnight, and midnight to 18:00.
		w.expect("output", w.Balance(ledger.AvailableOf(buyer, money.ETLD)), amount("1"))
		w.Must(w.resume(m.ID))
		if err := w.resume(m.ID); !errors.Is(err, ErrNotPossible) {
			t.Errorf("resumed twice: %v", err)
		}
		got := w.machine(m.ID)
		if got.State != Running || !got.EndAt.Equal(m.EndAt.Add(50*time.Hour+30*time.Second)) || got.Paused != 50*time.Hour+30*time.Second {
			t.Errorf("resumed %+v", got)
		}
		w.check()
		w.pass(19*time.Hour, time.Hour)
		w.expect("the second day", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("0.04"))
		w.pass(90*day, 5*day)
		w.expect("everything", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("101.8"))
		if got := w.machine(m.ID); got.State != Matured || !got.EndedAt.Equal(m.EndAt.Add(50*time.Hour+30*time.Second)) {
			t.Errorf("matured %+v", got)
		}
		if w.notices("machine_paused") != 1 || w.notices("machine_resumed") != 1 {
			t.Error("the owner was not told")
		}
		w.check()
	})
}

// Today's output so far counts no time in which a machine stood, whether or not it goes on,
// and is what is posted where the rate stays.
func TestTodaysOutputLeavesPausesOut(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "210 USDT")
		first, second := w.running(buyer, "small"), w.running(buyer, "small")
		w.pass(36*time.Hour+time.Minute, time.Hour)
		today := func() (out money.Amount) {
			w.Must(w.Try(func(tx sqldb.Command) (err error) {
				made, err := w.machines.Views.Today(tx, buyer)
				out = made.ETLD
				return err
			}))
			return out
		}
		w.Must(w.pause(first.ID))
		stood := today()
		c.Advance(6 * time.Hour)
		if got, want := today(), stood+amount("0.2"); got != want {
			t.Errorf("while one stands %s were put out, want %s", got, want)
		}
		w.Must(w.resume(first.ID))
		w.Must(w.pause(second.ID))
		if got, want := today(), stood+amount("0.2"); got != want {
			t.Errorf("when it goes on and the other stands %s were put out, want %s", got, want)
		}
		paid := w.Balance(ledger.AvailableOf(buyer, money.ETLD))
		c.Advance(clock.DayOf(c.Now()).End().Sub(c.Now()) - time.Microsecond)
		want := today()
		w.pass(time.Hour, time.Minute)
		// Whole seconds count, so the last one is missing in what was put out before it was over.
		if missing := w.Balance(ledger.AvailableOf(buyer, money.ETLD)) - paid - want; missing < 0 || missing > amount("0.00001") {
			t.Errorf("of %s put out all but %s were posted", want, missing)
		}
	})
}

// A pause shorter than an hour around a due time pays that day once.
func TestShortPausesAroundADueTime(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "210 USDT")
		first, second := w.running(buyer, "small"), w.running(buyer, "small")
		c.Advance(24*time.Hour - 2*time.Minute)
		w.drain()
		w.Must(w.pause(first.ID))
		c.Advance(5 * time.Minute)
		w.Must(w.resume(first.ID))
		w.Must(w.pause(second.ID))
		c.Advance(time.Minute)
		w.Must(w.resume(second.ID))
		w.pass(3*time.Hour, 10*time.Minute)
		w.expect("a day each", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("0.04"))
		w.pass(24*time.Hour, time.Hour)
		w.expect("two days each", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("0.08"))
		w.check()
	})
}

func TestExitAfterALongPause(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer, other := w.User(1, "1050 USDT"), w.User(2)
		m := w.running(buyer, "medium")
		w.pass(45*day, 5*day)
		w.Must(w.pause(m.ID))
		w.pass(15*day-time.Second, 5*day)
		if err := w.exit(buyer, m.ID); !errors.Is(err, ErrNotPossible) {
			t.Errorf("a second too early: %v", err)
		}
		c.Advance(time.Second)
		if err := w.exit(other, m.ID); !errors.Is(err, fault.NotFound) {
			t.Errorf("another's machine: %v", err)
		}
		before := w.Balance(ledger.AvailableOf(buyer, money.USDT))
		w.expect("interest so far", before, amount("11.25"))
		w.Must(w.exit(buyer, m.ID))
		// Three quarters of the platform's fee of 10.
		w.expect("principal and unexpired fee", w.Balance(ledger.AvailableOf(buyer, money.USDT))-before, amount("1007.5"))
		w.expect("reserved", w.Balance(interestReserved), 0)
		w.expect("revenue", w.Balance(revenue), amount("2.5"))
		if w.notices("machine_exited") != 1 || w.notices("machine_completed") != 0 {
			t.Error("the notice does not say that the machine was left")
		}
		if got := w.machine(m.ID); got.State != Exited || got.Open {
			t.Errorf("left %+v", got)
		}
		w.View(func(tx *sqldb.Tx) error {
			list, _, err := w.machines.store.credits.Get(tx, buyer)
			if len(list) > 0 {
				t.Errorf("leaving gave a credit: %+v", list)
			}
			return err
		})
		if err := w.exit(buyer, m.ID); !errors.Is(err, ErrNotPossible) {
			t.Errorf("left twice: %v", err)
		}
		w.check()
	})
}

// The fee comes back only as far as the revenue account holds it.
func TestExitNeverTakesMoreThanTheRevenue(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "1050 USDT")
		m := w.running(buyer, "medium")
		w.Must(w.pause(m.ID))
		w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.RevenueTaken, Debit: revenue, Credit: ledger.House(ledger.Capital, money.USDT), Amount: amount("9")})
		w.pass(15*day, 15*day)
		w.Must(w.exit(buyer, m.ID))
		w.expect("back", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("1001"))
		w.expect("revenue", w.Balance(revenue), 0)
		w.check()
	})
}

// A cap reached by what was mined before a pause shows when the pause ends.
func TestCapReachedDuringAPause(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[0].Product.ETLDCap = amount("0.3")
		w := newWorld(t, db, c, offers...)
		buyer := w.User(1, "105 USDT")
		m := w.running(buyer, "small")
		c.Advance(11 * time.Hour)
		w.Must(w.pause(m.ID))
		w.pass(3*day, time.Hour)
		if got := w.machine(m.ID); got.State != Paused {
			t.Errorf("while paused: %+v", got)
		}
		w.Must(w.resume(m.ID))
		if got := w.machine(m.ID); got.State != DugOut {
			t.Errorf("resumed: %+v", got)
		}
		w.pass(2*day, time.Hour)
		w.expect("output", w.Balance(ledger.AvailableOf(buyer, money.ETLD)), amount("0.3"))
		w.check()
	})
}

func TestOperatorsActionsNeedAnActorAndAReason(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	m := w.running(w.User(1, "105 USDT"), "small")
	for _, bad := range []Decision{{Reason: "why"}, {Actor: anOperator}, {Actor: actorUser, Reason: "why"}, {Actor: actorSystem, Reason: "why"}, {Actor: anOperator, Second: anOperator, Reason: "why"}} {
		if err := w.Try(func(tx sqldb.Command) error {
			_, err := w.machines.Pause(tx, m.ID, bad)
			return err
		}); err == nil {
			t.Errorf("%+v: paused", bad)
		}
	}
	if err := w.pause("nothing"); !errors.Is(err, fault.NotFound) {
		t.Errorf("an unknown machine: %v", err)
	}
}

// Looking at a machine that has something due changes nothing: what is due is
// posted once, by whoever lets its owner catch up.
func TestStandingOnlyLooks(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "105 USDT")
		m := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		// The cooling-off is over, and no job has noticed yet.
		w.pass(checkout.CoolingPeriod-time.Hour, time.Hour)
		w.Clock.Advance(2 * time.Hour)
		before := w.journal()
		var owner string
		var state State
		w.Must(w.Try(func(tx sqldb.Command) (err error) {
			owner, state, err = w.machines.StateOf(tx, m.ID)
			return err
		}))
		if owner != buyer || state != Cooling {
			t.Errorf("%s of %s", state, owner)
		}
		if after := w.journal(); len(after) != len(before) {
			t.Errorf("looking posted %v", after[len(before):])
		}
		w.check()
		w.drain()
		if state := w.machine(m.ID).State; state != Running {
			t.Errorf("afterwards it is %s", state)
		}
		w.check()
	})
}
