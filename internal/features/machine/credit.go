package machine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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

// open says that the credit can still be used.
func (c Credit) open(at time.Time) bool { return c.Rest > 0 && at.Before(c.ExpiresAt) }

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
		if !after[i].open(at) {
			continue
		}
		part := min(after[i].Rest, want-taken)
		after[i].Rest -= part
		taken += part
		uses = append(uses, CreditUse{after[i].ID, part})
	}
	return after, uses, taken
}

// restoreCredit gives back what a machine took. The expiry stays what it was.
func restoreCredit(list []Credit, uses []CreditUse) (after []Credit) {
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

// openCredit is how much of a purchase would count as repurchase.
func openCredit(list []Credit, at time.Time) (sum money.Amount) {
	for _, c := range list {
		if c.open(at) {
			sum += c.Rest
		}
	}
	return sum
}

// encodeUses is the stored form: "id:atoms,id:atoms".
func encodeUses(uses []CreditUse) string {
	parts := make([]string, len(uses))
	for i, use := range uses {
		parts[i] = use.CreditID + ":" + strconv.FormatInt(int64(use.Amount), 10)
	}
	return strings.Join(parts, ",")
}

func decodeUses(text string) ([]CreditUse, error) {
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

// credits are the user's live credits, oldest first.
func (f *portfolio) credits() ([]Credit, error) {
	list, _, err := f.s.store.credits.Get(f.tx, f.Payee.UserID)
	if err != nil {
		return nil, err
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Credit) int {
		if c := a.CreatedAt.Compare(b.CreatedAt); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return list, nil
}

func (f *portfolio) addCredit(c Credit) error {
	list, err := f.credits()
	if err != nil {
		return err
	}
	f.s.store.putCredits(f.tx, c.UserID, list, append(list[:len(list):len(list)], c))
	return nil
}

func (f *portfolio) giveCreditBack(m *Machine) error {
	if len(m.CreditUse) == 0 {
		return nil
	}
	before, err := f.credits()
	if err != nil {
		return err
	}
	f.s.store.putCredits(f.tx, m.UserID, before, restoreCredit(before, m.CreditUse))
	return nil
}
