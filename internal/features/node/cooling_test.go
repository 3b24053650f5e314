package node

import (
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/checkout"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Whoever may not sign in cannot cancel either: the rest of the time is there afterwards.
func TestANodeCoolsOffWhileItsBuyerCanSignIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		buyer := w.User(1, "30000 USDT")
		b := w.buy(w.order(buyer, King, 2))
		move := func(by time.Duration) {
			w.Update(func(tx *sqldb.Tx) error { return w.node.Sale.MoveDeadlines(tx, buyer, by) })
		}
		w.moveTo("2026-06-11 08:00:00")
		move(7 * 24 * time.Hour)
		w.moveTo("2026-06-14 08:00:00")
		w.work()
		w.Expect("the operator", revenue, "0")
		move(-4 * 24 * time.Hour)
		w.moveTo("2026-06-14 08:59:59.999999")
		if err := w.cancel(buyer, b.Nodes[0].ID); err != nil {
			t.Errorf("in the rest of the time: %v", err)
		}
		w.moveTo("2026-06-14 09:00:00")
		w.work()
		w.Expect("the operator", revenue, "10000")
		move(24 * time.Hour)
		if n := w.nodeOf(buyer, b.Nodes[1].ID); n.State != Active || !n.ActiveAt.Equal(at(t, "2026-06-14 09:00:00")) {
			t.Errorf("after it: %s since %s", n.State, n.ActiveAt)
		}
		until := c.Now().Add(48 * time.Hour)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.Suspend(tx, buyer, "a stolen key", until)
			return err
		})
		b = w.buy(w.order(buyer, Diamond, 1))
		if n := w.nodeOf(buyer, b.Nodes[0].ID); !n.CoolingEndAt.Equal(until.Add(checkout.CoolingPeriod)) {
			t.Errorf("paid during a suspension it cools until %s", n.CoolingEndAt)
		}
		told := func(want string) {
			t.Helper()
			if got := w.inbox.ends[len(w.inbox.ends)-1]; got != want {
				t.Errorf("told to cool until %s, want %s", got, want)
			}
		}
		told(clock.Text(until.Add(checkout.CoolingPeriod)))
		forever := user.Person{Suspended: "a stolen key"}.BarredUntil(c.Now()).Sub(until)
		move(forever)
		told(clock.Text(until.Add(checkout.CoolingPeriod)))
		move(-forever - time.Hour)
		told(clock.Text(until.Add(checkout.CoolingPeriod - time.Hour)))
		w.check()
	})
}
