// Package exchange swaps and sells in the real program on a real chain.
package exchange

import (
	"context"
	"fmt"
	"net/url"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/test/player"
)

const within = 5 * time.Minute

// program is the built binary.
var program string

func TestMain(m *testing.M) {
	player.Main("test/exchange", func(_, built string) int {
		program = built
		return m.Run()
	})
}

// trader is a player with a demo world of its own.
type trader struct {
	*player.Player
	t       *testing.T
	ctx     context.Context
	process *player.Demo
	calls   int
}

func newTrader(t *testing.T) *trader {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	t.Cleanup(cancel)
	x := &trader{t: t, ctx: ctx, process: player.NewDemo(t, program, "")}
	var err error
	x.Player, err = player.Join(ctx, x.process.URL)
	x.must(err)
	return x
}

func (x *trader) must(err error) {
	x.t.Helper()
	if err != nil {
		x.t.Fatal(err)
	}
}

// answer makes a call with parameters in pairs and a request id.
func (x *trader) answer(path string, pairs ...string) player.Answer {
	x.t.Helper()
	x.calls++
	values := url.Values{"requestId": {fmt.Sprintf("exchange-%010d", x.calls)}}
	for i := 0; i < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	a, err := x.Call(x.ctx, path, values)
	x.must(err)
	return a
}

// data makes a call that has to succeed.
func (x *trader) data(path string, into any, pairs ...string) {
	x.t.Helper()
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	x.calls++
	values.Set("requestId", fmt.Sprintf("exchange-%010d", x.calls))
	x.must(x.Must(x.ctx, path, values, into))
}

type quote struct {
	QuoteID                              string
	Rate, ReceiveAmount, Net, MinReceive money.Amount
}

func TestTheRealProgramExchanges(t *testing.T) {
	x := newTrader(t)
	x.must(x.Fund(x.ctx, x.process.RPCURL, player.Sums{money.USDT: money.Units(1_000), money.ETLD: money.Units(3_000)}))

	var swap quote
	x.data("/api/userAccount/exchangeQuote", &swap, "pay", "USDT", "receive", "ETH", "payAmount", "100")
	if swap.Rate != money.MustParse("3510.5") || swap.ReceiveAmount != money.MustParse("0.02842899") {
		t.Errorf("swap: %+v", swap)
	}
	x.data("/api/userAccount/qExchange", nil, "quoteId", swap.QuoteID)
	var sale quote
	x.data("/api/trade/quote", &sale, "quantity", "2500")
	if sale.Net != money.MustParse("1236.2875") {
		t.Errorf("sale: %+v", sale)
	}
	x.data("/api/trade/sell", nil, "quoteId", sale.QuoteID, "minReceive", sale.MinReceive.String())
	for asset, want := range map[money.Asset]string{money.USDT: "2136.2875", money.ETLD: "500", money.ETH: "0.02842899"} {
		h, err := x.Holding(x.ctx, asset)
		x.must(err)
		if h.Available != money.MustParse(want) {
			t.Errorf("%s: %s, want %s", asset, h.Available, want)
		}
	}

	price := func() int { return x.answer("/api/main/getETHPrice").Code }
	x.must(x.process.Operate(x.ctx, "/demo/advance?seconds=86400"))
	x.must(x.SignIn(x.ctx))
	if code := price(); code != 200 {
		t.Errorf("the price after a day's jump: %d", code)
	}
	x.must(x.process.Operate(x.ctx, "/demo/feed?feed=pair&frozen=true"))
	x.must(x.process.Operate(x.ctx, "/demo/advance?seconds=61"))
	if a := x.answer("/api/userAccount/exchangeQuote", "pay", "USDT", "receive", "ETH", "payAmount", "100"); a.Code != 1401 {
		t.Errorf("a quote with a feed frozen for 61 s: %+v", a)
	}
	x.must(x.process.Operate(x.ctx, "/demo/feed"))
	x.data("/api/userAccount/exchangeQuote", &swap, "pay", "USDT", "receive", "ETH", "payAmount", "100")
	x.must(x.process.Operate(x.ctx, "/demo/feed?price=4000"))
	if a := x.answer("/api/userAccount/qExchange", "quoteId", swap.QuoteID); a.Code != 1401 {
		t.Errorf("a quote from before a jump: %+v", a)
	}
	x.must(x.process.Operate(x.ctx, "/demo/feed?price=0&feed=aggregator"))
	if code := price(); code != 1401 {
		t.Errorf("a feed that says zero: %d", code)
	}
}
