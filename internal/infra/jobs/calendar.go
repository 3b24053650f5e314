package jobs

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
)

// Calendar says at which moments a job's periods fall due, in the platform's
// zone. A period is the number of its hour, day or month.
type Calendar struct {
	// at is the moment of a period.
	at func(period int64) time.Time
	// of is the newest period that has fallen due by an instant, or a later one.
	of func(t time.Time) int64
}

// Hourly falls due when each clock hour begins. Its periods are clock.Hour.
func Hourly() Calendar {
	return Calendar{
		at: func(period int64) time.Time { return clock.Hour(period).Start() },
		of: func(t time.Time) int64 { return int64(clock.HourOf(t)) },
	}
}

// Daily falls due a time after each day's beginning, which may lie beyond its
// end. Its periods are clock.Day.
func Daily(after time.Duration) Calendar {
	return Calendar{
		at: func(period int64) time.Time { return clock.Day(period).Start().Add(after) },
		of: func(t time.Time) int64 { return int64(clock.DayOf(t.Add(-after))) },
	}
}

// Monthly falls due a time after the beginning of a day of each month, 1 being
// the first. In a shorter month it is the last day. Its periods are clock.Month.
func Monthly(day int, after time.Duration) Calendar {
	return Calendar{
		at: func(period int64) time.Time { return clock.Month(period).Day(day).Start().Add(after) },
		of: func(t time.Time) int64 { return int64(clock.MonthOf(t)) },
	}
}

// At is when a period falls due.
func (c Calendar) At(period int64) time.Time { return c.at(period) }

// Newest is the last period that has fallen due by an instant.
func (c Calendar) Newest(t time.Time) int64 {
	period := c.of(t)
	for c.at(period).After(t) {
		period--
	}
	return period
}

// Next is when the first period falls due after an instant.
func (c Calendar) Next(t time.Time) time.Time { return c.at(c.Newest(t) + 1) }

// NewestDue is the last period of a job that has fallen due by an instant, and
// whether it is not done. It is for work that does with one period what all
// before it left.
func (c Calendar) NewestDue(tx *sqldb.Tx, job string, t time.Time) (period int64, isDue bool, err error) {
	period = c.Newest(t)
	done, isAny, err := LastDone(tx, job)
	return period, err == nil && (!isAny || done < period), err
}
