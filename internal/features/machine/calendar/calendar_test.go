package calendar

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// ofJournal is what the journal has brought a user per day, currency and whether it is a
// principal, read line by line.
func (w *world) ofJournal(userID string) map[string]money.Amount {
	w.T.Helper()
	found := make(map[string]money.Amount)
	w.View(func(tx *sqldb.Tx) error {
		lines, err := w.Ledger.Lines(tx, ledger.LinesQuery{User: userID, Limit: 10_000})
		for _, l := range lines {
			at := l.At
			if l.RefType == ledger.RefInterest {
				at = at.Add(-time.Hour)
			}
			switch {
			case l.Type == ledger.MachineIncome || l.Type == ledger.MiningIncome || l.Type == ledger.NodeDividends:
				found[fmt.Sprint(clock.DayOf(at), " ", l.Asset, " income")] += l.Amount
			case l.SubType == ledger.PrincipalReturned:
				found[fmt.Sprint(clock.DayOf(at), " ", l.Asset, " principal")] += l.Amount
			}
		}
		return err
	})
	return found
}

// ofCalendar is the same of the months of a calendar.
func (w *world) ofCalendar(userID string, params ...string) map[string]money.Amount {
	w.T.Helper()
	found := make(map[string]money.Amount)
	first := clock.MonthOf(w.Clock.Now())
	for m := first - 2; m <= first+2; m++ {
		for _, d := range w.month(userID, append(params, "month", m.String())...).Days {
			income := make(map[money.Asset]money.Amount)
			for _, l := range d.Lines {
				if !l.Posted || l.Amount == nil {
					continue
				}
				what := " income"
				if l.Kind == payrun.IncomePrincipal {
					what = " principal"
				} else {
					income[l.Currency] += *l.Amount
				}
				found[fmt.Sprint(d.Day, " ", l.Currency, what)] += *l.Amount
			}
			for _, s := range d.Sums {
				if s.Posted != income[s.Currency] {
					w.T.Errorf("%s: the sum is %s, its lines %s %s", d.Day, s.Posted, income[s.Currency], s.Currency)
				}
			}
		}
	}
	return found
}

// Each day's posted sums are the journal's to the atom; those of single machines add up to
// them; and what was certain to come is what came.
func TestDaysAreTheJournals(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann, bob := w.User(1, "20000 USDT"), w.User(2, "20000 USDT")
		machines := []string{w.running(ann, "machineSmall")}
		w.Clock.Advance(5*time.Hour + 31*time.Minute)
		machines = append(machines, w.running(ann, "machineMedium"))
		w.running(bob, "machineMedium")
		// One that falls due in the last hour of the platform's day.
		w.Clock.Set(clock.DayOf(w.Clock.Now()).End().Add(-10 * time.Minute))
		machines = append(machines, w.running(ann, "machineSmall"))
		ahead := w.certain(ann)
		w.pass(50*day, 6*time.Hour)
		journal := w.ofJournal(ann)
		if got := w.ofCalendar(ann); !maps.Equal(got, journal) || len(journal) < 40 {
			t.Errorf("the calendar has %v, the journal %v", got, journal)
		}
		added := make(map[string]money.Amount)
		for _, m := range machines {
			for key, sum := range w.ofCalendar(ann, "minerNo", m) {
				added[key] += sum
			}
		}
		if !maps.Equal(added, journal) {
			t.Errorf("the machines' calendars add up to %v, the journal has %v", added, journal)
		}
		for key, sum := range ahead {
			if journal[key] != sum {
				t.Errorf("%s: %s was certain, %s came", key, sum, journal[key])
			}
		}
		if len(ahead) < 40 || len(w.certain(ann)) != 0 {
			t.Errorf("certain at first %v, in the end %v", ahead, w.certain(ann))
		}
	})
}

// certain is what is certain to come, as ofJournal.
func (w *world) certain(userID string) map[string]money.Amount {
	w.T.Helper()
	found := make(map[string]money.Amount)
	w.View(func(tx *sqldb.Tx) error {
		lines, err := w.calendar.coming(tx, userID, always)
		for _, l := range lines {
			what := " income"
			if l.Kind == payrun.IncomePrincipal {
				what = " principal"
			}
			found[fmt.Sprint(l.day, " ", l.Currency, what)] += *l.Amount
		}
		return err
	})
	return found
}

