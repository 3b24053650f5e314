package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// An update changes the columns it names of rows that exist, and no others.
func TestUpdateOfSomeColumns(t *testing.T) {
	t.Parallel()
	set := accountTable.Update("balance", "asset")
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		if err := db.Command(ctx, func(tx sqldb.Command) error {
			return errors.Join(add(tx, "a", 1), add(tx, "b", 2), add(tx, "c", 3))
		}); err != nil {
			t.Fatal(err)
		}
		if err := db.Command(ctx, func(tx sqldb.Command) error {
			set.Add(tx, account{id: "a", balance: 10, asset: "ETH"})
			set.Add(tx, account{id: "b", balance: 19, asset: "ETH"})
			set.Add(tx, account{id: "b", balance: 20, asset: "ETH"})
			set.Add(tx, account{id: "nobody", balance: 30, asset: "ETH"})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := db.Command(ctx, func(tx sqldb.Command) error {
			set.Add(tx, account{id: "c", balance: 40, asset: "ETLD"})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		rows := accountRows(t, db)
		if want := "[a U.AVL ETH 10 b U.AVL ETH 20 c U.AVL ETLD 40]"; fmt.Sprint(rows) != want {
			t.Errorf("%v, want %s", rows, want)
		}
	})
}

// An upsert leaves alone what is said to be written once.
func TestUpsertKeepsWhatIsWrittenOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		for i, asset := range []string{"USDT", "ETH"} {
			if err := db.Command(context.Background(), func(tx sqldb.Command) error {
				saveAccount.Add(tx, account{id: "a", class: fmt.Sprint("class", i), asset: asset, owner: fmt.Sprint("owner", i), balance: int64(i)})
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		var got [3]string
		if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&got[0], &got[1], &got[2]), `SELECT class, asset, owner FROM ledger_account WHERE id = 'a'`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if got != [3]string{"class0", "ETH", "owner0"} {
			t.Errorf("%v", got)
		}
	})
}

// accountRows are the rows that these tests write.
func accountRows(t *testing.T, db *sqldb.DB) (rows []string) {
	t.Helper()
	if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
		return tx.Query(func(row *sqldb.Row) error {
			var id, class, asset string
			var sum int64
			err := row.Scan(&id, &class, &asset, &sum)
			rows = append(rows, fmt.Sprint(id, " ", class, " ", asset, " ", sum))
			return err
		}, `SELECT id, class, asset, balance FROM ledger_account ORDER BY id`)
	}); err != nil {
		t.Fatal(err)
	}
	return rows
}

// What a command gets has no free statements, whatever it is asserted to be.
func TestACommandHasNoFreeStatements(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		look := func(tx sqldb.Command) error {
			_, execs := tx.(interface {
				Exec(query string, args ...any) (int64, error)
			})
			_, queries := tx.(interface {
				QueryOne(dest []any, query string, args ...any) (bool, error)
			})
			if _, isTx := any(tx).(*sqldb.Tx); execs || queries || isTx {
				t.Errorf("executes: %v, queries: %v, is a transaction: %v", execs, queries, isTx)
			}
			return nil
		}
		if err := errors.Join(db.Command(t.Context(), look), db.Glance(t.Context(), look)); err != nil {
			t.Fatal(err)
		}
	})
}
