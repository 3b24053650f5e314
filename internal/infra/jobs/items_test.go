package jobs_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// One item that fails is parked, is tried again when its time has come, and harms
// none of those that are done with it.
func TestItems(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		ctx := context.Background()
		const done, markDone = `SELECT name FROM sqldb_meta WHERE value = 'done' ORDER BY name`, `INSERT INTO sqldb_meta (name, value) VALUES ($1, 'done')`
		fresh, isMended := []string{"a", "b", "c"}, false
		items := jobs.Items{Job: "letters", Max: 10, RetryAfter: time.Hour,
			Read: func(*sqldb.Tx) ([]string, error) { return fresh, nil },
			Do: func(tx *sqldb.Tx, subject string) error {
				if _, err := tx.Exec(markDone, subject); err != nil {
					return err
				}
				if subject == "b" && !isMended {
					return errors.New("no stamp")
				}
				return nil
			}}
		expect := func(when string, want, parked []string) {
			t.Helper()
			more, err := items.Step(ctx, db)
			if more || err != nil {
				t.Fatalf("%s: more %v, %v", when, more, err)
			}
			fresh = nil
			err = db.View(ctx, func(tx *sqldb.Tx) error {
				got, err := sqldb.Collect(tx, sqldb.One[string], done)
				if !slices.Equal(got, want) {
					t.Errorf("%s: done %s, want %s", when, strings.Join(got, " "), strings.Join(want, " "))
				}
				list, err2 := jobs.Parked(tx, "letters")
				var subjects []string
				for _, p := range list {
					subjects = append(subjects, p.Subject)
				}
				if !slices.Equal(subjects, parked) {
					t.Errorf("%s: parked %v, want %v", when, subjects, parked)
				}
				return errors.Join(err, err2)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		expect("at first", []string{"a", "c"}, []string{"b"})
		isMended = true
		expect("too early", []string{"a", "c"}, []string{"b"})
		c.Advance(time.Hour)
		expect("when it is due", []string{"a", "b", "c"}, nil)
	})
}
