package swap

import "etld/internal/base/fault"

// Refusals. A sale of ETLD refuses with those of package trade.
var (
	ErrNoAmount     = fault.New(1007, "swap_amount_missing")
	ErrNoETLD       = fault.New(1016, "swap_etld_quantity_missing")
	ErrInsufficient = fault.New(1201, "swap_insufficient_usdt")
	ErrNotEnough    = fault.New(1202, "swap_insufficient_currency")
	ErrDayLimit     = fault.New(1303, "swap_above_day_limit")
	ErrQuoteExpired = fault.New(1402, "swap_quote_expired")
	ErrBelowMinimum = fault.New(1403, "swap_below_minimum")
	ErrAmount       = fault.New(1404, "swap_amount_out_of_bounds")
	ErrInventory    = fault.New(1405, "swap_inventory_too_small")
)
