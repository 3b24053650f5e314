package machine

import (
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A machine started half an hour before a day's end has its interest posted when
// the next day begins. The calendar counts it for the day on which it fell due, as
// the income log does, also on the oldest day shown and when the term ends at a
// day's first instant.
func TestTheCalendarAndTheIncomeLogTellTheSameDay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[1].Product.TermDays = 3
		w := newWorld(t, db, c, offers...)
		api := newCaller(t, w)
		buyer := w.User(1, "2000 USDT")
		// It is noon.
		w.pass(11*time.Hour+30*time.Minute, time.Hour)
		machines := []Machine{w.running(buyer, "small")}
		w.pass(30*time.Minute, time.Hour)
		machines = append(machines, w.running(buyer, "medium"))
		for range 9 {
			w.pass(day, time.Hour)
			logged := make(map[string]money.Amount)
			for _, m := range machines {
				for _, row := range get[httpapi.List[payrun.IncomeRow]](api, buyer, "/api/miner/income", "id", m.ID, "size", "50").List {
					if row.Kind == payrun.IncomeInterest {
						logged[row.Day] += row.Amount
					}
				}
			}
			st := get[Statistics](api, buyer, "/api/miner/minerStatistics")
			for _, d := range st.Calendar {
				if d.Interest != logged[d.Date] {
					t.Errorf("at %s the calendar says %s for %s, the income log %s", w.Clock.Now(), d.Interest, d.Date, logged[d.Date])
				}
			}
			if st.TodayInterest != st.Calendar[len(st.Calendar)-1].Interest {
				t.Errorf("today's interest is %s, the calendar's %s", st.TodayInterest, st.Calendar[len(st.Calendar)-1].Interest)
			}
			if st.Calendar[len(st.Calendar)-2].Interest == 0 {
				t.Errorf("nothing fell due on %s", st.Calendar[len(st.Calendar)-2].Date)
			}
		}
		w.check()
	})
}
