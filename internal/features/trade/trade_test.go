package trade

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/emergency/emergencytest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestTheWorkedExample(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Capital("10000 USDT")
		// The second is placed first: price goes before age.
		w.place("0.495", "2000")
		w.place("0.5", "1000")
		w.Expect("bids are funded", escrow, "1490")
		w.Expect("out of the capital", capital, "8510")
		anna := w.seller(1, "3000")

		m := apitest.Data[Market](t, w.client.Command("/api/trade/market", anna))
		if len(m.Bids) != 2 || m.Bids[0] != (Level{amount("0.5"), amount("1000")}) || m.Price != amount("0.5") || m.Depth != amount("3000") || m.Maximum != amount("3000") || m.FeeRate != "0.005" || len(m.LastSales) != 0 {
			t.Errorf("market: %+v", m)
		}
		q := w.quote(anna, "2500")
		want := QuoteOut{QuoteID: q.QuoteID, Quantity: amount("2500"), Filled: amount("2500"), Average: amount("0.497"), Worst: amount("0.495"), Gross: amount("1242.5"),
			Fee: amount("6.2125"), Net: amount("1236.2875"), MinReceive: amount("1223.924625"), ExpireAt: c.Now().Add(15 * time.Second), ServerTime: c.Now()}
		if q != want {
			t.Errorf("quote: %+v, want %+v", q, want)
		}
		sold := apitest.Data[SaleRow](t, w.client.Command("/api/trade/sell", anna, "quoteId", q.QuoteID, "minReceive", "1236.2875"))
		if sold.Net != amount("1236.2875") || sold.Unfilled != 0 || len(sold.Fills) != 2 || sold.Fills[1] != (FillRow{amount("0.495"), amount("1500"), amount("742.5")}) {
			t.Errorf("sold: %+v", sold)
		}
		w.Expect("the seller's ETLD", ledger.AvailableOf(anna, money.ETLD), "500")
		w.Expect("the seller's USDT", ledger.AvailableOf(anna, money.USDT), "1236.2875")
		w.Expect("the fee", revenue, "6.2125")
		w.Expect("the inventory", inventory, "2500")
		w.Expect("the rest of the bids", escrow, "247.5")

		records := apitest.Data[httpapi.List[SaleRow]](t, w.client.Command("/api/trade/records", anna))
		if len(records.List) != 1 || records.List[0].SaleNo != sold.SaleNo || len(records.List[0].Fills) != 2 {
			t.Errorf("records: %+v", records)
		}
		m = apitest.Data[Market](t, w.client.Command("/api/trade/market", anna))
		if len(m.LastSales) != 1 || m.LastSales[0].Seller != "0x0000******000002" || m.Price != amount("0.495") || m.Maximum != amount("500") {
			t.Errorf("market after the sale: %+v", m)
		}
		w.check()
	})
}

