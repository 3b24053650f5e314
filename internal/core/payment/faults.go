package payment

import "etld/internal/base/fault"

// Refusals.
var (
	// ErrAlreadyOpen names the open intent in intentNo.
	ErrAlreadyOpen = fault.New(1506, "payment_already_open")
	ErrNotOpen     = fault.New(1506, "payment_not_open")
	ErrNoMatch     = fault.New(1507, "payment_does_not_match")
)
