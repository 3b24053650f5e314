package team

import (
	"fmt"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// night lets time pass to a moment of a following day and does what is due.
func (w *world) night(days int, after time.Duration) {
	w.T.Helper()
	w.moveTo((clock.DayOf(w.Clock.Now()) + clock.Day(days)).Start().Add(after))
	w.work()
}

// output pays a user the output of a day that is over.
func (w *world) output(userID string, d clock.Day, text string) {
	w.T.Helper()
	w.PostEntry(ledger.Entry{At: d.End(), RefType: "machine_output", RefID: d.String(), Transfers: []ledger.Transfer{
		{Type: ledger.MiningIncome, Debit: emission, Credit: ledger.AvailableOf(userID, money.ETLD), Amount: amount(text)}}})
}

func (w *world) has(a ledger.Account, want string) {
	w.T.Helper()
	var got money.Amount
	w.View(func(tx *sqldb.Tx) (err error) {
		got, err = w.Ledger.Balance(tx, a)
		return err
	})
	if got != amount(want) {
		w.T.Errorf("%s holds %s, want %s", a.ID(), got, want)
	}
}

// leader is a user with machines of 100 and two friends with machines.
func (w *world) leader(first, second string) (leader string, legs [2]life.Machine) {
	w.T.Helper()
	leader = w.user("")
	w.start(leader, "100", "0")
	for i, newPart := range []string{first, second} {
		legs[i] = w.start(w.user(leader), newPart, "0")
	}
	return leader, legs
}

func TestLevelsOfANight(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Fund(ledger.LevelPool, "1000 USDT")
		leader, legs := w.leader("12000", "8000")
		w.night(1, 29*time.Minute)
		if m := w.member(leader); m.Earned != 0 {
			t.Errorf("before half past twelve: V%d", m.Earned)
		}
		w.night(0, 30*time.Minute)
		m := w.member(leader)
		if m.Earned != 2 || m.Level != 2 || m.Rewarded != amount("20") || m.Qualified != amount("20000") {
			t.Errorf("the leader: %+v", m)
		}
		w.View(func(tx *sqldb.Tx) error {
			p, err := user.Find(tx, leader)
			if p.EarnedLevel != 2 {
				t.Errorf("the user has V%d", p.EarnedLevel)
			}
			return err
		})
		w.has(ledger.AvailableOf(leader, money.USDT), "20")
		w.has(levelPool, "980")
		if told := fmt.Sprint(w.inbox.told); told != fmt.Sprintf("[%[1]s level_reward 20V2 /team %[1]s level_reached V2 /team]", leader) {
			t.Errorf("told %s", told)
		}
		w.night(1, time.Hour)
		w.has(ledger.AvailableOf(leader, money.USDT), "20")
		// A leg ends, and comes back: nothing is paid twice.
		w.end(legs[1])
		w.night(1, time.Hour)
		if m := w.member(leader); m.Earned != 0 || m.Rewarded != amount("20") {
			t.Errorf("after a leg ended: %+v", m)
		}
		w.start(legs[1].UserID, "32000", "0")
		w.start(legs[0].UserID, "68000", "0")
		w.night(1, time.Hour)
		if m := w.member(leader); m.Earned != 3 || m.Rewarded != amount("80") {
			t.Errorf("with V3: %+v", m)
		}
		w.has(ledger.AvailableOf(leader, money.USDT), "80")
		w.check()
	})
}

// What started before a day and is not counted yet keeps its levels waiting.
func TestLevelsWaitForTheCount(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Fund(ledger.LevelPool, "1000 USDT")
		leader, _ := w.leader("3000", "2000")
		w.moveTo(LevelsAt(clock.DayOf(c.Now()) + 1))
		if more, err := w.team.Nights.nightStep(t.Context()); more || err != nil {
			t.Errorf("before the count: %t, %v", more, err)
		}
		w.work()
		if m := w.member(leader); m.Earned != 1 {
			t.Errorf("after the count: V%d", m.Earned)
		}
		w.check()
	})
}

// Levels are those of the day's beginning, however late they are worked out.
func TestALateNightIsThatOfItsDay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Fund(ledger.LevelPool, "1000 USDT")
		leader, legs := w.leader("3000", "2000")
		day := clock.DayOf(c.Now()) + 1
		w.moveTo(day.Start().Add(10 * time.Minute))
		// After the day's beginning, before its levels are worked out.
		w.end(legs[0])
		w.moveTo((day + 2).Start().Add(time.Hour))
		w.work()
		if m := w.member(leader); m.Earned != 0 || m.Rewarded != amount("5") {
			t.Errorf("after three nights at once: %+v", m)
		}
		w.View(func(tx *sqldb.Tx) error {
			list, err := sqldb.Collect(tx, rewardTable.Scan, rewardTable.Select("ORDER BY id"))
			if len(list) != 1 || !list[0].At.Equal(LevelsAt(day)) || list[0].Day != day || list[0].Level != 1 {
				t.Errorf("rewards: %+v", list)
			}
			return err
		})
		w.check()
	})
}

