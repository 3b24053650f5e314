package payrun

import "etld/internal/base/fault"

// ErrCatchingUp is transient: the events that come before the user's action are
// being applied, and the same request works a moment later.
var ErrCatchingUp = fault.NewTransient(1011, "machine_catching_up")
