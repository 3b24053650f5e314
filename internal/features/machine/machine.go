package machine

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
)

// Machine is one machine of one user. Machines are values: to change one, copy
// it, so that an undone transaction finds the old one unharmed.
type Machine struct {
	ID, UserID, OrderID, ProductID string
	// TermsVersion names the terms it was bought under.
	TermsVersion string
	Power        int64
	State        State
	// BeforePause is the state a paused machine goes back to.
	BeforePause State
	// Open says that something can still happen to the machine.
	Open bool
	offer.Cost
	// Referral is what the buyer's referrer got when the machine started.
	Referral  money.Amount
	CreatedAt time.Time
	// CoolingEndAt is when a cooling machine starts by itself.
	CoolingEndAt time.Time
	StartAt      time.Time
	// EndAt is when the term is over; a pause moves it when it ends.
	EndAt time.Time
	// EndedAt is when the machine matured or was left.
	EndedAt time.Time
	// MiningUntil is when it stopped to mine: ended, or dug out.
	MiningUntil time.Time
	// PausedAt is when the pause that lasts began.
	PausedAt time.Time
	// Paused is how long finished pauses lasted together.
	Paused time.Duration
	// Pauses counts pauses, so that most machines need not look for any.
	Pauses int64
	// Steps counts the rows of the machine's history.
	Steps         int64
	EndingNoticed bool
}

// life is what of the machine decides what it earns under its terms.
func (m *Machine) life(t offer.Terms, pauses []earning.Pause) earning.Life {
	return earning.Life{Power: m.Power, TermDays: t.TermDays, Interest: t.InterestTotal, Cap: t.ETLDCap,
		StartAt: m.StartAt, EndedAt: m.EndedAt, MiningUntil: m.MiningUntil, Pauses: pauses}
}

// Step is one row of a machine's history.
type Step struct {
	From, To State
	Cause    Cause
	// Actor is "user", "system" or an operator's id.
	Actor string
	Note  string
	At    time.Time
}
