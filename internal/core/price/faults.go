package price

import "etld/internal/base/fault"

// ErrUnavailable refuses what needs a price that is stale or was never read.
var ErrUnavailable = fault.NewTransient(1401, "price_unavailable")
