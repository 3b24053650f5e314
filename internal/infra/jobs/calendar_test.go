package jobs_test

import (
	"context"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04:05.999999", text, clock.Zone)
	if err != nil {
		t.Fatal(err)
	}
	return at.UTC()
}

func TestMomentsOfACalendar(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		name           string
		calendar       jobs.Calendar
		at, last, next string
	}{
		{"hourly", jobs.Hourly(), "2026-03-01 00:59:59.999999", "2026-03-01 00:00:00", "2026-03-01 01:00:00"},
		{"hourly, at its moment", jobs.Hourly(), "2026-03-01 01:00:00", "2026-03-01 01:00:00", "2026-03-01 02:00:00"},
		{"nightly, before", jobs.Daily(2 * time.Hour), "2026-03-01 01:59:59.999999", "2026-02-28 02:00:00", "2026-03-01 02:00:00"},
		{"nightly, at its moment", jobs.Daily(2 * time.Hour), "2026-03-01 02:00:00", "2026-03-01 02:00:00", "2026-03-02 02:00:00"},
		{"a minute after a day's end", jobs.Daily(24*time.Hour + time.Minute), "2026-03-01 00:00:59.999999", "2026-02-28 00:01:00", "2026-03-01 00:01:00"},
		{"the 1st at noon, before", jobs.Monthly(1, 12*time.Hour), "2026-03-01 11:59:59.999999", "2026-02-01 12:00:00", "2026-03-01 12:00:00"},
		{"the 1st at noon, at its moment", jobs.Monthly(1, 12*time.Hour), "2026-03-01 12:00:00", "2026-03-01 12:00:00", "2026-04-01 12:00:00"},
		{"the 1st at noon, over a year's end", jobs.Monthly(1, 12*time.Hour), "2026-12-31 23:59:59.999999", "2026-12-01 12:00:00", "2027-01-01 12:00:00"},
		{"the last of a month, February", jobs.Monthly(31, 0), "2026-02-28 00:00:00", "2026-02-28 00:00:00", "2026-03-31 00:00:00"},
		{"the last of a month, leap year", jobs.Monthly(31, 0), "2028-02-28 23:59:59.999999", "2028-01-31 00:00:00", "2028-02-29 00:00:00"},
		{"after a month's end", jobs.Monthly(31, 24*time.Hour), "2026-03-01 00:00:00", "2026-03-01 00:00:00", "2026-04-01 00:00:00"},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			at := moment(t, one.at)
			if got := one.calendar.At(one.calendar.Newest(at)); !got.Equal(moment(t, one.last)) {
				t.Errorf("the last was at %s", got.In(clock.Zone))
			}
			if got := one.calendar.Next(at); !got.Equal(moment(t, one.next)) {
				t.Errorf("the next is at %s", got.In(clock.Zone))
			}
		})
	}
}

func TestTheNewestPeriodIsDueOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		c.Set(moment(t, "2030-01-04 03:59:59.999999"))
		want := func(hour string, wantDue bool) {
			t.Helper()
			err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
				period, isDue, err := jobs.Hourly().NewestDue(tx, "dividend", tx.Now())
				if got := jobs.Hourly().At(period); isDue != wantDue || !got.Equal(moment(t, hour)) {
					t.Errorf("%s is the newest, due %v; want %s, %v", got.In(clock.Zone), isDue, hour, wantDue)
				}
				if err != nil || !isDue {
					return err
				}
				run, err := jobs.Begin(tx, "dividend", period)
				if err != nil {
					return err
				}
				return jobs.Move(tx, run, "", true)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		want("2030-01-04 03:00:00", true)
		want("2030-01-04 03:00:00", false)
		c.Set(moment(t, "2030-01-04 09:00:00"))
		want("2030-01-04 09:00:00", true)
	})
}
