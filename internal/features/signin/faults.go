package signin

import (
	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/core/user"
)

// Refusals of a sign-in, in their order.
var (
	ErrSignature = fault.New(1101, "signature_failed")
	ErrExpired   = fault.New(1102, "message_expired")
	ErrUsed      = fault.New(1103, "signature_already_used")
	ErrSuspended = fault.New(1104, "account_suspended")

	// ErrSomebodys: it moved money or has a payment, was invited or invited others, so it counts as somebody.
	ErrSomebodys = fault.New(2091, "account_is_somebodys")
)

// suspendedFault says why somebody may not sign in, and until when; no time where people
// end it.
func suspendedFault(p user.Person) fault.Fault {
	f := ErrSuspended.With("reason", p.Suspended)
	if !p.SuspendedUntil.IsZero() {
		f = f.With("until", clock.Text(p.SuspendedUntil))
	}
	return f
}
