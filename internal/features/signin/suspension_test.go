package signin_test

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/core/user"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// suspendUntil bars a user until a time, or without an end.
func suspendUntil(t *testing.T, w *world, id string, until time.Time) {
	t.Helper()
	if err := w.db.Update(t.Context(), func(tx *sqldb.Tx) error { return w.service.Suspend(tx, id, "stolen key", until) }); err != nil {
		t.Fatal(err)
	}
}

// Deadlines move by what a user is barred for, as that changes.
func TestDeadlinesStandStillWhileAUserIsSuspended(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		id := w.signIn(newWallet(1)).ID
		suspend := func(until time.Time) { suspendUntil(t, w, id, until) }
		suspend(c.Now().Add(3 * time.Hour))
		c.Advance(time.Hour)
		suspend(time.Time{})
		suspend(c.Now().Add(time.Hour))
		var sum time.Duration
		for _, by := range w.moved {
			sum += by
		}
		if len(w.moved) != 3 || sum != 2*time.Hour {
			t.Errorf("moved by %v", w.moved)
		}
		c.Advance(time.Hour)
		if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, w.service.Jobs()...).Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(w.moved) != 3 {
			t.Errorf("moved by %v by the end that was known", w.moved)
		}
	})
}

// Deadlines that cannot be moved keep nobody from being barred; they are parked with the
// cause and moved by as much once it is gone.
func TestASuspensionWhoseDeadlinesFailHolds(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		id := w.signIn(newWallet(1)).ID
		w.stuck = errors.New("the machines cannot be read")
		if err := db.Update(t.Context(), func(tx *sqldb.Tx) error { return w.service.Suspend(tx, id, "stolen key", time.Time{}) }); err != nil {
			t.Fatal(err)
		}
		if err := db.View(t.Context(), func(tx *sqldb.Tx) error {
			p, err := user.Find(tx, id)
			if !p.IsSuspended(c.Now()) {
				t.Error("the user may go on")
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		parked := func() (causes []string) {
			c.Advance(time.Hour)
			if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, w.service.Jobs()...).Drain(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				list, err := jobs.Parked(tx, "signin_deadlines")
				for _, p := range list {
					causes = append(causes, p.Cause)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return causes
		}
		if got := parked(); !slices.Equal(got, []string{w.stuck.Error()}) {
			t.Errorf("parked are %q", got)
		}
		by := w.moved[0]
		w.moved, w.stuck = nil, nil
		if got := parked(); len(got) > 0 || len(w.moved) != 1 || w.moved[0] != by {
			t.Errorf("parked are %q, and moved by %v, want %s", got, w.moved, by)
		}
	})
}

// What could not be moved is moved with what follows, and by the sum of both: in any other
// order the end of a suspension would take deadlines that were never put off.
func TestMovesThatFailAreAddedUp(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		id := w.signIn(newWallet(1)).ID
		suspend := func(until time.Time) { suspendUntil(t, w, id, until) }
		w.stuck = errors.New("the machines cannot be read")
		suspend(time.Time{})
		c.Advance(time.Minute)
		suspend(c.Now().Add(time.Hour))
		w.moved, w.stuck = nil, nil
		c.Advance(time.Minute)
		suspend(c.Now().Add(2 * time.Hour))
		if want := 2*time.Hour + 2*time.Minute; len(w.moved) != 1 || w.moved[0] != want {
			t.Errorf("moved by %v, want %s", w.moved, want)
		}
		c.Advance(time.Hour)
		if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, w.service.Jobs()...).Drain(t.Context()); err != nil || len(w.moved) != 1 {
			t.Errorf("moved again by %v, %v", w.moved, err)
		}
	})
}

// A suspension that cannot be ended is parked with its cause; others end, and it does as
// well once the cause is gone.
func TestASuspensionThatFailsHarmsNoOther(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ids := []string{w.signIn(newWallet(1)).ID, w.signIn(newWallet(2)).ID}
		slices.Sort(ids)
		for _, id := range ids {
			if err := db.Update(t.Context(), func(tx *sqldb.Tx) error { return w.service.Suspend(tx, id, "stolen key", c.Now().Add(time.Hour)) }); err != nil {
				t.Fatal(err)
			}
		}
		expect := func(when string, told int, parked ...string) {
			t.Helper()
			if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, w.service.Jobs()...).Drain(t.Context()); err != nil {
				t.Error(err)
			}
			var got []string
			err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				list, err := jobs.Parked(tx, "signin_restore")
				for _, p := range list {
					got = append(got, p.Subject+" "+p.Cause)
				}
				return err
			})
			if n := strings.Count(strings.Join(w.notices.take(), "\n"), "account_restored"); err != nil || n != told || !slices.Equal(got, parked) {
				t.Errorf("%s %d are told, want %d, and parked are %q, want %q (%v)", when, n, told, got, parked, err)
			}
		}
		c.Advance(time.Hour)
		w.notices.refuse(ids[0])
		expect("at first", 1, ids[0]+" no room for a notice")
		w.notices.refuse("")
		expect("too early", 0, ids[0]+" no room for a notice")
		c.Advance(time.Hour)
		expect("when it is due", 1)
	})
}
