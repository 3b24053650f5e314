package trade

import "etld/internal/base/fault"

// Refusals of users' calls.
var (
	ErrNoQuantity   = fault.New(1015, "trade_quantity_missing")
	ErrInsufficient = fault.New(1202, "trade_insufficient_etld")
	ErrQuoteExpired = fault.New(1402, "trade_quote_expired")
	ErrBelowMinimum = fault.New(1403, "trade_below_minimum")
	ErrQuantity     = fault.New(1404, "trade_quantity_out_of_bounds")
	ErrNoBuyers     = fault.New(1405, "trade_no_funded_buyers")

	ErrAlertReached  = fault.New(1406, "trade_alert_reached_already")
	ErrTooManyAlerts = fault.New(1407, "trade_too_many_alerts")
)