// A machine that starts at 00:10 is no part of the state whose levels are worked out
// twenty minutes later; it counts a night after.
func TestWhatStartsAfterMidnightCountsANightLater(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Fund(ledger.LevelPool, "1000 USDT")
		leader, legs := w.leader("3000", "1900")
		client := apitest.New(t, db)
		w.team.Register(client.API)
		day := clock.DayOf(c.Now()) + 1
		levels := func(what string, on clock.Day, want int) {
			t.Helper()
			w.moveTo(on.Start().Add(time.Hour))
			w.work()
			got := apitest.Data[Summary](t, client.Call("/api/team/summary", leader))
			if got.LevelEarned != want || !got.LevelsAt.Equal(on.Start()) || !got.NextLevelsAt.Equal(LevelsAt(on+1)) {
				t.Errorf("%s: V%d of the state at %s, next at %s", what, got.LevelEarned, got.LevelsAt, got.NextLevelsAt)
			}
		}
		w.moveTo(day.Start().Add(10 * time.Minute))
		w.start(legs[1].UserID, "100", "0")
		levels("the same night", day, 0)
		levels("a night later", day+1, 1)
		w.check()
	})
}

func TestLevelsWaitForMachinesThatStart(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		leader, _ := w.leader("3000", "2000")
		day := clock.DayOf(c.Now()) + 1
		w.moveTo(day.Start().Add(time.Hour))
		w.machines.until = day.Start().Add(-time.Microsecond)
		w.work()
		if m := w.member(leader); m.Earned != 0 {
			t.Errorf("before the day was closed: %+v", m)
		}
		w.machines.until = day.Start()
		w.work()
		if m := w.member(leader); m.Earned != 1 {
			t.Errorf("after it was: %+v", m)
		}
	})
}

// The pool pays what it has; the rest comes when it has more.
func TestAShortPoolPaysTheRestLater(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Fund(ledger.LevelPool, "3 USDT")
		leader, _ := w.leader("3000", "2000")
		w.night(1, time.Hour)
		w.has(ledger.AvailableOf(leader, money.USDT), "3")
		w.Fund(ledger.LevelPool, "10 USDT")
		w.night(1, time.Hour)
		w.has(ledger.AvailableOf(leader, money.USDT), "5")
		w.has(levelPool, "8")
		w.check()
	})
}

func TestABarredUserGetsNoLevelReward(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Fund(ledger.LevelPool, "10 USDT")
		leader, _ := w.leader("3000", "2000")
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.Suspend(tx, leader, "barred", time.Time{})
			return err
		})
		w.night(1, time.Hour)
		if m := w.member(leader); m.Earned != 1 {
			t.Errorf("%+v", m)
		}
		w.has(ledger.AvailableOf(leader, money.USDT), "0")
		w.has(levelPool, "10")
	})
}

// A bar counts as of the day's levels, however late they are worked out.
func TestABarIsThatOfTheDaysBeginning(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from, until time.Duration
		want        string
	}{
		"over by the time of the work":   {-time.Hour, LevelsAt(1).Sub(clock.Day(1).Start()) + time.Minute, "0"},
		"over by the time of the levels": {-time.Hour, LevelsAt(1).Sub(clock.Day(1).Start()), "5"},
		"begun after them":               {LevelsAt(1).Sub(clock.Day(1).Start()) + time.Minute, 90 * 24 * time.Hour, "5"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.In(t, newWorld, func(t *testing.T, w *world) {
				w.Fund(ledger.LevelPool, "10 USDT")
				leader, legs := w.leader("3000", "2000")
				day := clock.DayOf(w.Clock.Now()) + 1
				w.moveTo(day.Start().Add(c.from))
				w.Update(func(tx *sqldb.Tx) error {
					_, err := user.Suspend(tx, leader, "barred", day.Start().Add(c.until))
					return err
				})
				// The level is lost by the next day: that day's alone is paid.
				w.moveTo(day.Start().Add(2 * time.Hour))
				w.end(legs[0])
				w.night(2, time.Hour)
				w.has(ledger.AvailableOf(leader, money.USDT), c.want)
				w.check()
			})
		})
	}
}

