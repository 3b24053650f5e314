package withdrawal

import (
	"maps"
	"slices"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// checkMovements holds a page of withdrawals to what the journal moved for them.
// The page follows the id after; the last page, which is not full, also answers for
// every transfer beyond it. A transfer for a withdrawal that does not exist is a finding.
func checkMovements(tx *sqldb.Tx, after string, page []Withdrawal, found *ledger.Findings) error {
	upTo := ""
	if len(page) == checkPage {
		upTo = page[len(page)-1].ID
	}
	moved, err := ledger.MovedForWithdrawals(tx, after, upTo)
	if err != nil {
		return err
	}
	for _, w := range page {
		got := moved[w.ID].Sums
		if want := movementsOf(w); !maps.Equal(want, got) {
			found.Add("withdrawal", "%s is %s; the journal moved %v, want %v", w.ID, w.Status, got, want)
		}
		delete(moved, w.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(moved)) {
		found.Add("withdrawal", "transfer %s is for %s, which does not exist", moved[id].First, id)
	}
	return nil
}

// movementsOf is what the journal must have moved for a withdrawal: the
// reserve always, and the payment or the refund by its status.
func movementsOf(w Withdrawal) map[ledger.Movement]money.Amount {
	want := map[ledger.Movement]money.Amount{{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalHold}: w.Arrival}
	if w.Fee > 0 {
		want[ledger.Movement{Type: ledger.HandlingFee, SubType: ledger.None}] = w.Fee
	}
	switch w.Status {
	case Cancelled, Rejected:
		want[ledger.Movement{Type: ledger.WithdrawalRefund, SubType: ledger.None}] = w.Quantity
	case Confirmed:
		want[ledger.Movement{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalPaid}] = w.Arrival
		if w.Fee > 0 {
			want[ledger.Movement{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalFee}] = w.Fee
		}
	case Pending, Approved:
	}
	return want
}
