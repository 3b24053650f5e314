package machine

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// faulty is a world in which settling one of several owners of equal machines
// fails.
type faulty struct {
	*world
	bad    string
	others []string
	terms  string
	log    *bytes.Buffer
}

func newFaulty(t *testing.T, db *sqldb.DB, c dbtest.Clock) *faulty {
	t.Helper()
	f := &faulty{world: newWorld(t, db, c), log: &bytes.Buffer{}}
	f.machines = f.newLogging(entropy.Seeded(7), slog.New(slog.NewTextHandler(f.log, nil)))
	for n := range 3 {
		user := f.user(n+1, "", "105")
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
	w.t.Helper()
	w.update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`UPDATE machine_machine SET terms = $1 WHERE $2 IN ('', user_id)`, terms, strings.Join(users, ""))
		return err
	})
}

func (f *faulty) mend() { f.t.Helper(); f.setTerms(f.terms, f.bad) }

// fail drains until the failure has been told.
func (f *faulty) fail() {
	f.t.Helper()
	if err := f.tryDrain(f.machines); err == nil || !strings.Contains(err.Error(), "its terms lost are missing") {
		f.t.Fatalf("the failure is reported as %v", err)
	}
	f.drain()
}

// expectAside says whether the bad user, and nobody else, is set aside.
func (f *faulty) expectAside(want bool) (list []payrun.Aside) {
	f.t.Helper()
	f.view(func(tx *sqldb.Tx) (err error) {
		list, err = f.machines.payrun.Asides(tx)
		return err
	})
	count, others := int64(0), false
	if want {
		count = 1
	}
	for _, a := range list {
		others = others || a.UserID != f.bad
	}
	if int64(len(list)) != count || others || f.machines.payrun.AsideCount() != count {
		f.t.Fatalf("set aside are %v, counted %d; want the one with the fault: %v", list, f.machines.payrun.AsideCount(), want)
	}
	return list
}

// expectEqual wants the bad user to have what the others have, and another run
// to change nothing.
func (f *faulty) expectEqual() {
	f.t.Helper()
	for _, user := range f.others {
		f.expect("interest", f.balance(available(f.bad)), f.balance(available(user)))
		f.expect("output", f.balance(mined(f.bad)), f.balance(mined(user)))
	}
	before := len(f.journal())
	f.drain()
	if after := len(f.journal()); after != before {
		f.t.Errorf("another run posted %d times", after-before)
	}
	f.check()
}

// One user for whom settling fails does not hold up the others, and is counted,
// listed and in the log.
func TestOneFailingUserIsSetAside(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newFaulty(t, db, c)
		c.Advance(25 * time.Hour)
		w.fail()
		for _, user := range w.others {
			w.expect("another's interest", w.balance(available(user)), amount("0.02"))
			w.expect("and output", w.balance(mined(user)), amount("0.4"))
		}
		one := w.expectAside(true)[0]
		if !one.Since.Equal(c.Now()) || !strings.Contains(one.Cause, "its terms lost are missing") {
			t.Errorf("listed as %+v", one)
		}
		if line := w.log.String(); !strings.Contains(line, "level=ERROR") || !strings.Contains(line, "user="+w.bad) || !strings.Contains(line, "its terms lost are missing") {
			t.Errorf("the log says %q", line)
		}
		w.expect("his own interest", w.balance(available(w.bad)), 0)
	})
}

// Who was set aside gets all that fell due meanwhile, once, when the cause is
// gone: in the next round, at a restart, or when an operator says so.
func TestWhoWasSetAsideIsPaidWhenTheCauseIsGone(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(*faulty){
		"in the next round": func(w *faulty) {
			w.drain()
			w.expectAside(true)
			w.clock.Advance(time.Hour)
		},
		"at a restart": func(w *faulty) { w.machines = w.newService(entropy.Seeded(8)) },
		"when an operator says so": func(w *faulty) {
			w.update(func(tx *sqldb.Tx) error { return w.machines.payrun.EndAside(tx, w.bad) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newFaulty(t, db, c)
				c.Advance(25 * time.Hour)
				w.fail()
				since := w.expectAside(true)[0].Since
				// Every round fails, and he stays where he is.
				w.pass(3*day, 7*time.Hour)
				if one := w.expectAside(true)[0]; !one.Since.Equal(since) {
					t.Errorf("set aside since %s, before since %s", one.Since, since)
				}
				w.expect("his own interest", w.balance(available(w.bad)), 0)
				w.mend()
				again(w)
				w.drain()
				w.expectAside(false)
				if got := w.balance(available(w.bad)); got < amount("0.08") {
					t.Errorf("he was paid %s", got)
				}
				w.expectEqual()
				w.pass(2*day, 6*time.Hour)
				w.expectEqual()
			})
		})
	}
}

// Where the fault is still there when an operator ends it, he is set aside anew.
func TestWhoStillFailsIsSetAsideAnew(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newFaulty(t, db, c)
		c.Advance(25 * time.Hour)
		w.fail()
		c.Advance(time.Minute)
		w.update(func(tx *sqldb.Tx) error { return w.machines.payrun.EndAside(tx, w.bad) })
		w.fail()
		if one := w.expectAside(true)[0]; !one.Since.Equal(c.Now()) {
			t.Errorf("set aside since %s", one.Since)
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

func (l *contended) MachineStarted(_ *sqldb.Tx, e Started) error {
	if e.UserID != l.userID || l.left == 0 {
		return nil
	}
	l.left--
	return &pgconn.PgError{Code: "40001", Message: "could not serialize access"}
}

// A conflict passes by itself: it sets nobody aside, the chunk reports it, and
// the next try pays.
func TestAConflictSetsNobodyAside(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		slow, other := w.user(1, "", "105"), w.user(2, "", "105")
		w.buy(w.orderOf(slow, "small", 1))
		w.buy(w.orderOf(other, "small", 1))
		// The chunk loses once and the user alone once.
		w.machines.listeners = []Listener{&contended{userID: slow, left: 2}}
		c.Advance(25 * time.Hour)
		if err := w.tryDrain(w.machines); !sqldb.Passes(err) {
			t.Errorf("the conflict is reported as %v", err)
		}
		w.expect("the other's principal", w.balance(principal(other)), money.Units(100))
		w.expect("his own", w.balance(principal(slow)), 0)
		w.drain()
		w.expect("afterwards his own", w.balance(principal(slow)), money.Units(100))
		w.view(func(tx *sqldb.Tx) error {
			list, err := w.machines.payrun.Asides(tx)
			if len(list) != 0 || w.machines.payrun.AsideCount() != 0 {
				t.Errorf("set aside are %v", list)
			}
			return err
		})
		w.check()
	})
}

// More users than one step tries: a round comes to all of them.
func TestARoundComesToEverybody(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		const many = 65
		w := newWorld(t, db, c)
		terms := ""
		for n := range many {
			terms = w.running(w.user(n+1, "", "105"), "small").TermsVersion
		}
		w.setTerms("lost")
		c.Advance(25 * time.Hour)
		// Each chunk tells of its own.
		for chunks := 0; w.tryDrain(w.machines) != nil && chunks < many; chunks++ {
		}
		if n := w.machines.payrun.AsideCount(); n != many {
			t.Errorf("%d are set aside", n)
		}
		w.setTerms(terms)
		c.Advance(time.Hour)
		w.drain()
		if n := w.machines.payrun.AsideCount(); n != 0 {
			t.Errorf("after a round %d are set aside", n)
		}
		w.check()
	})
}
