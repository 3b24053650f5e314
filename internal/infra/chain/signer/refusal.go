package signer

import (
	"errors"
	"fmt"
)

// Refusal is the signer's no. Refusals are compared by their code.
type Refusal struct {
	Code string `json:"code"`
	// Detail is for operators.
	Detail string `json:"detail"`
}

// Error names the code and the detail.
func (r *Refusal) Error() string {
	if r.Detail == "" {
		return "the signer refuses: " + r.Code
	}
	return "the signer refuses: " + r.Code + ": " + r.Detail
}

// Is compares codes.
func (r *Refusal) Is(target error) bool {
	other, ok := target.(*Refusal)
	return ok && other.Code == r.Code
}

func (r *Refusal) because(format string, args ...any) *Refusal {
	return &Refusal{Code: r.Code, Detail: fmt.Sprintf(format, args...)}
}

func refusal(code string) *Refusal { return &Refusal{Code: code} }

// The refusals, in the order in which they are judged.
var (
	ErrPurpose        = refusal("signed_by_another_key")
	ErrMalformed      = refusal("malformed")
	ErrNetwork        = refusal("unknown_network")
	ErrToken          = refusal("unknown_token")
	ErrWithdrawalUsed = refusal("withdrawal_already_paid")
	ErrNonceUsed      = refusal("nonce_already_used")
	ErrBumpTooSmall   = refusal("bump_too_small")
	ErrBumpsUsedUp    = refusal("bumps_used_up")
	ErrNotFailed      = refusal("earlier_issue_not_proven_failed")
	ErrFeeTooHigh     = refusal("fee_too_high")
	ErrNonceAhead     = refusal("nonce_too_far_ahead")

	ErrStatementForm      = refusal("statement_malformed")
	ErrStatementElsewhere = refusal("statement_names_another_currency_or_network")
	ErrRecipient          = refusal("recipient_is_not_the_statements_wallet")
	ErrAmount             = refusal("amount_is_not_the_statements_arrival")
	ErrStatementAge       = refusal("statement_too_old_or_from_the_future")
	ErrStatementSignature = refusal("statement_not_signed_by_its_wallet")
	ErrStatementUsed      = refusal("statement_already_used")

	ErrPayoutTooSmall = refusal("below_the_least_payout")
	ErrPayoutCap      = refusal("above_the_cap_per_payout")
	ErrDayCap         = refusal("above_the_cap_per_day")
	ErrGasDayCap      = refusal("above_the_gas_of_the_day")

	ErrAutomaticUserCap  = refusal("above_the_automatic_cap_per_wallet")
	ErrAutomaticDayCap   = refusal("above_the_automatic_cap_per_day")
	ErrOperatorUnknown   = refusal("approval_by_no_operator")
	ErrApprovalRepeated  = refusal("approved_twice_by_one_operator")
	ErrApprovalExpired   = refusal("approval_expired")
	ErrApprovalSignature = refusal("approval_not_signed_for_this_payout")
	ErrApprovalsMissing  = refusal("too_few_approvals")
)

// ErrUndecided: the chain does not say now what this one payout depends on, as
// where its contract wallet computes for ever. Nothing was decided and nothing
// signed for it: its nonce is free, and it may be asked about again.
var ErrUndecided = refusal("cannot_be_judged_now")

// ErrUnavailable says that the signer could not be asked or could not work:
// nothing was refused, and the same request is to be repeated later.
var ErrUnavailable = errors.New("the signer is not available")

// ErrJournal says that the signer's own file cannot be trusted or written.
var ErrJournal = errors.New("the signer's journal cannot be used")
