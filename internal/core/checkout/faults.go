package checkout

import "etld/internal/base/fault"

// ErrReserved refuses an order to be paid on chain for what is there, but may not be
// reserved by more unpaid orders; from the balance it can be bought.
var ErrReserved = fault.New(1506, "stock_reserved_by_payments")

// ErrStockBelow refuses an operator who takes more out of a stock than is left.
var ErrStockBelow = fault.New(2041, "stock_too_small")

// Refusals of a payment from a balance that does not hold enough: of USDT, and of
// another currency.
var (
	ErrInsufficient   = fault.New(1201, "insufficient_usdt")
	ErrInsufficientOf = fault.New(1202, "insufficient_currency")
)
