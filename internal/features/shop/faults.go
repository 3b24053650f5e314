package shop

import "etld/internal/base/fault"

// Refusals.
var (
	ErrNoQuantity    = fault.New(1003, "goods_quantity_missing")
	ErrNoAddress     = fault.New(1006, "goods_address_missing")
	ErrUserLimit     = fault.New(1502, "goods_user_limit")
	ErrTermsChanged  = fault.New(1504, "goods_price_changed")
	ErrPlatformOwned = fault.New(1506, "goods_platform_account")
	ErrNotPossible   = fault.New(1506, "order_status_forbids")
	ErrSoldOut       = fault.New(1801, "goods_stock_short")
	ErrRegion        = fault.New(1802, "goods_not_delivered_there")
	ErrShipped       = fault.New(1803, "order_already_shipped")

	// Operators meet these.
	ErrSightsMax  = fault.New(2042, "addresses_of_a_day_seen")
	ErrAddressNew = fault.New(2043, "order_address_too_new")
	ErrNoCarrier  = fault.New(2044, "carrier_not_listed")
)
