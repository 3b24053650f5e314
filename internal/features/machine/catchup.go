package machine

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
)

// EndingNotice is how long before its end a machine's owner is told.
const EndingNotice = 3 * 24 * time.Hour

// CatchUp applies everything that is due to a user by now, in the order of
// time. It is for whoever acts on a user's money.
// It refuses with payrun.ErrCatchingUp while the day that must come first is not
// closed.
func (s owners) CatchUp(tx sqldb.Command, userID string) error {
	f, err := s.openCaughtUp(tx, userID)
	if err != nil {
		return err
	}
	return f.Save()
}

// openCaughtUp opens a user for an action: with all that is due applied.
func (s owners) openCaughtUp(tx sqldb.Command, userID string) (*portfolio, error) {
	f, err := s.open(tx, userID)
	if err != nil {
		return nil, err
	}
	return f, f.CatchUp()
}

// openOne opens a user who has caught up for an action on one machine. A machine that
// is over is not among the open ones: the status forbids every action then.
func (s owners) openOne(tx sqldb.Command, userID, machineID string) (*portfolio, int, error) {
	f, err := s.openCaughtUp(tx, userID)
	if err != nil {
		return nil, 0, err
	}
	if i := f.find(machineID); i >= 0 {
		return f, i, nil
	}
	owner, found, err := s.store.owners.Get(tx, machineID)
	switch {
	case err != nil:
		return nil, 0, err
	case !found || owner != userID:
		return nil, 0, fault.NotFound
	}
	return nil, 0, ErrNotPossible
}

// next is what happens to the machine next by itself, besides what it earns.
func (m *Machine) next() payrun.Change {
	switch {
	case m.State == Cooling:
		return payrun.Change{Kind: payrun.Start, At: m.CoolingEndAt}
	case m.State.earns() && !m.EndingNoticed:
		return payrun.Change{Kind: payrun.Notice, At: m.EndAt.Add(-EndingNotice)}
	case m.State.earns():
		return payrun.Change{Kind: payrun.Maturity, At: m.EndAt}
	}
	return payrun.Change{}
}

// Apply lets a machine's next change happen.
func (f *portfolio) Apply(i int, c payrun.Change) error {
	switch c.Kind {
	case payrun.Start:
		return f.start(i, c.At, CoolingOver, actorSystem)
	case payrun.Notice:
		m := &f.machines[i]
		m.EndingNoticed, f.changed[i] = true, true
		return f.notifyUser(m, "machine_ending", map[string]string{"endAt": clock.Text(m.EndAt)})
	case payrun.Maturity:
	}
	return f.mature(i)
}

// ReachCap ends a machine's mining. One that is paused is dug out when it
// resumes, as nothing leads from a pause to there.
func (f *portfolio) ReachCap(i int, at time.Time) error {
	m := &f.machines[i]
	if m.MiningUntil.Before(at) {
		// It ended within the day and mines no more anyway.
		return nil
	}
	m.MiningUntil, f.changed[i] = at, true
	if m.State != Running {
		return nil
	}
	return f.digOut(i, at)
}

func (f *portfolio) digOut(i int, at time.Time) error {
	if err := f.changeState(i, Step{To: DugOut, Cause: CapReached, Actor: actorSystem, At: at}); err != nil {
		return err
	}
	return f.notifyUser(&f.machines[i], "machine_dug_out", nil)
}

// mature pays the last interest, returns the principal and opens the credit.
func (f *portfolio) mature(i int) error {
	m := &f.machines[i]
	t, err := f.terms(m)
	if err != nil {
		return err
	}
	last := earning.InterestOfDay(t.InterestTotal, t.TermDays, t.TermDays)
	transfers := withoutEmpty(
		ledger.Transfer{Type: ledger.MachineIncome, Debit: interestReserved, Credit: ledger.AvailableOf(m.UserID, money.USDT), Amount: last},
		internalTransfer(ledger.PrincipalReturned, principal(m.UserID), ledger.AvailableOf(m.UserID, money.USDT), m.Price()))
	if err := f.post(m.EndAt, refMachine, m.ID, transfers...); err != nil {
		return err
	}
	f.CountInterest(last)
	if err := f.end(i, Step{To: Matured, Cause: TermOver, Actor: actorSystem, At: m.EndAt}); err != nil {
		return err
	}
	if err := f.notifyUser(m, "machine_completed", map[string]string{"amount": m.Price().String()}); err != nil {
		return err
	}
	return f.addCredit(offer.Credit{ID: m.ID, UserID: m.UserID, Amount: m.Price(), Rest: m.Price(), CreatedAt: m.EndedAt,
		ExpiresAt: t.CreditUntil(m.EndedAt)})
}

// end closes a machine's life and tells listeners.
func (f *portfolio) end(i int, step Step) error {
	if err := f.changeState(i, step); err != nil {
		return err
	}
	m := &f.machines[i]
	m.EndedAt = step.At
	m.MiningUntil = earning.Earlier(m.MiningUntil, step.At)
	for _, l := range f.s.Listeners {
		if err := l.MachineEnded(f.tx, life.Machine{ID: m.ID, UserID: m.UserID, Price: m.Price(), NewPart: m.NewPart, At: step.At}); err != nil {
			return err
		}
	}
	return nil
}
