package machine

import (
	"fmt"
	"time"

	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

// makeSchedule looks at the user's machines and schedules ahead, unless one of
// them is not of the quiet kind.
func (f *portfolio) makeSchedule() error {
	f.account.Schedule = earning.NoSchedule(f.account.NextDueAt)
	var running []earning.Running
	until := never
	for i := range f.machines {
		m := &f.machines[i]
		if m.Pauses > 0 || m.State.final() {
			return nil
		}
		if m.State == Cooling {
			until = earning.Earlier(until, m.CoolingEndAt)
		}
		if !m.State.earns() {
			continue
		}
		l, err := f.life(m)
		if err != nil {
			return err
		}
		changes := m.EndAt
		if !m.EndingNoticed {
			changes = m.EndAt.Add(-endingNotice)
		}
		running = append(running, earning.Running{Life: l, Mines: m.State == Running, ChangesAt: changes})
	}
	made, err := f.account.MakeSchedule(running, until, f.s.closedDay(f.tx))
	if err == nil {
		f.account.Schedule = made
	}
	return err
}

// scheduleSome makes the schedules that are still to be made for users to whom
// something falls due by an instant, one chunk of them, and returns these.
// Making a schedule reads what is stored and pays nothing, so it needs no order
// across users and goes by their ids.
func (s *Service) scheduleSome(tx *sqldb.Tx, by time.Time) (users []account, err error) {
	for range chunkParts {
		part, err := selectAccounts(tx, selectToSchedule, by, partReads)
		if err != nil || len(part) == 0 {
			return users, err
		}
		users = append(users, part...)
		if err := s.scheduleAll(tx, part); err != nil || tx.ShouldYield() {
			return users, err
		}
	}
	return users, nil
}

func (s *Service) scheduleAll(tx *sqldb.Tx, users []account) error {
	keys := make([]string, len(users))
	for i, a := range users {
		keys[i] = a.UserID
		s.store.accounts.Set(tx, a.UserID, a)
	}
	if err := s.store.machines.Load(tx, keys); err != nil {
		return err
	}
	for _, userID := range keys {
		f, err := s.open(tx, userID)
		if err != nil {
			return err
		}
		if err := f.makeSchedule(); err != nil {
			return fmt.Errorf("schedule user %s: %w", userID, err)
		}
		s.store.putSchedule(tx, f.account)
	}
	return nil
}
