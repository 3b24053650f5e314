package team

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

// Member is a user in the tree of invitations, with what the team below comes to.
type Member struct {
	ID string
	// Above are the ancestors, the parent first; empty where there is none.
	Above    [Depth]string
	JoinedAt time.Time
	// Counts are the descendants at each depth, the directly invited first.
	Counts [Depth]int64
	// Own is the new part of the member's own machines that run, and Principal their
	// whole price. Below is the new part of the descendants' at each depth.
	Own, Principal money.Amount
	Below          [Depth]money.Amount
	// DayNew and MonthNew are what started below on Day and in Month.
	Day      clock.Day
	DayNew   money.Amount
	Month    clock.Month
	MonthNew money.Amount
	// Earned is the level by the last nightly run, and Level the higher of it and
	// of the gift level then. Qualified is what counted towards the next level.
	Earned, Level int64
	Qualified     money.Amount
	// Rewarded is what level rewards came to.
	Rewarded money.Amount
}

// Performance is the new part of the team's machines that run.
func (m Member) Performance() (sum money.Amount) {
	for _, part := range m.Below {
		sum += part
	}
	return sum
}

// Team is how many descendants there are.
func (m Member) Team() (sum int64) {
	for _, count := range m.Counts {
		sum += count
	}
	return sum
}

// below is who a parent's new child is below: the parent, and those above.
func (m Member) below() (above [Depth]string) {
	above[0] = m.ID
	copy(above[1:], m.Above[:])
	return above
}

// kind says what a change was.
type kind string

const (
	joined  kind = "joined"
	started kind = "started"
	ended   kind = "ended"
)

// change is something that the sums of a member and of those above follow.
type change struct {
	// ID is the kind and what it happened to: a user or a machine.
	ID     string
	Kind   kind
	UserID string
	// NewPart and Principal are of the machine.
	NewPart, Principal money.Amount
	At                 time.Time
	// IsCounted says that the sums have followed.
	IsCounted bool
}

func changeID(k kind, subject string) string { return string(k) + "-" + subject }

// count lets a member's sums follow a change of the member itself, at depth 0, or
// of a descendant.
func (m *Member) count(c change, depth int) {
	newPart, principal := c.NewPart, c.Principal
	if c.Kind == ended {
		newPart, principal = -newPart, -principal
	}
	if depth == 0 {
		m.Own += newPart
		m.Principal += principal
		return
	}
	m.Below[depth-1] += newPart
	switch c.Kind {
	case joined:
		m.Counts[depth-1]++
	case started:
		m.countNew(clock.DayOf(c.At), newPart)
	case ended:
	}
}

// countNew adds to what started on a day and in its month. Of a day or a month
// before the last one that is known nothing is shown any more.
func (m *Member) countNew(d clock.Day, newPart money.Amount) {
	if month := d.Month(); month >= m.Month {
		if month > m.Month {
			m.Month, m.MonthNew = month, 0
		}
		m.MonthNew += newPart
	}
	if d >= m.Day {
		if d > m.Day {
			m.Day, m.DayNew = d, 0
		}
		m.DayNew += newPart
	}
}

// newOn is what started below on a day.
func (m Member) newOn(d clock.Day) money.Amount {
	if m.Day != d {
		return 0
	}
	return m.DayNew
}

// newIn is what started below in a month.
func (m Member) newIn(month clock.Month) money.Amount {
	if m.Month != month {
		return 0
	}
	return m.MonthNew
}
