package payout

import "etld/internal/base/fault"

// Refusals.
var (
	// ErrOrdered: the withdrawal has a payout already.
	ErrOrdered = fault.New(1506, "payout_already_ordered")
	ErrUnknown = fault.New(1005, "payout_not_found")
	// ErrNotProven: the payout may still happen.
	ErrNotProven = fault.New(1506, "payout_may_still_happen")
	// ErrForgotten: the signer signed something for it that the books have no place for.
	ErrForgotten = fault.New(1309, "payout_may_be_made")
	// ErrUnread: nothing is given back or signed before it is known what the signer signed.
	ErrUnread = fault.NewTransient(1308, "payout_journal_unread")
	// ErrNetwork: no hot wallet pays this currency on this network.
	ErrNetwork = fault.New(1304, "payout_network_unavailable")
	// ErrAmount: the token cannot represent the amount.
	ErrAmount = fault.New(1002, "payout_amount_not_representable")
)