// The last days are the journal's too, days without income and the principal included.
func TestRecentDaysAreTheJournals(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann, bob := w.User(1, "20000 USDT"), w.User(2)
		w.running(ann, "machineSmall")
		w.running(ann, "machineMedium")
		w.pass(9*day, 6*time.Hour)
		journal := w.ofJournal(ann)
		recent := func(userID string) Recent {
			return apitest.Data[Recent](t, w.client.Call("/api/miner/recentIncome", userID))
		}
		got, earning := recent(ann), 0
		for _, d := range got.Days {
			if d.USDT != journal[d.Day+" USDT income"] || d.ETLD != journal[d.Day+" ETLD income"] {
				t.Errorf("%+v, the journal has %s and %s", d, journal[d.Day+" USDT income"], journal[d.Day+" ETLD income"])
			}
			if d.USDT > 0 {
				earning++
			}
		}
		if len(got.Days) != recentDays || got.Days[recentDays-1].Day != clock.DayOf(w.Clock.Now()).String() || earning < 8 || got.Principal != money.Units(1000) {
			t.Errorf("%d days, %d with income, principal %s", len(got.Days), earning, got.Principal)
		}
		if other := recent(bob); other.Principal != 0 || other.Days[recentDays-1].USDT != 0 {
			t.Errorf("somebody without machines: %+v", other)
		}
	})
}

// Today may have lines of both kinds; the days before have posted ones alone, those after
// coming ones, and dividends have no amount.
func TestPastIsPostedAndFutureCertain(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann, bob := w.User(1, "20000 USDT"), w.User(2)
		no := w.running(ann, "machineMedium")
		w.pass(3*day, 6*time.Hour)
		w.owners[ann], w.breaks[ann] = true, w.Clock.Now().Add(2*day)
		var kinds []string
		for m := clock.MonthOf(w.Clock.Now()); m <= clock.MonthOf(w.Clock.Now())+2; m++ {
			month := w.month(ann, "month", m.String())
			for _, d := range month.Days {
				for _, l := range d.Lines {
					if d.Day < month.Today && !l.Posted || d.Day > month.Today && l.Posted {
						t.Errorf("%s on %s, today is %s: %+v", l.Kind, d.Day, month.Today, l)
					}
					if !l.Posted && !slices.Contains(kinds, l.Kind) {
						kinds = append(kinds, l.Kind)
					}
					if (l.Amount == nil) != (l.Kind == Dividend || l.Kind == BreakEnds) {
						t.Errorf("%+v", l)
					}
				}
			}
		}
		slices.Sort(kinds)
		if got := fmt.Sprint(kinds); got != "[break dividend interest principal]" {
			t.Errorf("certain to come: %s", got)
		}
		if m := w.month(bob); len(m.Days) != 0 || len(m.Sums) != 0 || m.First != m.Last {
			t.Errorf("somebody without machines: %+v", m)
		}
		w.client.Refused("another's machine", 1005, [3]string{"Not found", "查無資料", "Не найдено"},
			func(client *apitest.Client) apitest.Reply {
				return client.Call("/api/miner/calendar", bob, "minerNo", no)
			})
		for _, month := range []string{"2026-13", "1969-01", "9999-01"} {
			if r := w.client.Call("/api/miner/calendar", ann, "month", month); r.Code != 1002 {
				t.Errorf("month %s: %d", month, r.Code)
			}
		}
	})
}

// While a machine's clock stands nobody knows when its interest falls due; what lies before
// the pause is known.
func TestNothingIsCertainOfAPausedMachine(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 2, 4, 30, 0, 0, time.UTC)
	m := payrun.Earner{Price: money.Units(100), RefID: "M", Life: earning.Life{Power: 1, TermDays: 4, Interest: 10, StartAt: start}}
	if got := coming(m, 1, always); len(got) != 4 || *got[0].Amount != 3 || got[2].Kind != payrun.IncomePrincipal || !got[3].At.Equal(start.Add(4*day)) {
		t.Errorf("running: %+v", got)
	}
	if got := coming(m, 1, span{start.Add(2 * day), start.Add(3 * day)}); len(got) != 3 || !got[1].At.Equal(start.Add(4*day)) {
		t.Errorf("one day and the last: %+v", got)
	}
	m.Pauses = []earning.Pause{{From: start.Add(50 * time.Hour)}}
	if got := coming(m, 1, always); len(got) != 1 {
		t.Errorf("paused in the third day: %+v", got)
	}
	m.Pauses[0].Until = start.Add(60 * time.Hour)
	if got := coming(m, 1, always); len(got) != 4 || !got[3].At.Equal(start.Add(4*day+10*time.Hour)) {
		t.Errorf("resumed: %+v", got)
	}
	m.EndedAt = start.Add(60 * time.Hour)
	if got := coming(m, 1, always); got != nil {
		t.Errorf("left: %+v", got)
	}
	m = payrun.Earner{Life: earning.Life{TermDays: 4, Interest: 10}}
	if got := coming(m, 0, always); got != nil {
		t.Errorf("not started: %+v", got)
	}
}
