package swap

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/price"
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
		w.Deposit("anna", "1000 USDT")
		q := w.quote("anna", "USDT", "ETH", "100")
		want := QuoteOut{QuoteID: q.QuoteID, Pay: "USDT", Receive: "ETH", PayAmount: amount("100"), Fee: amount("0.2"), FeeCurrency: "USDT", Rate: amount("3510.5"),
			RateBase: "ETH", RateQuote: "USDT", ReceiveAmount: amount("0.02842899"), PriceImpact: "0", Maximum: amount("1000"), Source: "aggregator_pair", PriceAt: c.Now(),
			ExpireAt: c.Now().Add(15 * time.Second), ServerTime: c.Now()}
		if q != want {
			t.Errorf("quote %+v, want %+v", q, want)
		}
		// The price moves a little, the quote holds.
		c.Advance(5 * time.Second)
		w.say("3505")
		made := apitest.Data[ExchangeRow](t, w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID))
		if made.ReceiveAmount != amount("0.02842899") || made.Fee != amount("0.2") || made.SaleNo != nil || made.Rate != amount("3510.5") {
			t.Errorf("exchange: %+v", made)
		}
		w.Expect("paid", ledger.AvailableOf("anna", money.USDT), "900")
		w.Expect("received", ledger.AvailableOf("anna", money.ETH), "0.02842899")
		w.Expect("the fee", revenue(money.USDT), "0.2")
		w.Expect("the inventory of USDT", inventory(money.USDT), "50099.8")
		w.Expect("the inventory of ETH", inventory(money.ETH), "9.97157101")
		if records := apitest.Data[httpapi.List[ExchangeRow]](t, w.client.Command(recordPath, "anna")); len(records.List) != 1 || records.List[0] != made {
			t.Errorf("records: %+v", records)
		}
		if others := apitest.Data[httpapi.List[ExchangeRow]](t, w.client.Command(recordPath, "berta")); len(others.List) != 0 {
			t.Errorf("another user's records: %+v", others)
		}
		w.Check()
	})
}

func TestAQuoteOfWhatIsToBeReceived(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		for _, coin := range []money.Asset{money.USDT, money.ETH, money.ETLD} {
			w.Deposit("anna", "4000 "+string(coin))
		}
		for _, test := range []struct{ pay, receive, wanted string }{
			{"USDT", "ETH", "0.02842899"}, {"USDT", "ETH", "0.3"}, {"ETH", "USDT", "100"}, {"USDT", "ETLD", "12.34567891"}, {"ETH", "ETLD", "777"}, {"ETLD", "USDT", "99.99999999"},
		} {
			q := apitest.Data[QuoteOut](t, w.client.Command(quotePath, "anna", "pay", test.pay, "receive", test.receive, "receiveAmount", test.wanted))
			if q.ReceiveAmount < amount(test.wanted) {
				t.Errorf("%s of %s bring %s of %s, wanted %s", q.PayAmount, test.pay, q.ReceiveAmount, test.receive, test.wanted)
			}
			// One atom less does not bring it.
			less := apitest.Data[QuoteOut](t, w.client.Command(quotePath, "anna", "pay", test.pay, "receive", test.receive, "payAmount", (q.PayAmount-1).String()))
			if less.ReceiveAmount >= amount(test.wanted) {
				t.Errorf("%s of %s are not the least that brings %s", q.PayAmount, test.pay, test.wanted)
			}
			if made := apitest.Data[ExchangeRow](t, w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID)); made.PayAmount != q.PayAmount || made.ReceiveAmount != q.ReceiveAmount {
				t.Errorf("exchange %+v by quote %+v", made, q)
			}
		}
		for _, test := range []struct {
			what   string
			codes  []int
			userID string
			pairs  []string
		}{
			{"both amounts", []int{1002}, "anna", []string{"payAmount", "100", "receiveAmount", "0.01"}},
			{"neither", []int{1007}, "anna", nil},
			{"less than the least swap brings", []int{1404}, "berta", []string{"receiveAmount", "0.0000001"}},
			{"more than berta has", []int{1201}, "berta", []string{"receiveAmount", "0.1"}},
			{"more than there is", []int{1404, 1405}, "anna", []string{"receiveAmount", "100000"}},
		} {
			got := w.client.Command(quotePath, test.userID, append([]string{"pay", "USDT", "receive", "ETH"}, test.pairs...)...)
			if !slices.Contains(test.codes, got.Code) {
				t.Errorf("%s: %s, want %d", test.what, got.Body, test.codes)
			}
		}
		w.Check()
	})
}

