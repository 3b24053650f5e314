package machine

import (
	"testing"
	"time"

	"etld/internal/core/user"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// suspend bars a user until then, or lets the user in where that is now, as the sign-in does.
func (w *world) suspend(userID string, until time.Time) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		before, err := user.Find(tx, userID)
		if err != nil {
			return err
		}
		change := func() (user.Person, error) { return user.Suspend(tx, userID, "a stolen key", until) }
		if until.Equal(tx.Now()) {
			change = func() (user.Person, error) { return user.Restore(tx, userID) }
		}
		after, err := change()
		if err != nil {
			return err
		}
		return w.machines.MoveDeadlines(tx, userID, after.BarredUntil(tx.Now()).Sub(before.BarredUntil(tx.Now())))
	})
}

func (w *world) openCredit(userID string) (sum string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		list, _, err := w.machines.store.credits.Get(tx, userID)
		sum = offer.OpenCredit(list, tx.Now()).String()
		return err
	})
	return sum
}

// Whoever may not sign in cannot use a credit either: the rest of its time is there
// afterwards, also of one that a cancelled purchase gives back.
func TestACreditStandsStillWithItsOwnerSuspended(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		owner, start := w.User(1, "1000 USDT"), c.Now()
		w.Update(func(tx *sqldb.Tx) error {
			credit := func(id, sum string, expiresAt time.Time) offer.Credit {
				return offer.Credit{ID: id, UserID: owner, Amount: amount(sum), Rest: amount(sum), CreatedAt: start, ExpiresAt: expiresAt}
			}
			w.machines.store.putCredits(tx, owner, nil, []offer.Credit{credit("over", "7", start.Add(time.Hour)), credit("used", "100", start.Add(2*day)), credit("whole", "300", start.Add(5*day))})
			return nil
		})
		c.Advance(time.Hour)
		bought := w.buy(w.orderOf(owner, "small", 1)).Machines[0]
		w.suspend(owner, c.Now().Add(20*day))
		c.Advance(7 * day)
		w.suspend(owner, time.Time{})
		c.Advance(20 * day)
		w.suspend(owner, c.Now())
		c.Advance(23 * time.Hour)
		if err := w.cancel(owner, bought.ID); err != nil {
			t.Errorf("in the rest of the cooling-off: %v", err)
		}
		if got := w.openCredit(owner); got != "400" {
			t.Errorf("%s can be used after it", got)
		}
		c.Advance(day)
		if got := w.openCredit(owner); got != "300" {
			t.Errorf("%s can be used once the first is over", got)
		}
		c.Advance(3 * day)
		if got := w.openCredit(owner); got != "0" {
			t.Errorf("%s can be used for longer than promised", got)
		}
		w.check()
	})
}

// A principal that comes back meanwhile can be used for the whole time after it, also where
// the pay run reaches it only then.
func TestACreditOfAPrincipalThatComesBackDuringASuspension(t *testing.T) {
	t.Parallel()
	for name, isLate := range map[string]bool{"in time": false, "late": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newWorld(t, db, c, shortTerms()...)
				owner := w.User(1, "1000 USDT")
				m := w.running(owner, "small")
				until := c.Now().Add(9 * day)
				w.suspend(owner, until)
				if isLate {
					c.Set(until)
					w.suspend(owner, until)
				}
				w.pass(4*day, 6*time.Hour)
				if got := w.machine(m.ID); got.State != Matured {
					t.Fatalf("it is %s", got.State)
				}
				c.Set(until.Add(90*day - time.Microsecond))
				if got := w.openCredit(owner); got != "100" {
					t.Errorf("%s can be used in the last moment", got)
				}
				c.Advance(time.Microsecond)
				if got := w.openCredit(owner); got != "0" {
					t.Errorf("%s can be used after it", got)
				}
				w.check()
			})
		})
	}
}
