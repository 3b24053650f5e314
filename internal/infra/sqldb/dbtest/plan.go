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
		if err := tx.Do("ANALYZE"); err != nil {
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

// Read is a statement that has to be read from an index.
type Read struct {
	Query string
	Args  []any
	Index string
}

// ReadFromIndexes fails where a statement is not read from its index, or sorted
// afterwards. Fill the tables before, as engines read small ones whole.
func ReadFromIndexes(t *testing.T, db *sqldb.DB, reads map[string]Read) {
	t.Helper()
	for name, read := range reads {
		plan := Plan(t, db, read.Query, read.Args...)
		if !strings.Contains(plan, read.Index) || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort  ") || strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s: %s", name, plan)
		}
	}
}
