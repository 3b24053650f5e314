package machine

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// faulty is a world in which catching up one of several owners of equal machines
// fails.
type faulty struct {
	*world
	bad    string
	others []string
	terms  string
}

func newFaulty(t *testing.T, db *sqldb.DB, c dbtest.Clock) *faulty {
	t.Helper()
	f := &faulty{world: newWorld(t, db, c)}
	for n := range 3 {
		user := f.User(n+1, "105 USDT")
		f.terms = f.running(user, "small").TermsVersion
		// In the middle, so that somebody comes before and after.
		if n == 1 {
			f.bad = user
			continue
		}
		f.others = append(f.others, user)
	}
	f.setTerms("lost", f.bad)
	return f
}

// setTerms gives users' machines other terms; without users, all machines.
func (w *world) setTerms(terms string, users ...string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`UPDATE machine_machine SET terms = $1 WHERE $2 IN ('', user_id)`, terms, strings.Join(users, ""))
		return err
	})
}

func (f *faulty) mend() { f.T.Helper(); f.setTerms(f.terms, f.bad) }

// fail drains until the failure is parked.
func (f *faulty) fail() {
	f.T.Helper()
	f.drain()
	if one := f.expectParked(true)[0]; !strings.Contains(one.Cause, "the terms lost, under which machines were bought, are missing") {
		f.T.Fatalf("the failure is reported as %v", one)
	}
}

// parked lists the users who are parked.
func (w *world) parked() (list []jobs.ParkedItem) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		list, err = jobs.Parked(tx, payrun.JobRetry)
		return err
	})
	return list
}

// retry has a user tried again, as an operator's call does.
func (w *world) retry(userID string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		_, err := jobs.Retry(tx, payrun.ParkedUser(userID))
		return err
	})
}

// expectParked says whether the bad user, and nobody else, is parked.
func (f *faulty) expectParked(want bool) (list []jobs.ParkedItem) {
	f.T.Helper()
	list = f.parked()
	if isParked := len(list) == 1 && list[0].Subject == f.bad; isParked != want || len(list) > 1 {
		f.T.Fatalf("parked are %v; want the one with the fault: %v", list, want)
	}
	return list
}

// expectEqual wants the bad user to have what the others have, and another run
// to change nothing.
func (f *faulty) expectEqual() {
	f.T.Helper()
	for _, user := range f.others {
		f.expect("interest", f.Balance(ledger.AvailableOf(f.bad, money.USDT)), f.Balance(ledger.AvailableOf(user, money.USDT)))
		f.expect("output", f.Balance(mined(f.bad)), f.Balance(mined(user)))
	}
	before := len(f.journal())
	f.drain()
	if after := len(f.journal()); after != before {
		f.T.Errorf("another run posted %d times", after-before)
	}
	f.check()
}

// One user for whom catching up fails does not hold up the others, and is listed
// with the cause.
func TestOneFailingUserIsParked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newFaulty(t, db, c)
		c.Advance(25 * time.Hour)
		w.fail()
		for _, user := range w.others {
			w.expect("another's interest", w.Balance(ledger.AvailableOf(user, money.USDT)), amount("0.02"))
			w.expect("and output", w.Balance(mined(user)), amount("0.4"))
		}
		one := w.expectParked(true)[0]
		if !one.Since.Equal(c.Now()) || !strings.Contains(one.Cause, "the terms lost, under which machines were bought, are missing") {
			t.Errorf("listed as %+v", one)
		}
		w.expect("his own interest", w.Balance(ledger.AvailableOf(w.bad, money.USDT)), 0)
	})
}

// What a day owes who is parked is known until it is paid, so that what follows the
// day can keep a part for it.
func TestADaysOutputIsOwedToWhoIsParked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newFaulty(t, db, c)
		d := clock.DayOf(c.Now())
		owed := func(userID string) (sum money.Amount) {
			w.View(func(tx *sqldb.Tx) (err error) {
				sum, err = w.machines.PayRun.OutputOwed(tx, userID, d)
				return err
			})
			return sum
		}
		c.Advance(25 * time.Hour)
		w.fail()
		w.expect("what the others are owed", owed(w.others[0]), 0)
		w.expect("what is owed", owed(w.bad), w.Balance(mined(w.others[0])))
		w.mend()
		w.retry(w.bad)
		w.drain()
		w.expect("once it is paid", owed(w.bad), 0)
		w.expectEqual()
	})
}

