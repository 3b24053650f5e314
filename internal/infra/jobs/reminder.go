package jobs

import "time"

// Reminder says when to tell of something that goes on: at once, then after
// First, then after twice as long each time, up to Max. Who got up for the
// first line needs no other. Its times are those of one clock or stopwatch.
type Reminder struct {
	First, Max      time.Duration
	since, remindAt time.Time
	pause           time.Duration
}

// Tell asks whether to tell now, and for how long it has gone on; 0 the first
// time.
func (r *Reminder) Tell(now time.Time) (tell bool, lasting time.Duration) {
	switch {
	case r.since.IsZero():
		r.since, r.pause = now, r.First
	case now.Before(r.remindAt):
		return false, now.Sub(r.since)
	default:
		r.pause = min(2*r.pause, r.Max)
	}
	r.remindAt = now.Add(r.pause)
	return true, now.Sub(r.since)
}

// Over ends it and tells for how long it went on, if it did.
func (r *Reminder) Over(now time.Time) (lasted time.Duration, wasTold bool) {
	if r.since.IsZero() {
		return 0, false
	}
	lasted = now.Sub(r.since)
	*r = Reminder{First: r.First, Max: r.Max}
	return lasted, true
}
