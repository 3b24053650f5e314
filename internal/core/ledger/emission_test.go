package ledger

import (
	"context"
	"strings"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Closing a day reads what moved the emission pool since, and none of the
// income of users that a catch-up has just posted.
func TestEmissionIsReadByItsOwnIndex(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	err := db.View(context.Background(), func(tx *sqldb.Tx) error {
		for query, index := range map[string]string{sumEmissionIn: "ledger_transfer_emission_in", sumEmissionOut: "ledger_transfer_emission_out"} {
			steps, err := sqldb.Collect(tx, func(row *sqldb.Row) (step string, err error) {
				var id, parent, unused int64
				err = row.Scan(&id, &parent, &unused, &step)
				return step, err
			}, "EXPLAIN QUERY PLAN "+query, 0)
			if err != nil || len(steps) != 1 || !strings.Contains(steps[0], index) {
				t.Errorf("%s is read as %q, %v", index, steps, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
