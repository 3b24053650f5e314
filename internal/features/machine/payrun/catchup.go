package payrun

import (
	"container/heap"
	"fmt"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// catchUpAll applies the events of several users up to an instant, in the order of
// time across all of them, as the referral cap depends on that order.
func (s *Service) catchUpAll(tx sqldb.Command, users []Payee, until time.Time) error {
	if len(users) == 0 {
		return nil
	}
	if err := s.loadAll(tx, users); err != nil {
		return err
	}
	queue := &eventQueue{}
	portfolios := make([]*Portfolio, len(users))
	for i, u := range users {
		p, err := s.Keeper.Open(tx, u.UserID)
		if err != nil {
			return err
		}
		portfolios[i] = p
		if err := queue.add(p, until); err != nil {
			return err
		}
	}
	for applied := 0; queue.Len() > 0 && applied < eventsMax*len(users); applied++ {
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
func (s *Service) loadAll(tx sqldb.Command, users []Payee) error {
	accounts := make([]ledger.Account, 0, 3*len(users))
	for _, u := range users {
		s.store.payees.Set(tx, u.UserID, u)
		accounts = append(accounts, ledger.AvailableOf(u.UserID, money.USDT), ledger.Of(u.UserID, ledger.Principal, interestReserved.Asset),
			ledger.AvailableOf(u.UserID, money.ETLD))
	}
	if err := s.Keeper.Load(tx, idsOf(users)); err != nil {
		return err
	}
	return s.Ledger.Load(tx, accounts)
}

// post posts a payment to a user, and counts output in its day.
func (s *Service) post(tx sqldb.Command, userID string, e event, sum money.Amount) error {
	entry := ledger.Entry{At: e.at, RefType: ledger.RefInterest, RefID: HourReference(e.at), Transfers: []ledger.Transfer{
		{Type: ledger.MachineIncome, Debit: interestReserved, Credit: ledger.AvailableOf(userID, money.USDT), Amount: sum}}}
	if e.kind == output {
		entry.RefType, entry.RefID = ledger.RefOutput, e.day.String()
		entry.Transfers[0] = ledger.Transfer{Type: ledger.MiningIncome, Debit: emission, Credit: ledger.AvailableOf(userID, money.ETLD), Amount: sum}
		closed, err := s.Days(tx)(e.day)
		if err != nil {
			return err
		}
		closed.Paid += sum
		s.store.putDay(tx, closed)
	}
	_, err := s.Ledger.Post(tx, entry)
	return err
}

func selectPayees(tx *sqldb.Tx, query string, args ...any) ([]Payee, error) {
	return sqldb.Collect(tx, PayeeTable.Scan, query, args...)
}

func idsOf(users []Payee) []string {
	return each.Of(users, func(one Payee) string { return one.UserID })
}
