package jobs_test

import (
	"context"
	"fmt"
	"testing"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

type namedRow struct{ name, Value string }

// insertRow adds rows to a table that has a name for each.
var insertRow = sqldb.NewTable[namedRow]("sqldb_meta", "name, value").Insert()

// Chunk after chunk goes until none is whole; what is still needed stays.
func TestPurgeDeletesInChunks(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		if err := db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := range 2*jobs.PurgeMax + 5 {
				insertRow.Add(tx, namedRow{name: fmt.Sprintf("old %d", i)})
			}
			insertRow.Add(tx, namedRow{name: "new"})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		nothing := func(*sqldb.Tx) (int64, error) { return 0, nil }
		old := func(tx *sqldb.Tx) (int64, error) {
			return tx.Exec(`DELETE FROM sqldb_meta WHERE name IN (SELECT name FROM sqldb_meta WHERE name LIKE 'old %' LIMIT $1)`, jobs.PurgeMax)
		}
		job := jobs.Purge(db, "purge", old, nothing)
		for chunk, want := range []bool{true, true, false, false} {
			if more, err := job.Work(ctx); more != want || err != nil {
				t.Errorf("chunk %d: %v, %v", chunk+1, more, err)
			}
		}
		err := db.View(ctx, func(tx *sqldb.Tx) error {
			left, err := sqldb.Collect(tx, sqldb.One[string], `SELECT name FROM sqldb_meta WHERE name LIKE 'old %' OR name = 'new'`)
			if len(left) != 1 || left[0] != "new" {
				t.Errorf("left are %q", left)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}
