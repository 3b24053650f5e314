package wallet

import (
	"testing"

	"etld/internal/base/money"
	"etld/test/player"
)

type quote struct {
	QuoteID                              string
	Rate, ReceiveAmount, Net, MinReceive money.Amount
}

func TestTheRealProgramExchanges(t *testing.T) {
	t.Parallel()
	x := newScene(t, player.Sums{money.USDT: money.Units(1_000), money.ETLD: money.Units(3_000)})

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

	price := func() int { return x.call("/api/main/getETHPrice", nil).Code }
	x.pass(86_400)
	if code := price(); code != 200 {
		t.Errorf("the price after a day's jump: %d", code)
	}
	x.must(x.process.Operate(x.ctx, "/demo/feed?feed=pair&frozen=true"))
	x.must(x.process.Operate(x.ctx, "/demo/advance?seconds=61"))
	if a := x.call("/api/userAccount/exchangeQuote", nil, "pay", "USDT", "receive", "ETH", "payAmount", "100"); a.Code != 1401 {
		t.Errorf("a quote with a feed frozen for 61 s: %+v", a)
	}
	x.must(x.process.Operate(x.ctx, "/demo/feed"))
	x.data("/api/userAccount/exchangeQuote", &swap, "pay", "USDT", "receive", "ETH", "payAmount", "100")
	x.must(x.process.Operate(x.ctx, "/demo/feed?price=4000"))
	if a := x.call("/api/userAccount/qExchange", nil, "quoteId", swap.QuoteID); a.Code != 1401 {
		t.Errorf("a quote from before a jump: %+v", a)
	}
	x.must(x.process.Operate(x.ctx, "/demo/feed?price=0&feed=aggregator"))
	if code := price(); code != 1401 {
		t.Errorf("a feed that says zero: %d", code)
	}
}
