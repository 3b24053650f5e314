package machine

import (
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A day's budget depends on what the emission pool holds at its end, so it is not
// closed before what follows the day before has left the pool.
func TestADayIsClosedAfterWhatFollowsTheOneBefore(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.running(w.User(1, "105 USDT"), "small")
		today := clock.DayOf(c.Now())
		w.following = &today
		w.pass(72*time.Hour, time.Hour)
		isPaid := func(d clock.Day) (paid bool) {
			w.View(func(tx *sqldb.Tx) (err error) {
				_, paid, err = w.machines.PayRun.DayPaid(tx, d)
				return err
			})
			return paid
		}
		if !isPaid(today) || !isPaid(today+1) || isPaid(today+2) {
			t.Errorf("paid: %v, %v, %v", isPaid(today), isPaid(today+1), isPaid(today+2))
		}
		today++
		w.drain()
		if !isPaid(today + 1) {
			t.Error("the day is not closed once what follows the day before is paid")
		}
		w.check()
	})
}
