package machine

import (
	"time"

	"etld/internal/base/money"
)

// InterestUpTo is what a machine has earned with its first k of n days: the
// daily payments are the differences, so they add up to the total exactly.
func InterestUpTo(total money.Amount, n, k int64) money.Amount {
	return money.MulDivFloor(total, k, n)
}

// InterestOfDay is the payment of day k, for k from 1 to n.
func InterestOfDay(total money.Amount, n, k int64) money.Amount {
	return InterestUpTo(total, n, k) - InterestUpTo(total, n, k-1)
}

// Pause is a time in which a machine's clock stood; Until is zero while it lasts.
type Pause struct {
	ID          string
	From, Until time.Time
}

// runningUntil is how long a machine's clock has run by a time.
func (m *Machine) runningUntil(at time.Time, pauses []Pause) time.Duration {
	if m.StartAt.IsZero() {
		return 0
	}
	if !m.EndedAt.IsZero() && m.EndedAt.Before(at) {
		at = m.EndedAt
	}
	return runningBetween(m.StartAt, at, pauses)
}

// runningBetween is the time from one instant to another less the pauses.
func runningBetween(from, until time.Time, pauses []Pause) time.Duration {
	if !until.After(from) {
		return 0
	}
	running := until.Sub(from)
	for _, p := range pauses {
		start, end := later(p.From, from), until
		if !p.Until.IsZero() {
			end = earlier(p.Until, until)
		}
		if end.After(start) {
			running -= end.Sub(start)
		}
	}
	return running
}

// daysDueBefore counts the daily payments, without the last one, that fell due
// before an instant. The last one is paid with maturity.
func (m *Machine) daysDueBefore(at time.Time, termDays int64, pauses []Pause) int64 {
	running := m.runningUntil(at, pauses)
	k := int64(running / day)
	if running%day == 0 && k > 0 {
		// The day is full at this very instant, or has been since a pause began.
		if due, ok := m.dueAt(k, pauses); !ok || !due.Before(at) {
			k--
		}
	}
	return min(k, termDays-1)
}

// dueAt is when the payment of day k falls due; ok is false while an open
// pause lies before it.
func (m *Machine) dueAt(k int64, pauses []Pause) (due time.Time, ok bool) {
	due = m.StartAt.Add(time.Duration(k) * day)
	for _, p := range pauses {
		if !p.From.Before(due) {
			break
		}
		if p.Until.IsZero() {
			return time.Time{}, false
		}
		due = due.Add(p.Until.Sub(p.From))
	}
	return due, true
}

// hourEnd is the end of the clock hour in which a payment falls due: the time
// at which the hour's payments take effect together.
func hourEnd(due time.Time) time.Time { return due.Truncate(time.Hour).Add(time.Hour) }

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
