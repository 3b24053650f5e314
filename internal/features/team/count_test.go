package team

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/life"
	"etld/internal/core/user"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestSumsFollowTheTree(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		// A chain of seven: the first is too far above the last.
		chain := []string{w.user("")}
		for range 6 {
			chain = append(chain, w.user(chain[len(chain)-1]))
		}
		m := w.start(chain[6], "700", "300")
		w.work()
		for i, id := range chain {
			got := w.member(id)
			wantTeam, wantPerformance, wantOwn := int64(min(Depth, 6-i)), amount("700"), money.Amount(0)
			if i == 0 || i == 6 {
				wantPerformance = 0
			}
			if i == 6 {
				wantOwn = amount("700")
			}
			if got.Team() != wantTeam || got.Performance() != wantPerformance || got.Own != wantOwn {
				t.Errorf("number %d: a team of %d, performance %s, own %s", i, got.Team(), got.Performance(), got.Own)
			}
		}
		if last := w.member(chain[6]); last.Principal != amount("1000") {
			t.Errorf("own principal %s", last.Principal)
		}
		w.check()
		w.end(m)
		w.work()
		if top := w.member(chain[1]); top.Performance() != 0 || top.newOn(clock.DayOf(c.Now())) != amount("700") {
			t.Errorf("after the machine ended: %+v", top)
		}
		w.check()
	})
}

func TestNewOfADayAndAMonth(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		above := w.user("")
		friend := w.user(above)
		night := func(moment string) {
			w.moveTo(at(t, moment))
			w.Update(func(tx *sqldb.Tx) error {
				w.team.store.putState(tx, state{Levelled: clock.DayOf(w.Clock.Now())})
				return nil
			})
		}
		night("2026-03-31 23:59:59")
		w.start(friend, "100", "0")
		w.work()
		march := w.member(above)
		night("2026-04-01 00:00:00")
		w.start(friend, "1000", "0")
		w.work()
		april := w.member(above)
		last, first := clock.DayOf(at(t, "2026-03-31 12:00:00")), clock.DayOf(at(t, "2026-04-01 12:00:00"))
		if march.newOn(last) != amount("100") || march.newIn(last.Month()) != amount("100") || march.newOn(first) != 0 {
			t.Errorf("in March: %+v", march)
		}
		if april.newOn(first) != amount("1000") || april.newIn(first.Month()) != amount("1000") || april.newOn(last) != 0 || april.Performance() != amount("1100") {
			t.Errorf("in April: %+v", april)
		}
	})
}

// What comes after a night's beginning waits for that night's levels.
func TestChangesOfTheNextDayWait(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		above := w.user("")
		friend := w.user(above)
		w.work()
		w.moveTo(clock.DayOf(c.Now()).End())
		w.start(friend, "100", "0")
		if _, err := w.team.Members.countStep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := w.member(above).Performance(); got != 0 {
			t.Errorf("performance of %s before the night's levels", got)
		}
		w.check()
	})
}

// Whoever would stand nowhere in the tree does not join.
func TestNobodyJoinsBelowSomebodyWithoutAPlace(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		err := w.DB.Update(t.Context(), func(tx *sqldb.Tx) error {
			above, err := user.Create(tx, entropy.System(), user.New{Address: fmt.Sprintf("0x%040x", 1)})
			if err != nil {
				return err
			}
			friend, err := user.Create(tx, entropy.System(), user.New{Address: fmt.Sprintf("0x%040x", 2), ParentID: above.ID})
			if err != nil {
				return err
			}
			return w.team.Members.Joined(tx, friend)
		})
		if err == nil || !strings.HasSuffix(err.Error(), "has no place in the tree") {
			t.Errorf("joined: %v", err)
		}
		w.check()
	})
}

