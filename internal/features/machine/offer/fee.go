package offer

import (
	"time"

	"etld/internal/base/money"
)

// Shares are the parts of the new part's fee that belong to others than the
// platform, as ratios of the new part.
type Shares struct {
	Diamond  money.Ratio `json:"diamond"`
	Star     money.Ratio `json:"star"`
	King     money.Ratio `json:"king"`
	Level    money.Ratio `json:"level"`
	Referral money.Ratio `json:"referral"`
}

// FeeFor is the service fee of one machine. Each part is rounded down, in the
// buyer's favour; prices in whole USDT leave nothing to round.
func (t Terms) FeeFor(newPart, repurchasePart money.Amount) money.Amount {
	return t.FeeNew.Floor(newPart) + t.FeeRepurchase.Floor(repurchasePart)
}

// Split is a machine's fee cut into what each receiver gets.
type Split struct {
	Diamond, Star, King, Level, Referral, Platform money.Amount
}

// Rewards is everything that does not stay with the platform.
func (s Split) Rewards() money.Amount {
	return s.Diamond + s.Star + s.King + s.Level + s.Referral
}

// Split cuts the fee of one machine. Every share is rounded down and the
// platform takes the rest, so the parts add up to the fee and no share can
// exceed what was paid.
func (t Terms) Split(c Cost) Split {
	s := Split{
		Diamond:  t.Shares.Diamond.Floor(c.NewPart),
		Star:     t.Shares.Star.Floor(c.NewPart),
		King:     t.Shares.King.Floor(c.NewPart),
		Level:    t.Shares.Level.Floor(c.NewPart),
		Referral: t.Shares.Referral.Floor(c.NewPart),
	}
	s.Platform = c.Fee - s.Rewards()
	return s
}

// UnexpiredFee is the part of the platform's share of a fee that belongs to what
// is left of the term, rounded down.
func (t Terms) UnexpiredFee(c Cost, rest time.Duration) money.Amount {
	return money.MulDivFloor(t.Split(c).Platform, rest.Microseconds(), t.Term().Microseconds())
}
