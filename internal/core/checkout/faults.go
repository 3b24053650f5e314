package checkout

import "etld/internal/base/fault"

// Refusals of a payment from a balance that does not hold enough: of USDT, and of
// another currency.
var (
	ErrInsufficient   = fault.New(1201, "insufficient_usdt")
	ErrInsufficientOf = fault.New(1202, "insufficient_currency")
)
