package machine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// script buys and starts machines of several users at odd times.
func (w *world) script() (buyers []string) {
	w.T.Helper()
	first := w.User(1, "20000 USDT")
	second := w.Invited(first, 2, "20000 USDT")
	w.running(first, "small")
	w.buy(w.orderOf(second, "medium", 2))
	w.Clock.Advance(37*time.Minute + 11*time.Second)
	w.running(second, "small")
	w.Clock.Advance(5*time.Hour + 123456*time.Microsecond)
	w.buy(w.orderOf(first, "small", 2))
	return []string{first, second}
}

// A server that stopped for three days across a cooling-off, days' ends and a
// maturity posts on restart what one that never stopped has posted.
func TestStoppedServerPostsTheSame(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		// Short terms, so that maturities fall into the stop.
		offers[0].Product.TermDays, offers[1].Product.TermDays = 4, 5
		steady := newWorld(t, db, c, offers...)
		stoppedClock := dbtest.NewClock()
		stopped := newWorld(t, dbtest.Open(t, dbtest.Address(t, db.Engine()), stoppedClock), stoppedClock, offers...)
		for _, w := range []*world{steady, stopped} {
			w.script()
			w.pass(2*day, time.Hour)
		}
		steady.pass(3*day, 7*time.Minute)
		stopped.Clock.Advance(3 * day)
		for _, w := range []*world{steady, stopped} {
			w.Fund(ledger.Emission, "5000 ETLD")
			w.pass(2*day, time.Hour)
			w.check()
		}
		want, got := steady.journal(), stopped.journal()
		if len(want) < 40 || !strings.Contains(strings.Join(want, "\n"), "principal_returned") {
			t.Fatalf("the script posts too little to prove anything: %d", len(want))
		}
		for i := range min(len(want), len(got)) {
			if want[i] != got[i] {
				t.Fatalf("posting %d:\nnever stopped: %s\nstopped:       %s", i, want[i], got[i])
			}
		}
		if len(want) != len(got) {
			t.Errorf("%d postings, after the stop %d", len(want), len(got))
		}
		for _, kind := range []string{"machine_started", "machine_completed", "machine_ending"} {
			if a, b := steady.notices(kind), stopped.notices(kind); a != b || a == 0 {
				t.Errorf("%s: %d and %d notices", kind, a, b)
			}
		}
	})
}

// Ninety days of a small machine pay exactly 1.80000000, and the log agrees.
func TestInterestOfASmallMachine(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "105 USDT")
		m := w.running(buyer, "small")
		w.pass(25*time.Hour, 25*time.Hour)
		w.expect("after a day", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("0.02"))
		w.pass(89*day, 10*day)
		w.expect("at the end", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("101.8"))
		var interest, lastAt int64
		w.View(func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&interest, &lastAt), `SELECT CAST(SUM(amount) AS BIGINT), MAX(at) FROM ledger_transfer WHERE type = 'mining_machine_income'`)
			return err
		})
		if money.Amount(interest) != amount("1.80000000") || lastAt != m.StartAt.Add(90*day).UnixMicro() {
			t.Errorf("interest %s, the last at %s", money.Amount(interest), time.UnixMicro(lastAt).UTC())
		}
		w.check()
	})
}

// Machines due within one clock hour share one transfer, at the hour's end.
func TestInterestIsGroupedByClockHour(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "20000 USDT")
		for range 3 {
			w.running(buyer, "small")
			w.Clock.Advance(19 * time.Minute)
		}
		w.running(buyer, "medium")
		w.Clock.Advance(5 * time.Minute)
		w.running(buyer, "large")
		w.pass(day, day)
		w.pass(2*time.Hour, 2*time.Hour)
		var lines []string
		for _, line := range w.journal() {
			if strings.Contains(line, "mining_machine_income") {
				lines = append(lines, line)
			}
		}
		// Four due from 12:00 to 12:57, one at 13:02, in the platform's zone.
		want := []string{"2026-03-03T05:00:00Z", "2026-03-03T06:00:00Z"}
		if len(lines) != 2 || !strings.HasPrefix(lines[0], want[0]) || !strings.Contains(lines[0], " 0.31 ") || !strings.HasPrefix(lines[1], want[1]) || !strings.Contains(lines[1], " 3 ") {
			t.Errorf("%s", strings.Join(lines, "\n"))
		}
	})
}

