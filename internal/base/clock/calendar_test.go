package clock

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestDayOf(t *testing.T) {
	t.Parallel()
	lastSecond := time.Date(2025, 6, 30, 23, 59, 59, 0, Zone)
	if got := DayOf(lastSecond).String(); got != "2025-06-30" {
		t.Errorf("23:59:59 belongs to %s", got)
	}
	if got := DayOf(lastSecond.Add(time.Second)).String(); got != "2025-07-01" {
		t.Errorf("00:00:00 belongs to %s", got)
	}
	day, err := ParseDay("2025-06-30")
	if err != nil || day != DayOf(lastSecond) || !day.End().Equal(lastSecond.Add(time.Second)) {
		t.Errorf("ParseDay = %v, %v", day, err)
	}
	if got := DayOf(time.Date(1969, 12, 31, 1, 0, 0, 0, Zone)); got != -1 {
		t.Errorf("the day before the first is %d", got)
	}
}

func TestHourOf(t *testing.T) {
	t.Parallel()
	start := time.Date(2025, 6, 30, 23, 0, 0, 0, Zone)
	for at, want := range map[time.Time]time.Time{
		start: start, start.Add(time.Hour - time.Microsecond): start, start.Add(time.Hour): start.Add(time.Hour),
		start.Add(-time.Microsecond): start.Add(-time.Hour),
	} {
		if h := HourOf(at); !h.Start().Equal(want) || !h.End().Equal(want.Add(time.Hour)) {
			t.Errorf("%s belongs to the hour from %s to %s", at, h.Start(), h.End())
		}
	}
	if got := HourOf(time.Unix(-1, 0)); got != -1 {
		t.Errorf("the hour before the first is %d", got)
	}
}

func TestMonthOf(t *testing.T) {
	t.Parallel()
	lastMoment := 999_999 * time.Microsecond
	for _, one := range []struct {
		at   time.Time
		want string
	}{
		{time.Date(2025, 6, 30, 23, 59, 59, 0, Zone).Add(lastMoment), "2025-06"},
		{time.Date(2025, 7, 1, 0, 0, 0, 0, Zone), "2025-07"},
		{time.Date(2025, 12, 31, 23, 59, 59, 0, Zone).Add(lastMoment), "2025-12"},
		{time.Date(2026, 1, 1, 0, 0, 0, 0, Zone), "2026-01"},
		{time.Date(2024, 2, 29, 23, 59, 59, 0, Zone).Add(lastMoment), "2024-02"},
		{time.Date(2023, 2, 28, 23, 59, 59, 0, Zone).Add(lastMoment), "2023-02"},
		{time.Date(2023, 3, 1, 0, 0, 0, 0, Zone), "2023-03"},
		// It is still June in UTC, and July on the platform.
		{time.Date(2025, 6, 30, 16, 0, 0, 0, time.UTC), "2025-07"},
		{time.Date(2025, 6, 30, 15, 59, 59, 0, time.UTC), "2025-06"},
		{time.Date(1969, 12, 31, 23, 0, 0, 0, Zone), "1969-12"},
	} {
		m := MonthOf(one.at)
		if m.String() != one.want {
			t.Errorf("%s belongs to %s, want %s", one.at, m, one.want)
		}
		if one.at.Before(m.Start()) || !one.at.Before(m.End()) {
			t.Errorf("%s lies outside %s to %s", one.at, m.Start(), m.End())
		}
		if DayOf(one.at).Month() != m {
			t.Errorf("the day of %s belongs to %s", one.at, DayOf(one.at).Month())
		}
		if read, err := ParseMonth(one.want); err != nil || read != m {
			t.Errorf("ParseMonth(%s) = %s, %v", one.want, read, err)
		}
	}
	if first := Month(0); first.String() != "1970-01" || MonthOf(first.Start().Add(-time.Microsecond)) != -1 {
		t.Errorf("the first month is %s", first)
	}
	for _, text := range []string{"", "2025", "2025-13", "2025-06-01", "x"} {
		if _, err := ParseMonth(text); err == nil {
			t.Errorf("%q was read as a month", text)
		}
	}
}

func TestDaysOfAMonth(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"2023-02": 28, "2024-02": 29, "2000-02": 29, "2100-02": 28, "2025-06": 30, "2025-12": 31} {
		m, err := ParseMonth(text)
		if err != nil || m.Days() != want {
			t.Errorf("%s has %d days, want %d (%v)", text, m.Days(), want, err)
		}
		if m.Day(1).Start() != m.Start() || m.Day(31).End() != m.End() {
			t.Errorf("%s goes from %s to %s", text, m.Day(1), m.Day(31))
		}
	}
	if february, _ := ParseMonth("2024-02"); february.Day(3).String() != "2024-02-03" {
		t.Errorf("the third is %s", february.Day(3))
	}
}

// The platform's calendar does not depend on the zone of the machine.
func TestTheCalendarOnAMachineInAnotherZone(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"America/Los_Angeles", "Pacific/Kiritimati"} {
		command := exec.Command(os.Args[0], "-test.run=^(TestDayOf|TestHourOf|TestMonthOf|TestDaysOfAMonth)$", "-test.count=1")
		command.Env = append(os.Environ(), "TZ="+zone)
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("in %s: %v\n%s", zone, err, out)
		}
	}
}
