package clock

import (
	"testing"
	"time"
)

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
