package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A swap changes the rows that are as they were read, says which are not, sees
// what is staged before it, and leaves alone what it only compares.
func TestSwap(t *testing.T) {
	t.Parallel()
	swap := sqldb.NewSwap("ledger_account", sqldb.Text("id"), sqldb.Integer("balance"), sqldb.Text("class").Once(), sqldb.Text("asset"))
	setBalance := sqldb.NewUpdate("ledger_account", sqldb.Text("id"), sqldb.Integer("balance"))
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		if err := db.Command(ctx, func(tx *sqldb.Tx) error {
			return errors.Join(add(tx, "a", 1), add(tx, "b", 2), add(tx, "c", 3), add(tx, "d", 4))
		}); err != nil {
			t.Fatal(err)
		}
		row := func(id string, was, becomes int64, class string) sqldb.SwapRow {
			return swap.Row(id, []any{was, class, "USDT"}, []any{becomes, "never stored", "ETH"})
		}
		if err := db.Update(ctx, func(tx *sqldb.Tx) error {
			setBalance.Add(tx, "d", int64(40))
			missed, err := swap.Do(tx, []sqldb.SwapRow{row("a", 1, 10, "U.AVL"), row("b", 1, 20, "U.AVL"), row("c", 3, 30, "U.GP"), row("nobody", 0, 1, "U.AVL"), row("d", 40, 41, "U.AVL")})
			if err == nil && fmt.Sprint(missed) != "[1 2 3]" {
				t.Errorf("missed %v", missed)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := db.Update(ctx, func(tx *sqldb.Tx) error {
			missed, err := swap.Do(tx, nil)
			if err != nil || missed != nil {
				return fmt.Errorf("no rows: %v, %w", missed, err)
			}
			missed, err = swap.Do(tx, []sqldb.SwapRow{row("b", 2, 20, "U.AVL")})
			if err == nil && missed != nil {
				t.Errorf("a single row was missed: %v", missed)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := db.Command(ctx, func(tx *sqldb.Tx) error {
			_, err := swap.Do(tx, []sqldb.SwapRow{row("c", 3, 30, "U.AVL")})
			return err
		}); !errors.Is(err, sqldb.ErrRawInCommand) {
			t.Errorf("in a command: %v", err)
		}
		rows := accountRows(t, db)
		if want := "[a U.AVL ETH 10 b U.AVL ETH 20 c U.AVL USDT 3 d U.AVL ETH 41]"; fmt.Sprint(rows) != want {
			t.Errorf("%v, want %s", rows, want)
		}
	})
}
