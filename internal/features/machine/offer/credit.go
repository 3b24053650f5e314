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
