package game

import "etld/internal/base/fault"

// Refusals, beside those of play protection.
var (
	ErrNoAmount  = fault.New(1007, "game_amount_missing")
	ErrRobot     = fault.New(1506, "game_platform_account")
	ErrClosed    = fault.New(1701, "game_period_closed")
	ErrJoined    = fault.New(1702, "game_already_joined")
	ErrNoBox     = fault.New(1703, "game_box_missing")
	ErrAmount    = fault.New(1704, "game_amount_out_of_bounds")
	ErrFewPoints = fault.New(1705, "game_insufficient_points")
	ErrFull      = fault.New(1708, "game_period_full")
)