func TestThePriceImpactIsWhatTheBidsAfterTheBestCost(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		got, best string
		want      string
	}{{"0.5", "0.5", "0"}, {"0.497", "0.5", "0.006"}, {"0.6", "0.5", "0"}, {"0.33333333", "0.5", "0.333334"}, {"1", "0", "0"}} {
		if impact := impactOf(amount(test.got), amount(test.best)).Text(); impact != test.want {
			t.Errorf("%s beside %s: %s, want %s", test.got, test.best, impact, test.want)
		}
	}
}

func TestAQuoteIsForOneUserOnceAndSoon(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Deposit("anna", "1000 USDT")
		w.Deposit("berta", "1000 USDT")
		q := w.quote("anna", "USDT", "ETH", "100")
		expired := [3]string{"The quote has expired, please check the new price", "報價已過期，請確認新價格", "Срок котировки истёк, проверьте новую цену"}
		w.refused("another user's", 1402, expired, exchangePath, "berta", "quoteId", q.QuoteID)
		w.refused("unknown", 1402, expired, exchangePath, "anna", "quoteId", "0123456789")
		w.refused("another pair", 1402, expired, exchangePath, "anna", "quoteId", q.QuoteID, "receive", "ETLD")
		w.refused("another amount", 1404, [3]string{"Amount must be between 100 and 100", "數量須介於 100 與 100 之間", "Сумма должна быть от 100 до 100"},
			exchangePath, "anna", "quoteId", q.QuoteID, "payAmount", "100.00000001")
		w.refused("more than it brings", 1403, [3]string{"The price moved beyond your limit; nothing was exchanged", "價格超出您的限制，未成交", "Цена вышла за заданный предел; сделка не выполнена"},
			exchangePath, "anna", "quoteId", q.QuoteID, "minReceive", "0.028429")
		c.Advance(15 * time.Second)
		if got := w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID, "pay", "USDT", "receive", "ETH", "payAmount", "100"); got.Code != 200 {
			t.Errorf("at 15.0 s: %s", got.Body)
		}
		w.refused("used", 1402, expired, exchangePath, "anna", "quoteId", q.QuoteID)
		late := w.quote("anna", "USDT", "ETH", "100")
		c.Advance(15*time.Second + 100*time.Millisecond)
		w.refused("at 15.1 s", 1402, expired, exchangePath, "anna", "quoteId", late.QuoteID)
		w.Expect("one swap happened", ledger.AvailableOf("anna", money.USDT), "900")
		w.Expect("and none of another's", ledger.AvailableOf("berta", money.USDT), "1000")
		w.Check()
	})
}

