package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

type numbered struct{ name, value string }

var (
	numberedTable  = sqldb.NewTable[numbered]("sqldb_meta", "name, value")
	insertNumbered = numberedTable.Insert()
)

// Several cursors, of one statement too, stand at different rows while other
// statements run; each row comes once and in its order.
func TestCursorsStandWhileOthersRun(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		const rows = 1203
		ctx := context.Background()
		if err := db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := range rows {
				insertNumbered.Add(tx, numbered{fmt.Sprintf("row %04d", i), fmt.Sprint(i)})
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		const query = `SELECT name FROM sqldb_meta WHERE name LIKE 'row %' AND name >= $1 ORDER BY name`
		look := func(tx *sqldb.Tx) error {
			all, err := sqldb.OpenCursor(tx, sqldb.One[string], query, "row 0000")
			if err != nil {
				return err
			}
			defer all.Close()
			late, err := sqldb.OpenCursor(tx, sqldb.One[string], query, "row 1200")
			if err != nil {
				return err
			}
			defer late.Close()
			for i := range rows {
				var value string
				if all.Row == nil || *all.Row != fmt.Sprintf("row %04d", i) {
					t.Fatalf("row %d is %v", i, all.Row)
				}
				if i%400 == 0 {
					if _, err := tx.QueryOne(sqldb.Dest(&value), `SELECT value FROM sqldb_meta WHERE name = $1`, *all.Row); err != nil || value != fmt.Sprint(i) {
						t.Errorf("beside row %d: %q, %v", i, value, err)
					}
				}
				if i >= 1200 {
					if late.Row == nil || *late.Row != *all.Row {
						t.Errorf("the second stands at %v, the first at %s", late.Row, *all.Row)
					}
					if err := late.Next(); err != nil {
						return err
					}
				}
				if err := all.Next(); err != nil {
					return err
				}
			}
			if all.Row != nil || late.Row != nil {
				t.Errorf("behind the last row: %v and %v", all.Row, late.Row)
			}
			walked := 0
			err = numberedTable.Walk(tx, func(n numbered) error {
				if n.value != fmt.Sprint(walked) {
					t.Errorf("row %d of a walk is %+v", walked, n)
				}
				walked++
				return nil
			}, numberedTable.Select("WHERE name LIKE 'row %' ORDER BY name"))
			if walked != rows {
				t.Errorf("%d rows were walked", walked)
			}
			return errors.Join(err, all.Next(), late.Next())
		}
		for name, run := range map[string]func(context.Context, func(*sqldb.Tx) error) error{"view": db.View, "inspect": db.Inspect, "update": db.Update, "view again": db.View} {
			if err := run(ctx, look); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestCursorsThatFail(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		open := func(tx *sqldb.Tx, query string, args ...any) error {
			c, err := sqldb.OpenCursor(tx, sqldb.One[string], query, args...)
			if err == nil {
				c.Close()
			}
			return err
		}
		for name, query := range map[string]string{"no such table": `SELECT x FROM nothing`, "two columns": `SELECT 'a', 'b'`} {
			if err := db.View(ctx, func(tx *sqldb.Tx) error { return open(tx, query) }); err == nil {
				t.Errorf("%s: no error", name)
			}
		}
		if err := db.View(ctx, func(tx *sqldb.Tx) error { return open(tx, `SELECT name FROM sqldb_meta WHERE name = $1`) }); err == nil {
			t.Error("an argument is missing: no error")
		}
		// One left in the middle keeps nobody from what follows.
		for range 3 {
			if err := db.View(ctx, func(tx *sqldb.Tx) error { return open(tx, `SELECT name FROM sqldb_meta`) }); err != nil {
				t.Error(err)
			}
		}
	})
}

// What a check reads through a lookup is not remembered without end.
func TestInspectRemembersABoundedNumber(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		asked := 0
		texts := sqldb.NewLookup("texts", `SELECT name, value FROM sqldb_meta WHERE name`, sqldb.Single(func(row *sqldb.Row) (name, value string, err error) {
			asked++
			err = row.Scan(&name, &value)
			return name, value, err
		}))
		ctx := context.Background()
		const rows = 2500
		if err := db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := range rows {
				insertNumbered.Add(tx, numbered{fmt.Sprint("row ", i), fmt.Sprint(i)})
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		read := func(tx sqldb.Command, i int) {
			if value, found, err := texts.Get(tx, fmt.Sprint("row ", i)); err != nil || !found || value != fmt.Sprint(i) {
				t.Fatalf("row %d: %q, %v", i, value, err)
			}
		}
		if err := db.Inspect(ctx, func(tx *sqldb.Tx) error {
			for i := range rows {
				read(tx, i)
				read(tx, i)
			}
			before := asked
			read(tx, 0)
			if before != rows || asked != rows+1 {
				t.Errorf("%d rows were read %d times, the first again %d times", rows, before, asked-before)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}
