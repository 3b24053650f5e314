package offer

import (
	"time"

	"etld/internal/base/money"
)

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
