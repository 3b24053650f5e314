package clock

import (
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

func TestSystemNeverRunsBackwards(t *testing.T) {
	t.Parallel()
	var c System
	future := time.Now().Add(time.Hour).UTC()
	c.NotBefore(future)
	if now := c.Now(); now.Before(future) {
		t.Errorf("now %s is before the highest stored %s", now, future)
	}
	c.Advance(2 * time.Hour)
	if now := c.Now(); !now.After(future) {
		t.Errorf("advancing had no effect: %s", now)
	}
}

func TestMicrosReadBack(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC().Truncate(time.Microsecond)
	if got := FromMicros(Micros(now)); !got.Equal(now) {
		t.Errorf("got %s, want %s", got, now)
	}
	if !FromMicros(Micros(time.Time{})).IsZero() {
		t.Error("the zero time does not read back as zero")
	}
}
