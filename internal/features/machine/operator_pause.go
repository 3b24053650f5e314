package machine

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// pausing names the machine that an operator stops or lets run again.
type pausing struct {
	MinerNo string `json:"minerNo"`
}

// RegisterOperator gives operators the catalogue, and the pause of a machine and its end.
// A pause always takes two persons, also one that would last less than the
// hour which the rules leave to one: nobody can promise how long it will be.
// Its end takes one, since it only gives the owner back what runs.
func (s *Service) RegisterOperator(o *operator.Service) {
	s.catalogue.RegisterOperator(o)
	readers := []operator.Role{operator.Support, operator.Risk, operator.FinanceMaker, operator.FinanceChecker}
	operator.View(o, operator.Route{Path: "users/machines", Roles: readers}, ofUser)
	operator.Handle(o, operator.Kind[pausing]{Name: "machine_pause", Path: "machines/pause",
		Makers: []operator.Role{operator.Risk}, Checkers: []operator.Role{operator.FinanceChecker},
		Describe: s.describePausing(1, Paused), Barred: s.refuseOwn,
		Execute: func(tx *sqldb.Tx, d pausing, by operator.Decision) error {
			_, err := s.Pause(tx, d.MinerNo, Decision{Actor: by.MakerID, Second: by.By.ID, Reason: by.Reason})
			return err
		}})
	operator.Handle(o, operator.Kind[pausing]{Name: "machine_resume", Path: "machines/resume",
		Makers: []operator.Role{operator.Risk}, Checkers: []operator.Role{operator.FinanceChecker},
		Describe: s.describePausing(0, Running), Barred: s.refuseOwn,
		Execute: func(tx *sqldb.Tx, d pausing, by operator.Decision) error {
			_, err := s.Resume(tx, d.MinerNo, Decision{Actor: by.MakerID, Reason: by.Reason})
			return err
		}})
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

// refuseOwn refuses an operator whose own machine it is: a long pause opens a way out
// of the term, and its end may be what somebody else wanted to prevent.
func (s *Service) refuseOwn(tx *sqldb.Tx, d pausing, who operator.Staff) error {
	owner, _, err := s.StateOf(tx, d.MinerNo)
	if err != nil {
		return err
	}
	return operator.RefuseOwn(tx, owner, who)
}

func (s *Service) describePausing(approvals int, after State) func(*sqldb.Tx, pausing) (operator.Description, error) {
	return func(tx *sqldb.Tx, d pausing) (operator.Description, error) {
		owner, state, err := s.StateOf(tx, d.MinerNo)
		if err != nil {
			return operator.Description{}, err
		}
		return operator.Description{Subject: d.MinerNo, Approvals: approvals, Diff: []operator.Change{
			{Field: "owner", Before: owner, After: owner}, {Field: "state", Before: string(state), After: string(after)}}}, nil
	}
}
