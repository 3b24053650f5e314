package offer

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/checkout"
)

const (
	day = 24 * time.Hour
	// roundBreakEven is the step of the break-even price shown: 0.0001 USDT.
	roundBreakEven = 10_000
)

// Terms are everything a purchase promises. A machine keeps those under which
// it was bought for all its life.
type Terms struct {
	ProductID     string       `json:"productId"`
	Size          string       `json:"size"`
	Price         money.Amount `json:"price"`
	Power         int64        `json:"power"`
	TermDays      int64        `json:"termDays"`
	DailyRate     money.Ratio  `json:"dailyRate"`
	InterestTotal money.Amount `json:"interestTotal"`
	ETLDCap       money.Amount `json:"etldCap"`
	Rules
}

// Rules are what holds for all products when somebody buys.
type Rules struct {
	FeeNew        money.Ratio `json:"feeNew"`
	FeeRepurchase money.Ratio `json:"feeRepurchase"`
	Shares        Shares      `json:"shares"`
	CreditDays    int64       `json:"creditDays"`
	ExitAfterDays int64       `json:"exitAfterDays"`
}

// Version is the digest that stands for the terms.
func (t Terms) Version() string { return checkout.VersionOf(t) }

// Term is how long a machine runs.
func (t Terms) Term() time.Duration { return time.Duration(t.TermDays) * day }

// InterestOf is what several machines are paid over their whole term.
func (t Terms) InterestOf(quantity int64) money.Amount {
	return t.InterestTotal * money.Amount(quantity)
}

// ExitFrom is when a machine can be left that has been paused since an instant.
func (t Terms) ExitFrom(pausedAt time.Time) time.Time {
	return pausedAt.Add(time.Duration(t.ExitAfterDays) * day)
}

// CreditUntil is when the credit expires of a principal that came back at an
// instant.
func (t Terms) CreditUntil(returnedAt time.Time) time.Time {
	return returnedAt.Add(time.Duration(t.CreditDays) * day)
}

// Certain is what one machine bought as new costs, and what of it does not come back
// for certain: a gain, below 0, where the interest outweighs the fee.
func (t Terms) Certain() (pay, netCost money.Amount) {
	fee := t.FeeFor(t.Price, 0)
	return t.Price + fee, fee - t.InterestTotal
}

// EstimateOutput is the output of a whole term if every day had this rate.
func (t Terms) EstimateOutput(rate money.Amount) money.Amount {
	return min(t.ETLDCap, money.MulDivFloor(rate, t.Power*t.TermDays, 1))
}

// BreakEven is the price of ETLD at which the estimated output is worth the net
// certain cost, rounded up to four places; ok is false when no output is to be
// expected.
func (t Terms) BreakEven(rate money.Amount) (price money.Amount, ok bool) {
	estimate := t.EstimateOutput(rate)
	if estimate <= 0 {
		return 0, false
	}
	step := int64(money.Unit) / roundBreakEven
	_, netCost := t.Certain()
	steps := money.MulDivCeil(max(0, netCost), roundBreakEven, int64(estimate))
	return steps * money.Amount(step), true
}

// Quote is what a buyer would pay for a quantity.
type Quote struct {
	Quantity       int64        `json:"quantity"`
	Price          money.Amount `json:"price"`
	NewPart        money.Amount `json:"newPart"`
	RepurchasePart money.Amount `json:"repurchasePart"`
	ServiceFee     money.Amount `json:"serviceFee"`
	PayAmount      money.Amount `json:"payAmount"`
}

// Cost is what one machine cost its buyer.
type Cost struct {
	NewPart, RepurchasePart, Fee money.Amount
	// CreditUse is what the repurchase part took from credits.
	CreditUse []CreditUse
}

// Price is the machine's principal.
func (c Cost) Price() money.Amount { return c.NewPart + c.RepurchasePart }

// Pay is what leaves the buyer.
func (c Cost) Pay() money.Amount { return c.Price() + c.Fee }

// NextCost is what the next machine costs a buyer with such credits: what they
// cover of the price is a repurchase. It returns the credits as they are afterwards.
func (t Terms) NextCost(credits []Credit, at time.Time) (c Cost, after []Credit) {
	after, c.CreditUse, c.RepurchasePart = takeCredit(credits, t.Price, at)
	c.NewPart = t.Price - c.RepurchasePart
	c.Fee = t.FeeFor(c.NewPart, c.RepurchasePart)
	return c, after
}

// Quotes is what each quantity up to the most costs a buyer with such credits.
func (t Terms) Quotes(credits []Credit, most int64, at time.Time) []Quote {
	list := make([]Quote, 0, most)
	var q Quote
	for range most {
		var c Cost
		c, credits = t.NextCost(credits, at)
		q.Quantity++
		q.Price += c.Price()
		q.NewPart += c.NewPart
		q.RepurchasePart += c.RepurchasePart
		q.ServiceFee += c.Fee
		q.PayAmount = q.Price + q.ServiceFee
		list = append(list, q)
	}
	return list
}
