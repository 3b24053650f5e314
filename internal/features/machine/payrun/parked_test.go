package payrun

import (
	"testing"
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A user whom an earlier version of the program left out is parked, and tried at
// the next occasion; the others are not.
func TestWhomAnEarlierVersionLeftOutIsParked(t *testing.T) {
	t.Parallel()
	const before = 91
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address, c := dbtest.AtVersion(t, engine, before), dbtest.NewClock()
		since := c.Now().Add(-time.Hour)
		insert := `INSERT INTO machine_user (user_id, next_due_at, interest_through, output_next, mining, total_interest, total_output, stuck,
			plan_until, plan_interest, plan_power, plan_day, plan_rate_sum) VALUES ($1, 0, 0, 0, 0, 0, 0, $2, 0, '', 0, 0, 0)`
		err := dbtest.Open(t, address, c).Update(t.Context(), func(tx *sqldb.Tx) error {
			if _, err := tx.Exec(insert, "leftOut", since); err != nil {
				return err
			}
			_, err := tx.Exec(insert, "paid", 0)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := sqldb.Migrate(t.Context(), address); err != nil {
			t.Fatal(err)
		}
		err = dbtest.Open(t, address, c).View(t.Context(), func(tx *sqldb.Tx) error {
			list, err := jobs.Parked(tx, JobRetry)
			if err != nil {
				return err
			}
			if len(list) != 1 || list[0].Item != ParkedUser("leftOut") || !list[0].Since.Equal(since) || !list[0].RetryAt.Equal(since) || list[0].Tries != 1 || list[0].Cause == "" {
				t.Errorf("parked are %+v", list)
			}
			if due, err := jobs.Due(tx, JobRetry, retryUsers); err != nil || len(due) != 1 {
				t.Errorf("to be tried are %v, %v", due, err)
			}
			payees, err := selectPayees(tx, selectBatch, "")
			if len(payees) != 2 || !payees[0].parkedAt.Equal(since) || payees[1].isParked() {
				t.Errorf("payees are %+v", payees)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
