package swap

import (
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Where nothing that may be swapped is left of a day, no bounds are true.
func TestADayThatIsUsedUpSaysWhenItRenews(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.give("anna", money.USDT, "21000")
		swap := func(payAmount string) {
			t.Helper()
			if got := w.call(exchangePath, "anna", "pay", "USDT", "receive", "ETLD", "payAmount", payAmount, "minReceive", "0"); got.Code != 200 {
				t.Fatalf("swap of %s: %s", payAmount, got.Body)
			}
		}
		for range 3 {
			swap("5000")
		}
		held := w.quote("anna", "USDT", "ETLD", "20")
		swap("4990")
		w.refused("10 are left", 1404, [3]string{"Amount must be between 1 and 10", "數量須介於 1 與 10 之間", "Сумма должна быть от 1 до 10"},
			quotePath, "anna", "pay", "USDT", "receive", "ETLD", "payAmount", "10.01")
		swap("9.5")
		renewed := clock.DayOf(c.Now()).End()
		usedUp := [3]string{
			"Today's swap limit is used up; you can swap again from " + httpapi.English.Time(renewed),
			"今日兌換額度已用完，" + httpapi.Chinese.Time(renewed) + " 起可再兌換",
			"Дневной лимит обмена исчерпан; снова обменять можно с " + httpapi.Russian.Time(renewed)}
		for _, payAmount := range []string{"0.4", "1", "6000"} {
			w.refused("half a USDT is left: "+payAmount, 1404, usedUp, quotePath, "anna", "pay", "USDT", "receive", "ETLD", "payAmount", payAmount)
		}
		w.refused("a quote of before", 1404, usedUp, exchangePath, "anna", "quoteId", held.QuoteID)
		w.refused("without a quote", 1404, usedUp, exchangePath, "anna", "pay", "USDT", "receive", "ETH", "payAmount", "5", "minReceive", "0")
		w.expect("nothing more was exchanged", available("anna", money.USDT), "1000.5")
		c.Set(renewed.Add(time.Second))
		w.poll()
		w.quote("anna", "USDT", "ETLD", "5")
		w.check()
	})
}
