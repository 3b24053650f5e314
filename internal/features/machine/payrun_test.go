package machine

import (
	"context"
	"sync"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Owners of equal machines over more than two batches, every third of them in the
// cooling-off: of the others each is paid the same, once, also while callers
// wait so that the job yields after each batch.
func TestAPayRunPaysEverybodyOnce(t *testing.T) {
	t.Parallel()
	const people = 100
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.toMidnight(6 * time.Hour)
		var owners []string
		for n := range people {
			user := w.User(n+1, "200 USDT")
			if n%3 == 0 {
				w.buy(w.orderOf(user, "small", 1))
				continue
			}
			w.running(user, "small")
			owners = append(owners, user)
		}
		w.drain()
		ending := callWithoutPause(db)
		t.Cleanup(ending)
		for range 2 {
			w.toMidnight(time.Hour)
			w.drain()
			w.Clock.Advance(2 * time.Hour)
			w.drain()
		}
		ending()
		for _, account := range []func(user string) ledger.Account{func(user string) ledger.Account { return ledger.AvailableOf(user, money.USDT) }, mined} {
			first := w.Balance(account(owners[0]))
			for _, user := range owners {
				if got := w.Balance(account(user)); got != first || got == 0 {
					t.Fatalf("%s holds %s, the first owner %s", account(user).ID(), got, first)
				}
			}
		}
		w.check()
	})
}

func mined(user string) ledger.Account { return ledger.AvailableOf(user, money.ETLD) }

// callWithoutPause calls without a pause until the returned function is called.
func callWithoutPause(db *sqldb.DB) (end func()) {
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

// Whoever is taken back after the hour's pay run has passed is paid what it brought
// the others.
func TestWhoIsTakenBackIsPaidTheHour(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.toMidnight(6 * time.Hour)
		user := w.User(1, "200 USDT")
		w.running(user, "small")
		w.drain()
		before := w.Balance(ledger.AvailableOf(user, money.USDT))
		terms := w.version("small")
		w.setTerms("lost")
		c.Advance(25 * time.Hour)
		w.drain()
		if len(w.parked()) != 1 {
			t.Fatal("nobody is parked")
		}
		w.pass(11*time.Hour, time.Hour)
		w.setTerms(terms)
		w.retry(user)
		w.step(payrun.JobRetry)
		w.expect("interest", w.Balance(ledger.AvailableOf(user, money.USDT))-before, money.MustParse("0.02"))
	})
}
