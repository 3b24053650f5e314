package withdrawal

import (
	"slices"

	"etld/internal/base/each"
)

// Status is where a withdrawal stands.
type Status string

// The statuses; see the package comment.
const (
	Pending   Status = "pending_review"
	Approved  Status = "approved"
	Rejected  Status = "review_rejected"
	Cancelled Status = "cancelled"
	Confirmed Status = "confirmed"
)

// Statuses lists them all.
func Statuses() []Status { return []Status{Pending, Approved, Rejected, Cancelled, Confirmed} }

func (Status) Values() []string { return each.Texts(Statuses()...) }

// transitions lists every change of status that exists.
func (s Status) transitions() []Status {
	switch s {
	case Pending:
		return []Status{Approved, Rejected, Cancelled}
	case Approved:
		return []Status{Confirmed, Rejected}
	case Rejected, Cancelled, Confirmed:
	}
	return nil
}

// mayBecome says that a change of status exists.
func (s Status) mayBecome(next Status) bool { return slices.Contains(s.transitions(), next) }

// isOpen says that the money is still held.
func (s Status) isOpen() bool { return s == Pending || s == Approved }