// A change that cannot be counted is parked and holds up no other.
func TestAChangeThatFailsIsParked(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		above := w.user("")
		friend := w.user(above)
		w.Update(func(tx *sqldb.Tx) error {
			return w.team.Members.MachineStarted(tx, life.Machine{ID: "MACHINEOFNOBODY", UserID: "NOBODY", NewPart: amount("1"), Price: amount("1"), At: tx.Now()})
		})
		w.start(friend, "100", "0")
		w.work()
		if got := w.member(above).Performance(); got != amount("100") {
			t.Errorf("performance %s beside a change of nobody", got)
		}
		w.View(func(tx *sqldb.Tx) error {
			parked, err := jobs.Parked(tx, jobCount)
			if err != nil || len(parked) != 1 || parked[0].Subject != "started-MACHINEOFNOBODY" {
				t.Errorf("parked: %+v, %v", parked, err)
			}
			return nil
		})
		if len(w.violations()) == 0 {
			t.Error("nothing is found of a machine of nobody")
		}
	})
}

// Random trees, purchases and ends: the sums are those of a plain recount.
func TestSumsOfRandomTrees(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		chance := rand.New(rand.NewPCG(seed, 0))
		w := newWorld(t, db, c)
		parents := make(map[string]string)
		var users []string
		var running []life.Machine
		for range 120 {
			switch n := chance.IntN(10); {
			case n < 4 || len(users) == 0:
				parent := ""
				if len(users) > 0 && chance.IntN(8) > 0 {
					parent = users[max(0, len(users)-1-chance.IntN(4))]
				}
				id := w.user(parent)
				parents[id] = parent
				users = append(users, id)
			case n < 8 || len(running) == 0:
				running = append(running, w.start(users[chance.IntN(len(users))], fmt.Sprint(1+chance.IntN(10_000)), fmt.Sprint(chance.IntN(1000))))
			default:
				i := chance.IntN(len(running))
				w.end(running[i])
				running = append(running[:i], running[i+1:]...)
			}
			if chance.IntN(10) == 0 {
				w.work()
			}
		}
		w.work()
		below := make(map[string][Depth]money.Amount)
		counts := make(map[string][Depth]int64)
		own := make(map[string]money.Amount)
		eachAbove := func(id string, each func(above string, depth int)) {
			for depth := 0; depth < Depth && parents[id] != ""; depth++ {
				id = parents[id]
				each(id, depth)
			}
		}
		for _, m := range running {
			own[m.UserID] += m.NewPart
			eachAbove(m.UserID, func(above string, depth int) {
				sums := below[above]
				sums[depth] += m.NewPart
				below[above] = sums
			})
		}
		for _, id := range users {
			eachAbove(id, func(above string, depth int) {
				sums := counts[above]
				sums[depth]++
				counts[above] = sums
			})
		}
		for _, id := range users {
			if m := w.member(id); m.Own != own[id] || m.Below != below[id] || m.Counts != counts[id] {
				t.Errorf("seed %d, user %s: own %s, want %s; below %v, want %v; members %v, want %v", seed, id, m.Own, own[id], m.Below, below[id], m.Counts, counts[id])
			}
		}
		w.check()
	})
}

// The check names what was changed behind the program's back.
func TestCheckNamesWrongSums(t *testing.T) {
	t.Parallel()
	for name, tamper := range map[string]string{
		"the own sum":    `UPDATE team_member SET own = own + 1 WHERE above1 <> ''`,
		"the team's sum": `UPDATE team_member SET below1 = below1 + 1 WHERE above1 = ''`,
		"the members":    `UPDATE team_member SET count1 = count1 + 1 WHERE above1 = ''`,
		"the place":      `UPDATE team_member SET above2 = 'SOMEBODY' WHERE above1 <> ''`,
		"the parent":     `UPDATE team_member SET above1 = '' WHERE above1 <> ''`,
		"the level":      `UPDATE team_member SET earned = 1, level = 1 WHERE above1 = ''`,
		"a machine":      `UPDATE team_change SET principal = principal + 1 WHERE kind = 'started'`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newWorld(t, db, c)
				w.start(w.user(w.user("")), "100", "0")
				w.work()
				w.check()
				w.Update(func(tx *sqldb.Tx) error {
					_, err := tx.Exec(tamper)
					return err
				})
				if len(w.violations()) == 0 {
					t.Error("nothing is found")
				}
			})
		})
	}
}

func TestCheckNamesWhoHasNoPlace(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		lost := w.user("")
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`DELETE FROM team_member WHERE id = $1`, lost)
			return err
		})
		if got := fmt.Sprint(w.violations()); !strings.Contains(got, lost+" has no place in the tree") {
			t.Errorf("found %s", got)
		}
	})
}
