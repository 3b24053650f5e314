package game

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/clock"
)

const (
	periodLength  = 5 * time.Minute
	periodsPerDay = int64(24 * time.Hour / periodLength)
	// openFor is how long entries are taken; the rest of the period is for the
	// anchor, the beacon and the draw.
	openFor = 4*time.Minute + 30*time.Second
	// beaconMargin lies between the lock and the beacon round that decides, and
	// anchorMargin between the anchor's block and that beacon round. Anybody
	// recomputes both, so they are no parameters. What lies in a later block means
	// nothing: whoever sent it may have known the beacon.
	beaconMargin = 15 * time.Second
	anchorMargin = 6 * time.Second
	// anchorSearch is how long before the beacon round blocks are searched for anchors.
	// The entries close eighteen seconds before it at the earliest; the rest is for
	// clocks that differ.
	anchorSearch = 30 * time.Second
	// drawAfter is about when a round's board is known, from its beginning.
	drawAfter = 4*time.Minute + 50*time.Second
	// beaconPatience is how long a beacon round may stay unpublished before the
	// round is void.
	beaconPatience = 24 * time.Hour

	dayDigits = "20060102"
)

// Period is five minutes of the wall clock, counted from 1970. The platform's zone
// is whole periods away from UTC.
type Period int64

// errPeriod refuses a text that names no period.
var errPeriod = errors.New("a period is written as YYYYMMDD-NNN")

// PeriodOf is the period that an instant lies in.
func PeriodOf(at time.Time) Period {
	us, length := at.UnixMicro(), periodLength.Microseconds()
	number := us / length
	if us%length < 0 {
		number--
	}
	return Period(number)
}

// ParsePeriod reads what String writes. It refuses what lies before the first day of
// 1970: the times of its year 0 are none that an answer could have.
func ParsePeriod(text string) (Period, error) {
	day, number, _ := strings.Cut(text, "-")
	start, err := time.ParseInLocation(dayDigits, day, clock.Zone)
	n, numberErr := strconv.ParseInt(number, 10, 64)
	if err != nil || numberErr != nil || n < 1 || n > periodsPerDay {
		return 0, errPeriod
	}
	p := PeriodOf(start) + Period(n) - 1
	if start.Before(clock.Day(0).Start()) || p.String() != text {
		return 0, errPeriod
	}
	return p, nil
}

// String is the period's number as people see it.
func (p Period) String() string {
	day := clock.DayOf(p.OpenAt())
	number := (p.OpenAt().Sub(day.Start()) / periodLength) + 1
	return fmt.Sprintf("%s-%03d", p.OpenAt().In(clock.Zone).Format(dayDigits), number)
}

// OpenAt is when entries are taken from.
func (p Period) OpenAt() time.Time {
	return time.UnixMicro(int64(p) * periodLength.Microseconds()).UTC()
}

// LockAt is when entries end.
func (p Period) LockAt() time.Time { return p.OpenAt().Add(openFor) }

// DrawAt is about when the board is known.
func (p Period) DrawAt() time.Time { return p.OpenAt().Add(drawAfter) }

// BeaconFrom is the instant whose next beacon round decides.
func (p Period) BeaconFrom() time.Time { return p.LockAt().Add(beaconMargin) }

// AnchorFrom is the earliest time of the block that an anchor counts in, for a beacon
// round's time.
func AnchorFrom(beaconAt time.Time) time.Time { return beaconAt.Add(-anchorSearch) }

// AnchorBy is the latest time of the block that an anchor counts in, for a beacon
// round's time.
func AnchorBy(beaconAt time.Time) time.Time { return beaconAt.Add(-anchorMargin) }