// A day's budget is the same whether somebody is parked or not: what earlier days owe,
// and what follows them, is not the pool's any more.
func TestABudgetLeavesOutWhatEarlierDaysOwe(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newFaulty(t, db, c)
		first, pool := clock.DayOf(c.Now()), w.Balance(emissionPool)
		last := first + 3
		expectPool := func(d clock.Day, taken money.Amount) {
			t.Helper()
			var closed earning.Day
			w.View(func(tx *sqldb.Tx) (err error) {
				closed, err = w.machines.PayRun.Days(tx)(d)
				return err
			})
			w.expect("the pool of "+d.String(), closed.Pool, pool-taken)
		}
		for d := first; d < last; d++ {
			before := w.Balance(mined(w.others[0]))
			c.Set(d.End().Add(2 * time.Minute))
			w.drain()
			expectPool(d, 3*before)
		}
		w.expectParked(true)
		before := w.Balance(mined(w.others[0]))
		w.owed = amount("0.5")
		c.Set(last.End().Add(2 * time.Minute))
		w.drain()
		expectPool(last, 3*before+w.owed)
		w.mend()
		w.retry(w.bad)
		w.drain()
		w.expectEqual()
		w.owed, before = 0, w.Balance(mined(w.others[0]))
		c.Set((last + 1).End().Add(2 * time.Minute))
		w.drain()
		expectPool(last+1, 3*before)
		w.check()
	})
}

// A machine whose cooling-off ends while its owner is parked counts in the weight of the
// day, so that its output later has room within the day's budget.
func TestAMachineThatStartsWhileItsOwnerIsParkedIsWeighed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		scarce := clock.DayOf(c.Now()) + 2
		w.change("machine.output_day_max", "200", scarce.Start())
		c.Advance(day)
		w.drain()
		other, bad := w.User(1, "10500 USDT"), w.User(2, "21000 USDT")
		w.running(other, "large")
		terms := w.buy(w.orderOf(bad, "large", 2)).Machines[0].TermsVersion
		w.setTerms("lost", bad)
		started := c.Now().Add(day)
		c.Set(scarce.End().Add(2 * time.Minute))
		w.drain()
		if list := w.parked(); len(list) != 1 || list[0].Subject != bad {
			t.Fatalf("parked are %v", list)
		}
		var closed earning.Day
		var owed money.Amount
		w.View(func(tx *sqldb.Tx) (err error) {
			if closed, err = w.machines.PayRun.Days(tx)(scarce); err != nil {
				return err
			}
			owed, err = w.machines.PayRun.OutputOwed(tx, bad, scarce)
			return err
		})
		seconds := int64(scarce.End().Sub(started) / time.Second)
		if want := 120*earning.SecondsOfDay + 240*seconds; closed.Weight != want {
			t.Errorf("the weight is %d, want %d", closed.Weight, want)
		}
		w.setTerms(terms, bad)
		w.retry(bad)
		w.drain()
		if list := w.parked(); len(list) != 0 {
			t.Errorf("afterwards parked are %v", list)
		}
		w.expect("what was owed", owed, 2*earning.OutputOf(closed.Rate, 120, seconds))
		w.expect("what he got", w.Balance(mined(bad)), owed)
		w.check()
	})
}

// A machine whose term ends while its owner is parked weighs nothing and is owed nothing
// afterwards, though its end is not applied yet.
func TestATermThatEndsWhileItsOwnerIsParkedEndsTheWeight(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		other, bad := w.User(1, "10500 USDT"), w.User(2, "105 USDT")
		w.running(other, "large")
		short := w.running(bad, "small")
		w.setTerms("lost", bad)
		ended := clock.DayOf(short.EndAt)
		c.Set((ended + 2).End().Add(2 * time.Minute))
		w.drain()
		if list := w.parked(); len(list) != 1 || list[0].Subject != bad {
			t.Fatalf("parked are %v", list)
		}
		w.View(func(tx *sqldb.Tx) error {
			for d, seconds := range map[clock.Day]int64{ended - 1: 86_400, ended: int64(short.EndAt.Sub(ended.Start()) / time.Second), ended + 1: 0} {
				closed, err := w.machines.PayRun.Days(tx)(d)
				if want := 120*int64(86_400) + seconds; err != nil || closed.Weight != want {
					t.Errorf("the weight of %s is %d, want %d, %v", d, closed.Weight, want, err)
				}
			}
			return nil
		})
	})
}

