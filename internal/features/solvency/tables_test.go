package solvency

import (
	"testing"

	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesNameTheirColumns(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, snapshotTable, blockTable)
}
