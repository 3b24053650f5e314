package earning

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

const day = 24 * time.Hour

// Never is later than any time of the product: the end of what has no end yet.
func Never() time.Time { return time.UnixMicro(1 << 60).UTC() }

// Pause is a time in which a machine's clock stood; Until is zero while it lasts.
type Pause struct {
	ID          string
	From, Until time.Time
}

// Life is what of a machine decides about what it earns.
type Life struct {
	Power, TermDays int64
	// Interest is that of the whole term, Cap the most output of the whole life.
	Interest, Cap money.Amount
	// StartAt is zero until the machine starts, EndedAt until it is over.
	StartAt, EndedAt time.Time
	// MiningUntil is when it stopped to mine: ended, or dug out.
	MiningUntil time.Time
	// Pauses are in the order of time.
	Pauses []Pause
}

// IsUnderway says that the machine has started and is not over; its clock may
// stand.
func (l Life) IsUnderway() bool { return !l.StartAt.IsZero() && l.EndedAt.IsZero() }

// InterestUpTo is what the first k of n days bring: the daily payments are the
// differences, so they add up to the total exactly.
func InterestUpTo(total money.Amount, n, k int64) money.Amount {
	return money.MulDivFloor(total, k, n)
}

// InterestOfDay is the payment of day k, for k from 1 to n.
func InterestOfDay(total money.Amount, n, k int64) money.Amount {
	return InterestUpTo(total, n, k) - InterestUpTo(total, n, k-1)
}

// InterestBefore is the interest that fell due before an instant, without the
// last day's.
func (l Life) InterestBefore(at time.Time) money.Amount {
	return InterestUpTo(l.Interest, l.TermDays, l.DaysDueBefore(at))
}

// RunningUntil is how long the machine's clock has run by a time.
func (l Life) RunningUntil(at time.Time) time.Duration {
	if l.StartAt.IsZero() {
		return 0
	}
	if !l.EndedAt.IsZero() {
		at = Earlier(at, l.EndedAt)
	}
	return l.runningBetween(l.StartAt, at)
}

// runningBetween is the time from one instant to another less the pauses.
func (l Life) runningBetween(from, until time.Time) time.Duration {
	if !until.After(from) {
		return 0
	}
	running := until.Sub(from)
	for _, p := range l.Pauses {
		start, end := Later(p.From, from), until
		if !p.Until.IsZero() {
			end = Earlier(p.Until, until)
		}
		if end.After(start) {
			running -= end.Sub(start)
		}
	}
	return running
}

// DaysDueBefore counts the daily payments, without the last one, that fell due
// before an instant. The last one is paid with maturity.
func (l Life) DaysDueBefore(at time.Time) int64 {
	running := l.RunningUntil(at)
	k := int64(running / day)
	if running%day == 0 && k > 0 {
		// The day is full at this very instant, or has been since a pause began.
		if due, ok := l.DueAt(k); !ok || !due.Before(at) {
			k--
		}
	}
	return min(k, l.TermDays-1)
}

// DueAt is when the payment of day k falls due; ok is false while an open pause
// lies before it.
func (l Life) DueAt(k int64) (due time.Time, ok bool) {
	due = l.StartAt.Add(time.Duration(k) * day)
	for _, p := range l.Pauses {
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

// NextInterest is the end of the hour in which the first payment falls due that
// is not yet paid, where all before an instant are; ok is false where only the
// last one is left, or a pause lies before it.
func (l Life) NextInterest(paidThrough time.Time) (at time.Time, ok bool) {
	k := l.DaysDueBefore(paidThrough) + 1
	if k >= l.TermDays {
		return time.Time{}, false
	}
	due, ok := l.DueAt(k)
	return HourEnd(due), ok
}

// HourEnd is the end of the clock hour in which a payment falls due: the time
// at which the hour's payments take effect together.
func HourEnd(due time.Time) time.Time { return clock.HourOf(due).End() }

// Earlier is the earlier of two instants.
func Earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// Later is the later of two instants.
func Later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
