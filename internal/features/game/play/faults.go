package play

import "etld/internal/base/fault"

// Refusals.
var (
	ErrLimit      = fault.New(1706, "play_daily_limit")
	ErrBreak      = fault.New(1707, "play_on_a_break")
	ErrShorter    = fault.New(1709, "play_break_not_shortened")
	ErrAge        = fault.New(1711, "play_age_not_stated")
	ErrCheckIsDue = fault.New(1712, "play_reality_check_due")
)
