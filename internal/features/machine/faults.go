package machine

import "etld/internal/base/fault"

// Refusals. Catching up is transient: the events that come before the user's
// action are being applied, and the same request works a moment later.
var (
	ErrNoQuantity    = fault.New(1003, "machine_quantity_missing")
	ErrSoldOut       = fault.New(1501, "machine_sold_out")
	ErrUserLimit     = fault.New(1502, "machine_user_limit")
	ErrPoolTooSmall  = fault.New(1503, "machine_income_pool_too_small")
	ErrTermsChanged  = fault.New(1504, "machine_terms_changed")
	ErrCoolingOver   = fault.New(1505, "machine_cooling_over")
	ErrNotPossible   = fault.New(1506, "machine_status_forbids")
	ErrCatchingUp    = fault.NewTransient(1011, "machine_catching_up")
	ErrPlatformOwned = fault.New(1506, "machine_platform_account")
)
