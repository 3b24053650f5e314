package trade

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/price"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// world is a platform with a book and nothing else.
type world struct {
	t      testing.TB
	db     *sqldb.DB
	clock  dbtest.Clock
	ledger *ledger.Ledger
	prices *price.Service
	trade  *Service
	client *apitest.Client
	calls  int
}

func amount(text string) money.Amount { return money.MustParse(text) }

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{t: t, db: db, clock: c, ledger: ledger.New(entropy.System()), client: apitest.New(t, db)}
	var err error
	if w.trade, err = New(Config{DB: db, Ledger: w.ledger, Chance: entropy.System()}); err != nil {
		t.Fatal(err)
	}
	w.prices, err = price.New(price.Config{DB: db, Clock: c, Log: slog.New(slog.DiscardHandler), Bids: w.trade})
	if err != nil {
		t.Fatal(err)
	}
	w.trade.Register(w.client.API)
	w.prices.Register(w.client.API)
	return w
}

func (w *world) command(body func(tx *sqldb.Tx) error) error {
	return w.db.Command(context.Background(), body)
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) post(transfers ...ledger.Transfer) {
	w.t.Helper()
	w.must(w.command(func(tx *sqldb.Tx) error {
		_, err := w.ledger.Post(tx, ledger.Entry{Transfers: transfers})
		return err
	}))
}

// capital gives the operator USDT.
func (w *world) capital(text string) {
	w.t.Helper()
	w.post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: ledger.House(ledger.ChainBEP20, money.USDT), Credit: capital, Amount: amount(text)})
}

// seller is a user with ETLD.
func (w *world) seller(n int, text string) string {
	w.t.Helper()
	var p user.Person
	w.must(w.db.Update(context.Background(), func(tx *sqldb.Tx) (err error) {
		p, err = user.Create(tx, entropy.Seeded(uint64(n)), user.New{Address: fmt.Sprintf("0x%040x", n+1)})
		return err
	}))
	if text != "0" {
		w.post(ledger.Transfer{Type: ledger.TopUp, SubType: ledger.Deposit, Debit: ledger.House(ledger.ChainBEP20, money.ETLD), Credit: etldOf(p.ID), Amount: amount(text)})
	}
	return p.ID
}

func (w *world) place(price, quantity string) (b Bid) {
	w.t.Helper()
	w.must(w.tryPlace(&b, price, quantity))
	return b
}

func (w *world) tryPlace(b *Bid, price, quantity string) error {
	return w.command(func(tx *sqldb.Tx) (err error) {
		*b, err = w.trade.PlaceBid(tx, BidRequest{Price: amount(price), Quantity: amount(quantity), Actor: "operator"})
		return err
	})
}

func (w *world) balance(a ledger.Account) (sum money.Amount) {
	w.t.Helper()
	w.must(w.db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
		sum, err = w.ledger.Balance(tx, a)
		return err
	}))
	return sum
}

func (w *world) expect(what string, a ledger.Account, want string) {
	w.t.Helper()
	if got := w.balance(a); got != amount(want) {
		w.t.Errorf("%s: %s holds %s, want %s", what, a.ID(), got, want)
	}
}

// check fails on a broken invariant.
func (w *world) check() {
	w.t.Helper()
	w.must(w.db.View(context.Background(), func(tx *sqldb.Tx) error {
		books, err := ledger.Check(tx)
		if err != nil {
			return err
		}
		own, err := w.trade.Check(tx)
		for _, v := range append(books, own...) {
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

func (w *world) quote(userID, quantity string) QuoteOut {
	w.t.Helper()
	return apitest.Data[QuoteOut](w.t, w.call("/api/trade/quote", userID, "quantity", quantity))
}

func (w *world) price() money.Amount {
	w.t.Helper()
	for _, row := range apitest.Data[price.Prices](w.t, w.call("/api/main/prices", "anybody")).List {
		if row.Currency == money.ETLD {
			return row.Price
		}
	}
	w.t.Fatal("no price of ETLD")
	return 0
}
