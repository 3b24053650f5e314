package machine

import "etld/internal/base/money"

// Shares are the parts of the new part's fee that belong to others than the
// platform, as ratios of the new part.
type Shares struct {
	Diamond  money.Ratio `json:"diamond"`
	Star     money.Ratio `json:"star"`
	King     money.Ratio `json:"king"`
	Level    money.Ratio `json:"level"`
	Referral money.Ratio `json:"referral"`
}

// Sum is what the shares take together.
func (s Shares) Sum() money.Ratio {
	return s.Diamond + s.Star + s.King + s.Level + s.Referral
}

// feeFor is the service fee of one machine. Each part is rounded down, in the
// buyer's favour; prices in whole USDT leave nothing to round.
func (t Terms) feeFor(newPart, repurchasePart money.Amount) money.Amount {
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

// splitFee cuts the fee of one machine. Every share is rounded down and the
// platform takes the rest, so the parts add up to the fee and no share can
// exceed what was paid.
func (t Terms) splitFee(newPart, fee money.Amount) Split {
	s := Split{
		Diamond:  t.Shares.Diamond.Floor(newPart),
		Star:     t.Shares.Star.Floor(newPart),
		King:     t.Shares.King.Floor(newPart),
		Level:    t.Shares.Level.Floor(newPart),
		Referral: t.Shares.Referral.Floor(newPart),
	}
	s.Platform = fee - s.Rewards()
	return s
}

// unexpiredFee is the part of the platform's fee that belongs to the time a
// machine did not run, rounded down.
func unexpiredFee(platformFee money.Amount, rest, term int64) money.Amount {
	return money.MulDivFloor(platformFee, rest, term)
}
