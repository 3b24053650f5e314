package trade

import (
	"log/slog"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/price"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// world is a platform with a book and nothing else.
type world struct {
	*worldtest.World
	prices  *price.Service
	trade   *Service
	client  *apitest.Client
	notices *told
}

func amount(text string) money.Amount { return money.MustParse(text) }

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), client: apitest.New(t, db), notices: &told{}}
	w.trade = New(Config{DB: db, Ledger: w.Ledger, Chance: entropy.System(), Notices: w.notices})
	w.prices = price.New(price.Config{DB: db, Clock: c, Log: slog.New(slog.DiscardHandler), Bids: w.trade})
	w.trade.Register(w.client.API)
	w.prices.Register(w.client.API)
	return w
}

// seller is a user with ETLD.
func (w *world) seller(n int, quantity string) string {
	w.T.Helper()
	return w.User(n, quantity+" ETLD")
}

func (w *world) place(price, quantity string) (b Bid) {
	w.T.Helper()
	w.Must(w.tryPlace(&b, price, quantity))
	return b
}

func (w *world) tryPlace(b *Bid, price, quantity string) error {
	return w.Try(func(tx sqldb.Command) (err error) {
		*b, err = w.trade.PlaceBid(tx, BidRequest{Price: amount(price), Quantity: amount(quantity), Actor: "operator"})
		return err
	})
}

func (w *world) check() {
	w.T.Helper()
	w.Check(w.trade.Check)
}

func (w *world) quote(userID, quantity string) QuoteOut {
	w.T.Helper()
	return apitest.Data[QuoteOut](w.T, w.client.Command("/api/trade/quote", userID, "quantity", quantity))
}

func (w *world) price() money.Amount {
	w.T.Helper()
	for _, row := range apitest.Data[price.Prices](w.T, w.client.Command("/api/main/prices", "anybody")).List {
		if row.Currency == money.ETLD {
			return row.Price
		}
	}
	w.T.Fatal("no price of ETLD")
	return 0
}
