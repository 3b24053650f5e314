package node

import "etld/internal/base/fault"

// Refusals.
var (
	ErrNoQuantity    = fault.New(1003, "node_quantity_missing")
	ErrSoldOut       = fault.New(1501, "node_sold_out")
	ErrTermsChanged  = fault.New(1504, "node_terms_changed")
	ErrCoolingOver   = fault.New(1505, "node_cooling_over")
	ErrNotPossible   = fault.New(1506, "node_status_forbids")
	ErrPlatformOwned = fault.New(1506, "node_platform_account")

	// Operators meet these.
	ErrBelowSold      = fault.New(2031, "node_supply_below_sold")
	ErrSupplyPromised = fault.New(2032, "node_supply_promised")
	ErrFloorPromised  = fault.New(2033, "node_floor_promised")
	ErrGiftOnSale     = fault.New(2034, "node_gift_on_sale")
	ErrMonthUndivided = fault.New(2036, "node_month_undivided")
)
