package funds

import (
	"time"

	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// Service moves what the operator owns.
type Service struct {
	DB      *sqldb.DB
	Ledger  *ledger.Ledger
	Notices user.Notices
	// Minimums keep capital moves from taking an account below what it must keep.
	// Revenue from service and the bankroll cannot move without.
	Minimums map[ledger.Account]Minimum
}

const (
	invariant   = "audit"
	debitsEvery = time.Minute
)

// Jobs hand over debits that nobody objected to.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{jobs.Items{Job: jobDebits, Max: debitsAtOnce, RetryAfter: debitRetry, Do: s.take,
		Read: jobs.ReadDue(selectTaken, debitsAtOnce)}.Every(debitsEvery, s.DB)}
}

// RegisterOperator adds what moves the operator's own money, and users' money against it.
func (s *Service) RegisterOperator(o *operator.Service) {
	s.registerCapital(o)
	s.registerUsers(o)
	s.registerObjections(o)
}

// Check compares the debits that users can still object to with their accounts.
func (s *Service) Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	totals, err := disputedTotals(tx)
	if err != nil {
		return nil, err
	}
	var found ledger.Findings
	for asset, total := range totals {
		balance, err := s.Ledger.Balance(tx, ledger.House(ledger.Disputed, asset))
		if err != nil {
			return nil, err
		}
		if balance < total {
			found.Add(invariant, "%s holds %s, users can still object to %s", ledger.House(ledger.Disputed, asset).ID(), balance, total)
		}
	}
	return found, nil
}
