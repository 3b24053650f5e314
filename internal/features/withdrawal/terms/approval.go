package terms

import (
	"math/big"
	"slices"
	"time"

	"etld/internal/base/money"
)

// Window is over which a user's withdrawals add up.
const Window = 24 * time.Hour

// Causes: why a withdrawal is approved automatically or goes to reviewers.
const (
	CauseAutomatic  = "automatic"
	CauseNoPrice    = "no_price"
	CauseNewAccount = "new_account"
	CauseFlagged    = "risk_flag"
	CauseAboveUser  = "above_automatic_limit"
	CauseAboveDay   = "automatic_day_limit_used_up"
	CauseTwoPersons = "above_two_person_limit"
)

// How many must approve.
const (
	ReviewersNone = 0
	ReviewersFew  = 1
	ReviewersMany = 2
)

// Taken is a withdrawal as far as limits look at it.
type Taken struct {
	Asset    money.Asset
	Quantity money.Amount
	// Worth is in USDT; it counts only where IsPriced.
	Worth    money.Amount
	IsPriced bool
}

// Inputs is everything that decides who must approve a withdrawal. To decide, the lists
// include the withdrawal itself.
type Inputs struct {
	// User are the user's withdrawals of 24 hours.
	User []Taken
	// Automatic are all that were approved automatically on the platform day.
	Automatic []Taken
	// Age is the account's.
	Age       time.Duration
	IsFlagged bool
}

// With are the inputs for a withdrawal that is none of them yet.
func (s Inputs) With(one Taken) Inputs {
	s.User, s.Automatic = append(slices.Clone(s.User), one), append(slices.Clone(s.Automatic), one)
	return s
}

// weights adds up parts of limits: 600 of 1,000 USDT and 1 of 2 ETH are 1.1. An
// unknown or empty limit allows nothing. It is the payout signer's way to count.
func weights(list []Taken, limit func(asset money.Asset) money.Amount) *big.Rat {
	sum := new(big.Rat)
	for _, one := range list {
		whole := limit(one.Asset)
		if whole <= 0 {
			return big.NewRat(2, 1)
		}
		sum.Add(sum, big.NewRat(int64(one.Quantity), int64(whole)))
	}
	return sum
}

// WorthOf is what a list comes to in USDT, and whether all of it has a price.
func WorthOf(list []Taken) (sum money.Amount, isPriced bool) {
	isPriced = true
	for _, one := range list {
		isPriced = isPriced && one.IsPriced
		if sum += one.Worth; sum > money.Max {
			sum = money.Max
		}
	}
	return sum, isPriced
}

// Decide says how many reviewers must approve, and why.
func (l Limits) Decide(s Inputs) (reviewers int, cause string) {
	if l.NeedsTwo(s.User) {
		return ReviewersMany, CauseTwoPersons
	}
	value, isPriced := WorthOf(s.User)
	switch {
	case !isPriced:
		return ReviewersFew, CauseNoPrice
	case s.IsFlagged:
		return ReviewersFew, CauseFlagged
	case s.Age <= l.accountAge:
		return ReviewersFew, CauseNewAccount
	case value > l.WorthAutomatic || isAboveOne(weights(s.User, func(a money.Asset) money.Amount { return l.caps[a].automatic })):
		return ReviewersFew, CauseAboveUser
	}
	ofDay, _ := WorthOf(s.Automatic)
	if ofDay > l.WorthAutomaticDay || isAboveOne(weights(s.Automatic, func(a money.Asset) money.Amount { return l.caps[a].automaticDay })) {
		return ReviewersFew, CauseAboveDay
	}
	return ReviewersNone, CauseAutomatic
}

// AutomaticRest is what may still be approved automatically on a platform day, in
// USDT: the smaller of what worth and what quantities leave, rounded down.
func (l Limits) AutomaticRest(ofDay []Taken) money.Amount {
	used, _ := WorthOf(ofDay)
	share := new(big.Rat).Sub(big.NewRat(1, 1), weights(ofDay, func(a money.Asset) money.Amount { return l.caps[a].automaticDay }))
	if used >= l.WorthAutomaticDay || share.Sign() <= 0 {
		return 0
	}
	share.Mul(share, big.NewRat(int64(l.WorthAutomaticDay), 1))
	byQuantity := new(big.Int).Quo(share.Num(), share.Denom())
	return min(l.WorthAutomaticDay-used, money.Amount(byQuantity.Int64()))
}

// NeedsTwo says that the user's 24 hours reach what two persons must approve.
func (l Limits) NeedsTwo(user []Taken) bool {
	value, _ := WorthOf(user)
	reached := weights(user, func(a money.Asset) money.Amount { return l.caps[a].twoFrom }).Cmp(big.NewRat(1, 1)) >= 0
	return value >= l.WorthTwoFrom || reached
}

func isAboveOne(sum *big.Rat) bool { return sum.Cmp(big.NewRat(1, 1)) > 0 }
