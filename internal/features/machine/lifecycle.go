package machine

import (
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
)

// Cancel takes a machine back: in its cooling-off with a full refund, or out
// of a payment that is not complete. A payment is for the whole order, so
// leaving it cancels all machines of the order. It may be part of a command.
// It refuses with fault.NotFound, ErrCoolingOver and ErrNotPossible.
func (s *Service) Cancel(tx *sqldb.Tx, userID, machineID string) (Machine, error) {
	f, i, err := s.openOne(tx, userID, machineID)
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

func (s *Service) cancelPayment(tx *sqldb.Tx, f *portfolio, m Machine) (Machine, error) {
	if err := f.Save(); err != nil {
		return Machine{}, err
	}
	// Lapsed releases what was reserved, in this same transaction.
	if err := s.checkout.Cancel(tx, m.OrderID); err != nil {
		return Machine{}, err
	}
	m.State = Cancelled
	return m, nil
}

// refund undoes a purchase in its cooling-off.
func (f *portfolio) refund(i int, at time.Time) error {
	m := &f.machines[i]
	t, err := f.terms(m)
	if err != nil {
		return err
	}
	err = f.s.checkout.Refund(f.tx, checkout.Refunded{UserID: m.UserID, ProductID: m.ProductID, Quantity: 1, Amount: m.Pay(),
		At: at, RefType: refMachine, RefID: m.ID}, releaseInterest(t.InterestTotal)...)
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

// seller is what checkout tells of payments that end.
type seller struct{ *Service }

// EffectiveNow never lies in a closed day.
func (s seller) EffectiveNow(tx *sqldb.Tx) (time.Time, error) {
	v, err := s.payrun.State(tx)
	return v.EffectiveNow(tx), err
}

// Paid begins the cooling-off of an order whose on-chain payment is final.
func (s seller) Paid(tx *sqldb.Tx, o checkout.Order, at time.Time) error {
	f, _, err := s.openUnpaid(tx, o)
	if err != nil {
		return err
	}
	if err := f.coolAll(o, PaymentFinal, at); err != nil {
		return err
	}
	return f.Save()
}

// Lapsed ends the machines of an order whose payment expired or was cancelled,
// and releases the interest that was reserved for them.
func (s seller) Lapsed(tx *sqldb.Tx, o checkout.Order, at time.Time, cause string) error {
	f, t, err := s.openUnpaid(tx, o)
	if err != nil {
		return err
	}
	end := Step{To: Expired, Cause: PaymentExpired, Actor: actorSystem, At: at}
	if cause == payment.Cancelled {
		end = Step{To: Cancelled, Cause: PaymentCancelled, Actor: actorUser, At: at}
	}
	for n := range f.machines {
		m := &f.machines[n]
		if m.OrderID != o.ID {
			continue
		}
		if transfers := releaseInterest(t.InterestTotal); len(transfers) > 0 {
			if err := f.post(at, refMachine, m.ID, transfers...); err != nil {
				return err
			}
		}
		if err := f.lapse(n, end); err != nil {
			return err
		}
	}
	return f.Save()
}

func (f *portfolio) lapse(n int, end Step) error {
	if err := f.changeState(n, end); err != nil {
		return err
	}
	m := &f.machines[n]
	if err := f.giveCreditBack(m); err != nil {
		return err
	}
	if end.To == Cancelled {
		return f.notifyUser(m, "machine_payment_cancelled", nil)
	}
	return f.notifyUser(m, "machine_expired", nil)
}

// openUnpaid opens the buyer of an order whose payment ended: its interest is not
// reserved for an unpaid order any more. The buyer need not catch up first: nothing
// that may be due touches a machine that is not paid.
func (s *Service) openUnpaid(tx *sqldb.Tx, o checkout.Order) (*portfolio, offer.Terms, error) {
	t, found, err := s.store.terms.Get(tx, o.TermsVersion)
	if err != nil || !found {
		return nil, t, fmt.Errorf("order %s: its terms %s: found %v, %w", o.ID, o.TermsVersion, found, err)
	}
	f, err := s.open(tx, o.UserID)
	if err != nil {
		return nil, t, err
	}
	f.AddUnpaidInterest(-t.InterestOf(o.Quantity))
	return f, t, nil
}

// Authorization says which operator wants something, and why.
type Authorization struct {
	Actor string
	// Second is the person who approved it, where it takes two: a pause of more
	// than an hour. The operator's side demands it before it calls.
	Second string
	Reason string
}

// signed is how the history names who gave the authorization.
func (by Authorization) signed() string {
	if by.Second == "" {
		return by.Actor
	}
	return by.Actor + "+" + by.Second
}

// Pause stops a machine's clock. It refuses with fault.NotFound,
// ErrNotPossible and ErrCatchingUp, and a authorization without actor or reason as a
// mistake.
func (s *Service) Pause(tx *sqldb.Tx, machineID string, by Authorization) (Machine, error) {
	f, i, err := s.openForOperator(tx, machineID, by)
	if err != nil {
		return Machine{}, err
	}
	m := &f.machines[i]
	if !m.State.earns() {
		return Machine{}, ErrNotPossible
	}
	at := f.State.EffectiveNow(tx)
	m.BeforePause = m.State
	if err := f.changeState(i, Step{To: Paused, Cause: OperatorPause, Actor: by.signed(), Note: by.Reason, At: at}); err != nil {
		return Machine{}, err
	}
	m.PausedAt = at
	m.Pauses++
	p := earning.Pause{ID: fmt.Sprintf("%s%05d", m.ID, m.Pauses), From: at}
	f.setPauses(m.ID, append(f.pauses[m.ID], p))
	s.store.putPause(tx, m.ID, f.pauses[m.ID], p)
	if err := f.notifyUser(m, "machine_paused", map[string]string{"reason": by.Reason}); err != nil {
		return Machine{}, err
	}
	paused := *m
	return paused, f.Save()
}

// Resume lets a paused machine's clock go on; the end of its term moves by the
// time it stood. It refuses as Pause does.
func (s *Service) Resume(tx *sqldb.Tx, machineID string, by Authorization) (Machine, error) {
	f, i, err := s.openForOperator(tx, machineID, by)
	if err != nil {
		return Machine{}, err
	}
	m := &f.machines[i]
	if m.State != Paused {
		return Machine{}, ErrNotPossible
	}
	at := f.State.EffectiveNow(tx)
	f.closePause(m, at)
	t, err := f.terms(m)
	if err != nil {
		return Machine{}, err
	}
	m.EndAt = m.StartAt.Add(t.Term() + m.Paused)
	if err := f.changeState(i, Step{To: m.BeforePause, Cause: OperatorResume, Actor: by.signed(), Note: by.Reason, At: at}); err != nil {
		return Machine{}, err
	}
	m.BeforePause = None
	if err := f.notifyUser(m, "machine_resumed", map[string]string{"endAt": moment(m.EndAt)}); err != nil {
		return Machine{}, err
	}
	if m.State == Running && !m.MiningUntil.Equal(earning.Never()) {
		// Its cap was reached by what it mined before the pause.
		if err := f.digOut(i, at); err != nil {
			return Machine{}, err
		}
	}
	resumed := f.machines[i]
	return resumed, f.Save()
}

// closePause ends the pause that lasts.
func (f *portfolio) closePause(m *Machine, at time.Time) {
	list := f.pauses[m.ID]
	p := &list[len(list)-1]
	p.Until = at
	m.Paused += at.Sub(p.From)
	m.PausedAt = time.Time{}
	f.s.store.putPause(f.tx, m.ID, list, *p)
}

func (s *Service) openForOperator(tx *sqldb.Tx, machineID string, by Authorization) (*portfolio, int, error) {
	if by.Actor == "" || by.Actor == actorUser || by.Actor == actorSystem || by.Actor == by.Second || by.Reason == "" {
		return nil, 0, fmt.Errorf("machine %s: an operator's action needs an actor who is not his own second, and a reason", machineID)
	}
	owner, found, err := s.store.owners.Get(tx, machineID)
	if err != nil {
		return nil, 0, err
	}
	if !found {
		return nil, 0, fault.NotFound
	}
	return s.openOne(tx, owner, machineID)
}

// Exit lets the owner of a machine that has been paused for long leave it: the
// principal comes back at once, with the part of the platform's fee that
// belongs to the time it did not run, as far as the revenue account holds it.
// It may be part of a command. It refuses with fault.NotFound and
// ErrNotPossible.
func (s *Service) Exit(tx *sqldb.Tx, userID, machineID string) (Machine, error) {
	f, i, err := s.openOne(tx, userID, machineID)
	if err != nil {
		return Machine{}, err
	}
	m := &f.machines[i]
	t, err := f.terms(m)
	if err != nil {
		return Machine{}, err
	}
	at := f.State.EffectiveNow(tx)
	if !m.canExit(t, at) {
		return Machine{}, ErrNotPossible
	}
	transfers, err := f.exitTransfers(m, t, at)
	if err != nil {
		return Machine{}, err
	}
	if err := f.post(at, refMachine, m.ID, transfers...); err != nil {
		return Machine{}, err
	}
	m.MiningUntil = earning.Earlier(m.MiningUntil, m.PausedAt)
	f.closePause(m, at)
	if err := f.end(i, Step{To: Exited, Cause: LeftAfterPause, Actor: actorUser, At: at}); err != nil {
		return Machine{}, err
	}
	left := f.machines[i]
	return left, f.Save()
}

// canExit says that the machine has been paused long enough to be left.
func (m *Machine) canExit(t offer.Terms, at time.Time) bool {
	return m.State == Paused && !at.Before(t.ExitFrom(m.PausedAt))
}

func (f *portfolio) exitTransfers(m *Machine, t offer.Terms, at time.Time) ([]ledger.Transfer, error) {
	l := m.life(t, f.pauses[m.ID])
	holds, err := f.s.ledger.Balance(f.tx, revenue)
	if err != nil {
		return nil, err
	}
	back := t.UnexpiredFee(m.Cost, t.Term()-l.RunningUntil(at))
	return withoutEmpty(
		internalTransfer(ledger.PrincipalReturned, principal(m.UserID), available(m.UserID), m.Price()),
		internalTransfer(ledger.PlatformFeeBack, revenue, available(m.UserID), min(back, holds)),
		internalTransfer(ledger.InterestReleased, interestReserved, interestFree, t.InterestTotal-l.InterestBefore(at))), nil
}
