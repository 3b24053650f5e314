package payrun

import (
	"container/heap"
	"errors"
	"fmt"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

// catchUpAll applies the events of several users up to an instant: by schedule
// where one covers them, else from the machines, in the order of time across all
// those users, as the referral cap depends on that order.
func (s *Service) catchUpAll(tx *sqldb.Tx, users []Payee, until time.Time) error {
	if len(users) == 0 {
		return nil
	}
	rest, err := s.payScheduled(tx, users, until)
	if err != nil || len(rest) == 0 {
		return err
	}
	if err := s.loadAll(tx, rest); err != nil {
		return err
	}
	queue := &eventQueue{}
	portfolios := make([]*Portfolio, len(rest))
	for i, u := range rest {
		p, err := s.keeper.Open(tx, u.UserID)
		if err != nil {
			return err
		}
		p.makesSchedule = true
		portfolios[i] = p
		if err := queue.add(p, until); err != nil {
			return err
		}
	}
	for applied := 0; queue.Len() > 0 && applied < eventsMax*len(rest); applied++ {
		next := heap.Pop(queue).(queued)
		if err := next.portfolio.apply(next.event); err != nil {
			return fmt.Errorf("catch up user %s: %w", next.portfolio.Payee.UserID, err)
		}
		if err := queue.add(next.portfolio, until); err != nil {
			return err
		}
	}
	for _, p := range portfolios {
		if err := p.Save(); err != nil {
			return err
		}
	}
	return nil
}

// loadAll fetches what catching up the users will read, a few statements for all.
func (s *Service) loadAll(tx *sqldb.Tx, users []Payee) error {
	accounts := make([]ledger.Account, 0, 3*len(users))
	for _, u := range users {
		s.store.payees.Set(tx, u.UserID, u)
		accounts = append(accounts, ledger.AvailableOf(u.UserID, money.USDT), ledger.Of(u.UserID, ledger.Principal, interestReserved.Asset),
			ledger.AvailableOf(u.UserID, money.ETLD))
	}
	if err := s.keeper.Load(tx, idsOf(users)); err != nil {
		return err
	}
	return s.ledger.Load(tx, accounts)
}

// scheduledUser is a user moved along the schedule, and what that makes due.
type scheduledUser struct {
	Payee
	due []earning.Due
}

// payScheduled posts what users' schedules make due by an instant, and returns
// those whose schedules do not cover all of it.
func (s *Service) payScheduled(tx *sqldb.Tx, users []Payee, until time.Time) (others []Payee, err error) {
	v, err := s.State(tx)
	if err != nil {
		return nil, err
	}
	var paid []scheduledUser
	var raised []ledger.Account
	for _, u := range users {
		after, due, covered, err := u.Advance(until, v.OpenDay, s.Days(tx))
		if err != nil && !errors.Is(err, earning.ErrSchedule) {
			return nil, err
		}
		switch {
		case !covered:
			// A schedule that cannot be read covers nothing either; the machines say
			// what is due.
			others = append(others, u)
		case len(due) > 0:
			u.Progress = after
			paid = append(paid, scheduledUser{u, due})
			for _, d := range due {
				raised = append(raised, raisedBy(d, u.UserID))
			}
		}
	}
	if err := s.ledger.Load(tx, raised); err != nil {
		return nil, err
	}
	for _, u := range paid {
		for _, d := range u.due {
			if d.Amount == 0 {
				continue
			}
			if err := s.post(tx, u.UserID, d); err != nil {
				return nil, fmt.Errorf("pay user %s by schedule: %w", u.UserID, err)
			}
		}
		s.store.advance(tx, u.Payee)
	}
	return others, nil
}

// post posts a payment to a user, and counts output in its day.
func (s *Service) post(tx *sqldb.Tx, userID string, d earning.Due) error {
	e := ledger.Entry{At: d.At, RefType: RefInterest, RefID: HourReference(d.At), Transfers: []ledger.Transfer{
		{Type: ledger.MachineIncome, Debit: interestReserved, Credit: raisedBy(d, userID), Amount: d.Amount}}}
	if d.Output {
		e.RefType, e.RefID = RefOutput, d.Day.String()
		e.Transfers[0].Type, e.Transfers[0].Debit = ledger.MiningIncome, emission
		closed, err := s.Days(tx)(d.Day)
		if err != nil {
			return err
		}
		closed.Paid += d.Amount
		s.store.putDay(tx, closed)
	}
	_, err := s.ledger.Post(tx, e)
	return err
}

// raisedBy is the account that a payment raises.
func raisedBy(d earning.Due, userID string) ledger.Account {
	if d.Output {
		return ledger.AvailableOf(userID, money.ETLD)
	}
	return ledger.AvailableOf(userID, money.USDT)
}

func selectPayees(tx *sqldb.Tx, query string, args ...any) ([]Payee, error) {
	return sqldb.Collect(tx, PayeeTable.Scan, query, args...)
}

func idsOf(users []Payee) []string {
	list := make([]string, len(users))
	for i := range users {
		list[i] = users[i].UserID
	}
	return list
}
