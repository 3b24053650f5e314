package payment

import "etld/internal/base/fault"

// Refusals.
var (
	// ErrAlreadyOpen names the open intent in intentNo.
	ErrAlreadyOpen = fault.New(1506, "payment_already_open")
	ErrNotOpen     = fault.New(1506, "payment_not_open")
	ErrNoMatch     = fault.New(1507, "payment_does_not_match")
	// Refusals of a claim: see ClaimSuspense.
	ErrClaimSignature = fault.New(1101, "claim_signature_failed")
	ErrClaimExpired   = fault.New(1102, "claim_expired")
	ErrClaimUsed      = fault.New(1103, "claim_already_used")
	ErrNothingToClaim = fault.New(1005, "nothing_to_claim")
)
