package terms

import "etld/internal/base/fault"

// Refusals of a quantity, in the order in which they are judged.
var (
	ErrBelowMinimum = fault.New(1301, "withdrawal_below_minimum")
	ErrAboveMaximum = fault.New(1302, "withdrawal_above_maximum")
	ErrDayLimit     = fault.New(1303, "withdrawal_above_day_limit")
	ErrInsufficient = fault.New(1201, "withdrawal_insufficient_usdt")
	ErrNotEnough    = fault.New(1202, "withdrawal_insufficient_currency")
)
