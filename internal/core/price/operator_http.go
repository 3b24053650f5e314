package price

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
)

// kindResume is the kind of proposals to let swaps of a coin run again.
const kindResume = "price_resume"

// resume lets swaps of a coin run again that two halts within an hour stopped.
type resume struct {
	Currency money.Asset `json:"currency" enum:"ETH,ETLD"`
}

// RegisterOperator adds the operators' call. As after every stop, it takes two.
func (s *Service) RegisterOperator(o *operator.Service) {
	roles := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	operator.Handle(o, operator.Kind[resume]{Name: kindResume, Path: "prices/resume", Makers: roles, Checkers: roles,
		Describe: func(tx *sqldb.Tx, r resume) (operator.Description, error) {
			st, err := s.store.state(tx, r.Currency)
			if err == nil && !st.IsStopped {
				err = operator.ErrNothing
			}
			// What is approved is the end of these halts, not of one that a later jump began.
			return operator.Description{Subject: string(r.Currency), Approvals: 1, Basis: st.HaltedAt.UTC().Format(time.RFC3339Nano),
				Diff: []operator.Change{{Field: string(r.Currency) + " swaps stopped", Before: "yes", After: "no"}}}, err
		},
		Execute: func(tx *sqldb.Tx, r resume, _ operator.Decision) error {
			st, err := s.store.state(tx, r.Currency)
			if err != nil {
				return err
			}
			// The halts that led here are over, and their prices forgotten.
			st.IsStopped, st.HaltedAt, st.HaltedUntil, st.recent = false, tx.Now().Add(-2*haltsWithin), tx.Now(), nil
			s.store.states.Put(tx, st)
			return nil
		}})
}