func TestEveryRefusalOfAQuoteInOrder(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Deposit("anna", "4000 USDT")
		for _, test := range [][]string{{"USDT", "USDT"}, {"ETLD", "ETH"}, {"ETH", "ETH"}} {
			if got := w.client.Command(quotePath, "anna", "pay", test[0], "receive", test[1], "payAmount", "1"); got.Code != 1002 {
				t.Errorf("%v: %s", test, got.Body)
			}
		}
		ask := func(what string, code int, texts [3]string, pay, receive string, more ...string) {
			t.Helper()
			w.refused(what, code, texts, quotePath, "anna", append([]string{"pay", pay, "receive", receive}, more...)...)
			if len(more) == 2 {
				w.refused(what+", without a quote", code, texts, exchangePath, "anna", append([]string{"pay", pay, "receive", receive, "minReceive", "0"}, more...)...)
			}
		}
		ask("no amount", 1007, [3]string{"Please enter quantity", "請輸入數量", "Введите количество"}, "USDT", "ETH")
		ask("no ETLD quantity", 1016, [3]string{"Please enter the quantity of ETLD", "請輸入 ETLD 的數量", "Укажите количество ETLD"}, "ETLD", "USDT")
		unavailable := [3]string{"Price unavailable, please try later", "暫時無法取得價格，請稍後再試", "Цена недоступна, попробуйте позже"}
		w.stop(true)
		for _, p := range pairs {
			ask("stopped", 1401, unavailable, string(p.Pay), string(p.Receive), "payAmount", "10")
		}
		w.stop(false)
		w.market.stopped = true
		ask("sales stopped", 1401, unavailable, "ETLD", "USDT", "payAmount", "10")
		w.market.stopped = false
		bounds := [3]string{"Amount must be between 1 and 5,000", "數量須介於 1 與 5,000 之間", "Сумма должна быть от 1 до 5\u00a0000"}
		ask("too little", 1404, bounds, "USDT", "ETH", "payAmount", "0.99999999")
		ask("too much", 1404, bounds, "USDT", "ETH", "payAmount", "5000.00000001")
		ask("the largest amount", 1404, bounds, "USDT", "ETLD", "payAmount", "40000000000")
		inETH := [3]string{"Amount must be between 0.00028572 and 1.42857142", "數量須介於 0.00028572 與 1.42857142 之間", "Сумма должна быть от 0,00028572 до 1,42857142"}
		ask("too much ETH", 1404, inETH, "ETH", "USDT", "payAmount", "1.42857143")
		ask("too little USDT", 1201, [3]string{"Insufficient USDT balance", "USDT 餘額不足", "Недостаточно USDT на балансе"}, "USDT", "ETH", "payAmount", "4000.00000001")
		ask("too little ETH", 1202, [3]string{"Insufficient ETH balance", "ETH 餘額不足", "Недостаточно ETH"}, "ETH", "USDT", "payAmount", "1")
		// 20 % of 1 ETH at 3,510.5, and the fee of 0.2 %.
		w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.InventoryReturned, Debit: inventory(money.ETH), Credit: ledger.House(ledger.Capital, money.ETH), Amount: amount("9")})
		ask("more than a fifth of the inventory", 1405, [3]string{"Not enough funded buyers or inventory: maximum 703.50701402", "可成交量不足：最多 703.50701402", "Недостаточно обеспеченного объёма: максимум 703,50701402"},
			"USDT", "ETH", "payAmount", "703.6")
		if q := w.quote("anna", "USDT", "ETH", "703.50701402"); q.ReceiveAmount > amount("0.2") || q.ReceiveAmount < amount("0.1999") {
			t.Errorf("a fifth of the inventory: %+v", q)
		}
		for field, given := range map[string][]string{"pay": {}, "receive": {"pay", "USDT"}, "minReceive": {"pay", "USDT", "receive", "ETH", "payAmount", "10"}} {
			if got := w.client.Command(exchangePath, "anna", given...); got.Code != 1002 || got.Message != "Invalid parameter: "+field {
				t.Errorf("exchange with %v: %s, want a refusal of %s", given, got.Body, field)
			}
		}
		w.refused("without a quote, below the minimum", 1403, [3]string{"The price moved beyond your limit; nothing was exchanged", "價格超出您的限制，未成交", "Цена вышла за заданный предел; сделка не выполнена"},
			exchangePath, "anna", "pay", "USDT", "receive", "ETH", "payAmount", "100", "minReceive", "0.028429")
		w.Expect("nothing was exchanged", ledger.AvailableOf("anna", money.USDT), "4000")
		w.Check()
	})
}

