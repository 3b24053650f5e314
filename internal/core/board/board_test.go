package board

import (
	"strings"
	"testing"
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A row says what its job did, in whole milliseconds, and what it parked.
func TestRowsOfTheBoard(t *testing.T) {
	t.Parallel()
	at := time.Now()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		err := db.View(t.Context(), func(tx *sqldb.Tx) error {
			list, err := rows(tx, []jobs.Last{
				{Job: "new", Every: time.Minute},
				{Job: "broken", Every: time.Second, At: at, Took: 20 * time.Millisecond, Next: at.Add(5 * time.Second), IsBehind: true, Failures: 2, Cause: strings.Repeat("x", 400)},
			})
			if err != nil {
				return err
			}
			if one := list[1]; one.Job != "new" || one.EveryMs != 60_000 || one.LastAt != nil || one.NextAt != nil || one.Parked != 0 {
				t.Errorf("a job that did not run: %+v", one)
			}
			// It comes first, as somebody has to look at it.
			one := list[0]
			// It ran at what the platform's clock says now, not the machine's.
			if one.LastAt == nil || c.Now().Sub(*one.LastAt).Abs() > time.Minute || one.LastTookMs != 20 || one.NextAt.Sub(*one.LastAt) != 5*time.Second || !one.IsBehind || one.Failures != 2 || one.Cause != strings.Repeat("x", causeMax-1)+"…" {
				t.Errorf("a broken job: %+v", one)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
