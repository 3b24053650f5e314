package withdrawal

import "etld/internal/base/fault"

// Refusals, in the order in which they are judged; those of a quantity, in package terms,
// come before those of the statement.
var (
	ErrNoQuantity = fault.New(1004, "withdrawal_quantity_missing")
	ErrNetwork    = fault.New(1304, "withdrawal_network_unavailable")
	ErrPaused     = fault.New(1305, "withdrawal_paused")
	ErrSignature  = fault.New(1101, "withdrawal_statement_not_signed")
	ErrExpired    = fault.New(1102, "withdrawal_statement_expired")
	ErrUsed       = fault.New(1103, "withdrawal_statement_used")
	// ErrFailed: nothing is wrong with the request; we cannot take it.
	ErrFailed = fault.New(1306, "withdrawal_failed")
	// ErrNotCancellable: it is no longer pending.
	ErrNotCancellable = fault.New(1307, "withdrawal_not_cancellable")
	// ErrStatus is for operators: the withdrawal has moved on.
	ErrStatus = fault.New(1506, "withdrawal_in_another_status")
	// ErrOwnWithdrawal is for operators whose own wallet is paid.
	ErrOwnWithdrawal = fault.New(2029, "decides_own_withdrawal")
	// ErrStatementOld: the payout signer takes the user's statement no more.
	ErrStatementOld = fault.New(2037, "withdrawal_statement_too_old")
)
