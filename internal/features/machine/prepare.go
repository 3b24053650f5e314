package machine

import (
	"errors"
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// prepared is what a plan makes due for a user, read and not paid yet. Sweeps
// prepare in views, beside the writer.
type prepared struct {
	was, becomes account
	swap         sqldb.SwapRow
	payments     ledger.Prepared
	output       []planned
}

// prepare gets ready what is due by an instant for the users whose plans cover
// all of it, and returns the others. Users to whom nothing is due are in neither
// list.
func (s *Service) prepare(tx *sqldb.Tx, users []account, until time.Time) (ready []prepared, others []account, err error) {
	v, err := s.currentState(tx)
	if err != nil {
		return nil, nil, err
	}
	var followed []prepared
	var due [][]ledger.Payment
	var raised []ledger.Account
	for _, a := range users {
		u := prepared{was: a, becomes: a}
		events, covered, err := u.becomes.follow(until, v.OpenDay, s.closedDay(tx))
		switch {
		case err != nil && !errors.Is(err, errPlan):
			return nil, nil, err
		case !covered:
			// A plan that cannot be read covers nothing either; the machines say what
			// is due.
			others = append(others, a)
		case len(events) > 0:
			payments := u.take(events)
			followed, due = append(followed, u), append(due, payments)
			for i := range payments {
				raised = append(raised, payments[i].To)
			}
		}
	}
	if err := s.ledger.Load(tx, raised); err != nil {
		return nil, nil, err
	}
	ready = make([]prepared, 0, len(followed))
	for i, u := range followed {
		switch u.payments, err = s.ledger.Prepare(tx, due[i]); {
		case errors.Is(err, ledger.ErrNotPermitted):
			// Alone he fails without holding up the others.
			others = append(others, u.was)
		case err != nil:
			return nil, nil, err
		default:
			u.swap = s.store.follow.Row(u.was.UserID, behindKey(u.was), behindKey(u.becomes))
			ready = append(ready, u)
		}
	}
	return ready, others, nil
}

// take keeps what a plan's events count for and lists what they post.
func (u *prepared) take(events []planned) (payments []ledger.Payment) {
	for _, p := range events {
		if p.output {
			u.output = append(u.output, p)
		}
		if p.amount > 0 {
			payments = append(payments, p.payment(u.was.UserID))
		}
	}
	return payments
}

// payment is what a planned event posts.
func (p planned) payment(userID string) ledger.Payment {
	if p.output {
		return ledger.Payment{Type: ledger.MiningIncome, From: emission, To: ledger.Of(userID, ledger.Available, money.ETLD), Amount: p.amount,
			At: p.at, RefType: refOutput, RefID: p.day.String()}
	}
	return ledger.Payment{Type: ledger.MachineIncome, From: interestReserved, To: available(userID), Amount: p.amount,
		At: p.at, RefType: refInterest, RefID: moment(p.at.Add(-time.Hour))}
}

// pay posts what was prepared, and returns the users for whom something came
// between.
func (s *Service) pay(tx *sqldb.Tx, list []prepared) (missed []string, err error) {
	rows := make([]sqldb.SwapRow, len(list))
	for i := range list {
		rows[i] = list[i].swap
	}
	at, err := s.store.follow.Do(tx, rows)
	if err != nil {
		return nil, err
	}
	payments := make([]ledger.Prepared, 0, len(list))
	paid := make(map[clock.Day]money.Amount)
	for i := range list {
		u := &list[i]
		if len(at) > 0 && at[0] == i {
			missed, at = append(missed, u.was.UserID), at[1:]
			s.store.accounts.Forget(tx, u.was.UserID)
			continue
		}
		s.store.accounts.Set(tx, u.was.UserID, u.becomes)
		payments = append(payments, u.payments)
		for _, p := range u.output {
			paid[p.day] += p.amount
		}
	}
	if err := s.ledger.PostPrepared(tx, payments); err != nil {
		return nil, fmt.Errorf("pay what plans make due: %w", err)
	}
	for d, sum := range paid {
		closed, err := s.closedDay(tx)(d)
		if err != nil {
			return nil, err
		}
		closed.Paid += sum
		s.store.putDay(tx, closed)
	}
	return missed, nil
}

// payPrepared pays a part of a sweep: what was prepared for it, and what must be
// looked at by then, which is whom no plan covers and to whom something happened
// meanwhile.
func (s *Service) payPrepared(tx *sqldb.Tx, p part, until time.Time) error {
	missed, err := s.pay(tx, p.planned)
	if err != nil {
		return err
	}
	look := append(p.others[:len(p.others):len(p.others)], missed...)
	if err := s.store.accounts.Load(tx, look); err != nil {
		return err
	}
	var users []account
	for _, userID := range look {
		a, found, err := s.store.accounts.Get(tx, userID)
		if err != nil {
			return err
		}
		if found && !a.isAside() {
			users = append(users, a)
		}
	}
	return s.settleAll(tx, users, until)
}
