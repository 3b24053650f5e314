package ledger_test

import (
	"slices"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A day stands once, with all that took effect on it, though some of it was posted
// after what took effect a day later; and each page has the whole sum of its days.
func TestADayStandsOnceWithOneSum(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		w.fundEmission()
		w.at(moment("2026-03-02", 20*time.Hour), "payment", "first", deposit("ann", money.Units(10)))
		w.at(moment("2026-03-03", 12*time.Hour), "payment", "second", deposit("ann", money.Units(5)))
		w.post(ledger.Entry{RefID: "late", At: moment("2026-03-02", 23*time.Hour), Transfers: []ledger.Transfer{deposit("ann", money.Units(2)), output("ann", money.Units(3))}})
		w.post(ledger.Entry{RefID: "spent", Transfers: []ledger.Transfer{purchase("ann", money.Units(4))}})
		second := []ledger.DayRow{{Day: "2026-03-03", Currency: money.USDT, Count: 2, Sum: "1"}}
		first := []ledger.DayRow{{Day: "2026-03-02", Currency: money.USDT, Count: 2, Sum: "12"}, {Day: "2026-03-02", Currency: money.ETLD, Count: 1, Sum: "3"}}

		page := w.detail("ann")
		if got, want := names(page.List.List), []string{"spent", "second", "late", "late", "first"}; !slices.Equal(got, want) {
			t.Errorf("lines %q, want %q", got, want)
		}
		if want := append(second, first...); !slices.Equal(page.Days, want) {
			t.Errorf("days %+v, want %+v", page.Days, want)
		}
		late, before := page.List.List[3], page.List.List[1]
		if posted := moment("2026-03-03", 12*time.Hour); !late.PostedAt.Equal(posted) || late.BalanceAfter != "17" || before.BalanceAfter != "15" {
			t.Errorf("what was posted late says %+v, what it was posted after %+v", late, before)
		}
		small := w.detail("ann", "size", "1")
		if !slices.Equal(small.Days, second) {
			t.Errorf("days of a page that ends within one %+v, want %+v", small.Days, second)
		}
		if got := w.detail("ann", "size", "3", "cursor", w.detail("ann", "size", "2").NextCursor).Days; !slices.Equal(got, first) {
			t.Errorf("days of a later page %+v, want %+v", got, first)
		}
		if got := w.detail("ann", "currency", "ETLD").Days; !slices.Equal(got, first[1:]) {
			t.Errorf("days of a filter %+v, want %+v", got, first[1:])
		}
		if got := w.detail("bob").Days; got == nil || len(got) != 0 {
			t.Errorf("days of nobody %+v", got)
		}
	})
}
