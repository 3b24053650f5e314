package dbtest

import (
	"strings"
	"testing"

	"etld/internal/infra/sqldb"
)

// Plan is how an engine runs a statement once it has looked at its tables: the
// indexes it goes by are named there.
func Plan(t *testing.T, db *sqldb.DB, query string, args ...any) string {
	t.Helper()
	explain, columns := "EXPLAIN ", 1
	if db.Engine() == sqldb.SQLite {
		explain, columns = "EXPLAIN QUERY PLAN ", 4
	}
	var plan strings.Builder
	err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
		if _, err := tx.Exec("ANALYZE"); err != nil {
			return err
		}
		return tx.Query(func(row *sqldb.Row) error {
			var id, parent, unused int64
			var step string
			targets := []any{&id, &parent, &unused, &step}
			err := row.Scan(targets[len(targets)-columns:]...)
			plan.WriteString(step + "\n")
			return err
		}, explain+query, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
