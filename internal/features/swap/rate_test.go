package swap

import (
	"testing"

	"pgregory.net/rapid"

	"etld/internal/base/money"
	"etld/internal/core/price"
)

func amount(text string) money.Amount { return money.MustParse(text) }

func TestRates(t *testing.T) {
	t.Parallel()
	eth, ask := price.Quotation{Price: amount("3500"), Lowest: amount("3500"), Highest: amount("3500")}, amount("0.51")
	for _, test := range []struct {
		pair             Pair
		pay              string
		rate, fee, bring string
	}{
		{Pair{money.USDT, money.ETH}, "100", "3510.5", "0.2", "0.02842899"},
		{Pair{money.ETH, money.USDT}, "1", "3489.5", "0.002", "3482.521"},
		{Pair{money.USDT, money.ETLD}, "100", "0.51", "0.2", "195.68627450"},
		{Pair{money.ETH, money.ETLD}, "1", "6842.15686274", "0.002", "6828.47254901"},
		{Pair{money.USDT, money.ETH}, "1.00000001", "3510.5", "0.00200001", "0.00028428"},
	} {
		o := offer{pair: test.pair, terms: terms{fee: money.Percent(20)}, value: money.Unit, rate: rateOf(test.pair, eth, ask, money.Percent(30))}
		q := o.quoteAt("anna", amount(test.pay))
		if q.Rate != amount(test.rate) || q.Fee != amount(test.fee) || q.ReceiveAmount != amount(test.bring) {
			t.Errorf("%s %s: rate %s, fee %s, receive %s; want %s, %s, %s", test.pay, test.pair, q.Rate, q.Fee, q.ReceiveAmount, test.rate, test.fee, test.bring)
		}
	}
}

// What a limit allows never takes more than the limit, and an atom above what
// is received would be too much.
func TestPayForStaysWithinItsLimit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(pairs[:4]).Draw(t, "pair")
		at := money.Amount(rapid.Int64Range(1_000_00000000, 20_000_00000000).Draw(t, "eth"))
		eth := price.Quotation{Price: at, Lowest: at, Highest: at}
		ask := money.Amount(rapid.Int64Range(1_000_000, 10_00000000).Draw(t, "ask"))
		fee := money.Ratio(rapid.Int64Range(0, 20_000).Draw(t, "fee"))
		limit := money.Amount(rapid.Int64Range(0, 1_000_000_00000000).Draw(t, "limit"))
		r := rateOf(p, eth, ask, money.Percent(30))
		pay := r.payFor(p, limit, fee)
		if pay == money.Max {
			return
		}
		if got := r.receive(p, pay-fee.Ceil(pay)); got > limit {
			t.Fatalf("%s pays %s, receives %s, the limit is %s", p, pay, got, limit)
		}
	})
}

func TestMulDivSaturates(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ a, b, c, want money.Amount }{
		{7, 3, 2, 10}, {money.Max, money.Max, 1, money.Max}, {money.Max, 2, 1, money.Max}, {5, 5, 0, 0}, {money.Max, 1, 1, money.Max},
	} {
		if got := mulDiv(test.a, test.b, test.c); got != test.want {
			t.Errorf("%d·%d/%d = %d, want %d", test.a, test.b, test.c, got, test.want)
		}
	}
	if inPay(amount("1"), amount("3500"), true) != amount("0.00028572") || inPay(amount("1"), amount("3500"), false) != amount("0.00028571") || inPay(amount("1"), money.Unit, true) != amount("1") {
		t.Error("a worth in another currency")
	}
}

func TestReceivableOfADay(t *testing.T) {
	t.Parallel()
	limits := terms{share: money.Percent(2000), shareOfDay: money.Percent(5000)}
	for _, test := range []struct{ holds, paid, want string }{
		{"100", "0", "20"}, {"80", "20", "16"}, {"55", "45", "5"}, {"50", "50", "0"}, {"40", "60", "0"}, {"0", "0", "0"},
	} {
		if got := receivable(limits, amount(test.holds), amount(test.paid)); got != amount(test.want) {
			t.Errorf("of %s after %s: %s, want %s", test.holds, test.paid, got, test.want)
		}
	}
}
