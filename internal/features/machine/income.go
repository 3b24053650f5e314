package machine

import (
	"strconv"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const incomeList = "machine income"

// earner is the machine as what it was paid is told.
func (s views) earner(tx *sqldb.Tx, m *Machine) (e payrun.Earner, err error) {
	t, err := s.termsOfMachine(tx, m)
	if err != nil {
		return e, err
	}
	pauses, err := s.pauses(tx, m)
	if err != nil {
		return e, err
	}
	e = payrun.Earner{Life: m.life(t, pauses), UserID: m.UserID, HasMatured: m.State == Matured, RefType: refMachine, RefID: m.ID}
	if m.State == Matured || m.State == Exited {
		e.Returned = m.Price()
	}
	return e, nil
}

// income lists what a machine was paid, newest first.
func (s views) income(tx *sqldb.Tx, userID, machineID string, p httpapi.Page) (httpapi.List[payrun.IncomeRow], error) {
	none := httpapi.List[payrun.IncomeRow]{}
	m, err := s.one(tx, userID, machineID)
	if err != nil {
		return none, err
	}
	e, err := s.earner(tx, &m)
	if err != nil {
		return none, err
	}
	rows, err := s.payrun.Income(tx, e)
	if err != nil {
		return none, err
	}
	skip, err := incomeOffset(p, rows)
	if err != nil {
		return none, err
	}
	rows = rows[skip:]
	rows = rows[:min(len(rows), p.Limit())]
	for i := range rows {
		if rows[i].TxNo, err = s.payrun.EntryOf(tx, e, rows[i]); err != nil {
			return none, err
		}
	}
	return httpapi.NewList(p, incomeList, rows, func(row payrun.IncomeRow) []string {
		return []string{strconv.FormatInt(clock.Micros(row.At), 10), row.Kind}
	}), nil
}

// incomeOffset is how many rows come before the page. Rows are only ever added
// in front, so a position never moves.
func incomeOffset(p httpapi.Page, rows []payrun.IncomeRow) (int, error) {
	position, err := p.After(incomeList, 2)
	if err != nil || position == nil {
		return 0, err
	}
	at, err := strconv.ParseInt(position[0], 10, 64)
	if err != nil {
		return 0, fault.Invalid("cursor")
	}
	for i, row := range rows {
		if clock.Micros(row.At) == at && row.Kind == position[1] {
			return i + 1, nil
		}
	}
	return len(rows), nil
}