func TestTeamAcceleration(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		output [2]string
		budget string
		want   [2]string
	}{
		// V3 with 3.96 base, and V1 of a node with 100.
		"within the budget": {[2]string{"3.96", "100"}, "2000", [2]string{"0.2376", "2"}},
		// 2.2376 of 1: each gets its part of the tenth, rounded down.
		"above the budget": {[2]string{"3.96", "100"}, "10", [2]string{"0.10618519", "0.8938148"}},
		"nothing to add":   {[2]string{"0.00000001", "0.00000001"}, "2000", [2]string{"0", "0"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, clk dbtest.Clock) {
				w := newWorld(t, db, clk)
				leader, owner, day := w.atTheEndOfADay(c.budget)
				for i, id := range []string{leader, owner} {
					w.output(id, day, c.output[i])
				}
				w.work()
				for i, id := range []string{leader, owner} {
					w.has(ledger.AvailableOf(id, money.ETLD), (amount(c.output[i]) + amount(c.want[i])).String())
				}
				w.View(func(tx *sqldb.Tx) error {
					done, err := w.team.Nights.IsAccelerated(tx, day)
					if !done {
						t.Error("the day's acceleration is not paid")
					}
					return err
				})
				w.check()
			})
		})
	}
}

// Who cannot be served is parked, and the others are paid.
func TestAMemberWhoFailsIsParked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Fund(ledger.LevelPool, "1000 USDT")
		failing, _ := w.leader("3000", "2000")
		leader, _ := w.leader("3000", "2000")
		w.inbox.fullFor = failing
		w.night(1, time.Hour)
		w.has(ledger.AvailableOf(leader, money.USDT), "5")
		w.has(ledger.AvailableOf(failing, money.USDT), "0")
		if m := w.member(failing); m.Earned != 0 {
			t.Errorf("the failing one: %+v", m)
		}
		w.View(func(tx *sqldb.Tx) error {
			parked, err := jobs.Parked(tx, "")
			if len(parked) != 1 || parked[0].Job != jobLevelRetry || parked[0].Subject != failing {
				t.Errorf("parked: %+v", parked)
			}
			return err
		})
		w.inbox.fullFor = ""
		w.moveTo(c.Now().Add(time.Hour))
		w.work()
		w.has(ledger.AvailableOf(failing, money.USDT), "5")
		w.check()
	})
}

// An owner whose output of the day could not be paid has a part of the budget kept,
// and gets it once the output is there.
func TestWhoIsPaidLateIsAcceleratedLate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		budget              string
		owed, output        string
		want, wantMeanwhile string
		wantLeader          string
	}{
		"within the budget": {"2000", "100", "100", "2", "0", "0.2376"},
		// 2.2376 of 1, as if nobody had been late.
		"above the budget": {"10", "100", "100", "0.8938148", "0", "0.10618519"},
		// What was owed at most counted, what was paid brings the rest.
		"less than what was owed": {"10", "100", "50", "0.4469074", "0", "0.10618519"},
		"nothing after all":       {"10", "100", "0", "0", "0", "0.10618519"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, clk dbtest.Clock) {
				w := newWorld(t, db, clk)
				leader, owner, day := w.atTheEndOfADay(c.budget)
				w.output(leader, day, "3.96")
				w.machines.owed[owner] = amount(c.owed)
				w.work()
				etld := func(userID string) ledger.Account { return ledger.AvailableOf(userID, money.ETLD) }
				w.has(etld(leader), (amount("3.96") + amount(c.wantLeader)).String())
				w.has(etld(owner), c.wantMeanwhile)
				w.View(func(tx *sqldb.Tx) error {
					if done, err := w.team.Nights.IsAccelerated(tx, day); err != nil || !done {
						t.Errorf("the others wait: %v", err)
					}
					parked, err := jobs.Parked(tx, jobPay)
					if len(parked) != 1 {
						t.Errorf("parked: %+v", parked)
					}
					return err
				})
				w.check()
				// He is still late an hour later.
				w.moveTo(clk.Now().Add(time.Hour))
				w.work()
				w.has(etld(owner), c.wantMeanwhile)
				delete(w.machines.owed, owner)
				if c.output != "0" {
					w.output(owner, day, c.output)
				}
				w.moveTo(clk.Now().Add(time.Hour))
				w.work()
				w.has(etld(owner), (amount(c.output) + amount(c.want)).String())
				w.moveTo(clk.Now().Add(time.Hour))
				w.work()
				w.has(etld(owner), (amount(c.output) + amount(c.want)).String())
				w.View(func(tx *sqldb.Tx) error {
					parked, err := jobs.Parked(tx, "")
					if len(parked) != 0 {
						t.Errorf("parked: %+v", parked)
					}
					return err
				})
				w.check()
			})
		})
	}
}
