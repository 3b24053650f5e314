// Package exchange swaps and sells in the real program on a real chain.
package exchange

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/base/skip"
	"etld/internal/infra/chain/anvil"
	"etld/test/player"
)

const (
	within    = 5 * time.Minute
	pollPause = 200 * time.Millisecond
)

// trader is a player with a demo world of its own.
type trader struct {
	*player.Player
	t       *testing.T
	ctx     context.Context
	process *player.Process
	calls   int
}

func newTrader(t *testing.T) *trader {
	t.Helper()
	if _, err := anvil.Find("", player.Root()); err != nil {
		skip.Missing(t, "this test needs a development chain: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	t.Cleanup(cancel)
	program, err := player.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	process, err := player.Launch(ctx, program, os.Stderr, player.DemoArguments(filepath.Join(t.TempDir(), "world"))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { process.Stop() })
	p, err := player.New(process.URL)
	if err != nil {
		t.Fatal(err)
	}
	x := &trader{Player: p, t: t, ctx: ctx, process: process}
	x.must(p.SignIn(ctx))
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

// deposit brings the faucet's gift to the treasury and waits for its credit.
func (x *trader) deposit(amounts map[money.Asset]money.Amount) {
	x.t.Helper()
	x.must(x.Faucet(x.ctx))
	wallet, err := x.OpenWallet(x.ctx, x.process.RPCURL)
	x.must(err)
	defer wallet.Close()
	for asset, amount := range amounts {
		_, err := wallet.Deposit(x.ctx, asset, amount)
		x.must(err)
	}
	for asset, amount := range amounts {
		for {
			h, err := x.Holding(x.ctx, asset)
			x.must(err)
			if h.Available >= amount {
				break
			}
			time.Sleep(pollPause)
		}
	}
}

type quote struct {
	QuoteID                              string
	Rate, ReceiveAmount, Net, MinReceive money.Amount
}

func TestTheRealProgramExchanges(t *testing.T) {
	x := newTrader(t)
	x.deposit(map[money.Asset]money.Amount{money.USDT: money.Units(1_000), money.ETLD: money.Units(3_000)})

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