// The example of the rules, paid: a network of 5,000 T, a machine from noon.
func TestOutputOfADay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		// With the half day of the small machine the weight is 5,000 T.
		giant := offers[2]
		giant.Product.ID, giant.Product.Power, giant.Product.Price = "machineGiant", 4988, amount("1")
		giant.Product.TermDays, giant.Product.ETLDCap = 3600, amount("10000000")
		w := newWorld(t, db, c, append(offers, giant)...)
		buyer, other := w.User(1, "2000 USDT"), w.User(2, "300 USDT")
		w.running(buyer, "medium")
		w.running(other, "giant")
		// The next noon: the two have run since the day before.
		w.pass(day, time.Hour)
		small := w.User(3, "210 USDT")
		w.running(small, "small")
		w.running(small, "small")
		w.pass(13*time.Hour, time.Hour)
		w.View(func(tx *sqldb.Tx) error {
			d, err := w.machines.PayRun.Days(tx)(clock.DayOf(c.Now()) - 1)
			if d.Rate != amount("0.36") || d.Power() != 5000 || d.Budget != amount("2000") {
				t.Errorf("closed %+v", d)
			}
			return err
		})
		etld := func(userID string) money.Amount { return w.Balance(ledger.AvailableOf(userID, money.ETLD)) }
		w.expect("two small from noon", etld(small), amount("0.36"))
		var first earning.Day
		w.View(func(tx *sqldb.Tx) (err error) {
			first, err = w.machines.PayRun.Days(tx)(clock.DayOf(c.Now()) - 2)
			return err
		})
		w.expect("medium", etld(buyer), amount("3.96")+earning.OutputOf(first.Rate, 11, earning.SecondsOfDay/2))
		w.check()
	})
}

func TestEmptyEmissionPoolPaysNothing(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Update(func(tx *sqldb.Tx) error {
			holds, err := w.Ledger.Balance(tx, emissionPool)
			if err != nil {
				return err
			}
			_, err = w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{
				{Type: ledger.MiningIncome, Debit: emissionPool, Credit: ledger.AvailableOf("elsewhere", money.ETLD), Amount: holds}}})
			return err
		})
		buyer := w.User(1, "105 USDT")
		w.running(buyer, "small")
		w.pass(3*day, time.Hour)
		w.expect("output", w.Balance(ledger.AvailableOf(buyer, money.ETLD)), 0)
		w.expect("pool", w.Balance(emissionPool), 0)
		w.expect("interest goes on", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("0.04"))
		// What emptied the pool is no machine's output, and the check says so.
		if found := w.Violations(worldtest.Alone(w.machines.Check)); len(found) != 1 || found[0].Invariant != "I12" || !strings.Contains(found[0].Detail, "user elsewhere") {
			t.Errorf("found %v", found)
		}
	})
}

// What is funded after a day's end does not raise that day's budget.
func TestBudgetIsThePoolAtTheDaysEnd(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[0].Product.Power = 1_000_000
		w := newWorld(t, db, c, offers...)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{
				{Type: ledger.MiningIncome, Debit: emissionPool, Credit: ledger.AvailableOf("elsewhere", money.ETLD), Amount: amount("999700")}}})
			return err
		})
		buyer := w.User(1, "105 USDT")
		w.running(buyer, "small")
		// Noon plus 12 h 30 s: the day is over but not yet closed.
		c.Advance(12*time.Hour + 30*time.Second)
		w.Fund(ledger.Emission, "100000 ETLD")
		w.pass(time.Hour, time.Hour)
		w.View(func(tx *sqldb.Tx) error {
			d, err := w.machines.PayRun.Days(tx)(clock.DayOf(c.Now()) - 1)
			if d.Pool != amount("300") || d.Budget != amount("10") {
				t.Errorf("closed %+v", d)
			}
			return err
		})
	})
}

func TestCapDigsOut(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[0].Product.ETLDCap = amount("2.1")
		w := newWorld(t, db, c, offers...)
		buyer := w.User(1, "500 USDT")
		m := w.running(buyer, "small")
		w.pass(2*day, time.Hour)
		if got := w.machine(m.ID); got.State != Running {
			t.Errorf("before the cap %s", got.State)
		}
		// 0.4 on the first half day, 0.8 on the next two, and the rest of 0.1.
		w.pass(2*day, time.Hour)
		if got := w.machine(m.ID); got.State != DugOut || !got.MiningUntil.Equal(clock.DayOf(m.StartAt.Add(3*day)).End()) {
			t.Errorf("at the cap %+v", got)
		}
		w.expect("output", w.Balance(ledger.AvailableOf(buyer, money.ETLD)), amount("2.1"))
		w.View(func(tx *sqldb.Tx) error {
			st, err := w.machines.Views.statistics(tx, buyer)
			if st.Running != 0 || st.DugOut != 1 || st.Power != 0 || st.LockedPrincipal != amount("100") {
				t.Errorf("statistics: %+v", st)
			}
			return err
		})
		if w.notices("machine_dug_out") != 1 {
			t.Error("no notice of it")
		}
		w.pass(2*day, time.Hour)
		w.View(func(tx *sqldb.Tx) error {
			closed, found, err := w.machines.PayRun.NewestDay(tx)
			if !found || closed.Weight != 0 {
				t.Errorf("a dug-out machine weighs %d", closed.Weight)
			}
			if err != nil {
				return err
			}
			// Nobody mined, so what a machine would put out is not known: it is not nothing.
			st, err := w.machines.Views.statistics(tx, buyer)
			if st.Rate != nil || st.NetworkPower == nil || *st.NetworkPower != 0 {
				t.Errorf("of a day without power: rate %v, network %v", st.Rate, st.NetworkPower)
			}
			offers, listErr := w.machines.Views.Products(tx, httpapi.English, "")
			for _, offer := range offers {
				if offer.Rate != nil || offer.EstETLDPerDay != nil || offer.EstETLDTotal != nil || offer.BreakEvenPrice != nil {
					t.Errorf("an offer of a day without power: %+v", offer)
				}
			}
			return errors.Join(err, listErr)
		})
		w.pass(90*day, 10*day)
		if got := w.machine(m.ID); got.State != Matured || got.Open {
			t.Errorf("in the end %+v", got)
		}
		w.expect("interest and principal", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("500")-amount("105")+amount("101.8"))
		w.check()
	})
}

