package swap

import (
	"context"
	"log/slog"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/emergency/emergencytest"
	"etld/internal/core/price"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// feed says what its test wants, dated now unless frozen.
type feed struct {
	name    string
	clock   dbtest.Clock
	reading price.Reading
	frozen  bool
}

func (f *feed) Name() string { return f.name }
func (f *feed) Kind() price.Kind {
	if f.name == "a" {
		return price.Aggregator
	}
	return price.Pair
}
func (f *feed) Read(context.Context) (price.Reading, error) {
	if !f.frozen {
		f.reading.At = f.clock.Now()
	}
	return f.reading, nil
}

// market buys any ETLD at one price, without moving money: what the real one
// does is tested with it, in app.
type market struct {
	price, depth money.Amount
	stopped      bool
	sold         []money.Amount
}

var errMarketFull = fault.New(1405, "market_full")

func (m *market) Preview(_ sqldb.Command, _ string, quantity money.Amount) (Sold, error) {
	if quantity < money.Unit {
		return Sold{}, ErrAmount.With("min", "1").With("max", "1000000")
	}
	if quantity > m.depth {
		return Sold{}, errMarketFull.With("max", m.depth.String())
	}
	gross := money.MulDivFloor(quantity, int64(m.price), int64(money.Unit))
	fee := money.Percent(50).Ceil(gross)
	return Sold{Average: m.price, Gross: gross, Fee: fee, Net: gross - fee}, nil
}

func (m *market) Sell(tx sqldb.Command, userID string, quantity, minReceive money.Amount) (Sold, error) {
	sold, err := m.Preview(tx, userID, quantity)
	if err == nil && sold.Net < minReceive {
		err = ErrBelowMinimum
	}
	if err != nil {
		return Sold{}, err
	}
	m.sold = append(m.sold, quantity)
	sold.SaleNo = "sale000001"
	return sold, nil
}

func (m *market) Proceeds(tx sqldb.Command) (func(money.Amount) money.Amount, error) {
	return func(quantity money.Amount) money.Amount {
		sold, err := m.Preview(tx, "", min(quantity, m.depth))
		if err != nil {
			return 0
		}
		return sold.Net
	}, nil
}
func (m *market) Best(sqldb.Command) (money.Amount, error)  { return m.price, nil }
func (m *market) Depth(sqldb.Command) (money.Amount, error) { return m.depth, nil }
func (m *market) Price(sqldb.Command) (money.Amount, error) { return m.price, nil }
func (m *market) Terms(sqldb.Command) (money.Ratio, money.Amount, money.Amount, error) {
	return money.Percent(50), money.Unit, money.Units(1_000_000), nil
}
func (m *market) Open(sqldb.Command) error {
	if m.stopped {
		return price.ErrUnavailable.With("reason", string(price.ReasonStopped))
	}
	return nil
}
func (m *market) Hints(string) []sqldb.Hint { return nil }

// book shows the market to package price.
type book struct{ *market }

func (b book) Hints() []sqldb.Hint { return nil }

// world is a platform with swaps and nothing else.
type world struct {
	*worldtest.World
	prices *price.Service
	swap   *Service
	a, b   *feed
	market *market
	client *apitest.Client
}

// newWorld has ETH at 3,500, a bid of 0.5, and an inventory of 10 ETH, 50,000
// USDT and 100,000 ETLD.
func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), client: apitest.New(t, db), market: &market{price: amount("0.5"), depth: amount("3000")}}
	w.a, w.b = &feed{name: "a", clock: c}, &feed{name: "b", clock: c}
	sources := []price.Source{{Feed: w.a, Min: amount("1000"), Max: amount("10000")}, {Feed: w.b, Min: amount("1000"), Max: amount("10000")}}
	w.prices = price.New(price.Config{DB: db, Clock: c, Log: slog.New(slog.DiscardHandler), Sources: sources, Bids: book{w.market},
		Dealer: func() price.Dealer { return w.swap }})
	w.swap = New(Config{DB: db, Ledger: w.Ledger, Chance: entropy.System(), Clock: c, Prices: w.prices, Market: w.market})
	w.swap.Register(w.client.API)
	w.prices.Register(w.client.API)
	w.say("3500")
	w.Fund(ledger.Inventory, "10 ETH", "50000 USDT", "100000 ETLD")
	return w
}

// say makes both feeds say a price and polls them.
func (w *world) say(text string) {
	w.a.reading.Price, w.b.reading.Price = amount(text), amount(text)
	w.poll()
}

func (w *world) poll() { w.prices.Poll(context.Background()) }

// stop is an operator's emergency stop of swaps, which the market heeds too, or its end.
func (w *world) stop(stopped bool) {
	w.T.Helper()
	w.market.stopped = stopped
	emergencytest.Stop(w.T, w.DB, emergency.Swap, stopped)
}

func (w *world) quote(userID, pay, receive, payAmount string) QuoteOut {
	w.T.Helper()
	return apitest.Data[QuoteOut](w.T, w.client.Command(quotePath, userID, "pay", pay, "receive", receive, "payAmount", payAmount))
}

// refused holds a refusal in all three languages.
func (w *world) refused(what string, code int, texts [3]string, path, userID string, pairs ...string) {
	w.T.Helper()
	w.client.Refused(what, code, texts, func(c *apitest.Client) apitest.Reply { return c.Command(path, userID, pairs...) })
}

const (
	quotePath    = "/api/userAccount/exchangeQuote"
	exchangePath = "/api/userAccount/qExchange"
	configPath   = "/api/userAccount/exchangeConfig"
	recordPath   = "/api/userAccount/exchangeRecord"
)
