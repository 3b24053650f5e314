package operator

import (
	"etld/internal/base/fault"
)

// Refusals of a sign-in and of a signature, with the codes users know.
var (
	ErrSignature = fault.New(1101, "operator_signature_failed")
	ErrStale     = fault.New(1102, "operator_message_expired")
	ErrUsed      = fault.New(1103, "operator_signature_already_used")
)

// Refusals that only operators meet.
var (
	ErrForbidden       = fault.New(2001, "role_missing")
	ErrCode            = fault.New(2003, "totp_wrong")
	ErrLocked          = fault.New(2004, "totp_locked")
	ErrNotEnrolled     = fault.New(2005, "totp_not_set_up")
	ErrEnrolmentClosed = fault.New(2006, "totp_enrolment_closed")
	ErrNotStaff        = fault.New(2007, "not_an_operator")
	ErrNoKey           = fault.New(2008, "operator_key_missing")

	ErrOwnProposal     = fault.New(2011, "maker_cannot_approve")
	ErrApprovedBefore  = fault.New(2012, "already_approved_by_caller")
	ErrProposalExpired = fault.New(2013, "proposal_expired")
	ErrPayloadChanged  = fault.New(2014, "payload_changed")
	ErrClosed          = fault.New(2015, "proposal_closed")
	ErrPending         = fault.New(2016, "proposal_already_pending")
	ErrBasisChanged    = fault.New(2017, "basis_changed")
	ErrNoLongerStaff   = fault.New(2018, "signer_no_longer_authorised")

	ErrShort        = fault.New(2021, "house_account_short")
	ErrNothing      = fault.New(2022, "nothing_would_change")
	ErrRolesClash   = fault.New(2024, "roles_clash")
	ErrTwoRemain    = fault.New(2025, "two_administrators_must_remain")
	ErrOwnElevation = fault.New(2028, "approves_own_roles")
	// ErrOwnAccount is for operators whose own account as a user it concerns.
	ErrOwnAccount = fault.New(2030, "concerns_own_account")
	// ErrUncovered is for what would break an invariant of the ledger.
	ErrUncovered = fault.New(2035, "invariant_would_break")
)
