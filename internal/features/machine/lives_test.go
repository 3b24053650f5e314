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

// posted is what a life brought its people: how often, and how much of both.
type posted struct {
	postings         int
	interest, output money.Amount
}

// livesPosted are the first lives' amounts. They follow from the terms and the
// order of moves alone, so that no other way of paying may change an atom.
var livesPosted = []posted{
	{225, amount("29.99"), amount("963.26499999")},
	{287, amount("10.3"), amount("323.14333332")},
	{268, amount("113.23"), amount("3579.83999999")},
	{268, amount("72.48"), amount("2315.47722218")},
	{267, amount("6.99"), amount("217.07444443")},
	{376, amount("58.49"), amount("1836.65999999")},
	{234, amount("49.06"), amount("1560.69888887")},
	{218, amount("29.65"), amount("949.65166665")},
	{292, amount("50.88"), amount("1595.15666666")},
	{367, amount("60.55"), amount("1921.73222219")},
	{276, amount("74.89"), amount("2330.39999999")},
	{260, amount("52.6"), amount("1668.91")},
}

// What people are paid does not depend on whether their machines were ever
// paused: a pause of no time changes nothing.
func TestLivesPostWhatTheirTermsSay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		lives := long.Or(4, len(livesPosted))
		if db.Engine() == sqldb.Postgres {
			lives = 1
		}
		for seed := range lives {
			quiet, paused := livedWorld(t, db.Engine(), seed, false), livedWorld(t, db.Engine(), seed, true)
			want, got := quiet.journal(), paused.journal()
			for i := range min(len(want), len(got)) {
				if want[i] != got[i] {
					t.Fatalf("life %d, first difference:\nwithout pauses %s\nwith           %s", seed, want[i], got[i])
				}
			}
			if sum := quiet.posted(); sum != livesPosted[seed] || len(want) != len(got) {
				t.Errorf("life %d: %+v, want %+v; %d postings with pauses", seed, sum, livesPosted[seed], len(got))
			}
		}
	})
}

// livedWorld plays a life, in which each running machine may be paused for no time.
func livedWorld(t *testing.T, engine sqldb.Engine, seed int, pausing bool) *world {
	t.Helper()
	c := dbtest.NewClock()
	w := newWorld(t, dbtest.Open(t, dbtest.Address(t, engine), c), c, livedOffers()...)
	first := w.User(1, "100000 USDT")
	users := []string{first, w.Invited(first, 2, "100000 USDT")}
	paused := 0
	moves := rapid.SliceOfN(rapid.IntRange(0, 9), 20, 30).Example(seed)
	for n, move := range append(moves, slices.Repeat([]int{rest}, 43)...) {
		w.liveMove(users[n%2], move)
		if pausing {
			paused += w.pauseForNoTime()
		}
	}
	if pausing && paused == 0 {
		t.Errorf("life %d: no machine was paused", seed)
	}
	w.check()
	return w
}

// posted adds up the journal.
func (w *world) posted() (p posted) {
	w.T.Helper()
	sums := map[ledger.Type]money.Amount{}
	w.View(func(tx *sqldb.Tx) error {
		return tx.Query(func(row *sqldb.Row) error {
			var kind ledger.Type
			var sum money.Amount
			err := row.Scan(&kind, &sum)
			p.postings++
			sums[kind] += sum
			return err
		}, `SELECT type, amount FROM ledger_transfer`)
	})
	p.interest, p.output = sums[ledger.MachineIncome], sums[ledger.MiningIncome]
	return p
}

// livedOffers have short terms, low caps, and one interest that does not
// divide by its days.
func livedOffers() []offer.Listing {
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

func (w *world) liveMove(userID string, move int) {
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

// pauseForNoTime pauses each running machine for no time at all, once, and counts
// them.
func (w *world) pauseForNoTime() int {
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

// A day that is over is closed first; then everybody's interest and output of
// it are posted together.
func TestADayThatIsOverIsPaidInOneVisit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		users := []string{w.User(1, "5000 USDT"), w.User(2, "5000 USDT")}
		w.toMidnight(6 * time.Hour)
		for _, userID := range users {
			w.running(userID, "small")
		}
		w.drain()
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
