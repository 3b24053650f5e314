// Package life is what machines tell other parts when they start and end.
package life

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// Machine is one that starts or ends.
type Machine struct {
	ID, UserID     string
	Price, NewPart money.Amount
	// Diamond, Star and King are what its fee brought to the dividend pools.
	Diamond, Star, King money.Amount
	// At is the time of effect.
	At time.Time
}

// RepurchasePart is what a credit paid of the price.
func (m Machine) RepurchasePart() money.Amount { return m.Price - m.NewPart }

// Listener hears of machines that start and end, in the same transaction.
type Listener interface {
	// Hints names what it will read when a machine of a user starts or ends.
	Hints(userID string) []sqldb.Hint
	MachineStarted(tx sqldb.Command, m Machine) error
	MachineEnded(tx sqldb.Command, m Machine) error
}

// Share is the part of a fee that may go to whom the buyer was invited by.
type Share struct {
	MachineID, BuyerID string
	Amount             money.Amount
	At                 time.Time
}

// Referral is who gets how much of a share: at most all of it, and nobody where it is
// nothing.
type Referral struct {
	ReferrerID string
	Amount     money.Amount
	// IsDelayed says that it is set aside for the referrer until it is released.
	IsDelayed bool
}
