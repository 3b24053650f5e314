package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/emergency/emergencytest"
	"etld/internal/core/price"
	"etld/internal/features/swap"
	"etld/internal/features/trade"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const traders = 16

var (
	exchanges = long.Or[int64](2_000, 10_000)
	// attemptsMax bounds the run: refusals are part of it.
	attemptsMax = 4 * exchanges
)

// steadyFeed says one price, always of now.
type steadyFeed string

func (f steadyFeed) Name() string     { return string(f) }
func (f steadyFeed) Kind() price.Kind { return price.Aggregator }
func (f steadyFeed) Read(context.Context) (price.Reading, error) {
	return price.Reading{Price: money.Units(3_500) + 1, At: time.Now()}, nil
}

// exchangeWorld is the program's book, prices and swaps, wired as it wires
// them.
type exchangeWorld struct {
	t     *testing.T
	p     *Program
	users []string
	// began is what each user was given of each currency.
	began money.Amount
}

func newExchangeWorld(t *testing.T, engine sqldb.Engine) *exchangeWorld {
	c := &clock.System{}
	db := dbtest.Open(t, dbtest.Address(t, engine), c)
	source := price.Source{Min: money.Units(1_000), Max: money.Units(10_000)}
	first, second := source, source
	first.Feed, second.Feed = steadyFeed("a"), steadyFeed("b")
	p := &Program{log: slog.New(slog.DiscardHandler), db: db, ledger: ledger.New(entropy.System()),
		settings: Settings{Clock: c, Chance: entropy.System(), Chain: Chain{ETHSources: []price.Source{first, second}}}}
	if err := p.wirePrices(); err != nil {
		t.Fatal(err)
	}
	w := &exchangeWorld{t: t, p: p, began: money.Units(30_000)}
	w.fund()
	p.prices.Poll(context.Background())
	return w
}

// fund gives the operator and the users their money.
func (w *exchangeWorld) fund() {
	for i := range traders {
		w.users = append(w.users, fmt.Sprintf("trader%02d", i))
	}
	for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
		brought := " " + string(asset)
		of := w.p.world(w.t)
		of.Capital("10000000" + brought)
		of.Fund(ledger.Inventory, "10000000"+brought)
		for _, user := range w.users {
			of.Deposit(user, w.began.String()+brought)
		}
	}
}

// act does one random thing as a user or the operator and says whether money
// was exchanged. Refusals are answers; anything else fails the test.
func (w *exchangeWorld) act(chance *rand.Rand, user string) (done bool, err error) {
	payment := money.Amount(1 + chance.Int64N(20*int64(money.Unit)))
	least := money.Amount(chance.Int64N(3 * int64(money.Unit)))
	pair := [...]swap.Pair{{Pay: money.USDT, Receive: money.ETH}, {Pay: money.ETH, Receive: money.USDT}, {Pay: money.USDT, Receive: money.ETLD},
		{Pay: money.ETH, Receive: money.ETLD}, {Pay: money.ETLD, Receive: money.USDT}}[chance.IntN(5)]
	if pair.Pay == money.ETH {
		payment /= 3_500
	}
	kind := chance.IntN(10)
	err = w.p.db.Command(context.Background(), func(tx sqldb.Command) error {
		switch {
		case kind == 0:
			bid := trade.BidRequest{Price: money.Amount(30_000_000 + chance.Int64N(20_000_000)), Quantity: money.Unit + payment*50, Actor: "operator"}
			_, err := w.p.trade.PlaceBid(tx, bid)
			return err
		case kind == 1 && least%10 == 0:
			book, err := w.p.trade.Book(tx)
			if err != nil || len(book) == 0 {
				return err
			}
			_, err = w.p.trade.CancelBid(tx, book[len(book)-1].ID, "operator")
			return err
		case kind < 4:
			q, _, err := w.p.trade.Quote(tx, user, payment)
			if err == nil {
				_, _, err = w.p.trade.Sell(tx, trade.SaleRequest{UserID: user, QuoteID: q.ID, MinReceive: &least})
			}
			done = err == nil
			return err
		case kind < 7:
			q, _, err := w.p.swap.Quote(tx, user, pair, payment)
			if err == nil {
				_, err = w.p.swap.Exchange(tx, swap.ExchangeRequest{UserID: user, QuoteID: q.ID})
			}
			done = err == nil
			return err
		}
		none := money.Amount(0)
		_, err := w.p.swap.Exchange(tx, swap.ExchangeRequest{UserID: user, Pair: pair, PayAmount: payment, MinReceive: &none})
		done = err == nil
		return err
	})
	if _, refused := fault.As(err); refused {
		return false, nil
	}
	return done, err
}