// Between quote and exchange everything but the rate is checked again.
func TestRecheckedWhenExchanged(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Deposit("anna", "21000 USDT")
		move := func(sub ledger.SubType, from, to ledger.Account, text string) {
			w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: sub, Debit: from, Credit: to, Amount: amount(text)})
		}
		// A day sells a fifth of the inventory.
		w.Fund(ledger.Inventory, "400000 ETLD")
		q := w.quote("anna", "USDT", "ETH", "4000")
		back := ledger.House(ledger.Capital, money.ETH)
		move(ledger.InventoryReturned, inventory(money.ETH), back, "9")
		if got := w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID); got.Code != 1405 {
			t.Errorf("the inventory is gone: %s", got.Body)
		}
		move(ledger.InventoryFunding, back, inventory(money.ETH), "9")
		w.stop(true)
		if got := w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID); got.Code != 1401 {
			t.Errorf("stopped: %s", got.Body)
		}
		w.stop(false)
		for range 4 {
			if got := w.client.Command(exchangePath, "anna", "pay", "USDT", "receive", "ETLD", "payAmount", "4500", "minReceive", "0"); got.Code != 200 {
				t.Fatalf("swap on the way to the daily limit: %s", got.Body)
			}
		}
		if got := w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID); got.Code != 1404 {
			t.Errorf("above the daily limit: %s", got.Body)
		}
		// 21,000 less four times 4,500.
		rest := w.quote("anna", "USDT", "ETH", "2000")
		if rest.Maximum != amount("2000") {
			t.Errorf("the day's rest: %+v", rest)
		}
		move(ledger.SwapOut, ledger.AvailableOf("anna", money.USDT), inventory(money.USDT), "1500")
		if got := w.client.Command(exchangePath, "anna", "quoteId", rest.QuoteID); got.Code != 1201 {
			t.Errorf("the balance is gone: %s", got.Body)
		}
		w.Deposit("anna", "1000 USDT")
		last := w.quote("anna", "USDT", "ETH", "100")
		if got := w.client.Command(exchangePath, "anna", "quoteId", rest.QuoteID); got.Code != 200 {
			t.Errorf("with everything in place: %s", got.Body)
		}
		dayIsOver := [3]string{"This exceeds your daily limit; 0 USDT left", "超過每日限額，尚餘 0 USDT", "Превышен дневной лимит, осталось 0 USDT"}
		w.refused("less than the minimum left of the day", 1303, dayIsOver, quotePath, "anna", "pay", "USDT", "receive", "ETH", "payAmount", "100")
		w.refused("the same with a quote", 1303, dayIsOver, exchangePath, "anna", "quoteId", last.QuoteID)
		c.Advance(12 * time.Hour)
		w.poll()
		if got := w.client.Command(quotePath, "anna", "pay", "USDT", "receive", "ETH", "payAmount", "500"); got.Code != 200 {
			t.Errorf("the next platform day: %s", got.Body)
		}
		w.Check()
	})
}

func TestAFrozenFeedHaltsAfter61Seconds(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Deposit("anna", "1000 USDT")
		w.a.frozen = true
		c.Advance(46 * time.Second)
		w.poll()
		q := w.quote("anna", "USDT", "ETH", "100")
		c.Advance(14 * time.Second)
		w.poll()
		w.quote("anna", "USDT", "ETH", "100")
		c.Advance(time.Second)
		if got := w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID); got.Code != 1401 {
			t.Errorf("a valid quote at 61 s: %s", got.Body)
		}
		w.poll()
		for receive, code := range map[string]int{"ETH": 1401, "ETLD": 200} {
			if got := w.client.Command(quotePath, "anna", "pay", "USDT", "receive", receive, "payAmount", "100"); got.Code != code {
				t.Errorf("USDT to %s at 61 s: %s", receive, got.Body)
			}
		}
		config := apitest.Data[ConfigOut](t, w.client.Command(configPath, "anna"))
		if row := config.Pairs[0]; row.Enabled || row.Reason != price.ReasonTooFew || row.Maximum != 0 || !config.Pairs[2].Enabled {
			t.Errorf("config: %+v", config.Pairs)
		}
		w.a.frozen = false
		w.poll()
		w.quote("anna", "USDT", "ETH", "100")
	})
}

func TestAJumpHaltsPairs(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Deposit("anna", "1000 USDT")
		w.Deposit("anna", "1000 ETLD")
		q := w.quote("anna", "USDT", "ETH", "100")
		c.Advance(10 * time.Second)
		w.say("3100")
		if got := w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID); got.Code != 1401 {
			t.Errorf("a quote from before the jump: %s", got.Body)
		}
		row := apitest.Data[ConfigOut](t, w.client.Command(configPath, "anna")).Pairs[0]
		if row.Enabled || row.Reason != price.ReasonJump || row.ResumesAt == nil || !row.ResumesAt.Equal(c.Now().Add(5*time.Minute)) {
			t.Errorf("config: %+v", row)
		}
		c.Advance(5 * time.Minute)
		w.poll()
		w.quote("anna", "USDT", "ETH", "100")
		// A jump of the bids halts what sells ETLD from the inventory, not sales.
		w.market.price = amount("0.6")
		w.poll()
		for pair, code := range map[[2]string]int{{"USDT", "ETLD"}: 1401, {"USDT", "ETH"}: 200, {"ETLD", "USDT"}: 200} {
			if got := w.client.Command(quotePath, "anna", "pay", pair[0], "receive", pair[1], "payAmount", "100"); got.Code != code {
				t.Errorf("%v after the bids jumped: %s", pair, got.Body)
			}
		}
	})
}

