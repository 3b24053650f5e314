package swap

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/price"
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

func (m *market) Preview(_ *sqldb.Tx, _ string, quantity money.Amount) (Sold, error) {
	if quantity > m.depth {
		return Sold{}, errMarketFull.With("max", m.depth.String())
	}
	gross := money.MulDivFloor(quantity, int64(m.price), int64(money.Unit))
	fee := money.Percent(50).Ceil(gross)
	return Sold{Average: m.price, Gross: gross, Fee: fee, Net: gross - fee}, nil
}

func (m *market) Sell(tx *sqldb.Tx, userID string, quantity, minReceive money.Amount) (Sold, error) {
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

func (m *market) Proceeds(tx *sqldb.Tx) (func(money.Amount) money.Amount, error) {
	return func(quantity money.Amount) money.Amount {
		sold, err := m.Preview(tx, "", min(quantity, m.depth))
		if err != nil {
			return 0
		}
		return sold.Net
	}, nil
}
func (m *market) Best(*sqldb.Tx) (money.Amount, error)  { return m.price, nil }
func (m *market) Depth(*sqldb.Tx) (money.Amount, error) { return m.depth, nil }
func (m *market) Price(*sqldb.Tx) (money.Amount, error) { return m.price, nil }
func (m *market) Terms(*sqldb.Tx) (money.Ratio, money.Amount, money.Amount, error) {
	return money.Percent(50), money.Unit, money.Units(1_000_000), nil
}
func (m *market) Open(*sqldb.Tx) error {
	if m.stopped {
		return price.ErrUnavailable.With("reason", price.ReasonStopped)
	}
	return nil
}
func (m *market) Hints(string) []sqldb.Hint { return nil }

// book shows the market to package price.
type book struct{ *market }

func (b book) Hints() []sqldb.Hint { return nil }

// world is a platform with swaps and nothing else.
type world struct {
	t      testing.TB
	db     *sqldb.DB
	clock  dbtest.Clock
	ledger *ledger.Ledger
	prices *price.Service
	swap   *Service
	a, b   *feed
	market *market
	client *apitest.Client
	calls  int
}

// newWorld has ETH at 3,500, a bid of 0.5, and an inventory of 10 ETH, 50,000
// USDT and 100,000 ETLD.
func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{t: t, db: db, clock: c, ledger: ledger.New(entropy.System()), client: apitest.New(t, db), market: &market{price: amount("0.5"), depth: amount("3000")}}
	w.a, w.b = &feed{name: "a", clock: c}, &feed{name: "b", clock: c}
	sources := []price.Source{{Feed: w.a, Min: amount("1000"), Max: amount("10000")}, {Feed: w.b, Min: amount("1000"), Max: amount("10000")}}
	var err error
	if w.prices, err = price.New(price.Config{DB: db, Clock: c, Log: slog.New(slog.DiscardHandler), Sources: sources, Bids: book{w.market}}); err != nil {
		t.Fatal(err)
	}
	if w.swap, err = New(Config{DB: db, Ledger: w.ledger, Chance: entropy.System(), Clock: c, Prices: w.prices, Market: w.market}); err != nil {
		t.Fatal(err)
	}
	w.prices.SetDealer(w.swap)
	w.swap.Register(w.client.API)
	w.prices.Register(w.client.API)
	w.say("3500")
	for asset, text := range map[money.Asset]string{money.ETH: "10", money.USDT: "50000", money.ETLD: "100000"} {
		w.post(
			ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: ledger.House(ledger.ChainBEP20, asset), Credit: ledger.House(ledger.Capital, asset), Amount: amount(text)},
			ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.InventoryFunding, Debit: ledger.House(ledger.Capital, asset), Credit: inventory(asset), Amount: amount(text)})
	}
	return w
}

// say makes both feeds say a price and polls them.
func (w *world) say(text string) {
	w.a.reading.Price, w.b.reading.Price = amount(text), amount(text)
	w.poll()
}

func (w *world) poll() { w.prices.Poll(context.Background()) }

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) command(body func(tx *sqldb.Tx) error) {
	w.t.Helper()
	w.must(w.db.Command(context.Background(), body))
}

func (w *world) post(transfers ...ledger.Transfer) {
	w.t.Helper()
	w.command(func(tx *sqldb.Tx) error {
		_, err := w.ledger.Post(tx, ledger.Entry{Transfers: transfers})
		return err
	})
}

// stop is an operator's emergency stop of swaps, or its end.
func (w *world) stop(stopped bool) {
	w.t.Helper()
	w.must(w.db.Update(context.Background(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO operator_stop (part, is_stopped, reason, changed_at) VALUES ($1, $2, 'test', 1)
			ON CONFLICT (part) DO UPDATE SET is_stopped = excluded.is_stopped`, operator.Swap, stopped)
		return err
	}))
}

func (w *world) give(userID string, asset money.Asset, text string) {
	w.t.Helper()
	w.post(ledger.Transfer{Type: ledger.TopUp, SubType: ledger.Deposit, Debit: ledger.House(ledger.ChainBEP20, asset), Credit: available(userID, asset), Amount: amount(text)})
}

func (w *world) expect(what string, a ledger.Account, want string) {
	w.t.Helper()
	var got money.Amount
	w.must(w.db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
		got, err = w.ledger.Balance(tx, a)
		return err
	}))
	if got != amount(want) {
		w.t.Errorf("%s: %s holds %s, want %s", what, a.ID(), got, want)
	}
}

// check fails on a broken invariant.
func (w *world) check() {
	w.t.Helper()
	w.must(w.db.View(context.Background(), func(tx *sqldb.Tx) error {
		found, err := ledger.Check(tx)
		for _, v := range found {
			w.t.Error(v)
		}
		return err
	}))
}

// call makes a call with a request id of its own.
func (w *world) call(path, userID string, pairs ...string) apitest.Reply {
	w.t.Helper()
	w.calls++
	return w.client.Call(path, userID, append(pairs, "requestId", fmt.Sprintf("request-%016d", w.calls))...)
}

func (w *world) quote(userID, pay, receive, payAmount string) QuoteOut {
	w.t.Helper()
	return apitest.Data[QuoteOut](w.t, w.call(quotePath, userID, "pay", pay, "receive", receive, "payAmount", payAmount))
}

// refused holds a refusal in all three languages.
func (w *world) refused(what string, code int, texts [3]string, path, userID string, pairs ...string) {
	w.t.Helper()
	english := w.client
	defer func() { w.client = english }()
	for i, language := range []string{"en_US", "zh_cn", "ru_RU"} {
		w.client = english.In(language)
		if got := w.call(path, userID, pairs...); got.Code != code || got.Message != texts[i] {
			w.t.Errorf("%s: %s, want %d %s", what, got.Body, code, texts[i])
		}
	}
}

const (
	quotePath    = "/api/userAccount/exchangeQuote"
	exchangePath = "/api/userAccount/qExchange"
	configPath   = "/api/userAccount/exchangeConfig"
	recordPath   = "/api/userAccount/exchangeRecord"
)
