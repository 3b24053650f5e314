package dbtest

import (
	"testing"

	"etld/internal/infra/sqldb"
)

// Probed is a table that can be tried out: a sqldb.Table of any type.
type Probed interface{ Probe(tx *sqldb.Tx) error }

// Tables tests on both engines that each table reads what it stores, column by
// column. Every table of the program is in one such test of its package, which
// internal/tables_test.go holds.
func Tables(t *testing.T, tables ...Probed) {
	t.Helper()
	Each(t, func(t *testing.T, db *sqldb.DB, _ Clock) {
		for _, table := range tables {
			if err := db.Update(t.Context(), table.Probe); err != nil {
				t.Error(err)
			}
		}
	})
}