// However wrong the feeds or the ask are, and however many take advantage of it, a
// day costs at most the published share of the inventory: by every pair.
func TestAPumpedPriceCostsAtMostThePublishedShare(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		pair Pair
		// to is where ETH is moved, slowly enough to be no jump; bound is one atom
		// beyond what the feeds may say. ask is what ETLD is sold at.
		to, bound, ask string
		pay            string
		whole          string
	}{
		{Pair{money.ETH, money.USDT}, "10000", "10000.00000001", "0.51", "0.45", "50000"},
		{Pair{money.USDT, money.ETH}, "1000", "999.99999999", "0.51", "400", "10"},
		{Pair{money.ETH, money.ETLD}, "10000", "10000.00000001", "0.51", "0.2", "100000"},
		{Pair{money.USDT, money.ETLD}, "3500", "", "0.06", "400", "100000"},
	} {
		t.Run(string(test.pair.Pay)+" to "+string(test.pair.Receive), func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newWorld(t, db, c)
				users := []string{"anna", "berta", "carla", "dora", "emma", "frida", "gerda", "hanna"}
				for _, user := range users {
					w.Deposit(user, "20000 "+string(test.pair.Pay))
				}
				w.walk("3500", test.to)
				if test.bound != "" {
					w.say(test.bound)
					if got := w.client.Command(quotePath, "anna", "pay", string(test.pair.Pay), "receive", string(test.pair.Receive), "payAmount", test.pay); got.Code != 1401 {
						t.Errorf("beyond the bound: %s", got.Body)
					}
					w.say(test.to)
				}
				if test.bound == "" {
					w.market.price = amount(test.ask)
					w.setAsk(test.ask)
				}
				made, refused := 0, 0
				for range 12 {
					for _, user := range users {
						switch got := w.client.Command(exchangePath, user, "pay", string(test.pair.Pay), "receive", string(test.pair.Receive), "payAmount", test.pay, "minReceive", "0"); got.Code {
						case 200:
							made++
						case 1404, 1405:
							refused++
						default:
							t.Fatal(got.Body)
						}
					}
				}
				var left money.Amount
				w.Must(db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
					left, err = w.Ledger.Balance(tx, inventory(test.pair.Receive))
					return err
				}))
				whole := amount(test.whole)
				if least := whole - money.Percent(2000).Floor(whole); left < least || left > least+money.Percent(500).Floor(whole) || made == 0 || refused == 0 {
					t.Errorf("of %s %s %s are left after %d swaps, %d refused", whole, test.pair.Receive, left, made, refused)
				}
				w.Check()
			})
		})
	}
}

// setAsk publishes another ask of ETLD.
func (w *world) setAsk(text string) {
	w.T.Helper()
	set, err := param.NewSet(Parameters())
	w.Must(err)
	w.Must(w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
		_, err := set.Change(tx, entropy.System(), param.Proposal{Name: askMin.Name, Value: int64(amount(text)), Actor: "test", Reason: "a mistake"})
		return err
	}))
}

// walk moves the price of ETH slowly enough to be no jump.
func (w *world) walk(from, to string) {
	w.T.Helper()
	at, end := amount(from), amount(to)
	for at != end {
		if at < end {
			at = min(end, at+money.Percent(900).Floor(at))
		} else {
			at = max(end, at-money.Percent(900).Floor(at))
		}
		w.say(at.String())
		w.Clock.Advance(61 * time.Second)
	}
	w.say(to)
}

