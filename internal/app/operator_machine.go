package app

import (
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/features/machine"
	"etld/internal/infra/sqldb"
)

// machineDeed names the machine that an operator stops or lets run again.
type machineDeed struct {
	MinerNo string `json:"minerNo"`
}

// registerMachineKinds gives operators the pause of a machine and its end.
// A pause always takes two persons, also one that would last less than the
// hour which the rules leave to one: nobody can promise how long it will be.
// Its end takes one, since it only gives the owner back what runs.
func (p *Program) registerMachineKinds() {
	p.operator.HoldBack(ledger.House(ledger.RevenueService, money.USDT), p.machine.UnexpiredFees)
	operator.Handle(p.operator, operator.Kind[machineDeed]{Name: "machine_pause", Path: "machines/pause",
		Makers: []operator.Role{operator.Risk}, Checkers: []operator.Role{operator.FinanceChecker},
		Describe: p.describeMachine(1, machine.Paused),
		Execute: func(tx *sqldb.Tx, d machineDeed, by operator.Decision) error {
			_, err := p.machine.Pause(tx, d.MinerNo, machine.Mandate{Actor: by.MakerID, Second: by.By.ID, Reason: by.Reason})
			return err
		}})
	operator.Handle(p.operator, operator.Kind[machineDeed]{Name: "machine_resume", Path: "machines/resume",
		Makers: []operator.Role{operator.Risk}, Checkers: []operator.Role{operator.FinanceChecker},
		Describe: p.describeMachine(0, machine.Running),
		Execute: func(tx *sqldb.Tx, d machineDeed, by operator.Decision) error {
			_, err := p.machine.Resume(tx, d.MinerNo, machine.Mandate{Actor: by.MakerID, Reason: by.Reason})
			return err
		}})
}

func (p *Program) describeMachine(approvals int, after machine.State) func(*sqldb.Tx, machineDeed) (operator.Description, error) {
	return func(tx *sqldb.Tx, d machineDeed) (operator.Description, error) {
		owner, state, err := p.machine.Standing(tx, d.MinerNo)
		if err != nil {
			return operator.Description{}, err
		}
		return operator.Description{Subject: d.MinerNo, Approvals: approvals, Diff: []operator.Change{
			{Field: "owner", Before: owner, After: owner}, {Field: "state", Before: string(state), After: string(after)}}}, nil
	}
}
