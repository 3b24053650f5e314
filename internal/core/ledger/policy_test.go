package ledger

import (
	"slices"
	"testing"
)

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
	expectOnly(t, allowed, Withdraw)
}

// Points come from USDT and go back to it; the game moves them among players, the
// bank and its rounds. Of what is behind them only the bank's reaches the operator.
func TestWherePointsLead(t *testing.T) {
	t.Parallel()
	expectOnly(t, map[movement]bool{
		{InternalTransfer, GamePointsIn, Available, PointsBacking}:   true,
		{InternalTransfer, GamePointsIn, PointsOut, Points}:          true,
		{InternalTransfer, GamePointsOut, PointsBacking, Available}:  true,
		{InternalTransfer, GamePointsOut, Points, PointsOut}:         true,
		{InternalTransfer, BankrollFunding, Capital, PointsBacking}:  true,
		{InternalTransfer, BankrollFunding, PointsOut, GameBank}:     true,
		{InternalTransfer, BankrollReturned, GameBank, PointsOut}:    true,
		{InternalTransfer, BankrollReturned, PointsBacking, Capital}: true,
		{InternalTransfer, BankrollReturned, GameRound, PointsOut}:   false,
		{InternalTransfer, BankrollReturned, Points, PointsOut}:      false,
		{PlayTheGame, None, Points, GameRound}:                       true,
		{InternalTransfer, RoundReserved, GameBank, GameRound}:       true,
		{GameRewards, None, GameRound, Points}:                       true,
		{InternalTransfer, RoundReleased, GameRound, GameBank}:       true,
		{InternalTransfer, RoundRefund, GameRound, Points}:           true,
		{InternalTransfer, BankrollFunding, PointsOut, Points}:       false,
		{InternalTransfer, GamePointsOut, PointsBacking, Capital}:    false,
		{InternalTransfer, GamePointsOut, GameBank, PointsOut}:       false,
		{PlayTheGame, None, Points, GameBank}:                        false,
		{GameRewards, None, GameBank, Points}:                        false,
		{InternalTransfer, PoolFunding, Capital, PointsBacking}:      false,
		{InternalTransfer, WithdrawalHold, Points, Withdraw}:         false,
		{InternalTransfer, GamePointsOut, Points, PointsBacking}:     false,
		{InternalTransfer, RoundRefund, GameRound, Available}:        false,
		{PurchaseProduct, None, Points, Cooling}:                     false,
		{InternalTransfer, SwapOut, Points, Inventory}:               false,
		{InternalTransfer, RevenueTaken, GameBank, Capital}:          false,
		{InternalTransfer, RoundReleased, GameRound, Capital}:        false,
		{InternalTransfer, RevenueTaken, PointsBacking, Capital}:     false,
		{InternalTransfer, GamePointsIn, PointsOut, GameRound}:       false,
	}, Points, PointsOut, PointsBacking, GameBank, GameRound)
}

// expectOnly holds that, of what touches some classes, just these movements exist.
func expectOnly(t *testing.T, allowed map[movement]bool, classes ...Class) {
	t.Helper()
	for m, want := range allowed {
		if permitted[m] != want {
			t.Errorf("%s/%s %s → %s is permitted: %v", m.kind, m.sub, m.debit, m.credit, permitted[m])
		}
	}
	for m, is := range permitted {
		touches := slices.Contains(classes, m.debit) || slices.Contains(classes, m.credit)
		if is && touches && !allowed[m] {
			t.Errorf("%s/%s %s → %s is permitted and not in this test", m.kind, m.sub, m.debit, m.credit)
		}
	}
}
