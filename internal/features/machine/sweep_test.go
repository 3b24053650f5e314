package machine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Owners of equal machines over more than two pages, every third of them in the
// cooling-off: of the others each is paid the same, once, also while callers
// press so that the job stops within pages, and where it prepares the next ones
// while it pays.
func TestASweepPaysEverybodyOnce(t *testing.T) {
	t.Parallel()
	const people = 2*sliceUsers + sliceUsers/2
	for _, without := range []bool{false, true} {
		t.Run(fmt.Sprintf("without plans %v", without), func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newWorld(t, db, c)
				w.machines.withoutPlans, w.machines.aheadUsers = without, sliceUsers
				w.toMidnight(6 * time.Hour)
				var owners []string
				for n := range people {
					user := w.user(n+1, "", "200")
					if n%3 == 0 {
						w.buy(w.orderOf(user, "small", 1))
						continue
					}
					w.running(user, "small")
					owners = append(owners, user)
				}
				w.drain()
				ending := press(db)
				t.Cleanup(ending)
				for range 2 {
					w.toMidnight(time.Hour)
					w.drain()
					w.clock.Advance(2 * time.Hour)
					w.drain()
				}
				ending()
				for _, account := range []func(user string) ledger.Account{available, mined} {
					first := w.balance(account(owners[0]))
					for _, user := range owners {
						if got := w.balance(account(user)); got != first || got == 0 {
							t.Fatalf("%s holds %s, the first owner %s", account(user).ID(), got, first)
						}
					}
				}
				w.check()
			})
		})
	}
}

func mined(user string) ledger.Account { return ledger.Of(user, ledger.Available, money.ETLD) }

// press calls without a pause until the returned function is called.
func press(db *sqldb.DB) (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var callers sync.WaitGroup
	for range 6 {
		callers.Go(func() {
			for ctx.Err() == nil {
				// Only that it waits counts.
				_ = db.Update(ctx, func(*sqldb.Tx) error { return nil })
			}
		})
	}
	return func() { cancel(); callers.Wait() }
}

// Whoever gets a plan after the hour's sweep has passed him is paid with it.
func TestANewPlanBringsWhatIsDue(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.toMidnight(6 * time.Hour)
		user := w.user(1, "", "200")
		w.running(user, "small")
		w.drain()
		before := w.balance(available(user))
		w.machines.asides.nextRound = never
		if err := w.machines.setAside(context.Background(), user, errors.New("a test")); err != nil {
			t.Fatal(err)
		}
		w.pass(36*time.Hour, time.Hour)
		w.update(func(tx *sqldb.Tx) error { return w.machines.EndAside(tx, user) })
		if _, err := w.machines.planStep(context.Background()); err != nil {
			t.Fatal(err)
		}
		w.expect("interest", w.balance(available(user))-before, money.MustParse("0.02"))
	})
}
