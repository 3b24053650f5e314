package sqldb_test

import (
	"context"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A crash asks for nothing at its end, so what is stored has to be enough at
// every moment: another process, whose machine's clock stands an hour behind,
// begins no earlier than the newest transaction and at most a moment later.
func TestTimeNeverFallsBehindATransaction(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		ctx := context.Background()
		for i, step := range []time.Duration{0, time.Microsecond, 300 * time.Millisecond, 699 * time.Millisecond, 999 * time.Millisecond,
			time.Second, time.Microsecond, time.Hour} {
			c.Advance(step)
			var at time.Time
			if err := db.Update(ctx, func(tx *sqldb.Tx) error {
				at = tx.Now()
				_, err := tx.Exec(`UPDATE sqldb_flush SET n = n WHERE slot = -1`)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			next := dbtest.Clock{Manual: clock.NewManual(at.Add(-time.Hour))}
			if err := db.RaiseClock(ctx, next); err != nil {
				t.Fatal(err)
			}
			if ahead := next.Now().Sub(at); ahead < 0 || ahead > time.Second {
				t.Errorf("step %d: the next process begins %s after the newest transaction", i, ahead)
			}
		}
	})
}

// Of two processes one has a clock that is wrong. What the other one writes later has a
// later time all the same, to the second in which times are stored: the journal is linked
// in the order of time.
func TestWhoeverComesLaterHasALaterTime(t *testing.T) {
	t.Parallel()
	address, clocks := dbtest.Address(t, sqldb.Postgres), []dbtest.Clock{dbtest.NewClock(), dbtest.NewClock()}
	var processes []*sqldb.DB
	for _, c := range clocks {
		processes = append(processes, dbtest.Open(t, address, c))
	}
	clocks[1].Advance(90 * time.Second)
	var last time.Time
	for turn := range 6 {
		var now time.Time
		if err := processes[turn%2].Update(t.Context(), func(tx *sqldb.Tx) error { now = tx.Now(); return nil }); err != nil {
			t.Fatal(err)
		}
		if now.Before(last) {
			t.Errorf("turn %d is at %s, after one at %s", turn, now, last)
		}
		last = now
		clocks[turn%2].Advance(10 * time.Millisecond)
	}
}

// A crash of the server may take back the time that was stored last, with a batch that
// nobody was answered. Whoever stored it stores it again before it goes on.
func TestATimeThatACrashTookBackIsStoredAgain(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	process, tool := dbtest.Open(t, address, dbtest.NewClock()), connect(t, address)
	var at, stored time.Time
	work := func() {
		t.Helper()
		if err := process.Update(t.Context(), func(tx *sqldb.Tx) error { at = tx.Now(); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	work()
	if _, err := tool.Exec(t.Context(), `UPDATE sqldb_time SET highest = $1`, clock.Micros(at.Add(-time.Minute))); err != nil {
		t.Fatal(err)
	}
	work()
	if err := process.View(t.Context(), func(tx *sqldb.Tx) (err error) { stored, err = sqldb.HighestTime(tx); return err }); err != nil {
		t.Fatal(err)
	}
	if stored.Before(at) {
		t.Errorf("a transaction was at %s, and the time stored is %s", at, stored)
	}
}
