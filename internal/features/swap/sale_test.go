package swap

import (
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/price"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb/dbtest"
)

func TestASwapOfETLDIsASale(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Deposit("anna", "5000 ETLD")
		q := w.quote("anna", "ETLD", "USDT", "1000")
		if q.Fee != amount("2.5") || q.FeeCurrency != money.USDT || q.Rate != amount("0.5") || q.ReceiveAmount != amount("497.5") || q.Maximum != amount("3000") || q.Source != "bids" {
			t.Errorf("quote: %+v", q)
		}
		if got := w.client.Command(quotePath, "anna", "pay", "ETLD", "receive", "USDT", "payAmount", "3001"); got.Code != 1405 {
			t.Errorf("more than the bids: %s", got.Body)
		}
		w.market.price = amount("0.499")
		if got := w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID); got.Code != 1403 {
			t.Errorf("a worse book than the quote's: %s", got.Body)
		}
		made := apitest.Data[ExchangeRow](t, w.client.Command(exchangePath, "anna", "quoteId", q.QuoteID, "minReceive", "490"))
		if made.ReceiveAmount != amount("496.505") || made.SaleNo == nil || len(w.market.sold) != 1 || made.FeeCurrency != money.USDT {
			t.Errorf("exchange: %+v, the market sold %v", made, w.market.sold)
		}
		direct := apitest.Data[ExchangeRow](t, w.client.Command(exchangePath, "anna", "pay", "ETLD", "receive", "USDT", "payAmount", "10", "minReceive", "4"))
		if direct.ReceiveAmount != amount("4.96505") {
			t.Errorf("without a quote: %+v", direct)
		}
	})
}

// Without a buyer there is no sale, whatever its size; the ask does not need one.
func TestASaleWithoutABuyerSaysSo(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Deposit("anna", "50 ETLD")
		q := w.quote("anna", "ETLD", "USDT", "10")
		w.market.price, w.market.depth = 0, 0
		for _, row := range apitest.Data[ConfigOut](t, w.client.Command(configPath, "anna")).Pairs {
			want := PairRow{Enabled: true}
			if row.Pay == money.ETLD {
				want = PairRow{Reason: price.ReasonNoBuyer}
			}
			if row.Enabled != want.Enabled || row.Reason != want.Reason {
				t.Errorf("%s to %s: enabled %t, %q", row.Pay, row.Receive, row.Enabled, row.Reason)
			}
		}
		noBuyer := [3]string{"Not enough funded buyers or inventory: maximum 0", "可成交量不足：最多 0", "Недостаточно обеспеченного объёма: максимум 0"}
		for _, given := range [][]string{{"payAmount", "0.5"}, {"payAmount", "50"}, {"payAmount", "51"}, {"receiveAmount", "10"}} {
			w.refused("a quote of "+given[0]+" "+given[1], 1405, noBuyer, quotePath, "anna", append(given, "pay", "ETLD", "receive", "USDT")...)
		}
		w.refused("without a quote", 1405, noBuyer, exchangePath, "anna", "pay", "ETLD", "receive", "USDT", "payAmount", "0.5", "minReceive", "0")
		w.refused("with an earlier quote", 1405, noBuyer, exchangePath, "anna", "quoteId", q.QuoteID)
		w.stop(true)
		if got := w.client.Command(quotePath, "anna", "pay", "ETLD", "receive", "USDT", "payAmount", "10"); got.Code != 1401 {
			t.Errorf("stopped comes first: %s", got.Body)
		}
	})
}
