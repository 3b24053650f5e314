package ledger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/fault"
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
		w.at(moment("2026-03-02", 20*time.Hour), ledger.RefTransfer, "first", deposit("ann", money.Units(10)))
		w.at(moment("2026-03-03", 12*time.Hour), ledger.RefTransfer, "second", deposit("ann", money.Units(5)))
		w.post(ledger.Entry{RefType: ledger.RefTransfer, RefID: "late", At: moment("2026-03-02", 23*time.Hour), Transfers: []ledger.Transfer{deposit("ann", money.Units(2)), output("ann", money.Units(3))}})
		w.post(ledger.Entry{RefType: ledger.RefTransfer, RefID: "spent", Transfers: []ledger.Transfer{purchase("ann", money.Units(4))}})
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
		if got := w.detail("bob"); got.Days == nil || len(got.Days) != 0 || got.Months == nil || len(got.Months) != 0 {
			t.Errorf("sums of nobody %+v", got)
		}
	})
}

// A month stands with all that came in and went out of it, also what no row of the
// page shows, as far as the filter lets it through.
func TestAMonthSaysWhatCameInAndWentOut(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		w.fundEmission()
		w.at(moment("2026-02-27", 20*time.Hour), ledger.RefTransfer, "february", deposit("ann", money.Units(10)))
		w.at(moment("2026-03-02", 20*time.Hour), ledger.RefTransfer, "march", deposit("ann", money.Units(5)))
		w.at(moment("2026-03-30", 12*time.Hour), "machine", "spent", purchase("ann", money.Units(4)))
		w.post(ledger.Entry{RefType: ledger.RefTransfer, RefID: "output", Transfers: []ledger.Transfer{output("ann", money.Units(3))}})
		march := []ledger.MonthRow{{Month: "2026-03", Currency: money.USDT, Count: 2, In: "5", Out: "4"}, {Month: "2026-03", Currency: money.ETLD, Count: 1, In: "3", Out: "0"}}
		february := ledger.MonthRow{Month: "2026-02", Currency: money.USDT, Count: 1, In: "10", Out: "0"}

		if got, want := w.detail("ann").Months, append(slices.Clone(march), february); !slices.Equal(got, want) {
			t.Errorf("months %+v, want %+v", got, want)
		}
		if got := w.detail("ann", "size", "1").Months; !slices.Equal(got, march) {
			t.Errorf("months of a page within one %+v, want %+v", got, march)
		}
		want := []ledger.MonthRow{{Month: "2026-03", Currency: money.USDT, Count: 1, In: "0", Out: "4"}}
		if got := w.detail("ann", "currency", "USDT", "from", "2026-03-10").Months; !slices.Equal(got, want) {
			t.Errorf("months from a day on %+v, want %+v", got, want)
		}
	})
}

// By posting the newest is what came into the journal last, however early it took effect;
// pages of it neither repeat nor skip.
func TestBalanceDetailByPosting(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		w.fundEmission()
		start := c.Now()
		for i := range 9 {
			c.Advance(time.Second)
			w.post(ledger.Entry{RefType: ledger.RefTransfer, RefID: fmt.Sprint("old", i), Transfers: []ledger.Transfer{deposit("ann", money.Units(1)), deposit("bob", 1)}})
		}
		c.Advance(time.Second)
		w.post(ledger.Entry{RefType: ledger.RefTransfer, RefID: "late", At: start, Transfers: []ledger.Transfer{deposit("ann", money.Units(3)), output("ann", 3)}})
		if got := w.detail("ann", "order", "posting", "size", "1"); len(got.List.List) != 1 || got.List.List[0].RefID != "late" || !got.List.List[0].PostedAt.Equal(c.Now()) || len(got.Days) > 0 {
			t.Errorf("the newest by posting is %+v", got)
		}
		if got := w.detail("ann", "size", "1"); got.List.List[0].RefID != "old8" {
			t.Errorf("the newest by effect is %+v", got.List.List)
		}
		all := w.all("ann", "order", "posting", "size", "4")
		if !slices.IsSortedFunc(all, func(a, b ledger.LineRow) int { return strings.Compare(b.ID, a.ID) }) || len(all) != 11 {
			t.Errorf("by posting %q", names(all))
		}
		if got := w.all("ann", "order", "posting", "size", "4", "currency", "ETLD"); len(got) != 1 {
			t.Errorf("by posting in ETLD %q", names(got))
		}
		if got := w.Call(detailPath, "ann", "order", "posting", "from", "2026-03-02"); got.Code != fault.Invalid("order").Code {
			t.Errorf("days by posting: %+v", got)
		}
		for _, orders := range [][2]string{{"effect", "posting"}, {"posting", "effect"}} {
			first := w.detail("ann", "order", orders[0], "size", "4")
			if got := w.Call(detailPath, "ann", "order", orders[1], "size", "4", "cursor", first.NextCursor); got.Code != fault.Invalid("cursor").Code {
				t.Errorf("a page by %s behind one by %s: %+v", orders[1], orders[0], got)
			}
		}
	})
}