// Each job run twice, and by two workers at once, posts once.
func TestRepetitionAndTwoWorkersPostOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		single := newWorld(t, db, c)
		secondClock := dbtest.NewClock()
		address := dbtest.Address(t, db.Engine())
		double := newWorld(t, dbtest.Open(t, address, secondClock), secondClock)
		workers := []*Service{double.machines}
		if db.Engine() == sqldb.Postgres {
			other := *double
			other.World = worldtest.New(t, dbtest.Open(t, address, secondClock), secondClock)
			workers = append(workers, other.newService(entropy.Seeded(8)))
		} else {
			workers = append(workers, double.newService(entropy.Seeded(8)))
		}
		for _, w := range []*world{single, double} {
			w.heard = &hearing{}
			for n := range 40 {
				buyer := w.User(n, "1000 USDT")
				w.running(buyer, "small")
				w.buy(w.orderOf(buyer, "small", 2))
				w.Clock.Advance(7 * time.Minute)
			}
		}
		for _, s := range workers {
			s.Listeners = nil
		}
		single.pass(3*day, day)
		for range 3 {
			double.Clock.Advance(day)
			var wg sync.WaitGroup
			for range 2 {
				for _, s := range workers {
					wg.Go(func() {
						if err := double.drainAgainstOthers(s); err != nil {
							t.Error(err)
						}
					})
				}
			}
			wg.Wait()
			double.drain()
			before := len(double.journal())
			double.drain()
			if after := len(double.journal()); after != before {
				t.Errorf("a second run posted %d times", after-before)
			}
		}
		if want, got := single.journal(), double.journal(); !slices.Equal(want, got) {
			t.Errorf("one worker posted %d, two posted %d", len(want), len(got))
		}
		single.check()
		double.check()
	})
}

// drainAgainstOthers drains while others do the same; a lost race is no error.
func (w *world) drainAgainstOthers(s *Service) error {
	for {
		err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, s.Jobs()...).Drain(context.Background())
		if !errors.Is(err, jobs.ErrLost) {
			return err
		}
	}
}

// Check names what is wrong, so that it is worth asking.
func TestCheckFindsWhatIsBroken(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "1000 USDT")
		running := w.running(buyer, "small")
		w.buy(w.orderOf(buyer, "small", 1))
		w.pass(13*time.Hour, 13*time.Hour)
		for name, c := range map[string]struct{ breakIt, repair, want string }{
			"principal": {`UPDATE machine_machine SET new_part = new_part + 1 WHERE id = $1`, `UPDATE machine_machine SET new_part = new_part - 1 WHERE id = $1`, "I5"},
			"fee":       {`UPDATE machine_machine SET fee = fee - 1 WHERE id = $1`, `UPDATE machine_machine SET fee = fee + 1 WHERE id = $1`, "I11"},
			"referral":  {`UPDATE machine_machine SET referral = 200000000 WHERE id = $1`, `UPDATE machine_machine SET referral = 0 WHERE id = $1`, "I11"},
			"state":     {`UPDATE machine_machine SET state = 'cancelled' WHERE id = $1`, `UPDATE machine_machine SET state = 'running' WHERE id = $1`, "I6"},
			"day":       {`UPDATE machine_day SET rate_sum = rate_sum + 1 WHERE id <> $1`, `UPDATE machine_day SET rate_sum = rate_sum - 1 WHERE id <> $1`, "I12"},
		} {
			exec := func(query string) {
				w.Update(func(tx *sqldb.Tx) error {
					_, err := tx.Exec(query, running.ID)
					return err
				})
			}
			exec(c.breakIt)
			if found := fmt.Sprint(w.Violations(worldtest.Alone(w.machines.Check))); !strings.Contains(found, c.want) {
				t.Errorf("%s: found %s", name, found)
			}
			exec(c.repair)
		}
		w.check()
	})
}
