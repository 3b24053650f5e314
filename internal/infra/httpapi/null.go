package httpapi

import "time"

// OrNull is how an answer has a time that may not have come: null where it is zero.
func OrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
