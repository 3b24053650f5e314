package ledger_test

import (
	"context"
	"slices"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Stored balances are spoilt as no posting could, one way at a time.
func TestCheckTotals(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		l := ledger.New(entropy.System())
		mustPost(t, db, l, deposit("anna", money.Units(39_000_000_000)), deposit("boris", money.Units(2)))
		exec := func(statements ...string) {
			t.Helper()
			if err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
				for _, s := range statements {
					if _, err := tx.Exec(s); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		totals := func() (names []string) {
			t.Helper()
			if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
				found, err := ledger.CheckTotals(tx)
				for _, v := range found {
					names = append(names, v.Invariant)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return names
		}
		if got := totals(); len(got) > 0 {
			t.Fatalf("books in order: %v", got)
		}
		unchecked := `PRAGMA ignore_check_constraints = ON`
		if db.Engine() == sqldb.Postgres {
			unchecked = `ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_balance_check`
		}
		exec(unchecked)
		for _, test := range []struct {
			name, spoil, mend string
			want              []string
		}{
			{"more is owed than there is", `UPDATE ledger_account SET balance = balance + 1 WHERE id = 'U.AVL/USDT/boris'`,
				`UPDATE ledger_account SET balance = balance - 1 WHERE id = 'U.AVL/USDT/boris'`, []string{"I3"}},
			{"below zero", `UPDATE ledger_account SET balance = -1 WHERE id = 'U.AVL/USDT/boris'`,
				`UPDATE ledger_account SET balance = 200000000 WHERE id = 'U.AVL/USDT/boris'`, []string{"I2"}},
			{"points that nobody issued", `INSERT INTO ledger_account (id, class, asset, owner, balance) VALUES ('U.GP/GP/anna', 'U.GP', 'GP', 'anna', 100)`,
				`INSERT INTO ledger_account (id, class, asset, owner, balance) VALUES ('A.GPX/GP', 'A.GPX', 'GP', '', 100)`, []string{"I7"}},
			{"issued points with nothing behind", `UPDATE ledger_account SET owner = 'anna' WHERE id = 'U.GP/GP/anna'`,
				`UPDATE ledger_account SET balance = balance - 100000000 WHERE id = 'U.AVL/USDT/boris'`, []string{"I7"}},
			{"points and what is behind them", `INSERT INTO ledger_account (id, class, asset, owner, balance) VALUES ('L.GPB/USDT', 'L.GPB', 'USDT', '', 100000000)`,
				`UPDATE ledger_account SET balance = balance + 1 WHERE id = 'L.GPB/USDT'`, nil},
			{"an atom too much behind them", `UPDATE ledger_account SET balance = balance - 1 WHERE id = 'U.AVL/USDT/boris'`,
				`UPDATE ledger_account SET balance = balance - 1 WHERE id = 'L.GPB/USDT'`, []string{"I7"}},
		} {
			exec(test.spoil)
			if got := totals(); !slices.Equal(got, test.want) {
				t.Errorf("%s: found %v, want %v", test.name, got, test.want)
			}
			exec(test.mend)
		}
		if got := totals(); len(got) > 0 {
			t.Errorf("after all was mended: %v", got)
		}
		var replayed []string
		for _, v := range check(t, db) {
			replayed = append(replayed, v.Invariant)
		}
		if !slices.Contains(replayed, "I9") {
			t.Errorf("the replay of the journal must still miss what was spoilt: %v", replayed)
		}
	})
}
