package machine

import "etld/internal/base/fault"

// Refusals. Every action may also refuse with payrun.ErrCatchingUp.
var (
	ErrNoQuantity    = fault.New(1003, "machine_quantity_missing")
	ErrSoldOut       = fault.New(1501, "machine_sold_out")
	ErrUserLimit     = fault.New(1502, "machine_user_limit")
	ErrPoolTooSmall  = fault.New(1503, "machine_income_pool_too_small")
	ErrTermsChanged  = fault.New(1504, "machine_terms_changed")
	ErrSumChanged    = fault.New(1504, "machine_sum_changed")
	ErrCoolingOver   = fault.New(1505, "machine_cooling_over")
	ErrNotPossible   = fault.New(1506, "machine_status_forbids")
	ErrPlatformOwned = fault.New(1506, "machine_platform_account")
)