func TestEverySaleRefusalInOrder(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Capital("10000 USDT")
		anna, berta := w.seller(1, "1000"), w.seller(2, "1000")
		stop := func(stopped bool) { emergencytest.Stop(t, db, emergency.Sell, stopped) }
		refused := func(what string, code int, texts [3]string, path, user string, pairs ...string) {
			t.Helper()
			w.client.Refused(what, code, texts, func(c *apitest.Client) apitest.Reply { return c.Command(path, user, pairs...) })
		}
		missing := [3]string{"Please enter the ETLD quantity", "請輸入 ETLD 數量", "Введите количество ETLD"}
		refused("no quantity", 1015, missing, "/api/trade/quote", anna)
		bounds := [3]string{"Amount must be between 1 and 1,000,000", "數量須介於 1 與 1,000,000 之間", "Сумма должна быть от 1 до 1\u00a0000\u00a0000"}
		stop(true)
		refused("too little", 1404, bounds, "/api/trade/quote", anna, "quantity", "0.99999999")
		refused("too much", 1404, bounds, "/api/trade/quote", anna, "quantity", "1000000.00000001")
		refused("the largest amount", 1404, bounds, "/api/trade/quote", anna, "quantity", "40000000000")
		unavailable := [3]string{"Price unavailable, please try later", "暫時無法取得價格，請稍後再試", "Цена недоступна, попробуйте позже"}
		refused("stopped by an operator", 1401, unavailable, "/api/trade/quote", anna, "quantity", "1001")
		stop(false)
		short := [3]string{"Insufficient ETLD balance", "ETLD 餘額不足", "Недостаточно ETLD"}
		refused("more than the balance", 1202, short, "/api/trade/quote", anna, "quantity", "1000.00000001")
		noBuyers := [3]string{"Not enough funded buyers or inventory: maximum 0", "可成交量不足：最多 0", "Недостаточно обеспеченного объёма: максимум 0"}
		refused("no bids", 1405, noBuyers, "/api/trade/quote", anna, "quantity", "100")

		bid := w.place("0.5", "1000")
		q := w.quote(anna, "100")
		expired := [3]string{"The quote has expired, please check the new price", "報價已過期，請確認新價格", "Срок котировки истёк, проверьте новую цену"}
		refused("another user's quote", 1402, expired, "/api/trade/sell", berta, "quoteId", q.QuoteID)
		refused("no such quote", 1402, expired, "/api/trade/sell", anna, "quoteId", "0123456789")
		refused("another quantity", 1404, [3]string{"Amount must be between 100 and 100", "數量須介於 100 與 100 之間", "Сумма должна быть от 100 до 100"},
			"/api/trade/sell", anna, "quoteId", q.QuoteID, "quantity", "101")
		stop(true)
		refused("stopped since the quote", 1401, unavailable, "/api/trade/sell", anna, "quoteId", q.QuoteID)
		stop(false)
		below := [3]string{"The price moved beyond your limit; nothing was exchanged", "價格超出您的限制，未成交", "Цена вышла за заданный предел; сделка не выполнена"}
		refused("above what it brings", 1403, below, "/api/trade/sell", anna, "quoteId", q.QuoteID, "minReceive", "49.75000001")
		w.Must(w.Try(func(tx sqldb.Command) error { _, err := w.trade.CancelBid(tx, bid.ID, "operator"); return err }))
		refused("bids cancelled since the quote", 1405, noBuyers, "/api/trade/sell", anna, "quoteId", q.QuoteID)
		w.place("0.4", "1000")
		refused("a worse book than the quote's", 1403, below, "/api/trade/sell", anna, "quoteId", q.QuoteID)
		c.Advance(15 * time.Second)
		if got := w.client.Command("/api/trade/sell", anna, "quoteId", q.QuoteID, "minReceive", "0"); got.Code != 200 {
			t.Errorf("at 15.0 s: %s", got.Body)
		}
		refused("used", 1402, expired, "/api/trade/sell", anna, "quoteId", q.QuoteID, "minReceive", "0")
		late := w.quote(anna, "100")
		c.Advance(15*time.Second + 100*time.Millisecond)
		refused("at 15.1 s", 1402, expired, "/api/trade/sell", anna, "quoteId", late.QuoteID)
		spent := w.quote(anna, "900")
		w.Must(w.Try(func(tx sqldb.Command) error {
			_, err := w.trade.SellNow(tx, Order{UserID: anna, Via: ViaSwap, Quantity: amount("1"), Whole: true})
			return err
		}))
		refused("sold elsewhere since the quote", 1202, short, "/api/trade/sell", anna, "quoteId", spent.QuoteID)
		w.Expect("nothing but the two sales happened", ledger.AvailableOf(anna, money.ETLD), "899")
		w.Expect("nor to the other", ledger.AvailableOf(berta, money.ETLD), "1000")
		w.check()
	})
}

func TestARepetitionSellsOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Capital("1000 USDT")
		w.place("0.5", "1000")
		anna := w.seller(1, "500")
		q := w.quote(anna, "100")
		first := w.client.Call("/api/trade/sell", anna, "quoteId", q.QuoteID, "requestId", "the-same-request-1")
		again := w.client.Call("/api/trade/sell", anna, "quoteId", q.QuoteID, "requestId", "the-same-request-1")
		if first.Code != 200 || first.Body != again.Body {
			t.Errorf("%s, then %s", first.Body, again.Body)
		}
		if other := w.client.Call("/api/trade/sell", anna, "quoteId", q.QuoteID, "minReceive", "1", "requestId", "the-same-request-1"); other.Code != 1009 {
			t.Errorf("other data: %s", other.Body)
		}
		w.Expect("sold once", ledger.AvailableOf(anna, money.ETLD), "400")
		w.check()
	})
}

