package payrun

import (
	"fmt"
	"time"

	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

// Asked for plan_until = 0, PostgreSQL may go by the ids through all users who
// have a schedule already.
var selectToSchedule = PayeeTable.Select("WHERE parked_at = 0 AND plan_until <= 0 AND next_due_at <= $1 ORDER BY plan_until, user_id LIMIT $2")

// schedule looks at the user's machines and schedules ahead, unless one of them is
// not of the quiet kind.
func (p *Portfolio) schedule() error {
	p.Payee.Schedule = earning.NoSchedule(p.Payee.NextDueAt)
	var running []earning.Running
	until := earning.Never()
	for i := range p.machines.Count() {
		m, err := p.machines.At(i)
		switch {
		case err != nil:
			return err
		case len(m.Pauses) > 0 || !m.EndedAt.IsZero():
			return nil
		case m.IsUnderway():
			running = append(running, earning.Running{Life: m.Life, Mines: m.Mines, ChangesAt: m.Next.At})
		case m.Next.Kind != noEvent:
			until = earning.Earlier(until, m.Next.At)
		}
	}
	made, err := p.Payee.MakeSchedule(running, until, p.s.Days(p.tx))
	if err == nil {
		p.Payee.Schedule = made
	}
	return err
}

// scheduleSome makes the schedules that are still to be made for users to whom
// something falls due by an instant, one chunk of them, and returns these.
// Making a schedule reads what is stored and pays nothing, so it needs no order
// across users and goes by their ids.
func (s *Service) scheduleSome(tx *sqldb.Tx, by time.Time) (users []Payee, err error) {
	for range chunkParts {
		part, err := selectPayees(tx, selectToSchedule, by, partReads)
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

func (s *Service) scheduleAll(tx *sqldb.Tx, users []Payee) error {
	for _, u := range users {
		s.store.payees.Set(tx, u.UserID, u)
	}
	if err := s.keeper.Load(tx, idsOf(users)); err != nil {
		return err
	}
	for _, u := range users {
		p, err := s.keeper.Open(tx, u.UserID)
		if err != nil {
			return err
		}
		if err := p.schedule(); err != nil {
			return fmt.Errorf("schedule user %s: %w", u.UserID, err)
		}
		s.store.putSchedule(tx, p.Payee)
	}
	return nil
}
