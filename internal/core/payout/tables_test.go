package payout

import (
	"testing"

	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesReadWhatTheyStore(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, payoutTable, eventTable, slotTable, attemptTable, anchorTable, walletTable)
}
