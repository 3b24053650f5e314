package machine

import (
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

// Decision says which operators want something, and why.
type Decision struct {
	Actor string
	// Second is the person who approved it, where it takes two: a pause of more
	// than an hour. The operator's side demands it before it calls.
	Second string
	Reason string
}

// signed is how the history names who decided.
func (by Decision) signed() string {
	if by.Second == "" {
		return by.Actor
	}
	return by.Actor + "+" + by.Second
}

// Pause stops a machine's clock. It refuses with fault.NotFound,
// ErrNotPossible and ErrCatchingUp, and a decision without actor or reason as a
// mistake.
func (s *Service) Pause(tx sqldb.Command, machineID string, by Decision) (Machine, error) {
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
func (s *Service) Resume(tx sqldb.Command, machineID string, by Decision) (Machine, error) {
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
	if err := f.notifyUser(m, "machine_resumed", map[string]string{"endAt": clock.Text(m.EndAt)}); err != nil {
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

func (s *Service) openForOperator(tx sqldb.Command, machineID string, by Decision) (*portfolio, int, error) {
	if by.Actor == "" || by.Actor == actorUser || by.Actor == actorSystem || by.Actor == by.Second || by.Reason == "" {
		return nil, 0, fmt.Errorf("machine %s: an operator's action needs an actor who is not his own second, and a reason", machineID)
	}
	owner, err := fault.Known(s.store.owners.Get(tx, machineID))
	if err != nil {
		return nil, 0, err
	}
	return s.owners.openOne(tx, owner, machineID)
}

// ExitFrom is when the owner of a machine that is paused can leave it.
func (s *Service) ExitFrom(tx sqldb.Command, m Machine) (time.Time, error) {
	t, err := s.owners.termsOf(tx, m.TermsVersion)
	return t.ExitFrom(m.PausedAt), err
}

// StateOf is a machine's state as its owner sees it now, for those who act
// on machines that are not theirs. It only looks: what is due to the owner waits
// for whoever acts. It refuses with fault.NotFound, and with ErrNotPossible where
// the machine is over.
func (s *Service) StateOf(tx sqldb.Command, machineID string) (userID string, state State, err error) {
	owner, err := fault.Known(s.store.owners.Get(tx, machineID))
	if err != nil {
		return "", "", err
	}
	f, err := s.owners.open(tx, owner)
	if err != nil {
		return "", "", err
	}
	i := f.find(machineID)
	if i < 0 {
		return "", "", ErrNotPossible
	}
	return owner, f.machines[i].State, nil
}
