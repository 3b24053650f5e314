package payrun

import (
	"testing"

	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesReadWhatTheyStore(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, PayeeTable, dayTable, stateTable)
}