func TestWhatTheBidsDoNotTakeStays(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Capital("1000 USDT")
		w.place("0.33333333", "10.00000001")
		anna := w.seller(1, "200")
		q := w.quote(anna, "100")
		if q.Filled != amount("10.00000001") || q.Unfilled != amount("89.99999999") {
			t.Errorf("quote: %+v", q)
		}
		// Two sales of parts round down twice; what that leaves goes back.
		w.Must(w.Try(func(tx sqldb.Command) error {
			_, err := w.trade.SellNow(tx, Order{UserID: anna, Via: ViaTrade, Quantity: amount("3.00000002")})
			return err
		}))
		sold := apitest.Data[SaleRow](t, w.client.Command("/api/trade/sell", anna, "quoteId", q.QuoteID, "minReceive", "0"))
		if sold.Filled != amount("6.99999999") || sold.Unfilled != amount("93.00000001") {
			t.Errorf("sold: %+v", sold)
		}
		w.Expect("the seller's ETLD", ledger.AvailableOf(anna, money.ETLD), "189.99999999")
		w.Expect("no escrow without a bid", escrow, "0")
		total := w.Balance(capital) + w.Balance(ledger.AvailableOf(anna, money.USDT)) + w.Balance(revenue)
		if total != amount("1000") {
			t.Errorf("of 1000 USDT %s are left", total)
		}
		if book := apitest.Data[Market](t, w.client.Command("/api/trade/market", anna)); len(book.Bids) != 0 || book.Price != 0 {
			t.Errorf("market: %+v", book)
		}
		w.check()
	})
}

func TestFiftySalesAtOnceAgainstOneBid(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Capital("1000 USDT")
		w.place("0.5", "1000")
		sellers := make([]string, 50)
		quotes := make([]string, 50)
		for i := range sellers {
			sellers[i] = w.seller(i, "100")
			quotes[i] = w.quote(sellers[i], "100").QuoteID
		}
		codes := make([]int, 50)
		var wg sync.WaitGroup
		for i := range sellers {
			wg.Go(func() {
				id := "parallel-" + strings.Repeat("x", 10) + string(rune('a'+i/26)) + string(rune('a'+i%26))
				codes[i] = w.client.Call("/api/trade/sell", sellers[i], "quoteId", quotes[i], "requestId", id).Code
			})
		}
		wg.Wait()
		count := make(map[int]int)
		for _, code := range codes {
			count[code]++
		}
		if count[200] != 10 || count[1405] != 40 {
			t.Errorf("codes: %v", count)
		}
		w.Expect("the bid is used up", escrow, "0")
		w.Expect("and no more was bought", inventory, "1000")
		w.check()
	})
}

