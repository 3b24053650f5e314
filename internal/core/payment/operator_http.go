package payment

import (
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
)

// haltedNetwork names a network whose deposits are credited again.
type haltedNetwork struct {
	Network string `json:"network"`
}

// RegisterOperator gives operators the end of a halt: a chain that took a
// final block back credits nothing until two people have looked into it.
func (s *Service) RegisterOperator(o *operator.Service) {
	hands := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	operator.Handle(o, operator.Kind[haltedNetwork]{Name: "crediting_resume", Path: "crediting/resume", Makers: hands, Checkers: hands,
		Describe: func(tx *sqldb.Tx, n haltedNetwork) (operator.Description, error) {
			why, _, err := s.Incoming.HaltOf(tx, n.Network)
			if err == nil && why == "" {
				err = operator.ErrNothing
			}
			// What is approved is the end of this halt, not of a later one.
			return operator.Description{Subject: n.Network, Approvals: 1, Basis: why,
				Diff: []operator.Change{{Field: n.Network + " credits nothing because", Before: why}}}, err
		},
		Execute: func(tx *sqldb.Tx, n haltedNetwork, _ operator.Decision) error {
			return s.Incoming.ClearHalt(tx, n.Network)
		}})
}