// Who was parked gets all that fell due meanwhile, once, when the cause is
// gone: in the next round, at a restart, or when an operator says so.
func TestWhoWasParkedIsPaidWhenTheCauseIsGone(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(*faulty){
		"in the next round": func(w *faulty) {
			w.drain()
			w.expectParked(true)
			w.Clock.Advance(time.Hour)
		},
		"at a restart": func(w *faulty) { w.Update(jobs.RetryAll) },
		"when an operator says so": func(w *faulty) {
			w.retry(w.bad)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newFaulty(t, db, c)
				c.Advance(25 * time.Hour)
				w.fail()
				since := w.expectParked(true)[0].Since
				// Every try fails, and he stays where he is.
				w.pass(3*day, 7*time.Hour)
				if one := w.expectParked(true)[0]; !one.Since.Equal(since) {
					t.Errorf("parked since %s, before since %s", one.Since, since)
				}
				w.expect("his own interest", w.Balance(ledger.AvailableOf(w.bad, money.USDT)), 0)
				w.mend()
				again(w)
				w.drain()
				w.expectParked(false)
				if got := w.Balance(ledger.AvailableOf(w.bad, money.USDT)); got < amount("0.08") {
					t.Errorf("he was paid %s", got)
				}
				w.expectEqual()
				w.pass(2*day, 6*time.Hour)
				w.expectEqual()
			})
		})
	}
}

// Where the fault is still there when an operator asks for a try, he stays, and the
// try is counted.
func TestWhoStillFailsStaysParked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newFaulty(t, db, c)
		c.Advance(25 * time.Hour)
		w.fail()
		first := w.expectParked(true)[0]
		c.Advance(time.Minute)
		w.retry(w.bad)
		w.drain()
		if one := w.expectParked(true)[0]; !one.Since.Equal(first.Since) || one.Tries != first.Tries+1 || !one.RetryAt.Equal(c.Now().Add(time.Hour)) {
			t.Errorf("parked as %+v, before as %+v", one, first)
		}
	})
}

// contended is a listener that loses against somebody else as long as there are
// tries left in which it does.
type contended struct {
	hearing
	userID string
	left   int
}

func (l *contended) MachineStarted(_ sqldb.Command, e life.Machine) error {
	if e.UserID != l.userID || l.left == 0 {
		return nil
	}
	l.left--
	return &pgconn.PgError{Code: "40001", Message: "could not serialize access"}
}

// A conflict passes by itself: it parks nobody, the chunk reports it, and
// the next try pays.
func TestAConflictParksNobody(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		slow, other := w.User(1, "105 USDT"), w.User(2, "105 USDT")
		w.buy(w.orderOf(slow, "small", 1))
		w.buy(w.orderOf(other, "small", 1))
		// The chunk loses once and the user alone once.
		w.machines.Listeners = []life.Listener{&contended{userID: slow, left: 2}}
		c.Advance(25 * time.Hour)
		if err := w.tryDrain(w.machines); !sqldb.Passes(err) {
			t.Errorf("the conflict is reported as %v", err)
		}
		w.expect("the other's principal", w.Balance(principal(other)), money.Units(100))
		w.expect("his own", w.Balance(principal(slow)), 0)
		w.drain()
		w.expect("afterwards his own", w.Balance(principal(slow)), money.Units(100))
		if list := w.parked(); len(list) != 0 {
			t.Errorf("parked are %v", list)
		}
		w.check()
	})
}

// More users than one step tries: an hour later all of them are.
func TestEverybodyParkedIsTriedAgain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		const many = 65
		w := newWorld(t, db, c)
		terms := ""
		for n := range many {
			terms = w.running(w.User(n+1, "105 USDT"), "small").TermsVersion
		}
		w.setTerms("lost")
		c.Advance(25 * time.Hour)
		w.drain()
		if n := len(w.parked()); n != many {
			t.Errorf("%d are parked", n)
		}
		w.setTerms(terms)
		c.Advance(time.Hour)
		w.drain()
		if n := len(w.parked()); n != 0 {
			t.Errorf("an hour later %d are parked", n)
		}
		w.check()
	})
}
