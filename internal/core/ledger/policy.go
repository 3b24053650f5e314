package ledger

import "etld/internal/base/each"

// Type is one of the fifteen kinds of movement that users can filter by.
type Type string

// The types, named after the product's words.
const (
	TopUp            Type = "top_up"
	HandlingFee      Type = "handling_fee"
	WithdrawalRefund Type = "withdrawal_refund"
	GameRewards      Type = "game_rewards"
	BackendTopUp     Type = "backend_top_up"
	BackendDebit     Type = "backend_debit"
	LevelRewards     Type = "level_rewards"
	ReferralRewards  Type = "referral_rewards"
	TeamAcceleration Type = "team_acceleration"
	InternalTransfer Type = "internal_transfer"
	MachineIncome    Type = "mining_machine_income"
	PlayTheGame      Type = "play_the_game"
	NodeDividends    Type = "node_dividends"
	MiningIncome     Type = "mining_income"
	PurchaseProduct  Type = "purchase_product"
)

func (Type) Values() []string {
	return each.Texts(TopUp, HandlingFee, WithdrawalRefund, GameRewards, BackendTopUp, BackendDebit, LevelRewards, ReferralRewards, TeamAcceleration,
		InternalTransfer, MachineIncome, PlayTheGame, NodeDividends, MiningIncome, PurchaseProduct)
}

// SubType tells movements of one type apart.
type SubType string

// The sub-types. None is the empty one.
const (
	None              SubType = ""
	Deposit           SubType = "deposit"
	SuspenseIn        SubType = "suspense_in"
	SuspenseClaimed   SubType = "suspense_claimed"
	CapitalIn         SubType = "capital_in"
	CapitalOut        SubType = "capital_out"
	RevenueTaken      SubType = "revenue_taken"
	PoolFunding       SubType = "pool_funding"
	InventoryFunding  SubType = "inventory_funding"
	InventoryReturned SubType = "inventory_returned"
	InterestHeld      SubType = "interest_reserved"
	InterestReleased  SubType = "interest_released"
	MachineStarted    SubType = "machine_started"
	DividendShare     SubType = "dividend_share"
	LevelShare        SubType = "level_share"
	ServiceFee        SubType = "service_fee"
	Unallocated       SubType = "unallocated_reward"
	PrincipalReturned SubType = "principal_returned"
	PlatformFeeBack   SubType = "platform_fee_returned"
	CoolingOffRefund  SubType = "cooling_off_refund"
	NodeStarted       SubType = "node_started"
	OrderShipped      SubType = "order_shipped"
	OrderRefund       SubType = "order_refund"
	RewardDelayed     SubType = "reward_delayed"
	Gas               SubType = "gas"
	DebitReturned     SubType = "debit_returned"
	DebitTaken        SubType = "debit_taken"
	BidFunding        SubType = "bid_funding"
	BidReturned       SubType = "bid_returned"
	SellOut           SubType = "sell_out"
	SellIn            SubType = "sell_in"
	SwapOut           SubType = "swap_out"
	SwapIn            SubType = "swap_in"
	WithdrawalHold    SubType = "withdrawal_hold"
	WithdrawalPaid    SubType = "withdrawal_paid"
	WithdrawalFee     SubType = "withdrawal_fee"
	GamePointsIn      SubType = "game_points_in"
	GamePointsOut     SubType = "game_points_out"
	BankrollFunding   SubType = "bankroll_funding"
	BankrollReturned  SubType = "bankroll_returned"
	RoundReserved     SubType = "round_reserved"
	RoundReleased     SubType = "round_released"
	RoundRefund       SubType = "round_refund"
)

// Values lists the sub-types but None.
func (SubType) Values() []string {
	return each.Texts(Deposit, SuspenseIn, SuspenseClaimed, CapitalIn, CapitalOut, RevenueTaken, PoolFunding, InventoryFunding, InventoryReturned,
		InterestHeld, InterestReleased, MachineStarted, DividendShare, LevelShare, ServiceFee, Unallocated, PrincipalReturned,
		PlatformFeeBack, CoolingOffRefund, NodeStarted, OrderShipped, OrderRefund, RewardDelayed, Gas, DebitReturned, DebitTaken, BidFunding,
		BidReturned, SellOut, SellIn, SwapOut, SwapIn, WithdrawalHold, WithdrawalPaid, WithdrawalFee, GamePointsIn, GamePointsOut,
		BankrollFunding, BankrollReturned, RoundReserved, RoundReleased, RoundRefund)
}

// movement is what the policy looks at: who pays whom, and under which name.
type movement struct {
	kind          Type
	sub           SubType
	debit, credit Class
}

// permitted lists every movement that may be posted. A movement that is not
// here does not exist, whoever asks for it.
var permitted = policy()

