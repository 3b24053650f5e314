package shop

import (
	"testing"

	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesNameTheirColumns(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, goodsTable, orderTable, boughtTable, sightTable, carrierTable)
}
