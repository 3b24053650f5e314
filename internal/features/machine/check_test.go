package machine

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/ledger"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Journal and rows are spoilt as no action could, one way at a time, and the
// check names what is wrong and whom it concerns.
func TestCheckReadsWhatTheJournalPaid(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[0].Product.TermDays = 2
		w := newWorld(t, db, c, offers...)
		uncle := w.User(0)
		ann, bob := w.Invited(uncle, 1, "3000 USDT"), w.User(2, "3000 USDT")
		over, hers, his := w.running(ann, "small"), w.running(ann, "medium"), w.running(bob, "medium")
		w.buy(w.orderOf(bob, "small", 1))
		w.pass(3*day, 6*time.Hour)
		if m := w.machine(over.ID); m.State != Matured {
			t.Fatalf("the small machine is %s", m.State)
		}
		w.pass(12*time.Hour, 6*time.Hour)
		cancelled := w.buy(w.orderOf(bob, "small", 1)).Machines[0]
		if err := w.Try(func(tx sqldb.Command) error {
			_, err := w.machines.Cancel(tx, bob, cancelled.ID)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		w.check()
		paidDay := clock.DayOf(c.Now()) - 2
		first := func(where string, args ...any) (update string) {
			w.View(func(tx *sqldb.Tx) error {
				var id string
				_, err := tx.QueryOne(sqldb.Dest(&id), `SELECT MIN(id) FROM ledger_transfer WHERE `+fmt.Sprintf(where, args...))
				update = fmt.Sprintf(`UPDATE ledger_transfer SET %%s WHERE id = '%s'`, id)
				return err
			})
			return update
		}
		anns := first("type = 'mining_machine_income' AND credit = 'U.AVL/USDT/%s'", ann)
		shares := first("ref_id = '%s' AND sub_type = 'dividend_share'", hers.ID)
		fee := first("ref_id = '%s' AND sub_type = 'service_fee'", hers.ID)
		dug := first("type = 'mining_income' AND ref_id = '%s'", paidDay)
		day := fmt.Sprintf("UPDATE machine_day SET %%s WHERE day = %d", int64(paidDay))
		row := fmt.Sprintf("UPDATE machine_user SET %%s WHERE user_id = '%s'", ann)
		for _, test := range []struct {
			name, statement, spoil, mend string
			want                         []string
		}{
			{"an atom too much was put out", dug, "amount = amount + 1", "amount = amount - 1", []string{"I12: day " + paidDay.String(), "I12: user"}},
			{"output of another day", dug, "ref_id = '2001-01-01'", fmt.Sprintf("ref_id = '%s'", paidDay), []string{"I12: day 2001-01-01", "I12: day " + paidDay.String()}},
			{"a day's row says less", day, "paid = paid - 1", "paid = paid + 1", []string{"I12: day " + paidDay.String()}},
			{"a day's row says more", day, "paid = paid + 1", "paid = paid - 1", []string{"I12: day " + paidDay.String()}},
			{"more than the budget was put out", dug, "amount = amount + 200000000000", "amount = amount - 200000000000", []string{"I12: day " + paidDay.String(), "I12: user"}},
			{"an atom too much interest", anns, "amount = amount + 1", "amount = amount - 1", []string{"I6: user " + ann}},
			{"an atom too little interest", anns, "amount = amount - 1", "amount = amount + 1", []string{"I6: user " + ann}},
			{"another's interest", anns, fmt.Sprintf("credit = 'U.AVL/USDT/%s'", bob), fmt.Sprintf("credit = 'U.AVL/USDT/%s'", ann), []string{"I6: user " + ann, "I6: user " + bob}},
			{"interest of nobody known", anns, "credit = 'U.AVL/USDT/zoe'", fmt.Sprintf("credit = 'U.AVL/USDT/%s'", ann), []string{"I6: user " + ann, "I6: user zoe"}},
			{"a wrong total of interest", row, "total_interest = total_interest + 1", "total_interest = total_interest - 1", []string{"I6: user " + ann}},
			{"a wrong total of output", row, "total_output = total_output + 1", "total_output = total_output - 1", []string{"I12: user " + ann}},
			{"a share too large", shares, "amount = amount + 1", "amount = amount - 1", []string{"I11: machine " + hers.ID}},
			{"rewards above the fee", shares, "amount = amount + 10000000000", "amount = amount - 10000000000", []string{"I11: machine " + hers.ID}},
			{"the operator's part too small", fee, "amount = amount - 1", "amount = amount + 1", []string{"I11: machine " + hers.ID}},
			{"a share of another machine's fee", shares, fmt.Sprintf("ref_id = '%s'", his.ID), fmt.Sprintf("ref_id = '%s'", hers.ID), []string{"I11: machine " + hers.ID, "I11: machine " + his.ID}},
			{"a share of a cancelled machine's fee", shares, fmt.Sprintf("ref_id = '%s'", cancelled.ID), fmt.Sprintf("ref_id = '%s'", hers.ID), []string{"I11: machine " + cancelled.ID, "I11: machine " + hers.ID}},
			{"a share of no machine's fee", shares, "ref_id = 'nothing'", fmt.Sprintf("ref_id = '%s'", hers.ID), []string{"I11: machine " + hers.ID, "I11: machine nothing"}},
		} {
			w.exec(fmt.Sprintf(test.statement, test.spoil))
			found := w.ownViolations()
			if len(found) != len(test.want) {
				t.Errorf("%s: found %v, want %d violations", test.name, found, len(test.want))
			}
			for _, want := range test.want {
				if !strings.Contains(fmt.Sprint(found), want) {
					t.Errorf("%s: found %v, want %s", test.name, found, want)
				}
			}
			w.exec(fmt.Sprintf(test.statement, test.mend))
		}
		w.check()
	})
}

func (w *world) exec(statement string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		n, err := tx.Exec(statement)
		if err == nil && n != 1 {
			err = fmt.Errorf("%d rows changed by %s", n, statement)
		}
		return err
	})
}

func (w *world) ownViolations() (found []ledger.Violation) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		found, err = worldtest.Alone(w.machines.Check)(tx)
		return err
	})
	return found
}
