package team

import (
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// atTheEndOfADay is a world with a leader of V3 and an owner of V1 at the end of a day of
// a budget.
func (w *world) atTheEndOfADay(budget string) (leader, owner string, day clock.Day) {
	w.T.Helper()
	w.machines.budget = amount(budget)
	w.Fund(ledger.LevelPool, "1000 USDT")
	w.Fund(ledger.Emission, "100000 ETLD")
	leader, _ = w.leader("68000", "32000")
	owner = w.user("")
	w.gifts[owner] = 1
	w.night(1, time.Hour)
	day = clock.DayOf(w.Clock.Now())
	w.moveTo(day.End())
	return leader, owner, day
}

// A member whose part of a day cannot be worked out is parked: the others are paid, the
// nights go on, and the member gets later what the day's level brings, as far as the
// others left it of the budget.
func TestAPartThatFailsIsParked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		budget, wantLeader, want string
		// isOwed says that the output is still owed when the part is worked out.
		isOwed bool
	}{
		"within the budget":          {budget: "2000", wantLeader: "0.2376", want: "2"},
		"a part of the budget":       {budget: "10", wantLeader: "0.2376", want: "0.7624"},
		"nothing of the budget":      {budget: "2", wantLeader: "0.2", want: "0"},
		"owed within the budget":     {budget: "2000", wantLeader: "0.2376", want: "2", isOwed: true},
		"owed a part of the budget":  {budget: "10", wantLeader: "0.2376", want: "0.7624", isOwed: true},
		"owed nothing of the budget": {budget: "2", wantLeader: "0.2", want: "0", isOwed: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.In(t, newWorld, func(t *testing.T, w *world) {
				leader, owner, day := w.atTheEndOfADay(c.budget)
				w.output(leader, day, "3.96")
				w.machines.brokenFor = owner
				w.work()
				w.has(ledger.AvailableOf(leader, money.ETLD), (amount("3.96") + amount(c.wantLeader)).String())
				w.parks(1, jobAccelerate)
				w.machines.brokenFor = ""
				w.gifts[owner] = LevelMax
				w.moveTo(w.Clock.Now().Add(time.Hour))
				if c.isOwed {
					w.machines.owed[owner] = amount("100")
					w.work()
					delete(w.machines.owed, owner)
					w.moveTo(w.Clock.Now().Add(time.Hour))
				}
				w.output(owner, day, "100")
				w.work()
				w.parks(0, "")
				if w.member(owner).Level != LevelMax {
					t.Error("the next night did not come")
				}
				w.has(ledger.AvailableOf(owner, money.ETLD), (amount("100") + amount(c.want)).String())
				w.check()
			})
		})
	}
}

// A part that is parked is owed by its day until it is paid, scaled like all others.
func TestWhatIsParkedOfADayIsOwed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ budget, want string }{
		"within the budget":    {budget: "2000", want: "2"},
		"a part of the budget": {budget: "10", want: "0.8938148"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.In(t, newWorld, func(t *testing.T, w *world) {
				leader, owner, day := w.atTheEndOfADay(c.budget)
				owes := func(before clock.Day, want string) {
					t.Helper()
					w.View(func(tx *sqldb.Tx) error {
						owed, err := w.team.Nights.AccelerationOwed(tx, before)
						if owed != amount(want) {
							t.Errorf("the days before %s owe %s, want %s", before, owed, want)
						}
						return err
					})
				}
				w.output(leader, day, "3.96")
				w.machines.owed[owner] = amount("100")
				w.work()
				w.parks(1, jobPay)
				owes(day, "0")
				owes(day+1, c.want)
				delete(w.machines.owed, owner)
				w.output(owner, day, "100")
				w.moveTo(w.Clock.Now().Add(retryAfter))
				w.work()
				w.parks(0, "")
				owes(day+1, "0")
				w.has(ledger.AvailableOf(owner, money.ETLD), (amount("100") + amount(c.want)).String())
				w.check()
			})
		})
	}
}

// What is left of a day's budget is known once the others are paid, however long that
// takes.
func TestAParkedPartWaitsForTheOthers(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		leader, owner, day := w.atTheEndOfADay("10")
		w.output(leader, day, "3.96")
		w.machines.brokenFor = owner
		if more, err := w.team.Nights.nightStep(t.Context()); !more || err != nil {
			t.Fatal(more, err)
		}
		w.machines.brokenFor = ""
		w.output(owner, day, "100")
		w.moveTo(w.Clock.Now().Add(retryAfter))
		if more, err := w.team.Nights.retryStep(t.Context()); more || err != nil {
			t.Fatal(more, err)
		}
		w.parks(1, jobAccelerate)
		w.has(ledger.AvailableOf(owner, money.ETLD), "100")
		w.work()
		w.moveTo(w.Clock.Now().Add(retryAfter))
		w.work()
		w.parks(0, "")
		w.has(ledger.AvailableOf(leader, money.ETLD), "4.1976")
		w.has(ledger.AvailableOf(owner, money.ETLD), "100.7624")
		w.check()
	})
}

// parks holds how many items are parked, all by one job.
func (w *world) parks(count int, job string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		parked, err := jobs.Parked(tx, "")
		if len(parked) != count || count > 0 && parked[0].Job != job {
			w.T.Errorf("parked: %+v", parked)
		}
		return err
	})
}
