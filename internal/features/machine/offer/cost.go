package offer

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
)

// Credit is a returned principal that makes later purchases repurchases.
type Credit struct {
	// ID is the id of the machine whose principal it was.
	ID        string
	UserID    string
	Amount    money.Amount
	Rest      money.Amount
	CreatedAt time.Time
	ExpiresAt time.Time
}

// isOpen says that the credit can still be used.
func (c Credit) isOpen(at time.Time) bool { return c.Rest > 0 && at.Before(c.ExpiresAt) }

// CreditUse is what one machine took from one credit.
type CreditUse struct {
	CreditID string
	Amount   money.Amount
}

// takeCredit takes up to an amount from the open credits, oldest first. It
// returns the credits as they are afterwards and leaves its argument alone.
func takeCredit(list []Credit, want money.Amount, at time.Time) (after []Credit, uses []CreditUse, taken money.Amount) {
	after = append(after, list...)
	for i := range after {
		if taken == want {
			break
		}
		if !after[i].isOpen(at) {
			continue
		}
		part := min(after[i].Rest, want-taken)
		after[i].Rest -= part
		taken += part
		uses = append(uses, CreditUse{after[i].ID, part})
	}
	return after, uses, taken
}

// RestoreCredit gives back what a machine took. The expiry stays what it was.
func RestoreCredit(list []Credit, uses []CreditUse) (after []Credit) {
	after = append(after, list...)
	for _, use := range uses {
		for i := range after {
			if after[i].ID == use.CreditID {
				after[i].Rest += use.Amount
			}
		}
	}
	return after
}

// MoveCredits moves the ends of the credits that last, as they stand still while their owner
// is suspended; also of those that are used up: a purchase that is cancelled gives back.
func MoveCredits(list []Credit, now time.Time, by time.Duration) (after []Credit) {
	after = append(after, list...)
	for i, c := range after {
		if now.Before(c.ExpiresAt) {
			after[i].ExpiresAt = c.ExpiresAt.Add(by)
		}
	}
	return after
}

// OpenCredit is how much of a purchase would count as repurchase.
func OpenCredit(list []Credit, at time.Time) (sum money.Amount) {
	for _, c := range list {
		if c.isOpen(at) {
			sum += c.Rest
		}
	}
	return sum
}

// EncodeUses is the stored form: "id:atoms,id:atoms".
func EncodeUses(uses []CreditUse) string {
	return strings.Join(each.Of(uses, func(use CreditUse) string { return use.CreditID + ":" + strconv.FormatInt(int64(use.Amount), 10) }), ",")
}

// DecodeUses reads the stored form.
func DecodeUses(text string) ([]CreditUse, error) {
	if text == "" {
		return nil, nil
	}
	var uses []CreditUse
	for part := range strings.SplitSeq(text, ",") {
		id, atoms, _ := strings.Cut(part, ":")
		amount, err := strconv.ParseInt(atoms, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("credit use %q: %w", text, err)
		}
		uses = append(uses, CreditUse{id, money.Amount(amount)})
	}
	return uses, nil
}

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
