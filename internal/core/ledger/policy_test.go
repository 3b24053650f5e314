package ledger

import "testing"

// What a withdrawal holds can go to the chain, to the operator as its fee, or
// back to its user, and nowhere else.
func TestWhereWithdrawalsLead(t *testing.T) {
	t.Parallel()
	allowed := map[movement]bool{
		{InternalTransfer, WithdrawalHold, Available, Withdraw}:       true,
		{HandlingFee, None, Available, Withdraw}:                      true,
		{WithdrawalRefund, None, Withdraw, Available}:                 true,
		{InternalTransfer, WithdrawalFee, Withdraw, RevenueWithdraw}:  true,
		{InternalTransfer, WithdrawalPaid, Withdraw, ChainBEP20}:      true,
		{InternalTransfer, WithdrawalPaid, Withdraw, ChainERC20}:      true,
		{InternalTransfer, RevenueTaken, RevenueWithdraw, Capital}:    true,
		{InternalTransfer, WithdrawalFee, Withdraw, Capital}:          false,
		{InternalTransfer, WithdrawalPaid, Available, ChainBEP20}:     false,
		{InternalTransfer, WithdrawalPaid, Principal, ChainBEP20}:     false,
		{InternalTransfer, WithdrawalHold, Principal, Withdraw}:       false,
		{WithdrawalRefund, None, RevenueWithdraw, Available}:          false,
		{InternalTransfer, WithdrawalFee, Available, RevenueWithdraw}: false,
	}
	for m, want := range allowed {
		if permitted[m] != want {
			t.Errorf("%s/%s %s → %s is permitted: %v", m.kind, m.sub, m.debit, m.credit, permitted[m])
		}
	}
	for m, is := range permitted {
		touches := m.debit == Withdraw || m.credit == Withdraw
		if is && touches && !allowed[m] {
			t.Errorf("%s/%s %s → %s is permitted and not in this test", m.kind, m.sub, m.debit, m.credit)
		}
	}
}
