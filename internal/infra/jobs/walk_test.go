package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Every row is done once, in the order of keys, also those of a page that its
// work left out; a step that fails leaves the cursor where it was.
func TestAWalkDoesEveryRowOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		const rows, page = 25, 4
		var want []string
		if err := db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := range rows {
				want = append(want, fmt.Sprintf("row %02d", i))
				insertRow.Add(tx, namedRow{name: want[i]})
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		failure := errors.New("no")
		fails := true
		walk := jobs.Walk[string]{Job: "walk", Period: 3, Page: page, Key: func(name string) string { return name },
			Read: func(tx *sqldb.Tx, after string) ([]string, error) {
				return sqldb.Collect(tx, sqldb.One[string], `SELECT name FROM sqldb_meta WHERE name LIKE 'row %' AND name > $1 ORDER BY name LIMIT $2`, after, page)
			},
			Work: func(tx *sqldb.Tx, list []string) (int, error) {
				// The last of a whole page is left out.
				done := max(1, min(len(list), page-1))
				for _, name := range list[:done] {
					if fails && name == want[10] {
						return 0, failure
					}
					if _, err := tx.Exec(`UPDATE sqldb_meta SET value = value || 'x' WHERE name = $1`, name); err != nil {
						return 0, err
					}
				}
				return done, nil
			}}
		tried, worked, err := walk.Step(ctx, db)
		if !errors.Is(err, failure) || worked || !slices.Contains(tried, want[10]) {
			t.Errorf("a step that fails: %v, worked %v, tried %q", err, worked, tried)
		}
		fails = false
		for steps := 0; ; steps++ {
			_, worked, err := walk.Step(ctx, db)
			if err != nil || steps > rows {
				t.Fatalf("step %d: %v", steps, err)
			}
			if !worked {
				break
			}
		}
		err = db.View(ctx, func(tx *sqldb.Tx) error {
			done, err := sqldb.Collect(tx, sqldb.One[string], `SELECT name FROM sqldb_meta WHERE value = 'x' ORDER BY name`)
			if !slices.Equal(done, want) {
				t.Errorf("done once are %q", done)
			}
			run, found, err2 := jobs.Find(tx, "walk", 3)
			if !run.Done || !found || err2 != nil {
				t.Errorf("the period is %+v, %v", run, err2)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}
