package machine

import (
	"etld/internal/base/each"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// earner is the machine as what it was paid is told.
func (s views) earner(tx sqldb.Command, m *Machine) (e payrun.Earner, err error) {
	t, err := s.owners.termsOf(tx, m.TermsVersion)
	if err != nil {
		return e, err
	}
	pauses, err := s.owners.pauses(tx, m)
	if err != nil {
		return e, err
	}
	e = payrun.Earner{Life: m.life(t, pauses), UserID: m.UserID, HasMatured: m.State == Matured, Price: m.Price(), RefType: ledger.RefMachine, RefID: m.ID}
	if m.State == Matured || m.State == Exited {
		e.Returned = m.Price()
	}
	return e, nil
}

// Earner is one of a user's machines as what it was paid is told, or fault.NotFound.
func (s views) Earner(tx *sqldb.Tx, userID, machineID string) (payrun.Earner, error) {
	m, err := s.owners.one(tx, userID, machineID)
	if err != nil {
		return payrun.Earner{}, err
	}
	return s.earner(tx, &m)
}

// Earners are those of a user's machines to which something can still happen.
func (s views) Earners(tx sqldb.Command, userID string) ([]payrun.Earner, error) {
	f, err := s.owners.open(tx, userID)
	if err != nil {
		return nil, err
	}
	return each.Try(f.machines, func(m Machine) (payrun.Earner, error) { return s.earner(tx, &m) })
}

// PaidTo lists what a machine was paid, newest first; see payrun.
func (s views) PaidTo(tx sqldb.Command, e payrun.Earner) ([]payrun.IncomeRow, error) {
	return s.PayRun.Income(tx, e)
}

// Earned is how much a machine was paid so far.
func (s views) Earned(tx sqldb.Command, e payrun.Earner) (payrun.Earned, error) {
	return s.PayRun.Earned(tx, e)
}

// income lists what a machine was paid, newest first.
func (s views) income(tx *sqldb.Tx, userID, machineID string, p httpapi.Page) (httpapi.List[payrun.IncomeRow], error) {
	e, err := s.Earner(tx, userID, machineID)
	if err != nil {
		return httpapi.List[payrun.IncomeRow]{}, err
	}
	return s.PayRun.IncomePage(tx, e, p)
}
