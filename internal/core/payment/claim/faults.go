package claim

import "etld/internal/base/fault"

// Refusals of a claim: see Claim.
var (
	ErrSignature = fault.New(1101, "claim_signature_failed")
	ErrExpired   = fault.New(1102, "claim_expired")
	ErrUsed      = fault.New(1103, "claim_already_used")
	ErrNothing   = fault.New(1005, "nothing_to_claim")
)