func policy() map[movement]bool {
	list := []movement{
		{PurchaseProduct, None, Available, Cooling},
		{PurchaseProduct, None, Available, Order},
		{InternalTransfer, CoolingOffRefund, Cooling, Available},
		{InternalTransfer, InterestHeld, InterestFree, InterestReserved},
		{InternalTransfer, InterestReleased, InterestReserved, InterestFree},
		{InternalTransfer, MachineStarted, Cooling, Principal},
		{InternalTransfer, DividendShare, Cooling, DividendDiamond},
		{InternalTransfer, DividendShare, Cooling, DividendStar},
		{InternalTransfer, DividendShare, Cooling, DividendKing},
		{InternalTransfer, LevelShare, Cooling, LevelPool},
		{InternalTransfer, ServiceFee, Cooling, RevenueService},
		{InternalTransfer, Unallocated, Cooling, InterestFree},
		{InternalTransfer, NodeStarted, Cooling, RevenueNode},
		// What an order of goods holds is the operator's once they are shipped. What
		// was lost on its way is refunded out of that, then out of the capital.
		{InternalTransfer, OrderShipped, Order, RevenueGoods},
		{InternalTransfer, OrderRefund, Order, Available},
		{InternalTransfer, OrderRefund, RevenueGoods, Available},
		{InternalTransfer, OrderRefund, Capital, Available},
		{NodeDividends, None, DividendDiamond, Available},
		{NodeDividends, None, DividendStar, Available},
		{NodeDividends, None, DividendKing, Available},
		{InternalTransfer, Unallocated, DividendDiamond, InterestFree},
		{InternalTransfer, Unallocated, DividendStar, InterestFree},
		{InternalTransfer, Unallocated, DividendKing, InterestFree},
		{ReferralRewards, None, Cooling, Available},
		{ReferralRewards, None, Delayed, Available},
		{InternalTransfer, RewardDelayed, Cooling, Delayed},
		{InternalTransfer, Unallocated, Delayed, InterestFree},
		{MachineIncome, None, InterestReserved, Available},
		{MiningIncome, None, Emission, Available},
		{LevelRewards, None, LevelPool, Available},
		{InternalTransfer, RewardDelayed, LevelPool, Delayed},
		{LevelRewards, None, Delayed, Available},
		// What was refused, and is granted after all.
		{ReferralRewards, None, InterestFree, Available},
		{LevelRewards, None, InterestFree, Available},
		{TeamAcceleration, None, Emission, Available},
		{InternalTransfer, PrincipalReturned, Principal, Available},
		{InternalTransfer, PlatformFeeBack, RevenueService, Available},
		{InternalTransfer, BidFunding, Capital, Bids},
		{InternalTransfer, BidReturned, Bids, Capital},
		{InternalTransfer, SellOut, Available, Inventory},
		{InternalTransfer, SellIn, Bids, Available},
		{HandlingFee, None, Available, RevenueSell},
		{InternalTransfer, SwapOut, Available, Inventory},
		{InternalTransfer, SwapIn, Inventory, Available},
		{HandlingFee, None, Available, RevenueSwap},
		// A withdrawal holds quantity less fee, and the fee as a line of its own;
		// both leave together, to the chain and to the operator, or return whole.
		{InternalTransfer, WithdrawalHold, Available, Withdraw},
		{HandlingFee, None, Available, Withdraw},
		{WithdrawalRefund, None, Withdraw, Available},
		{InternalTransfer, WithdrawalFee, Withdraw, RevenueWithdraw},
		{InternalTransfer, RevenueTaken, RevenueWithdraw, Capital},
		{InternalTransfer, RevenueTaken, RevenueSell, Capital},
		{InternalTransfer, RevenueTaken, RevenueSwap, Capital},
		{InternalTransfer, RevenueTaken, RevenueNode, Capital},
		{InternalTransfer, RevenueTaken, RevenueGoods, Capital},
		{InternalTransfer, InventoryFunding, Capital, Inventory},
		{InternalTransfer, InventoryReturned, Inventory, Capital},
		{InternalTransfer, RevenueTaken, RevenueService, Capital},
		{InternalTransfer, SuspenseClaimed, Suspense, Available},
		{TopUp, SuspenseClaimed, Suspense, Available},
		// The operator pays people out of its own capital, and what it takes
		// from them waits where they can object.
		{BackendTopUp, None, Capital, Available},
		{BackendDebit, None, Available, Disputed},
		{InternalTransfer, DebitReturned, Disputed, Available},
		{InternalTransfer, DebitTaken, Disputed, Capital},
		// Points and the USDT behind them move in one entry: a user's, and those
		// that the operator brings to the bank or takes out of it. What users stake, and what the bank
		// reserves for the worst case, leaves the round as prizes, back to the bank,
		// or whole to its players.
		{InternalTransfer, GamePointsIn, Available, PointsBacking},
		{InternalTransfer, GamePointsIn, PointsOut, Points},
		{InternalTransfer, GamePointsOut, PointsBacking, Available},
		{InternalTransfer, GamePointsOut, Points, PointsOut},
		{InternalTransfer, BankrollFunding, Capital, PointsBacking},
		{InternalTransfer, BankrollFunding, PointsOut, GameBank},
		{InternalTransfer, BankrollReturned, GameBank, PointsOut},
		{InternalTransfer, BankrollReturned, PointsBacking, Capital},
		{PlayTheGame, None, Points, GameRound},
		{InternalTransfer, RoundReserved, GameBank, GameRound},
		{GameRewards, None, GameRound, Points},
		{InternalTransfer, RoundReleased, GameRound, GameBank},
		{InternalTransfer, RoundRefund, GameRound, Points},
	}
	for _, chain := range []Class{ChainBEP20, ChainERC20} {
		list = append(list,
			movement{TopUp, Deposit, chain, Available},
			movement{InternalTransfer, SuspenseIn, chain, Suspense},
			movement{InternalTransfer, CapitalIn, chain, Capital},
			movement{InternalTransfer, CapitalOut, Capital, chain},
			movement{InternalTransfer, Gas, GasSpent, chain},
			movement{InternalTransfer, WithdrawalPaid, Withdraw, chain},
		)
	}
	list = append(list, movement{InternalTransfer, CapitalIn, ChainAnchor, Capital}, movement{InternalTransfer, Gas, GasSpent, ChainAnchor})
	for _, pool := range []Class{InterestFree, Emission, LevelPool, DividendDiamond, DividendStar, DividendKing} {
		list = append(list, movement{InternalTransfer, PoolFunding, Capital, pool})
	}
	set := make(map[movement]bool, len(list))
	for _, m := range list {
		set[m] = true
	}
	return set
}
