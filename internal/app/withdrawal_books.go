package app

import (
	"fmt"
	"maps"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/withdrawal"
)

// movementName is a type and sub-type of the journal.
type movementName struct {
	kind ledger.Type
	sub  ledger.SubType
}

// withdrawalSum is what one kind of movement took of one withdrawal.
type withdrawalSum struct {
	id                     string
	status                 withdrawal.Status
	quantity, fee, arrival money.Amount
	movementName
	moved money.Amount
}

// withdrawalBooks reads sums in the order of the withdrawals and judges each when
// the next begins.
type withdrawalBooks struct {
	now   withdrawalSum
	moved map[movementName]money.Amount
	found []ledger.Violation
}

func (b *withdrawalBooks) add(one withdrawalSum) {
	if one.id != b.now.id {
		b.judge()
		b.now, b.moved = one, make(map[movementName]money.Amount)
	}
	if one.kind != "" {
		b.moved[one.movementName] = one.moved
	}
}

func (b *withdrawalBooks) close() []ledger.Violation {
	b.judge()
	return b.found
}

// judge compares a withdrawal's movements with what its status says.
func (b *withdrawalBooks) judge() {
	w := b.now
	if w.id == "" {
		return
	}
	want := map[movementName]money.Amount{{ledger.InternalTransfer, ledger.WithdrawalHold}: w.arrival}
	if w.fee > 0 {
		want[movementName{ledger.HandlingFee, ledger.None}] = w.fee
	}
	switch w.status {
	case withdrawal.Cancelled, withdrawal.Rejected:
		want[movementName{ledger.WithdrawalRefund, ledger.None}] = w.quantity
	case withdrawal.Confirmed:
		want[movementName{ledger.InternalTransfer, ledger.WithdrawalPaid}] = w.arrival
		if w.fee > 0 {
			want[movementName{ledger.InternalTransfer, ledger.WithdrawalFee}] = w.fee
		}
	}
	if !maps.Equal(want, b.moved) {
		b.found = append(b.found, ledger.Violation{Invariant: "withdrawal", Detail: fmt.Sprintf("%s is %s; the journal moved %v, want %v", w.id, w.status, b.moved, want)})
	}
}
