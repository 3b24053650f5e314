package funds

import "etld/internal/base/fault"

// Refusals that only operators meet.
var (
	ErrNotDisputed = fault.New(2026, "debit_no_longer_disputable")
	ErrUserIsShort = fault.New(2027, "user_account_short")
)
