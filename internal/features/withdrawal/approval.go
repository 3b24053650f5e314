package withdrawal

import (
	"math/big"
	"time"

	"etld/internal/base/money"
)

// window is over which a user's withdrawals add up.
const window = 24 * time.Hour

// Causes: why a withdrawal is approved automatically or goes to reviewers.
const (
	causeAutomatic    = "automatic"
	causeNoPrice      = "no_price"
	causeNewAccount   = "new_account"
	causeFlagged      = "risk_flag"
	causeAboveUser    = "above_automatic_limit"
	causeAboveDay     = "automatic_day_limit_used_up"
	causeTwoPersons   = "above_two_person_limit"
	reviewersFew      = 1
	reviewersMany     = 2
	reviewersOfNobody = 0
)

// taken is a withdrawal as far as limits look at it.
type taken struct {
	asset    money.Asset
	quantity money.Amount
	// worth is in USDT; it counts only where isPriced.
	worth    money.Amount
	isPriced bool
}

// riskInputs is everything that decides who must approve a withdrawal. The lists
// include the withdrawal itself.
type riskInputs struct {
	// user are the user's withdrawals of 24 hours.
	user []taken
	// automatic are all that were approved automatically on the platform day.
	automatic []taken
	age       time.Duration
	isFlagged bool
}

// weights adds up parts of limits: 600 of 1,000 USDT and 1 of 2 ETH are 1.1. An
// unknown or empty limit allows nothing. It is the payout signer's way to count.
func weights(list []taken, limit func(asset money.Asset) money.Amount) *big.Rat {
	sum := new(big.Rat)
	for _, one := range list {
		whole := limit(one.asset)
		if whole <= 0 {
			return big.NewRat(2, 1)
		}
		sum.Add(sum, big.NewRat(int64(one.quantity), int64(whole)))
	}
	return sum
}

// worth is what a list comes to in USDT, and whether all of it has a price.
func worth(list []taken) (sum money.Amount, isPriced bool) {
	isPriced = true
	for _, one := range list {
		isPriced = isPriced && one.isPriced
		if sum += one.worth; sum > money.Max {
			sum = money.Max
		}
	}
	return sum, isPriced
}

// decide says how many reviewers must approve, and why.
func (l limits) decide(s riskInputs) (reviewers int, cause string) {
	if l.needsTwo(s.user) {
		return reviewersMany, causeTwoPersons
	}
	value, isPriced := worth(s.user)
	switch {
	case !isPriced:
		return reviewersFew, causeNoPrice
	case s.isFlagged:
		return reviewersFew, causeFlagged
	case s.age <= l.accountAge:
		return reviewersFew, causeNewAccount
	case value > l.worthAutomatic || isAboveOne(weights(s.user, func(a money.Asset) money.Amount { return l.caps[a].automatic })):
		return reviewersFew, causeAboveUser
	}
	ofDay, _ := worth(s.automatic)
	if ofDay > l.worthAutomaticDay || isAboveOne(weights(s.automatic, func(a money.Asset) money.Amount { return l.caps[a].automaticDay })) {
		return reviewersFew, causeAboveDay
	}
	return reviewersOfNobody, causeAutomatic
}

// automaticRest is what may still be approved automatically on a platform day, in
// USDT: the smaller of what worth and what quantities leave, rounded down.
func (l limits) automaticRest(ofDay []taken) money.Amount {
	used, _ := worth(ofDay)
	share := new(big.Rat).Sub(big.NewRat(1, 1), weights(ofDay, func(a money.Asset) money.Amount { return l.caps[a].automaticDay }))
	if used >= l.worthAutomaticDay || share.Sign() <= 0 {
		return 0
	}
	share.Mul(share, big.NewRat(int64(l.worthAutomaticDay), 1))
	byQuantity := new(big.Int).Quo(share.Num(), share.Denom())
	return min(l.worthAutomaticDay-used, money.Amount(byQuantity.Int64()))
}

// needsTwo says that the user's 24 hours reach what two persons must approve.
func (l limits) needsTwo(user []taken) bool {
	value, _ := worth(user)
	reached := weights(user, func(a money.Asset) money.Amount { return l.caps[a].twoFrom }).Cmp(big.NewRat(1, 1)) >= 0
	return value >= l.worthTwoFrom || reached
}

func isAboveOne(sum *big.Rat) bool { return sum.Cmp(big.NewRat(1, 1)) > 0 }
