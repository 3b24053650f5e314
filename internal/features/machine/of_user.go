package machine

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// RegisterOperator gives operators the catalogue, and the machines of a user.
func (s *Service) RegisterOperator(o *operator.Service) {
	s.catalogue.RegisterOperator(o)
	readers := []operator.Role{operator.Support, operator.Risk, operator.FinanceMaker, operator.FinanceChecker}
	operator.View(o, operator.Route{Path: "users/machines", Roles: readers}, ofUser)
}

// OfUserIn asks for a page of a user's machines.
type OfUserIn struct {
	UserID httpapi.ID `json:"userId"`
	httpapi.Page
}

// StaffMachine is a user's machine, as operators name it.
type StaffMachine struct {
	MinerNo   string       `json:"minerNo"`
	ProductID string       `json:"productId"`
	State     State        `json:"state"`
	Principal money.Amount `json:"principal" doc:"USDT"`
	CreatedAt time.Time    `json:"createdAt"`
	StartAt   *time.Time   `json:"startAt"`
	EndAt     *time.Time   `json:"endAt" doc:"End of the term; null before the start and while a pause lasts"`
}

// ofUser lists a user's machines, newest first.
func ofUser(tx *sqldb.Tx, _ operator.Caller, in OfUserIn) (httpapi.List[StaffMachine], error) {
	if _, err := user.Find(tx, string(in.UserID)); err != nil {
		return httpapi.List[StaffMachine]{}, err
	}
	return httpapi.Ordered[Machine, StaffMachine]{Name: machinesList, First: beyondAll, ID: func(m Machine) string { return m.ID },
		Read: machinesOf(tx, string(in.UserID), ""),
		Row: func(m Machine) (StaffMachine, error) {
			row := StaffMachine{MinerNo: m.ID, ProductID: m.ProductID, State: m.State, Principal: m.Price(), CreatedAt: m.CreatedAt,
				StartAt: httpapi.OrNull(m.StartAt), EndAt: httpapi.OrNull(m.EndAt)}
			if m.State == Paused {
				row.EndAt = nil
			}
			return row, nil
		}}.Page(in.Page)
}
