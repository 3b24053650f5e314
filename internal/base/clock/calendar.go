package clock

import "time"

const (
	zoneOffset   = 8 * 60 * 60
	hourSeconds  = 60 * 60
	daySeconds   = 24 * hourSeconds
	firstYear    = 1970
	monthsOfYear = 12
	monthFormat  = "2006-01"
)

// Hour is a clock hour, counted from 1970-01-01 00:00 UTC. Zone is whole hours
// away from UTC, so it is an hour of the platform too.
type Hour int64

// HourOf is the hour that contains an instant.
func HourOf(t time.Time) Hour { return Hour(floorDiv(t.Unix(), hourSeconds)) }

// Start is the hour's first instant.
func (h Hour) Start() time.Time { return time.Unix(int64(h)*hourSeconds, 0).UTC() }

// End is the first instant after the hour.
func (h Hour) End() time.Time { return (h + 1).Start() }

// Day is a platform day, counted from 1970-01-01 in Zone.
type Day int64

// DayOf is the platform day that contains an instant.
func DayOf(t time.Time) Day { return Day(floorDiv(t.Unix()+zoneOffset, daySeconds)) }

// ParseDay reads a calendar date of the platform zone.
func ParseDay(text string) (Day, error) {
	t, err := time.ParseInLocation(time.DateOnly, text, Zone)
	if err != nil {
		return 0, err
	}
	return DayOf(t), nil
}

// Start is 00:00 of the day in Zone.
func (d Day) Start() time.Time { return time.Unix(int64(d)*daySeconds-zoneOffset, 0).UTC() }

// End is the first instant after the day.
func (d Day) End() time.Time { return (d + 1).Start() }

// Month is the platform month that contains the day.
func (d Day) Month() Month { return MonthOf(d.Start()) }

// String is the calendar date, 2006-01-02.
func (d Day) String() string { return d.Start().In(Zone).Format(time.DateOnly) }

// Month is a platform month, counted from January 1970 in Zone.
type Month int64

// MonthOf is the platform month that contains an instant.
func MonthOf(t time.Time) Month {
	year, month, _ := t.In(Zone).Date()
	return Month((year-firstYear)*monthsOfYear + int(month) - 1)
}

// ParseMonth reads a month in the form of String.
func ParseMonth(text string) (Month, error) {
	t, err := time.ParseInLocation(monthFormat, text, Zone)
	if err != nil {
		return 0, err
	}
	return MonthOf(t), nil
}

// Start is 00:00 of the month's first day in Zone.
func (m Month) Start() time.Time {
	return time.Date(firstYear, time.Month(1+m), 1, 0, 0, 0, 0, Zone).UTC()
}

// End is the first instant after the month.
func (m Month) End() time.Time { return (m + 1).Start() }

// Day is a day of the month, 1 being the first. A number beyond the month's end
// is its last day.
func (m Month) Day(number int) Day { return DayOf(m.Start()) + Day(min(number, m.Days())-1) }

// Days is how many days the month has.
func (m Month) Days() int { return int(DayOf(m.End()) - DayOf(m.Start())) }

// String is the month as 2006-01.
func (m Month) String() string { return m.Start().In(Zone).Format(monthFormat) }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
