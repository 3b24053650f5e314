package machine

import (
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestUnexpiredFees(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		expect := func(when string, want string) {
			t.Helper()
			w.View(func(tx *sqldb.Tx) error {
				got, err := w.machines.UnexpiredFees(tx)
				// A second of each machine's term is the rounding.
				if least := amount(want); got < least || got > least+money.Unit/1000 {
					t.Errorf("%s: %s, want %s and no more than a second's worth above", when, got, want)
				}
				if holds := w.Balance(revenue); got > holds+money.Unit/1000 {
					t.Errorf("%s: %s of a revenue of %s", when, got, holds)
				}
				return err
			})
		}
		expect("no machine", "0")
		buyer := w.User(1, "2100 USDT")
		m := w.running(buyer, "medium")
		expect("all of it ahead", "10")
		w.pass(45*day, 5*day)
		expect("a quarter is over", "7.5")
		w.Must(w.pause(m.ID))
		w.pass(20*day, 5*day)
		expect("a pause stops the clock", "7.5")
		w.running(buyer, "medium")
		expect("two machines", "17.5")
		w.Must(w.exit(buyer, m.ID))
		expect("one was left", "10")
		w.pass(179*day+23*time.Hour, 30*day)
		expect("an hour before its end", "0.00231481")
		w.pass(time.Hour, time.Hour)
		expect("over", "0")
	})
}
