package picture

import "etld/internal/base/fault"

// Refusals that operators meet.
var (
	ErrUnreadable = fault.New(2061, "picture_unreadable")
	ErrStowaway   = fault.New(2062, "picture_has_more_in_it")
	ErrMoving     = fault.New(2063, "picture_is_animated")
	ErrTooLarge   = fault.New(2064, "picture_too_large")
	ErrTooSmall   = fault.New(2065, "picture_too_small")
	ErrFull       = fault.New(2066, "picture_shelf_full")
)
