package withdrawal

import "etld/internal/base/fault"

// Refusals, in the order in which they are judged.
var (
	ErrNoQuantity   = fault.New(1004, "withdrawal_quantity_missing")
	ErrNetwork      = fault.New(1304, "withdrawal_network_unavailable")
	ErrPaused       = fault.New(1305, "withdrawal_paused")
	ErrBelowMinimum = fault.New(1301, "withdrawal_below_minimum")
	ErrAboveMaximum = fault.New(1302, "withdrawal_above_maximum")
	ErrDayLimit     = fault.New(1303, "withdrawal_above_day_limit")
	ErrInsufficient = fault.New(1201, "withdrawal_insufficient_usdt")
	ErrNotEnough    = fault.New(1202, "withdrawal_insufficient_currency")
	ErrSignature    = fault.New(1101, "withdrawal_statement_not_signed")
	ErrExpired      = fault.New(1102, "withdrawal_statement_expired")
	ErrUsed         = fault.New(1103, "withdrawal_statement_used")
	// ErrFailed: nothing is wrong with the request; we cannot take it.
	ErrFailed = fault.New(1306, "withdrawal_failed")
	// ErrNotCancellable: it is no longer pending.
	ErrNotCancellable = fault.New(1307, "withdrawal_not_cancellable")
	// ErrStatus is for operators: the withdrawal has moved on.
	ErrStatus = fault.New(1506, "withdrawal_in_another_status")
	// ErrOwnWithdrawal is for operators whose own wallet is paid.
	ErrOwnWithdrawal = fault.New(2029, "decides_own_withdrawal")
)
