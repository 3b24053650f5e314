package machine

import (
	"sync"
	"sync/atomic"
	"testing"

	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func eachEngine(b *testing.B, bench func(b *testing.B, db *sqldb.DB, c dbtest.Clock)) {
	b.Helper()
	for _, engine := range []sqldb.Engine{sqldb.SQLite, sqldb.Postgres} {
		b.Run(string(engine), func(b *testing.B) {
			c := dbtest.NewClock()
			bench(b, dbtest.Open(b, dbtest.Address(b, engine), c), c)
		})
	}
}

// BenchmarkPurchase buys from balances with 128 clients, each purchase another
// user's next machine.
func BenchmarkPurchase(b *testing.B) {
	eachEngine(b, func(b *testing.B, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[0].Stock = 1 << 40
		w := newWorld(b, db, c, offers...)
		w.Fund(ledger.InterestFree, "100000000 USDT")
		orders := make([]checkout.Order, 5000)
		version := w.version("small")
		for n := range orders {
			orders[n] = checkout.Order{UserID: w.User(n, "2000 USDT"), ProductID: productID("small"), Quantity: 1, PayType: checkout.PayBalance, TermsVersion: version}
		}
		var next atomic.Int64
		b.ResetTimer()
		var wg sync.WaitGroup
		for range 128 {
			wg.Go(func() {
				for n := next.Add(1); n <= int64(b.N); n = next.Add(1) {
					// The limit is ten a user; beyond it the world is too small.
					if _, err := w.try(orders[n%int64(len(orders))]); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "purchases/s")
	})
}
