package clock

import (
	"testing"
	"testing/synctest"
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

// A program begins at the highest stored time, which lies up to a second ahead: its
// clock does not stand until then, and is the machine's again soon.
func TestSystemGoesOnFromAStoredTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var c System
		began := time.Now().UTC()
		stored := began.Add(800 * time.Millisecond)
		c.NotBefore(stored)
		last := c.Now()
		if !last.Equal(stored) {
			t.Errorf("it begins at %s, want %s", last, stored)
		}
		for range 200 {
			time.Sleep(10 * time.Millisecond)
			now := c.Now()
			if !now.After(last) {
				t.Fatalf("it stands still at %s", now.Sub(began))
			}
			last = now
		}
		if want := time.Now().UTC(); !last.Equal(want) {
			t.Errorf("after two seconds it is %s ahead of the machine's", last.Sub(want))
		}
	})
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

func TestTextOfAnInstant(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 8, 30, 0, 0, Zone)
	if got := Text(at); got != "2026-03-01T00:30:00Z" {
		t.Errorf("half past eight is %s", got)
	}
	if got := Text(time.Time{}); got != "" {
		t.Errorf("no time is %q", got)
	}
}
