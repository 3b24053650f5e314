package ledger

// Types lists every type, in the order in which filters show them.
func Types() []Type {
	return []Type{
		TopUp, HandlingFee, WithdrawalRefund, GameRewards, BackendTopUp, BackendDebit, LevelRewards, ReferralRewards,
		TeamAcceleration, InternalTransfer, MachineIncome, PlayTheGame, NodeDividends, MiningIncome, PurchaseProduct,
	}
}