// A quote is no free option: it is refused where the bids or the price have moved
// against the house since, and holds where they have not.
func TestAHeldQuoteIsRefusedWhereTheHouseWouldLose(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Deposit("anna", "10000 USDT")
		w.Deposit("anna", "10 ETH")
		moved := [3]string{"The price moved beyond your limit; nothing was exchanged", "價格超出您的限制，未成交", "Цена вышла за заданный предел; сделка не выполнена"}
		for _, test := range []struct {
			what         string
			pay, receive string
			amount       string
			best, eth    string
			isRefused    bool
		}{
			{"a bid above the ask, placed meanwhile", "USDT", "ETLD", "100", "0.52", "3500", true},
			{"a bid that demands a little more, less than the spread", "USDT", "ETLD", "100", "0.509", "3500", true},
			{"a bid whose ask is the quoted one", "USDT", "ETLD", "100", "0.508", "3500", false},
			{"a bid above the ask, paid in ETH", "ETH", "ETLD", "0.1", "0.52", "3500", true},
			{"ETH dearer by more than the spread", "USDT", "ETH", "100", "0.5", "3515", true},
			{"ETH dearer by less", "USDT", "ETH", "100", "0.5", "3505", false},
			{"ETH cheaper, which is the user's loss", "USDT", "ETH", "100", "0.5", "3400", false},
			{"ETH cheaper by more than the spread", "ETH", "USDT", "0.1", "0.5", "3485", true},
			{"ETH cheaper by less", "ETH", "USDT", "0.1", "0.5", "3495", false},
			{"ETH cheaper, for ETLD", "ETH", "ETLD", "0.1", "0.5", "3485", true},
		} {
			w.market.price = amount("0.5")
			w.say("3500")
			q := w.quote("anna", test.pay, test.receive, test.amount)
			w.market.price = amount(test.best)
			w.a.reading.Price, w.b.reading.Price = amount(test.eth), amount(test.eth)
			w.poll()
			if test.isRefused {
				w.refused(test.what, 1403, moved, exchangePath, "anna", "quoteId", q.QuoteID)
			} else if got := w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID); got.Code != 200 {
				t.Errorf("%s: %s", test.what, got.Body)
			}
			w.market.price = amount("0.5")
			w.say("3500")
			c.Advance(61 * time.Second)
		}
		w.Check()
	})
}

// Whatever it is paid in, ETLD is not sold below the ask that today's best bid demands,
// though the rate moved by less than the spread.
func TestAHeldQuoteInETHIsHeldToTheBestBid(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Deposit("anna", "10 ETH")
		w.say("3500")
		for best, want := range map[string]int{"0.5199": 200, "0.52": 200, "0.5214": 1403} {
			w.market.price = amount("0.52")
			q := w.quote("anna", "ETH", "ETLD", "0.1")
			// 3,489.5 for what costs 0.52156.
			if q.Rate != amount("6690.50540685") {
				t.Errorf("quoted %+v", q)
			}
			w.market.price = amount(best)
			if got := w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID); got.Code != want {
				t.Errorf("a best bid of %s: %s, want %d", best, got.Body, want)
			}
		}
		w.Check()
	})
}

// Users buy at the highest feed and sell at the lowest: who moves one of two feeds
// gains nothing.
func TestEachSideIsQuotedByItsWorseFeed(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Deposit("anna", "1000 USDT")
		w.Deposit("anna", "1 ETH")
		w.a.reading.Price, w.b.reading.Price = amount("3500"), amount("3540")
		w.poll()
		if q := w.quote("anna", "USDT", "ETH", "100"); q.Rate != amount("3550.62") {
			t.Errorf("buying: %+v", q)
		}
		if q := w.quote("anna", "ETH", "USDT", "0.1"); q.Rate != amount("3489.5") {
			t.Errorf("selling: %+v", q)
		}
		if q := w.quote("anna", "ETH", "ETLD", "0.1"); q.Rate != amount("6842.15686274") {
			t.Errorf("selling for ETLD: %+v", q)
		}
		// What the lower feed falls within the spread breaks no quote, also where bids decide.
		w.market.price = amount("0.52")
		q := w.quote("anna", "ETH", "ETLD", "0.1")
		w.a.reading.Price = amount("3495")
		w.poll()
		if got := w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID); got.Code != 200 {
			t.Errorf("after a fall within the spread: %s", got.Body)
		}
	})
}

