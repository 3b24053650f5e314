// Package clock is where time comes from.
//
// Decisions are made on platform time (UTC+8, no daylight saving), stored in
// UTC microseconds. A clock handed out by this package never runs backwards.
package clock

import (
	"context"
	"sync"
	"time"
)

// Zone is the platform's zone. It is fixed at installation; nothing in the
// product may use the machine's local zone.
var Zone = time.FixedZone("UTC+8", 8*60*60)

// Clock tells the platform's time.
type Clock interface {
	Now() time.Time
}

// Pause waits, by the machine's clock, for a while or until the context ends, whose
// error it then answers.
func Pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Micros is the stored form of an instant; the zero time is 0.
func Micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// FromMicros reads the stored form.
func FromMicros(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}

// Text is an instant as parameters and comparisons carry it; the zero time is none.
func Text(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// System is the machine's clock plus a movable offset, held monotonic: it never
// answers less than it answered before, or than was stored. From a time that lies
// ahead, stored or answered before the machine's clock was set back, it goes on at half
// the machine's speed until the machine has caught up, so that two instants always
// differ. The demo moves the offset.
type System struct {
	mu      sync.Mutex
	offset  time.Duration
	highest time.Time
	// floor is the time that lay ahead when the machine's was raisedAt.
	floor, raisedAt time.Time
	// machine is the machine's clock; nil is time.Now.
	machine func() time.Time
}

// NewSystem is a clock that stands an offset ahead of the machine's or, below zero,
// behind it.
func NewSystem(offset time.Duration) *System { return &System{offset: offset} }

// Now is the platform's time, cut to microseconds as the store keeps it.
func (s *System) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	machine := s.read()
	now := machine.Add(s.offset)
	if slow := s.floor.Add(machine.Sub(s.raisedAt) / 2); now.Before(slow) {
		now = slow
	}
	now = now.UTC().Truncate(time.Microsecond)
	if now.Before(s.highest) {
		now = s.highest.Add(time.Microsecond)
		s.floor, s.raisedAt = now, machine
	}
	s.highest = now
	return now
}

func (s *System) read() time.Time {
	if s.machine != nil {
		return s.machine()
	}
	return time.Now()
}

// NotBefore raises the clock's floor, normally to the highest stored time.
func (s *System) NotBefore(t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.After(s.highest) {
		s.highest, s.floor, s.raisedAt = t, t, s.read()
	}
}

// Advance moves the clock forward; moving it back is ignored.
func (s *System) Advance(by time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if by > 0 {
		s.offset += by
	}
}

// Offset is how far the clock stands ahead of the machine's; below zero, behind.
func (s *System) Offset() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.offset
}

// Manual is a clock that tests set by hand.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual starts a manual clock.
func NewManual(start time.Time) *Manual { return &Manual{now: start.UTC()} }

// Now is the time last set.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Set moves the clock to an instant, in either direction.
func (m *Manual) Set(t time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = t.UTC()
}

// NotBefore raises the clock to a stored time.
func (m *Manual) NotBefore(t time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if t.After(m.now) {
		m.now = t.UTC()
	}
}

// Advance moves the clock by a duration.
func (m *Manual) Advance(by time.Duration) { m.Set(m.Now().Add(by)) }