func TestABidExistsOnlyFunded(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Capital("100 USDT")
		var b Bid
		for _, test := range []struct {
			price, quantity string
			want            fault.Fault
		}{
			{"0.5", "200.00000002", capitalShort(amount("100"))}, {"0.00009999", "10", fault.Invalid("price")}, {"10000.00000001", "1", fault.Invalid("price")},
			{"0.5", "0.99999999", fault.Invalid("quantity")}, {"0.5", "100000000.00000001", fault.Invalid("quantity")},
			{"10000", "40000000", fault.Invalid("quantity")},
		} {
			if err := w.tryPlace(&b, test.price, test.quantity); !reflect.DeepEqual(err, error(test.want)) {
				t.Errorf("%s at %s: %v, want %v", test.quantity, test.price, err, test.want)
			}
		}
		w.Expect("nothing was placed", escrow, "0")
		b = w.place("0.5", "200")
		w.Expect("all capital is in escrow", escrow, "100")
		cancel := func(id string) error {
			return w.Try(func(tx sqldb.Command) error { _, err := w.trade.CancelBid(tx, id, "operator"); return err })
		}
		if err := cancel("nothing"); !errors.Is(err, fault.NotFound) {
			t.Errorf("cancel nothing: %v", err)
		}
		w.Must(cancel(b.ID))
		if err := cancel(b.ID); !errors.Is(err, fault.NotFound) {
			t.Errorf("cancel twice: %v", err)
		}
		w.Expect("the escrow is back", capital, "100")
		for range bidsMax {
			w.place("0.0001", "1")
		}
		if err := w.tryPlace(&b, "0.0001", "1"); !errors.Is(err, bookFull) {
			t.Errorf("one bid too many: %v", err)
		}
		w.check()
		// The check itself finds a bid without its money.
		w.Must(db.Update(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE trade_bid SET escrow = 0 WHERE open = 1`)
			return err
		}))
		w.Must(db.View(context.Background(), func(tx *sqldb.Tx) error {
			found, err := w.trade.Check(tx)
			if len(found) != bidsMax+1 {
				t.Errorf("found %d violations", len(found))
			}
			return err
		}))
	})
}

// The shown price of ETLD is what a test selling min(100, all bids) gets.
func TestThePriceIsWhatASellerGets(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Capital("1000000 USDT")
		seller := w.seller(1, "1000000")
		if got := w.price(); got != 0 {
			t.Errorf("without bids the price is %s", got)
		}
		chance := rand.New(rand.NewPCG(1, 2))
		for range 25 {
			for range 1 + chance.IntN(4) {
				w.place((money.Amount(10_000 + chance.Int64N(90_000_000))).String(), (money.Unit + money.Amount(chance.Int64N(6_000_000_000))).String())
			}
			shown := w.price()
			m := apitest.Data[Market](t, w.client.Command("/api/trade/market", seller))
			quantity := min(priceQuantity, m.Depth)
			q := w.quote(seller, quantity.String())
			sold := apitest.Data[SaleRow](t, w.client.Command("/api/trade/sell", seller, "quoteId", q.QuoteID))
			if real := money.MulDivFloor(sold.Gross, int64(money.Unit), int64(sold.Filled)); sold.Filled != quantity || real != shown || m.Price != shown {
				t.Fatalf("shown %s, the market says %s, a sale of %s of %s brought %s", shown, m.Price, sold.Filled, quantity, real)
			}
		}
		w.check()
	})
}

func TestRecordsArePaged(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Capital("1000 USDT")
		w.place("0.5", "1000")
		anna, berta := w.seller(1, "100"), w.seller(2, "100")
		for i, seller := range []string{anna, anna, berta, anna} {
			w.Must(w.Try(func(tx sqldb.Command) error {
				_, err := w.trade.SellNow(tx, Order{UserID: seller, Via: ViaTrade, Quantity: money.Units(int64(i + 1))})
				return err
			}))
		}
		first := apitest.Data[httpapi.List[SaleRow]](t, w.client.Command("/api/trade/records", anna, "size", "2"))
		if len(first.List) != 2 || !first.HasMore || first.List[0].Quantity != money.Units(4) {
			t.Fatalf("first page: %+v", first)
		}
		second := apitest.Data[httpapi.List[SaleRow]](t, w.client.Command("/api/trade/records", anna, "size", "2", "cursor", first.NextCursor))
		if len(second.List) != 1 || second.HasMore || second.List[0].Quantity != money.Units(1) {
			t.Errorf("second page: %+v", second)
		}
	})
}

func TestOldQuotesAreForgotten(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Capital("1000 USDT")
		w.place("0.5", "1000")
		anna := w.seller(1, "100")
		w.quote(anna, "10")
		c.Advance(quoteKept + time.Minute)
		w.quote(anna, "10")
		w.Must(jobs.NewRunner(slog.New(slog.DiscardHandler), nil, w.trade.Jobs()...).Drain(context.Background()))
		var left int64
		w.Must(db.View(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&left), `SELECT COUNT(*) FROM trade_quote`)
			return err
		}))
		if left != 1 {
			t.Errorf("%d quotes are left", left)
		}
	})
}

func TestTermsAreTheParameters(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		newWorld(t, db, c).View(func(tx *sqldb.Tx) error {
			got, err := currentTerms(tx)
			if want := (terms{money.Percent(50), money.Percent(100), money.Unit, money.Units(1_000_000), 15 * time.Second}); got != want {
				t.Errorf("the terms are %+v, not %+v", got, want)
			}
			return err
		})
	})
}

// Whoever looks at the market waits for PostgreSQL as often, however many sold.
func TestRoundTripsOfTheMarket(t *testing.T) {
	t.Parallel()
	db, c, trips := dbtest.OpenCounted(t)
	w := newWorld(t, db, c)
	w.Capital("10000 USDT")
	w.place("0.5", "1000")
	sell := func(n int) string {
		seller := w.seller(n, "10")
		q := w.quote(seller, "10")
		apitest.Data[SaleRow](t, w.client.Command("/api/trade/sell", seller, "quoteId", q.QuoteID))
		return seller
	}
	look := func(who string) (sales int, fewest int64) {
		fewest = trips.Fewest(func() {
			w.View(func(tx *sqldb.Tx) error {
				m, err := w.trade.market(tx, httpapi.Caller{UserID: who}, httpapi.None{})
				sales = len(m.LastSales)
				return err
			})
		})
		return sales, fewest
	}
	anna := sell(1)
	_, one := look(anna)
	for n := range 9 {
		sell(n + 2)
	}
	if sales, ten := look(anna); sales != 10 || ten != one {
		t.Errorf("%d sales are shown in %d round trips, one in %d", sales, ten, one)
	}
}
