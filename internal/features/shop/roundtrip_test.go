package shop

import (
	"testing"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb/dbtest"
)

// A page of all goods waits for PostgreSQL as often as one of a single one.
func TestRoundTripsOfAPageOfGoods(t *testing.T) {
	t.Parallel()
	db, c, trips := dbtest.OpenCounted(t)
	w := newWorld(t, db, c)
	buyer := w.User(1)
	fewest := func(size string) int64 {
		return trips.Fewest(func() { apitest.Data[httpapi.List[GoodsRow]](t, w.client.Call("/api/shop/goods", buyer, "size", size)) })
	}
	if one, all := fewest("1"), fewest("3"); all > one {
		t.Errorf("a page of three takes %d round trips, one of one %d", all, one)
	}
}
