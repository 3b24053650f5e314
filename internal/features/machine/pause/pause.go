// Package pause is how operators stop a machine's clock and let it go on, and the list of
// the machines that stand still.
//
// Words. A *pause* stops the clock of one machine. After some days of it the owner may
// *leave* the machine, with the principal and a part of the fee.
package pause

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/features/machine"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// Machines are what is paused.
type Machines interface {
	Pause(tx sqldb.Command, minerNo string, by machine.Decision) (machine.Machine, error)
	Resume(tx sqldb.Command, minerNo string, by machine.Decision) (machine.Machine, error)
	// StateOf is a machine's state now, and whose it is.
	StateOf(tx sqldb.Command, minerNo string) (userID string, state machine.State, err error)
	// ExitFrom is when a machine that is paused can be left.
	ExitFrom(tx sqldb.Command, m machine.Machine) (time.Time, error)
}

// of names the machine that an operator stops or lets run again.
type of struct {
	MinerNo string `json:"minerNo"`
}

// Row is a machine that is paused.
type Row struct {
	MinerNo string `json:"minerNo"`
	user.Who
	ProductID string       `json:"productId"`
	Principal money.Amount `json:"principal" doc:"USDT"`
	PausedAt  time.Time    `json:"pausedAt"`
	ExitFrom  time.Time    `json:"exitFrom" doc:"From when on its owner may leave it, with the principal and a part of the fee"`
}

var paused = lists.List[machine.Row]{Table: machine.MachineTable, Key: "minerNo", Where: "state = 'paused'",
	Orders: []lists.Order{lists.First("pausedAt", "paused_at", "id")}}

// RegisterOperator gives operators the pause of a machine, its end, and the list of those
// that are paused. A pause always takes two persons, also one that would last less than the
// hour which the rules leave to one: nobody can promise how long it will be. Its end takes
// one, since it only gives the owner back what runs.
func RegisterOperator(o *operator.Service, s Machines) {
	makers, checkers := []operator.Role{operator.Risk}, []operator.Role{operator.FinanceChecker}
	refuseOwn := refusingOwn(s)
	operator.Handle(o, operator.Kind[of]{Name: "machine_pause", Path: "machines/pause", Makers: makers, Checkers: checkers,
		Describe: describing(s, 1, machine.Paused), Barred: refuseOwn,
		Execute: func(tx *sqldb.Tx, d of, by operator.Decision) error {
			_, err := s.Pause(tx, d.MinerNo, machine.Decision{Actor: by.MakerID, Second: by.By.ID, Reason: by.Reason})
			return err
		}})
	operator.Handle(o, operator.Kind[of]{Name: "machine_resume", Path: "machines/resume", Makers: makers, Checkers: checkers,
		Describe: describing(s, 0, machine.Running), Barred: refuseOwn,
		Execute: func(tx *sqldb.Tx, d of, by operator.Decision) error {
			_, err := s.Resume(tx, d.MinerNo, machine.Decision{Actor: by.MakerID, Reason: by.Reason})
			return err
		}})
	readers := []operator.Role{operator.Support, operator.Risk, operator.FinanceMaker, operator.FinanceChecker}
	operator.Rows(o, operator.Route{Path: "machines/paused", Roles: readers}, paused, func(tx *sqldb.Tx, _ operator.Caller, r machine.Row) (Row, error) {
		from, err := s.ExitFrom(tx, r.Machine)
		return Row{MinerNo: r.ID, Who: user.Who{UserID: r.UserID}, ProductID: r.ProductID, Principal: r.Price(), PausedAt: r.PausedAt, ExitFrom: from}, err
	})
}

// refusingOwn refuses an operator whose own machine it is: a long pause opens a way out
// of the term, and its end may be what somebody else wanted to prevent.
func refusingOwn(s Machines) func(*sqldb.Tx, of, operator.Staff) error {
	return func(tx *sqldb.Tx, d of, who operator.Staff) error {
		owner, _, err := s.StateOf(tx, d.MinerNo)
		if err != nil {
			return err
		}
		return operator.RefuseOwn(tx, owner, who)
	}
}

func describing(s Machines, approvals int, after machine.State) func(*sqldb.Tx, of) (operator.Description, error) {
	return func(tx *sqldb.Tx, d of) (operator.Description, error) {
		owner, state, err := s.StateOf(tx, d.MinerNo)
		if err != nil {
			return operator.Description{}, err
		}
		return operator.Description{Subject: d.MinerNo, Approvals: approvals, Diff: []operator.Change{
			{Field: "owner", Before: owner, After: owner}, {Field: "state", Before: string(state), After: string(after)}}}, nil
	}
}
