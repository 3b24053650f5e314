package payment_test

import (
	"testing"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// TestPortionsAreNoFinding: the final block moves with the last portion of its
// transfers, and a check may come between them.
func TestPortionsAreNoFinding(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.line.mine(w.line.pay(ann, money.Units(3)), w.line.pay(ann, money.Units(4)))
		step := w.line.finalStep(1)
		part := chain.Step{Final: step.Final[:1], PortionTo: step.Finalized.Number}
		w.line.apply(part)
		w.work()
		w.clean()
		w.line.apply(chain.Step{Final: step.Final[1:], Finalized: step.Finalized})
		w.work()
		w.clean()

		// A transfer that is final in a block nobody called final is one.
		w.line.mine(w.line.pay(ann, money.Units(5)))
		w.line.apply(chain.Step{Final: w.line.finalStep(1).Final})
		w.View(func(tx *sqldb.Tx) error {
			found, err := w.service.Check(tx)
			if len(found) != 1 {
				t.Errorf("found %v", found)
			}
			return err
		})
	})
}
