package machine

import (
	"fmt"
	"slices"
	"strings"

	"etld/internal/base/clock"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
)

func (s *store) putMachine(tx sqldb.Command, m Machine) {
	s.saveMachine.Add(tx, Row{Machine: m, uses: offer.EncodeUses(m.CreditUse)})
}

// stepKey is the key of a machine's newest step: rows of one machine lie
// together, in their order.
func stepKey(m *Machine) string { return fmt.Sprintf("%s%05d", m.ID, m.Steps) }

// appendHistory adds a row of history and counts it in the machine.
func (s *store) appendHistory(tx sqldb.Command, m *Machine, step Step) {
	m.Steps++
	s.insertStep.Add(tx, stepRow{id: stepKey(m), machineID: m.ID, Step: step, writtenAt: tx.Now()})
}

// putTerms keeps terms that a machine will refer to, under their digest; the
// same digest always has the same body.
func (s *store) putTerms(tx sqldb.Command, version string, t offer.Terms) error {
	_, known, err := s.terms.Get(tx, version)
	if err != nil || known {
		return err
	}
	s.terms.Set(tx, version, t)
	s.saveTerms.Add(tx, termsRow{version, t})
	return nil
}

func (s *store) putPause(tx sqldb.Command, machineID string, list []earning.Pause, changed earning.Pause) {
	s.pauses.Set(tx, machineID, list)
	s.savePause.Add(tx, pauseRow{changed, machineID})
}

// putCredits stores the credits that differ from those before. An expired one
// leaves the list with its row.
func (s *store) putCredits(tx sqldb.Command, userID string, before, after []offer.Credit) {
	kept := make([]offer.Credit, 0, len(after))
	for i, c := range after {
		live := tx.Now().Before(c.ExpiresAt)
		if live {
			kept = append(kept, c)
		}
		if !live || i >= len(before) || before[i] != c {
			s.saveCredit.Add(tx, creditRow{c, live})
		}
	}
	s.credits.Set(tx, userID, kept)
}

func saleKey(productID string, d clock.Day) string { return fmt.Sprintf("%s|%d", productID, int64(d)) }

// countSale adds to what was sold of a product on a day; a purchase that is
// taken back is taken off again.
func (s *store) countSale(tx sqldb.Command, productID string, d clock.Day, quantity int64) error {
	key := saleKey(productID, d)
	sold, _, err := s.sales.Get(tx, key)
	if err != nil {
		return err
	}
	s.sales.Set(tx, key, sold+quantity)
	s.saveSale.Add(tx, saleRow{id: key, productID: productID, day: d, sold: sold + quantity})
	return nil
}

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
