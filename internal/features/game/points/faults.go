package points

import "etld/internal/base/fault"

// Refusals, beside those of the guards.
var (
	ErrNoQuantity = fault.New(1007, "points_quantity_missing")
	ErrNoAmount   = fault.New(1017, "points_purchase_amount_missing")
	ErrShort      = fault.New(1201, "points_insufficient_usdt")
	ErrNotEnough  = fault.New(1705, "points_insufficient")
	ErrLocked     = fault.New(1710, "points_locked_after_withdrawal")
)
