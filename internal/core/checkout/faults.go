package checkout

import "etld/internal/base/fault"

// ErrInsufficient refuses a payment from a balance that does not hold enough.
var ErrInsufficient = fault.New(1201, "insufficient_usdt")
