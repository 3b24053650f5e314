package recall

import (
	"testing"

	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesReadWhatTheyStore(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, forgottenTable)
}
