package machine

import (
	"slices"
	"strings"

	"etld/internal/features/machine/offer"
)

// credits are the user's live credits, oldest first.
func (f *portfolio) credits() ([]offer.Credit, error) {
	list, _, err := f.s.store.credits.Get(f.tx, f.Payee.UserID)
	if err != nil {
		return nil, err
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b offer.Credit) int {
		if c := a.CreatedAt.Compare(b.CreatedAt); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return list, nil
}

func (f *portfolio) addCredit(c offer.Credit) error {
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
	f.s.store.putCredits(f.tx, m.UserID, before, offer.RestoreCredit(before, m.CreditUse))
	return nil
}
