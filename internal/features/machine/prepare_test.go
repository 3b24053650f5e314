package machine

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// What happens to a user between a sweep's reading and its paying counts: the
// journal is the same as where the sweep reads only then.
func TestWhatComesBetweenReadingAndPaying(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		secondClock := dbtest.NewClock()
		late := newWorld(t, dbtest.Open(t, dbtest.Address(t, db.Engine()), secondClock), secondClock)
		early := newWorld(t, db, c)
		var journals [2][]string
		for i, w := range []*world{late, early} {
			owners := make([]string, 6)
			w.toMidnight(6 * time.Hour)
			for n := range owners {
				owners[n] = w.user(n+1, "", "2000")
				w.running(owners[n], "small")
			}
			w.drain()
			// A plan's first output is that of the first whole day.
			w.toMidnight(time.Hour)
			w.drain()
			w.toMidnight(time.Hour)
			day := w.closeOpenDay()
			if w == early {
				w.readAhead(day, len(owners))
			}
			w.command(func(tx *sqldb.Tx) error { return w.machines.Settle(tx, owners[1]) })
			w.startNow(owners[2], w.buy(w.orderOf(owners[2], "small", 1)).Machines[0].ID)
			w.deposit(owners[3], "12.34")
			w.machines.asides.nextRound = never
			if err := w.machines.setAside(context.Background(), owners[4], errors.New("a test")); err != nil {
				t.Fatal(err)
			}
			w.drain()
			w.update(func(tx *sqldb.Tx) error { return w.machines.EndAside(tx, owners[4]) })
			w.drain()
			w.clock.Advance(30 * time.Hour)
			w.drain()
			w.check()
			journals[i] = w.journal()
		}
		if !slices.Equal(journals[0], journals[1]) {
			t.Errorf("read late:\n%v\nread early:\n%v", journals[0], journals[1])
		}
	})
}

// A sweep that was moved on by another instance starts again from there.
func TestWhatWasReadAheadIsDroppedWhenAnotherInstanceWasFaster(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.toMidnight(6 * time.Hour)
		owner := w.user(1, "", "200")
		w.running(owner, "small")
		w.drain()
		w.toMidnight(time.Hour)
		w.drain()
		w.toMidnight(time.Hour)
		day := w.closeOpenDay()
		w.readAhead(day, 1)
		other := *w
		other.machines = w.newService(w.machines.chance)
		other.drain()
		before := len(w.journal())
		if worked, err := w.machines.payDay(context.Background(), day); worked || err == nil {
			t.Errorf("a lost part: %v, %v", worked, err)
		}
		if worked, err := w.machines.payDay(context.Background(), day); worked || err != nil {
			t.Errorf("after it: %v, %v", worked, err)
		}
		if after := len(w.journal()); after != before {
			t.Errorf("it posted %d times", after-before)
		}
		w.check()
	})
}

// closeOpenDay works until the open day is closed, and pays nothing for it.
func (w *world) closeOpenDay() clock.Day {
	w.t.Helper()
	d := w.openDay()
	for w.openDay() == d {
		for _, step := range []func(context.Context) (bool, error){w.machines.dueStep, w.machines.planStep, w.machines.outputStep} {
			if _, err := step(context.Background()); err != nil {
				w.t.Fatal(err)
			}
		}
	}
	return d
}

func (w *world) openDay() (d clock.Day) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) error {
		v, err := w.machines.currentState(tx)
		d = v.OpenDay
		return err
	})
	return d
}

// readAhead prepares a day's output for so many users.
func (w *world) readAhead(d clock.Day, users int) {
	w.t.Helper()
	ahead := &w.machines.dayAhead
	if err := w.machines.readAhead(context.Background(), w.machines.daySweep(d), ahead); err != nil {
		w.t.Fatal(err)
	}
	if len(ahead.parts) != 1 || len(ahead.parts[0].planned) != users {
		w.t.Fatalf("read ahead: %+v, want one part with %d users", ahead.parts, users)
	}
}
