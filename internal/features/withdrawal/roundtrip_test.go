package withdrawal

import (
	"testing"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb/dbtest"
)

// A page of twenty withdrawals waits for PostgreSQL as often as one of a single one.
func TestRoundTripsOfAPageOfWithdrawals(t *testing.T) {
	t.Parallel()
	db, c, trips := dbtest.OpenCounted(t)
	w := newWorld(t, db, c)
	anna := w.user("anna", "1000 USDT")
	for range 20 {
		w.withdraw(anna, "10", "USDT")
	}
	fewest := func(size string) int64 {
		return trips.Fewest(func() { apitest.Data[httpapi.List[RecordRow]](t, w.client.Call(recordsPath, anna, "size", size)) })
	}
	if one, all := fewest("1"), fewest("20"); all > one {
		t.Errorf("a page of twenty takes %d round trips, one of one %d", all, one)
	}
}
