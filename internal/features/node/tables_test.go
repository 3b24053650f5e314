package node

import (
	"testing"

	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesNameTheirColumns(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, productTable, nodeTable, monthTable, stateTable, statementTable, shareTable)
}
