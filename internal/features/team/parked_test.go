package team

import (
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A parked member's level is that of 00:00 too: where the sums have gone on since, it
// waits for the next night, which works it out with everybody's.
func TestAParkedMembersLevelIsThatOfMidnight(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Fund(ledger.LevelPool, "1000 USDT")
		failing, legs := w.leader("3000", "2000")
		w.inbox.fullFor = failing
		w.night(1, time.Hour)
		// More of a friend's friend would make it the next level.
		w.start(w.user(w.user(legs[0].UserID)), "9000", "0")
		w.start(legs[1].UserID, "10000", "0")
		w.work()
		w.inbox.fullFor = ""
		isParked := func(want bool) {
			t.Helper()
			w.View(func(tx *sqldb.Tx) error {
				_, got, err := jobs.FindParked(tx, jobs.Item{Job: jobLevelRetry, Subject: failing})
				if got != want {
					t.Errorf("parked: %v, want %v", got, want)
				}
				return err
			})
		}
		for range 3 {
			w.moveTo(c.Now().Add(time.Hour))
			w.work()
			if m := w.member(failing); m.Earned != 0 {
				t.Errorf("by the sums of the day: %+v", m)
			}
			isParked(true)
		}
		w.night(1, time.Hour)
		if m := w.member(failing); m.Earned != 2 {
			t.Errorf("the next night: %+v", m)
		}
		w.has(ledger.AvailableOf(failing, money.USDT), "20")
		isParked(false)
		w.check()
	})
}
