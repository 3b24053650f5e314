package payrun

import (
	"container/heap"
	"time"

	"etld/internal/base/clock"
	"etld/internal/features/machine/earning"
)

// Kind is what falls due for a user. Events of one instant apply in the order of
// their kinds.
type Kind int

// The kinds of a machine's changes; between them come what machines earn.
const (
	noEvent Kind = iota
	// Start ends the cooling-off.
	Start
	interest
	output
	// Notice tells the owner that the end of the term is near.
	Notice
	// Maturity is the end of the term.
	Maturity
)

// event is something that falls due for a user.
type event struct {
	at   time.Time
	kind Kind
	// index is the machine it concerns; interest and output concern all.
	index int
	day   clock.Day
}

func (e event) before(other event) bool {
	if !e.at.Equal(other.at) {
		return e.at.Before(other.at)
	}
	if e.kind != other.kind {
		return e.kind < other.kind
	}
	return e.index < other.index
}

// first is the earlier of two events; none has no time.
func first(a, b event) event {
	if a.at.IsZero() || !b.at.IsZero() && b.before(a) {
		return b
	}
	return a
}

// orNever is when the event is, or never.
func (e event) orNever() time.Time {
	if e.at.IsZero() {
		return earning.Never()
	}
	return e.at
}

// coming is what comes next for a user.
type coming struct {
	// change is the next event that is no income, output the next day that is closed
	// already.
	change, interest, output event
	// mining says that a day may still bring a machine output.
	mining bool
}

func (p *Portfolio) coming() (c coming, err error) {
	for i := range p.machines.Count() {
		m, err := p.machines.At(i)
		if err != nil {
			return c, err
		}
		if m.Next.Kind != noEvent {
			c.change = first(c.change, event{at: m.Next.At, kind: m.Next.Kind, index: i})
		}
		if m.IsUnderway() {
			if at, ok := m.NextInterest(p.Payee.InterestThrough); ok {
				c.interest = first(c.interest, event{at: at, kind: interest})
			}
		}
		if d, pending := p.Payee.OutputDay(m.Life); pending {
			c.mining = true
			if d < p.State.OpenDay {
				c.output = first(c.output, event{at: d.End(), kind: output, day: d})
			}
		}
	}
	return c, nil
}

// next is the earliest event of all kinds.
func (p *Portfolio) next() (event, bool, error) {
	c, err := p.coming()
	e := first(first(c.change, c.interest), c.output)
	return e, !e.at.IsZero(), err
}

// queued is a user's next event.
type queued struct {
	event
	portfolio *Portfolio
}

// before puts events of one instant in the order of the users' ids, so that it
// does not depend on who else is in the queue.
func (q queued) before(other queued) bool {
	mine, theirs := q.portfolio.Payee.UserID, other.portfolio.Payee.UserID
	if mine == theirs || !q.at.Equal(other.at) {
		return q.event.before(other.event)
	}
	return mine < theirs
}

// eventQueue is a heap of the users' next events by time.
type eventQueue []queued

func (q eventQueue) Len() int           { return len(q) }
func (q eventQueue) Less(i, j int) bool { return q[i].before(q[j]) }
func (q eventQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push and Pop are for package heap.
func (q *eventQueue) Push(x any) { *q = append(*q, x.(queued)) }

// Pop takes the last element.
func (q *eventQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

// add takes a user's next event in, when it is due by then.
func (q *eventQueue) add(p *Portfolio, until time.Time) error {
	e, found, err := p.next()
	if err == nil && found && !e.at.After(until) {
		heap.Push(q, queued{e, p})
	}
	return err
}
