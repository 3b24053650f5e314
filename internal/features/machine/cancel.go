package machine

import (
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
)

// Cancel takes a machine back: in its cooling-off with a full refund, or out
// of a payment that is not complete. A payment is for the whole order, so
// leaving it cancels all machines of the order.
// It refuses with fault.NotFound, ErrCoolingOver and ErrNotPossible.
func (s *Service) Cancel(tx sqldb.Command, userID, machineID string) (Machine, error) {
	f, i, err := s.owners.openToCancel(tx, userID, machineID)
	if err != nil {
		return Machine{}, err
	}
	switch state := f.machines[i].State; {
	case state == Payment:
		return s.cancelPayment(tx, f, f.machines[i])
	case state == Cooling:
		if err := f.refund(i, f.State.EffectiveNow(tx)); err != nil {
			return Machine{}, err
		}
		m := f.machines[i]
		return m, f.Save()
	case state.earns():
		return Machine{}, ErrCoolingOver
	}
	return Machine{}, ErrNotPossible
}

// openToCancel is openOne. A buyer who cannot catch up, whatever the reason, is opened
// without that for a refund: what is due stays where it is.
func (s owners) openToCancel(tx sqldb.Command, userID, machineID string) (f *portfolio, i int, err error) {
	failure := tx.Try(func() error {
		f, i, err = s.openOne(tx, userID, machineID)
		return err
	})
	if failure == nil || sqldb.Passes(failure) {
		return f, i, failure
	}
	if f, err = s.open(tx, userID); err != nil {
		return nil, 0, err
	}
	if i = f.find(machineID); i < 0 || !f.machines[i].cools(tx.Now()) {
		err = failure
	}
	return f, i, err
}

// cools says that a machine's cooling-off lasts; what is due by now touches it in nothing.
func (m *Machine) cools(now time.Time) bool { return m.State == Cooling && now.Before(m.CoolingEndAt) }

// MoveDeadlines moves the ends of credits and cooling-offs, and tells the latter: they
// stand still while a user is suspended.
func (s *Service) MoveDeadlines(tx *sqldb.Tx, userID string, by time.Duration) error {
	credits, _, err := s.store.credits.Get(tx, userID)
	if err != nil {
		return err
	}
	s.store.putCredits(tx, userID, credits, offer.MoveCredits(credits, tx.Now(), by))
	list, _, err := s.store.machines.Get(tx, userID)
	if err != nil || !slices.ContainsFunc(list, func(m Machine) bool { return m.cools(tx.Now()) }) {
		return err
	}
	f, err := s.owners.open(tx, userID)
	if err != nil {
		return err
	}
	for i := range f.machines {
		m := &f.machines[i]
		if !m.cools(tx.Now()) {
			continue
		}
		m.CoolingEndAt, f.changed[i] = checkout.MovedCooling(m.CoolingEndAt, tx.Now(), by), true
		if err := f.notifyCooling(m); err != nil {
			return err
		}
	}
	return f.Save()
}

func (s *Service) cancelPayment(tx sqldb.Command, f *portfolio, m Machine) (Machine, error) {
	if err := f.Save(); err != nil {
		return Machine{}, err
	}
	// Lapsed releases what was reserved, in this same transaction.
	m.State = Cancelled
	return m, s.checkout.Cancel(tx, m.OrderID)
}

// refund undoes a purchase in its cooling-off.
func (f *portfolio) refund(i int, at time.Time) error {
	m := &f.machines[i]
	t, err := f.terms(m)
	if err != nil {
		return err
	}
	err = f.s.checkout.Refund(f.tx, checkout.Refunded{UserID: m.UserID, ProductID: m.ProductID, Quantity: 1, Amount: m.Pay(),
		At: at, RefType: ledger.RefMachine, RefID: m.ID}, releaseInterest(t.InterestTotal)...)
	if err != nil {
		return err
	}
	if err := f.changeState(i, Step{To: Cancelled, Cause: CoolingCancelled, Actor: actorUser, At: at}); err != nil {
		return err
	}
	if err := f.s.store.countSale(f.tx, m.ProductID, clock.DayOf(m.CreatedAt), -1); err != nil {
		return err
	}
	if err := f.giveCreditBack(m); err != nil {
		return err
	}
	return f.notifyUser(m, "machine_cancelled", map[string]string{"amount": m.Pay().String()})
}

func releaseInterest(amount money.Amount) []ledger.Transfer {
	return withoutEmpty(internalTransfer(ledger.InterestReleased, interestReserved, interestFree, amount))
}
