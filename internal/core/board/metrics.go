package board

import (
	"etld/internal/core/operator"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// Figures are what waits for people in vain.
func Figures(tx *sqldb.Tx, o *operator.Service, set *metrics.Set) error {
	stuck, err := operator.Stuck(tx, o)
	if err != nil {
		return err
	}
	set.Gauge("etld_proposals_stuck", "Pending proposals that nobody can approve to their end as the roles are now.", float64(len(stuck)))
	debits, err := waitingOf(tx, "debits", tx.Now())
	set.Gauge("etld_debits_undecided", "Debits whose time is over while an objection to them is not decided; at most 1,000.", float64(debits.Waiting))
	return err
}
