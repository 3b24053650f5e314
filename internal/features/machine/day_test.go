package machine

import (
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/rules"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func (w *world) change(name, text string, effective time.Time) {
	w.T.Helper()
	set, err := param.NewSet(rules.Parameters(), rules.SharesWithinFee)
	if err != nil {
		w.T.Fatal(err)
	}
	w.Update(func(tx *sqldb.Tx) error {
		_, err := set.Change(tx, entropy.System(), param.Proposal{Name: name, Value: int64(amount(text)), EffectiveAt: effective, Actor: "operator", Reason: "less"})
		return err
	})
}

// A change at midnight leaves the day before alone, and one within a day the
// whole of that day: what was mined until then was mined under the old rules.
func TestOutputFollowsTheRulesOfTheDaysBeginning(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "10500 USDT")
		w.running(buyer, "large")
		first := clock.DayOf(c.Now()) + 2
		w.change("machine.output_day_max", "400", first.Start())
		w.change("machine.output_rate_max", "0.4", first.Start())
		w.change("machine.output_day_max", "300", (first + 1).Start().Add(12*time.Hour))
		w.change("machine.output_rate_max", "0.2", (first + 1).Start().Add(time.Microsecond))
		w.change("machine.output_day_max", "250", (first + 3).Start().Add(-time.Microsecond))
		w.pass(7*day, time.Hour)
		var output money.Amount
		for i, want := range []struct{ budget, rate string }{{"2000", "0.8"}, {"400", "0.4"}, {"400", "0.4"}, {"300", "0.2"}, {"250", "0.2"}} {
			d := first - 1 + clock.Day(i)
			w.View(func(tx *sqldb.Tx) error {
				closed, err := w.machines.PayRun.Days(tx)(d)
				if closed.Budget != amount(want.budget) || closed.Rate != amount(want.rate) {
					t.Errorf("%s: budget %s, rate %s; want %s, %s", d, closed.Budget, closed.Rate, want.budget, want.rate)
				}
				output += closed.Paid
				return err
			})
		}
		// 120 T for the five days.
		w.expect("output", output, amount("240"))
		w.check()
	})
}

// Whether an owner may act before a day is closed follows from the same rules
// as the day's output: a higher rate from midnight on cannot dig out a machine
// in the day before.
func TestARateToComeHoldsNobodyBack(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := shortTerms()
		offers[0].Product.ETLDCap = amount("3")
		w := newWorld(t, db, c, offers...)
		buyer := w.User(1, "5000 USDT")
		w.toMidnight(20 * time.Second)
		m := w.running(buyer, "small")
		// Something falls due soon after the next midnight.
		w.buy(w.orderOf(buyer, "small", 1))
		w.change("machine.output_rate_max", "8", clock.DayOf(c.Now()).End())
		w.toMidnight(30 * time.Second)
		if err := w.Try(func(tx sqldb.Command) error { return w.machines.CatchUp(tx, buyer) }); err != nil {
			t.Errorf("before the day of the lower rate is closed: %v", err)
		}
		w.Clock.Advance(2 * time.Minute)
		w.drain()
		w.expect("output", w.Balance(ledger.AvailableOf(buyer, money.ETLD)), earning.OutputOf(amount("0.8"), 1, earning.SecondsOfDay-20))
		if got := w.machine(m.ID); got.State != Running {
			t.Errorf("the machine is %s", got.State)
		}
		w.check()
	})
}
