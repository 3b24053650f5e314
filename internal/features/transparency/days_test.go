package transparency

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestDayTablesReadWhatTheyStore(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, dayTable, dayFlowTable)
}

// days are the newest days that the call would answer with.
func (w *world) days() (list []Day) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		page, err := dayList.Read(tx, []byte(`{"month":"2"}`))
		list = nil
		for _, row := range page.List.List {
			day, err := row.day(tx)
			w.Must(err)
			list = append(list, day)
		}
		return err
	})
	return list
}

// count lets both jobs catch up.
func (w *world) count() {
	w.T.Helper()
	// Entries are linked some seconds after they were posted.
	w.Clock.Advance(time.Minute)
	w.Update(func(tx *sqldb.Tx) error { _, err := ledger.Extend(tx); return err })
	w.Drain(w.service.Jobs()[:2])
}

func movedOf(list []Moved) string {
	text, _ := json.Marshal(list)
	return string(text)
}

// Every day stands for itself, whoever slept: people, what was sold, how long withdrawals
// took, and what the journal moved with effect on it.
func TestDaysAreCounted(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.service.GameDay = func(_ *sqldb.Tx, day clock.Day) (Game, error) { return Game{Rounds: int64(day) % 7}, nil }
		first := clock.DayOf(c.Now())
		anna := w.User(1, "100 USDT")
		w.User(2)
		w.count()
		w.node(anna, "king", money.MustParse("1000"))
		w.node(anna, "king", money.MustParse("0.5"))
		for _, took := range []time.Duration{time.Minute, 3 * time.Minute, time.Hour} {
			w.withdrawal("confirmed", "", 2*time.Hour+took, took)
		}
		w.withdrawal("review_rejected", "address", 3*time.Hour, time.Minute)
		w.Clock.Advance(first.End().Sub(c.Now()) + 40*time.Hour)
		w.User(3, "7 USDT")
		// What a server that slept posts late has its effect on the day that it belongs to.
		w.PostEntry(ledger.Entry{At: first.Start().Add(20 * time.Hour), RefType: ledger.RefFunding, RefID: "1", Transfers: []ledger.Transfer{
			{Type: ledger.TopUp, SubType: ledger.Deposit, Debit: ledger.House(ledger.ChainBEP20, money.USDT), Credit: ledger.AvailableOf(anna, money.USDT), Amount: 5}}})
		w.count()
		list := w.days()
		if len(list) != 3 || list[2].Day != first.String() || !list[2].IsOver || list[1].IsOver || list[0].IsOver {
			t.Fatalf("days: %+v", list)
		}
		d := list[2]
		if d.Joined != 2 || d.People != 2 || list[1].Joined != 0 || list[0].Joined != 1 || list[0].People != 3 {
			t.Errorf("people: %+v", list)
		}
		if len(d.Sales) != 1 || d.Sales[0] != (Sale{Kind: "node", ID: "king", Currency: "USDT", Count: 2, Amount: "1000.5"}) || len(list[1].Sales) != 0 {
			t.Errorf("sales: %+v", d.Sales)
		}
		if d.Withdrawals != (DayWithdrawals{Confirmed: 3, MedianSeconds: 180, P95Seconds: 3600, Rejected: 1}) {
			t.Errorf("withdrawals: %+v", d.Withdrawals)
		}
		if got := movedOf(d.Moved); got != `[{"name":"deposits","currency":"USDT","count":2,"amount":"100.00000005"}]` {
			t.Errorf("moved: %s", got)
		}
		if got := movedOf(list[0].Moved); got != `[{"name":"deposits","currency":"USDT","count":1,"amount":"7"}]` {
			t.Errorf("moved: %s", got)
		}
		if d.Game.Rounds != int64(first)%7 {
			t.Errorf("the game: %+v", d.Game)
		}
	})
}

// node stores a node, as its own part would.
func (w *world) node(userID, level string, price money.Amount) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO node_node (id, user_id, product_id, level, order_id, terms, price, gift, state, created_at, cooling_end_at, active_at, ended_at)
			VALUES ($1, $2, 'p', $3, '', '', $4, 0, 'active', $5, 0, 0, 0)`, entropy.ID(entropy.System(), tx.Now()), userID, level, price, tx.Now())
		return err
	})
}

// Every figure says in every language what it counts.
func TestFiguresSayWhatTheyCount(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	for _, language := range httpapi.Languages {
		for _, about := range w.service.abouts(language) {
			if about.Counts == "" {
				t.Errorf("%s: %s", language, about.Figure)
			}
		}
	}
}

// What is set aside for machines lasts for so many days of what the last day cost; what
// was paid before, or today, is no part of that.
func TestInterestLastsAtWhatADayCosts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna := w.User(1)
		w.Capital("100 USDT")
		w.Fund(ledger.InterestFree, "100 USDT")
		reserved := ledger.House(ledger.InterestReserved, money.USDT)
		w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.InterestHeld, Debit: ledger.House(ledger.InterestFree, money.USDT), Credit: reserved, Amount: money.Units(90)})
		for _, paid := range []string{"20", "3", "0.5"} {
			w.Clock.Advance(24 * time.Hour)
			for range 2 {
				w.Post(ledger.Transfer{Type: ledger.MachineIncome, Debit: reserved, Credit: ledger.Of(anna, ledger.Available, money.USDT), Amount: money.MustParse(paid)})
			}
		}
		w.count()
		want := Interest{Day: (clock.DayOf(c.Now()) - 1).String(), Reserved: money.Units(43), Paid: "6", RunwayDays: 7}
		w.View(func(tx *sqldb.Tx) error {
			f, err := w.service.figuresIn(tx)
			if f.Interest != want {
				t.Errorf("%+v instead of %+v", f.Interest, want)
			}
			return err
		})
		if page := w.get(PagePath + "?lang=en").Body.String(); !strings.Contains(page, "<dd class=\"num\">7 days</dd>") || !strings.Contains(page, "Interest paid for "+want.Day) {
			t.Error("the page does not say for how long interest lasts")
		}
		w.Clock.Advance(48 * time.Hour)
		w.View(func(tx *sqldb.Tx) error {
			f, err := w.service.figuresIn(tx)
			if f.Interest.Paid != "0" || f.Interest.RunwayDays != 0 {
				t.Errorf("a day without interest: %+v", f.Interest)
			}
			return err
		})
	})
}

// The pool of output lasts for as many whole days as it holds what the last closed day could pay.
func TestThePoolLastsAtABudgetADay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		today := clock.DayOf(c.Now())
		for _, one := range []struct {
			day  clock.Day
			row  string
			want Emission
		}{
			{today - 3, "", Emission{}},
			{today - 2, "'a', %d, 900, 30", Emission{Day: (today - 2).String(), Pool: 900, Budget: 30, RunwayDays: 30}},
			{today - 1, "'b', %d, 899, 30", Emission{Day: (today - 1).String(), Pool: 899, Budget: 30, RunwayDays: 29}},
			{today, "'c', %d, 5, 0", Emission{Day: today.String(), Pool: 5}},
		} {
			w.Update(func(tx *sqldb.Tx) error {
				if one.row == "" {
					return nil
				}
				_, err := tx.Exec("INSERT INTO machine_day (id, day, pool, budget, weight, rate, rate_sum, paid, closed_at) VALUES (" + fmt.Sprintf(one.row, int64(one.day)) + ", 0, 0, 0, 0, 1)")
				return err
			})
			w.View(func(tx *sqldb.Tx) error {
				got, err := emissionOf(tx)
				if got != one.want {
					t.Errorf("%+v, want %+v", got, one.want)
				}
				return err
			})
		}
	})
}
