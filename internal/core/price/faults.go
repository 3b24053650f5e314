package price

import "etld/internal/base/fault"

// ErrUnavailable refuses what needs a price that is stale, halted or was never
// read, and trading that an operator has stopped. Its parameter reason names
// which; it passes by itself, so the refusal is not stored.
var ErrUnavailable = fault.NewTransient(1401, "price_unavailable")

// Stopped is the refusal of trading that an operator has stopped; the note is
// the operator's reason.
func Stopped(note string) fault.Fault {
	return ErrUnavailable.With("reason", string(ReasonStopped)).With("note", note)
}
