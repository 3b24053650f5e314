package push

import "etld/internal/base/fault"

// Refusals.
var (
	ErrUnavailable = fault.New(1811, "push_unavailable")
	ErrService     = fault.New(1812, "push_service_unknown")
)
