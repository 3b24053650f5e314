package personal

import "etld/internal/base/fault"

// Refusals, in the order in which they are judged.
var (
	ErrSignature = fault.New(1101, "erasure_not_signed")
	ErrExpired   = fault.New(1102, "erasure_expired")
	ErrUsed      = fault.New(1103, "erasure_already_used")
	// ErrOrdersOpen: something was ordered that is not sent.
	ErrOrdersOpen = fault.New(1506, "erasure_with_open_orders")
)
