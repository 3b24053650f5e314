package payout

import (
	"errors"

	"etld/internal/base/fault"
)

// Refusals.
var (
	// ErrOrdered: the withdrawal has a payout already.
	ErrOrdered = fault.New(1506, "payout_already_ordered")
	ErrUnknown = fault.New(1005, "payout_not_found")
	// ErrNotProven: the payout may still happen, so it is neither given up nor
	// issued again.
	ErrNotProven = fault.New(1506, "payout_may_still_happen")
	// ErrNetwork: no hot wallet pays this currency on this network.
	ErrNetwork = fault.New(1304, "payout_network_unavailable")
	// ErrAmount: the token cannot represent the amount.
	ErrAmount = fault.New(1002, "payout_amount_not_representable")
)

// errLost says that another instance works the wallet now.
var errLost = errors.New("another instance took over the wallet")

// changedOne is errLost where a statement did not change its one row.
func changedOne(changed int64, err error) error {
	if err == nil && changed != 1 {
		err = errLost
	}
	return err
}
