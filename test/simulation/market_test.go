package simulation

import (
	"maps"
	"slices"

	"etld/internal/base/money"
	"etld/internal/core/operator"
)

// marketEvents are what happens around prices, swaps and sales, and with the
// operator's own money.
var marketEvents = []event{
	{"swap", 10, (*world).swap},
	{"sell", 7, (*world).sell},
	{"bids", 3, (*world).changeBids},
	{"feeds", 3, (*world).changeFeeds},
	{"the operator's money", 3, (*world).moveMoney},
	{"terms", 2, (*world).changeTerms},
}

// pairs are what can be swapped.
var pairs = [][2]money.Asset{{money.USDT, money.ETH}, {money.ETH, money.USDT}, {money.USDT, money.ETLD}, {money.ETH, money.ETLD}, {money.ETLD, money.USDT}, {money.ETLD, money.ETH}}

// swap exchanges by a quote, or at the present rate; at times the quote is used
// twice, or by somebody else, or too late.
func (w *world) swap() {
	if len(w.people()) == 0 {
		return
	}
	pair := pick(w, pairs)
	p, pay := w.holder(pair[0], map[money.Asset]int64{money.USDT: 1_500, money.ETLD: 900, money.ETH: 1}[pair[0]])
	if w.oneIn(2) {
		p.do("/api/userAccount/qExchange", nil, "pay", string(pair[0]), "receive", string(pair[1]), "payAmount", pay.String(), "minReceive", w.amount(2).String())
		return
	}
	var quote struct{ QuoteID string }
	a := p.call("/api/userAccount/exchangeQuote", values("pay", string(pair[0]), "receive", string(pair[1]), "payAmount", pay.String()))
	if !w.decode(a, &quote) {
		return
	}
	w.waitALittle()
	by := p
	if w.oneIn(10) {
		by = pick(w, w.people())
	}
	first := by.do("/api/userAccount/qExchange", nil, "quoteId", quote.QuoteID)
	if w.oneIn(5) {
		if again := by.do("/api/userAccount/qExchange", nil, "quoteId", quote.QuoteID); first.ok() && again.ok() {
			w.fail("%s swapped twice by one quote", by.name)
		}
	}
}

// waitALittle is as long as people think about a quote, at times too long.
func (w *world) waitALittle() {
	if w.oneIn(3) {
		w.clock.Advance(throttleTime / 3)
	}
}

// sell sells ETLD to the bids, with or without a minimum.
func (w *world) sell() {
	if len(w.people()) == 0 {
		return
	}
	p, quantity := w.holder(money.ETLD, 2_000)
	var quote struct {
		QuoteID string
		Net     money.Amount
	}
	if !w.decode(p.call("/api/trade/quote", values("quantity", quantity.String())), &quote) {
		return
	}
	w.waitALittle()
	params := []string{"quoteId", quote.QuoteID}
	if w.oneIn(2) {
		params = append(params, "minReceive", (quote.Net - quote.Net/100).String())
	}
	var sale struct{ Net, MinReceive money.Amount }
	if p.do("/api/trade/sell", &sale, params...).ok() && sale.Net < sale.MinReceive {
		w.fail("%s got %s and wanted at least %s", p.name, sale.Net, sale.MinReceive)
	}
}

// changeBids places a bid, or takes one back; a second person agrees, mostly.
func (w *world) changeBids() {
	maker := w.colleague(operator.FinanceMaker, "maker")
	if w.oneIn(3) {
		var book struct{ List []struct{ BidNo string } }
		if maker.call("bids/list", map[string]any{}, &book).ok() && len(book.List) > 0 {
			maker.call("bids/cancel", proposalOf(map[string]any{"bidNo": pick(w, book.List).BidNo}), nil)
		}
	} else {
		price := money.Amount(40_000_000 + w.chance.Int64N(10_000_000))
		maker.call("bids/place", proposalOf(map[string]any{"price": price.String(), "quantity": w.amount(3_000).String()}), nil)
	}
	for _, kind := range []string{"bid_place", "bid_cancel"} {
		w.checker(0).approveAll(kind, 1+w.chance.IntN(2))
	}
}

// changeFeeds moves the price of ETH, and draws what is wrong with the feeds.
func (w *world) changeFeeds() {
	price := w.feeds[0].price
	what := w.chance.IntN(8)
	for _, f := range w.feeds {
		f.dead = false
		f.price = max(money.Units(1_200), min(money.Units(9_000), price+money.Amount(w.chance.Int64N(int64(price/100)))-price/200))
	}
	switch what {
	case 0:
		w.feeds[1].dead = true
	case 1:
		w.feeds[1].price = price * 2
	case 2:
		w.feeds[0].price, w.feeds[1].price = price-price/5, price-price/5
	case 3:
		w.feeds[1].price = 0
	}
	w.note("the price of ETH is %s and %s; trouble with the feeds: %d", w.feeds[0].price, w.feeds[1].price, what)
}

// moveMoney is what the operator does with its own money, and with a user's
// against it. Somebody else agrees, or does not.
func (w *world) moveMoney() {
	maker := w.colleague(operator.FinanceMaker, "maker")
	sum := map[string]any{"currency": "USDT", "amount": w.amount(20).String(), "evidence": "a decision"}
	path := pick(w, []string{"pools/fund", "capital/move", "users/topUp", "users/debit", "users/debitBack"})
	switch path {
	case "pools/fund":
		sum["pool"] = "interest"
	case "capital/move":
		sum["move"] = pick(w, []string{"to_inventory", "from_inventory", "revenue_from_selling", "revenue_from_swaps", "revenue_from_service", "revenue_from_withdrawals", "revenue_from_goods"})
	case "users/debitBack":
		sum = map[string]any{"debitId": w.anyDebit()}
	default:
		if len(w.people()) == 0 {
			return
		}
		sum = map[string]any{"currency": "USDT", "amount": sum["amount"], "userId": pick(w, w.people()).id}
	}
	maker.call(path, proposalOf(sum), nil)
	for _, kind := range []string{"pool_funding", "capital_move", "backend_top_up", "backend_debit", "backend_debit_back"} {
		w.checker(w.chance.IntN(2)).approveAll(kind, 1+w.chance.IntN(2))
	}
}

// terms are values that parameters may take. What people must sign or send with
// a call, such as the fee of a withdrawal, is not among them.
var terms = map[string][]string{
	"machine.fee_new": {"0.05", "0.06", "0.042"}, "machine.fee_repurchase": {"0.01", "0.008"}, "machine.referral_cap_month": {"500", "12.5"},
	"machine.exit_after_days": {"15", "9"}, "machine.credit_days": {"90", "40"}, "machine.output_day_max": {"2000", "333.33333333"},
	"trade.fee": {"0.005", "0.0033"}, "swap.fee": {"0.002", "0.0017"}, "swap.spread": {"0.003", "0.001"},
}

// changeTerms gives a parameter another value, at once or after its notice.
func (w *world) changeTerms() {
	name := pick(w, slices.Sorted(maps.Keys(terms)))
	w.colleague(operator.Catalogue, "catalogue").call("params/change", proposalOf(map[string]any{"name": name, "value": pick(w, terms[name])}), nil)
	w.checker(1).approveAll("param_change", 1)
}