// run lets all users trade at once until enough was exchanged.
func (w *exchangeWorld) run(seed uint64) (made int64) {
	var done, tried atomic.Int64
	var wg sync.WaitGroup
	for i, user := range w.users {
		wg.Go(func() {
			chance := rand.New(rand.NewPCG(seed, uint64(i)))
			for done.Load() < exchanges && tried.Add(1) <= attemptsMax {
				exchanged, err := w.act(chance, user)
				if err != nil {
					w.t.Errorf("seed %d, user %d: %v", seed, i, err)
					return
				}
				if exchanged {
					done.Add(1)
				}
			}
		})
	}
	wg.Wait()
	return done.Load()
}

// moved is what the records say each account gained or lost.
type moved map[string]money.Amount

func (m moved) add(a ledger.Account, amount money.Amount) { m[a.ID()] += amount }

// records replays swaps and sales from their own rows, with the arithmetic of
// the public description done in big integers.
func (w *exchangeWorld) records(tx *sqldb.Tx) (moved, error) {
	m := make(moved)
	err := tx.Query(func(row *sqldb.Row) error {
		var user, sale string
		var pay, receive money.Asset
		var payAmount, fee, rate, got money.Amount
		if err := row.Scan(&user, &pay, &receive, &payAmount, &fee, &rate, &got, &sale); err != nil {
			return err
		}
		if sale != "" {
			return nil
		}
		if want := expected(pay, payAmount, fee, rate); got != want || fee != (payAmount*2+999)/1000 {
			w.t.Errorf("%s %s less %s at %s brought %s %s, want %s", payAmount, pay, fee, rate, got, receive, want)
		}
		m.add(ledger.AvailableOf(user, pay), -payAmount)
		m.add(ledger.AvailableOf(user, receive), got)
		m.add(ledger.House(ledger.RevenueSwap, pay), fee)
		m.add(ledger.House(ledger.Inventory, pay), payAmount-fee)
		m.add(ledger.House(ledger.Inventory, receive), -got)
		return nil
	}, `SELECT user_id, pay, receive, pay_amount, fee, rate, receive_amount, sale_id FROM swap_exchange`)
	if err != nil {
		return nil, err
	}
	return m, tx.Query(func(row *sqldb.Row) error {
		var user string
		var filled, gross, fee money.Amount
		if err := row.Scan(&user, &filled, &gross, &fee); err != nil {
			return err
		}
		if fee != (gross*5+999)/1000 {
			w.t.Errorf("the fee of a sale for %s is %s", gross, fee)
		}
		m.add(ledger.AvailableOf(user, money.ETLD), -filled)
		m.add(ledger.AvailableOf(user, money.USDT), gross-fee)
		m.add(ledger.House(ledger.RevenueSell, money.USDT), fee)
		m.add(ledger.House(ledger.Inventory, money.ETLD), filled)
		return nil
	}, `SELECT user_id, filled, gross, fee FROM trade_sale`)
}

// expected is ⌊net·rate⌋ or ⌊net/rate⌋.
func expected(pay money.Asset, payAmount, fee, rate money.Amount) money.Amount {
	net := big.NewInt(int64(payAmount - fee))
	by, over := big.NewInt(int64(rate)), big.NewInt(int64(money.Unit))
	if pay == money.USDT {
		by, over = over, by
	}
	return money.Amount(net.Div(net.Mul(net, by), over).Int64())
}

