package machine

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"etld/internal/base/clock"
	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Schedules only save work: where disturbed machines allow none, the same is
// posted.
func TestSchedulesPostWhatReadingTheMachinesPosts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		if db.Engine() == sqldb.Postgres {
			rapidSchedules(t, db, c, 1)
			return
		}
		rapidSchedules(t, db, c, long.Or(4, 12))
	})
}

func rapidSchedules(t *testing.T, db *sqldb.DB, _ dbtest.Clock, rounds int) {
	t.Helper()
	for seed := range rounds {
		moves := rapid.SliceOfN(rapid.IntRange(0, 9), 20, 30).Example(seed)
		followed, disturbed := 0, 0
		journals := make([][]string, 2)
		for i, disturbing := range []bool{true, false} {
			c := dbtest.NewClock()
			w := newWorld(t, dbtest.Open(t, dbtest.Address(t, db.Engine()), c), c, scheduledOffers()...)
			first := w.User(1, "100000 USDT")
			users := []string{first, w.Invited(first, 2, "100000 USDT")}
			for n, move := range append(moves, slices.Repeat([]int{rest}, 43)...) {
				w.scheduleMove(users[n%2], move)
				if disturbing {
					disturbed += w.disturb()
				}
			}
			w.check()
			journals[i] = w.journal()
			if !disturbing {
				followed += w.scheduled(users)
			}
		}
		if !slices.Equal(journals[0], journals[1]) {
			t.Errorf("moves %v: %d postings without schedules, %d with", moves, len(journals[0]), len(journals[1]))
			for i := range min(len(journals[0]), len(journals[1])) {
				if journals[0][i] != journals[1][i] {
					t.Fatalf("first difference:\nwithout %s\nwith    %s", journals[0][i], journals[1][i])
				}
			}
		}
		if followed == 0 {
			t.Errorf("moves %v: nobody had a schedule at any time", moves)
		}
		if disturbed == 0 {
			t.Errorf("moves %v: no machine was disturbed", moves)
		}
	}
}

// scheduledOffers have short terms, low caps, and one interest that does not
// divide by its days.
func scheduledOffers() []offer.Listing {
	offers := offer.Catalogue()
	for i := range offers {
		offers[i].Product.UserLimit = 1000
	}
	offers[0].Product.TermDays, offers[0].Product.ETLDCap = 30, amount("3.7")
	offers[1].Product.TermDays, offers[1].Product.ETLDCap = 12, amount("90")
	offers[2].Product.DailyRate = money.Ratio(301)
	offers[2].Product.TermDays, offers[2].Product.Price = 7, amount("10000.00000077")
	return offers
}

// rest is a move in which nothing but time passes.
const rest = 10

func (w *world) scheduleMove(userID string, move int) {
	w.T.Helper()
	switch {
	case move < 3:
		w.running(userID, "small")
	case move == 3:
		w.running(userID, "medium")
	case move == 4:
		w.buy(w.orderOf(userID, "small", 2))
	case move == 5 && w.Balance(ledger.AvailableOf(userID, money.USDT)) > amount("12000"):
		w.running(userID, "large")
	case move == 6:
		w.Clock.Advance(13 * time.Minute)
	case move == 7:
		w.pass(26*time.Hour, 26*time.Hour)
	case move == rest:
		w.pass(5*time.Hour, 5*time.Hour)
	default:
		w.pass(7*time.Hour+time.Duration(move)*time.Minute, time.Hour)
	}
}

// disturb pauses each running machine for no time at all, which changes nothing
// but that its owner gets no schedule any more, and counts them.
func (w *world) disturb() int {
	w.T.Helper()
	var quiet []string
	w.View(func(tx *sqldb.Tx) (err error) {
		quiet, err = sqldb.Collect(tx, sqldb.One[string], `SELECT id FROM machine_machine WHERE state IN ('running', 'dug_out') AND pauses = 0`)
		return err
	})
	for _, id := range quiet {
		w.Must(w.pause(id))
		w.Must(w.resume(id))
	}
	return len(quiet)
}

// scheduled counts the users that have a schedule.
func (w *world) scheduled(users []string) (n int) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		for _, userID := range users {
			f, err := w.machines.open(tx, userID)
			if err != nil {
				return err
			}
			if len(f.machines) > 0 && !f.Payee.Schedule.IsEmpty() {
				n++
			}
		}
		return nil
	})
	return n
}

// A day that is over is closed first; then everybody's interest and output of
// it are posted together, by schedules made long before.
func TestADayThatIsOverIsPaidInOneVisit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		users := []string{w.User(1, "5000 USDT"), w.User(2, "5000 USDT")}
		w.toMidnight(6 * time.Hour)
		for _, userID := range users {
			w.running(userID, "small")
		}
		if n := w.scheduled(users); n != 0 {
			t.Errorf("%d schedules made by commands", n)
		}
		w.drain()
		if n := w.scheduled(users); n != 2 {
			t.Fatalf("%d schedules made ahead", n)
		}
		w.toMidnight(time.Hour)
		w.drain()
		before := len(w.journal())
		w.Clock.Set(clock.DayOf(c.Now()).End().Add(2 * time.Minute))
		steps := []struct {
			name   string
			job    string
			posted int
		}{
			{"the due job waits", "machine_due", 0},
			{"the day is closed", "machine_output", 0},
			{"the due job leaves the closed day alone", "machine_due", 0},
			{"interest and output are posted", "machine_output", 4},
			{"nothing is left", "machine_due", 4},
		}
		for _, step := range steps {
			w.step(step.job)
			if n := len(w.journal()) - before; n != step.posted {
				t.Errorf("%s: %d postings", step.name, n)
			}
		}
		w.drain()
		w.check()
	})
}

// A user whose machines do not allow a schedule is not looked at again and again,
// and his day is closed and paid like any other's.
func TestAUserWithoutAScheduleHoldsUpNobody(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[0].Product.DailyRate = money.Ratio(301)
		offers[0].Product.Price = amount("100.00000077")
		w := newWorld(t, db, c, offers...)
		odd, quiet := w.User(1, "5000 USDT"), w.User(2, "5000 USDT")
		w.running(odd, "small")
		w.running(quiet, "medium")
		if !w.step("machine_schedule") {
			t.Fatal("the first look finds nobody")
		}
		if w.step("machine_schedule") {
			t.Error("the second look finds somebody")
		}
		if n := w.scheduled([]string{odd}) + 2*w.scheduled([]string{quiet}); n != 2 {
			t.Errorf("schedules: %d", n)
		}
		w.pass(50*time.Hour, 50*time.Hour)
		for _, userID := range []string{odd, quiet} {
			if w.Balance(ledger.AvailableOf(userID, money.ETLD)) == 0 {
				t.Errorf("user %s has had no output", userID)
			}
		}
		w.check()
	})
}

// A schedule that cannot be read holds up nobody, and not even its owner: what is
// due can be seen from the machines.
func TestABrokenScheduleHoldsUpNobody(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		broken, whole := w.User(1, "105 USDT"), w.User(2, "105 USDT")
		w.running(broken, "small")
		w.running(whole, "small")
		w.drain()
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE machine_user SET plan_interest = 'x' WHERE user_id = $1`, broken)
			return err
		})
		w.pass(49*time.Hour, 7*time.Hour)
		for _, user := range []string{broken, whole} {
			w.expect("interest", w.Balance(ledger.AvailableOf(user, money.USDT)), amount("0.04"))
			w.expect("output", w.Balance(mined(user)), w.Balance(mined(whole)))
		}
		w.check()
	})
}
