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

// A machine's clock that is set back while the program runs, also twice, does not stop the
// platform's: it goes on at half speed until the machine has caught up, and then with it.
func TestSystemGoesOnWhereTheMachineIsSetBack(t *testing.T) {
	t.Parallel()
	machine := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	c := System{machine: func() time.Time { return machine }}
	last := c.Now()
	pass := func(by time.Duration) {
		t.Helper()
		before := machine
		for machine.Sub(before) < by {
			machine = machine.Add(10 * time.Millisecond)
			now := c.Now()
			if !now.After(last) || now.Sub(last) > 11*time.Millisecond {
				t.Fatalf("the machine says %s, after %s comes %s", machine.Format(time.TimeOnly), last, now)
			}
			last = now
		}
	}
	pass(time.Second)
	machine = machine.Add(-time.Minute)
	pass(30 * time.Second)
	if ahead := last.Sub(machine).Round(time.Second); ahead != 45*time.Second {
		t.Errorf("half a minute after it was set back by one it is %s ahead", ahead)
	}
	machine = machine.Add(-5 * time.Second)
	pass(101 * time.Second)
	if !last.Equal(machine) {
		t.Errorf("at the end it is %s ahead", last.Sub(machine))
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