// balanced compares every account with the records, and debits with credits.
func (w *exchangeWorld) balanced(tx *sqldb.Tx) error {
	m, err := w.records(tx)
	if err != nil {
		return err
	}
	for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
		for _, user := range w.users {
			m.add(ledger.AvailableOf(user, asset), w.began)
		}
		m.add(ledger.House(ledger.Inventory, asset), money.Units(10_000_000))
	}
	for id, want := range m {
		var got money.Amount
		if _, err := tx.QueryOne(sqldb.Dest(&got), `SELECT balance FROM ledger_account WHERE id = $1`, id); err != nil {
			return err
		}
		if got != want {
			w.t.Errorf("%s holds %s, the records say %s", id, got, want)
		}
	}
	sides := make(map[money.Asset]money.Amount)
	err = tx.Query(func(row *sqldb.Row) error {
		var class ledger.Class
		var asset money.Asset
		var balance money.Amount
		err := row.Scan(&class, &asset, &balance)
		if class.DebitNormal() {
			balance = -balance
		}
		sides[asset] += balance
		return err
	}, `SELECT class, asset, balance FROM ledger_account`)
	for asset, rest := range sides {
		if rest != 0 {
			w.t.Errorf("%s: credits less debits are %s", asset, rest)
		}
	}
	return err
}

// Thousands of random swaps and sales at 8 decimals, by users at once, while
// bids come and go: debits equal credits to the atom, and every account holds
// what the records say.
func TestExchangesBalanceToTheAtom(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newExchangeWorld(t, engine)
		end := inBackground(context.Background(), w.p.prices.Run)
		defer end()
		seed := uint64(time.Now().UnixNano())
		if made := w.run(seed); made < exchanges {
			t.Fatalf("seed %d: only %d exchanges were made", seed, made)
		}
		if err := w.p.db.View(context.Background(), func(tx *sqldb.Tx) error {
			for _, check := range []func(*sqldb.Tx) ([]ledger.Violation, error){ledger.Check, w.p.trade.Check} {
				found, err := check(tx)
				if err != nil {
					return err
				}
				for _, v := range found {
					t.Errorf("seed %d: %s", seed, v)
				}
			}
			return w.balanced(tx)
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// The sale of ETLD to the bids is one, at the market and among the swaps: what stops it
// in one place stops it in the other.
func TestTheSaleOfETLDStopsInBothPlaces(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newExchangeWorld(t, engine)
		seller := w.users[0]
		places := map[string]func(tx sqldb.Command) error{
			"market": func(tx sqldb.Command) error {
				_, _, err := w.p.trade.Quote(tx, seller, money.Unit)
				return err
			},
			"swap": func(tx sqldb.Command) error {
				_, _, err := w.p.swap.Quote(tx, seller, swap.Pair{Pay: money.ETLD, Receive: money.USDT}, money.Unit)
				return err
			},
		}
		try := func(what string, want error) {
			t.Helper()
			for place, quote := range places {
				if err := w.p.db.Command(context.Background(), quote); !errors.Is(err, want) {
					t.Errorf("%s, %s: %v, want %v", what, place, err, want)
				}
			}
		}
		if err := w.p.db.Command(context.Background(), func(tx sqldb.Command) error {
			_, err := w.p.trade.PlaceBid(tx, trade.BidRequest{Price: money.Unit / 2, Quantity: money.Units(10), Actor: "operator"})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		try("nothing is stopped", nil)
		for _, part := range []emergency.Part{emergency.Sell, emergency.Swap} {
			emergencytest.Stop(t, w.p.db, part, true)
			try("a stop of "+string(part), price.ErrUnavailable)
			emergencytest.Stop(t, w.p.db, part, false)
			try("the end of it", nil)
		}
	})
}
