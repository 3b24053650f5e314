package machine

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
)

// Exit lets the owner of a machine that has been paused for long leave it: the
// principal comes back at once, with feeBack. It refuses with fault.NotFound and
// ErrNotPossible.
func (s *Service) Exit(tx sqldb.Command, userID, machineID string) (Machine, error) {
	f, i, err := s.owners.openOne(tx, userID, machineID)
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
	fee, err := f.feeBack(m, t, at)
	if err != nil {
		return Machine{}, err
	}
	if err := f.post(at, ledger.RefMachine, m.ID, f.exitTransfers(m, t, fee, at)...); err != nil {
		return Machine{}, err
	}
	m.MiningUntil = earning.Earlier(m.MiningUntil, m.PausedAt)
	f.closePause(m, at)
	if err := f.end(i, Step{To: Exited, Cause: LeftAfterPause, Actor: actorUser, At: at}); err != nil {
		return Machine{}, err
	}
	if err := f.notifyUser(m, "machine_exited", map[string]string{"amount": (m.Price() + fee).String(), "fee": fee.String()}); err != nil {
		return Machine{}, err
	}
	left := f.machines[i]
	return left, f.Save()
}

// canExit says that the machine has been paused long enough to be left.
func (m *Machine) canExit(t offer.Terms, at time.Time) bool {
	return m.State == Paused && !at.Before(t.ExitFrom(m.PausedAt))
}

// feeBack is the part of the platform's fee that belongs to the time the machine did
// not run, as far as the revenue account holds it.
func (f *portfolio) feeBack(m *Machine, t offer.Terms, at time.Time) (money.Amount, error) {
	holds, err := f.s.Ledger.Balance(f.tx, revenue)
	return min(t.UnexpiredFee(m.Cost, t.Term()-m.life(t, f.pauses[m.ID]).RunningUntil(at)), holds), err
}

func (f *portfolio) exitTransfers(m *Machine, t offer.Terms, fee money.Amount, at time.Time) []ledger.Transfer {
	return withoutEmpty(
		internalTransfer(ledger.PrincipalReturned, principal(m.UserID), ledger.AvailableOf(m.UserID, money.USDT), m.Price()),
		internalTransfer(ledger.PlatformFeeBack, revenue, ledger.AvailableOf(m.UserID, money.USDT), fee),
		internalTransfer(ledger.InterestReleased, interestReserved, interestFree, t.InterestTotal-m.life(t, f.pauses[m.ID]).InterestBefore(at)))
}