// What is paid in ETH uses up the day's limit by its worth.
func TestADaysLimitOfWhoPaysInETH(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Fund(ledger.Inventory, "500000 USDT")
		w.Deposit("anna", "10 ETH")
		for range 4 {
			if got := w.client.Command(exchangePath, "anna", "pay", "ETH", "receive", "USDT", "payAmount", "1.4", "minReceive", "0"); got.Code != 200 {
				t.Fatalf("%s", got.Body)
			}
		}
		if row := apitest.Data[ConfigOut](t, w.client.Command(configPath, "anna")).Pairs[1]; row.DayRest != amount("0.11428571") {
			t.Errorf("of 20,000 USDT less 19,600 are left %+v", row)
		}
		if got := w.client.Command(quotePath, "anna", "pay", "ETH", "receive", "USDT", "payAmount", "0.11428572"); got.Code != 1404 {
			t.Errorf("above it: %s", got.Body)
		}
		w.Check()
	})
}

func TestConfigAndPriceList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Deposit("anna", "800 USDT")
		w.Deposit("anna", "3 ETH")
		c.Advance(4 * time.Second)
		config := apitest.Data[ConfigOut](t, w.client.Command(configPath, "anna"))
		if len(config.Pairs) != 5 || config.QuoteSeconds != 15 || config.ValueMax != amount("5000") {
			t.Fatalf("config: %+v", config)
		}
		for i, want := range []struct{ rate, max, maximum, fee string }{
			{"3510.5", "5000", "800", "0.002"}, {"3489.5", "1.42857142", "1.42857142", "0.002"}, {"0.51", "5000", "800", "0.002"},
			{"6842.15686274", "1.42857142", "1.42857142", "0.002"}, {"0.5", "1000000", "0", "0.005"},
		} {
			row := config.Pairs[i]
			if row.Rate != amount(want.rate) || row.Max != amount(want.max) || row.Maximum != amount(want.maximum) || row.FeeRate != want.fee || !row.Enabled {
				t.Errorf("pair %d: %+v, want %+v", i, row, want)
			}
		}
		if row := config.Pairs[0]; row.AgeSeconds != 4 || row.Source != "aggregator_pair" || row.DayRest != amount("20000") {
			t.Errorf("source and age: %+v", row)
		}
		// The ask is never below the best bid.
		w.market.price = amount("0.55")
		list := apitest.Data[price.Prices](t, w.client.Command("/api/main/prices", "anna")).List
		if *list[0].Bid != amount("0.55") || *list[0].Ask != amount("0.55165") || *list[1].Bid != amount("3489.5") || *list[1].Ask != amount("3510.5") {
			t.Errorf("prices: %+v", list)
		}
	})
}

func TestRecordsArePagedAndOldQuotesForgotten(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Deposit("anna", "1000 USDT")
		for _, pay := range []string{"10", "20", "30"} {
			w.quote("anna", "USDT", "ETH", pay)
			if got := w.client.Command(exchangePath, "anna", "pay", "USDT", "receive", "ETH", "payAmount", pay, "minReceive", "0"); got.Code != 200 {
				t.Fatal(got.Body)
			}
		}
		first := apitest.Data[httpapi.List[ExchangeRow]](t, w.client.Command(recordPath, "anna", "size", "2"))
		second := apitest.Data[httpapi.List[ExchangeRow]](t, w.client.Command(recordPath, "anna", "size", "2", "cursor", first.NextCursor))
		if len(first.List) != 2 || len(second.List) != 1 || first.List[0].PayAmount != amount("30") || second.List[0].PayAmount != amount("10") || second.HasMore {
			t.Errorf("pages: %+v, %+v", first, second)
		}
		c.Advance((daysKept + 2) * 24 * time.Hour)
		w.Must(jobs.NewRunner(slog.New(slog.DiscardHandler), nil, w.swap.Jobs()...).Drain(context.Background()))
		w.Must(db.View(context.Background(), func(tx *sqldb.Tx) error {
			return tx.Query(func(row *sqldb.Row) error {
				var quotes, days int64
				err := row.Scan(&quotes, &days)
				if quotes != 0 || days != 0 {
					t.Errorf("%d quotes and %d days are left", quotes, days)
				}
				return err
			}, `SELECT (SELECT COUNT(*) FROM swap_quote), (SELECT COUNT(*) FROM swap_user_day)`)
		}))
	})
}
