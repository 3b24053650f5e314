package game

import (
	"strings"
	"testing"
	"time"

	"etld/internal/infra/beacon"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A round that cannot be decided is parked with what the beacon answered, and is drawn
// when it can be; others are drawn and paid meanwhile.
func TestARoundThatCannotBeDecidedHarmsNoOther(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		parked := func(when string, want ...string) {
			t.Helper()
			w.View(func(tx *sqldb.Tx) error {
				list, err := jobs.Parked(tx, jobDecide)
				if len(list) != len(want) || len(want) > 0 && (list[0].Subject != want[0] || !strings.Contains(list[0].Cause, beacon.ErrUnreachable.Error())) {
					t.Errorf("%s: parked %+v, want %q", when, list, want)
				}
				return err
			})
		}
		w.fund(1_000_000)
		next := start.Add(10 * time.Minute)
		anna, first, second := w.player(1, 10_000), PeriodOf(start).String(), PeriodOf(next).String()
		w.mustJoin(anna, 1, 100)
		w.moveTo(PeriodOf(start).LockAt())
		w.work()
		w.beacon.lost = w.round(first).BeaconRound
		w.moveTo(next)
		w.work()
		parked("without its beacon", first)
		w.mustJoin(anna, 2, 100)
		w.over(next)
		if r := w.round(second); r.State != Drawn || r.SettledAt.IsZero() {
			t.Errorf("the other round: %+v", r)
		}
		parked("still", first)
		w.beacon.lost = 0
		w.Clock.Advance(retryAfter)
		w.work()
		if r := w.round(first); r.State != Drawn || r.SettledAt.IsZero() {
			t.Errorf("with its beacon: %+v", r)
		}
		parked("with its beacon")
		w.sound()
	})
}
