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
	setBalance := sqldb.NewUpdate("ledger_account", sqldb.Text("id"), sqldb.Integer("balance"), sqldb.Text("asset"))
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		if err := db.Command(ctx, func(tx *sqldb.Tx) error {
			return errors.Join(add(tx, "a", 1), add(tx, "b", 2), add(tx, "c", 3))
		}); err != nil {
			t.Fatal(err)
		}
		if err := db.Command(ctx, func(tx *sqldb.Tx) error {
			setBalance.Add(tx, "a", 10, "ETH")
			setBalance.Add(tx, "b", 19, "ETH")
			setBalance.Add(tx, "b", 20, "ETH")
			setBalance.Add(tx, "nobody", 30, "ETH")
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := db.Command(ctx, func(tx *sqldb.Tx) error {
			setBalance.Add(tx, "c", 40, "ETLD")
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
	save := sqldb.NewUpsert("ledger_account", sqldb.Text("id"), sqldb.Text("class").Once(), sqldb.Text("asset"), sqldb.Text("owner").Once(), sqldb.Integer("balance"))
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		for i, asset := range []string{"USDT", "ETH"} {
			if err := db.Command(context.Background(), func(tx *sqldb.Tx) error {
				save.Add(tx, "a", fmt.Sprint("class", i), asset, fmt.Sprint("owner", i), i)
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
