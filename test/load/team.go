package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/features/team"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// The tree has a chain of this depth, one user who invited this many, and the
	// rest below each other, four each.
	chainDepth, starWidth, fan = 10_000, 100_000, 4
	fillChunk                  = 5_000
	// startedMachines are counted beside the tree.
	startedMachines = 20_000
	// generation is how many buyers share five ancestors.
	generation = 50
)

// person is a row as the program writes it.
type person struct {
	id, address, image, code, parent, none string
	no                                     int64
	createdAt                              time.Time
}

var (
	people = sqldb.NewTable[person]("user_person", `id, address, address_key = address, nick_name = address, image, referral_code = code,
		earned_level = no, gift_level = no, is_robot = no, suspended_reason = none, created_at`).Nullable("parent_id = parent")
	members = sqldb.NewTable[team.Member]("team_member", `id, above1, above2, above3, above4, above5, joined_at,
		count1 = Counts1, count2 = Counts2, count3 = Counts3, count4 = Counts4, count5 = Counts5, own, principal,
		below1, below2, below3, below4, below5, day, day_new, month, month_new, earned, level, qualified, rewarded`)
	insertPerson, insertMember = people.Insert(), members.Insert()
)

// teamDays are days without output that are over.
type teamDays struct{ system *clock.System }

func (d teamDays) StartedUntil(sqldb.Command) (time.Time, error) {
	return clock.DayOf(d.system.Now()).Start(), nil
}
func (teamDays) DayPaid(*sqldb.Tx, clock.Day) (money.Amount, bool, error) { return 0, true, nil }

func (teamDays) OutputOwed(*sqldb.Tx, string, clock.Day) (money.Amount, error) { return 0, nil }

func (teamDays) GiftsAt(*sqldb.Tx, time.Time) (map[string]int64, error) { return nil, nil }

func memberID(i int) string { return fmt.Sprintf("BENCHMEMBER%013d", i) }

// parentOf is who invited a member of the tree; the first was invited by nobody.
func parentOf(i int) int {
	switch {
	case i <= chainDepth:
		return i - 1
	case i == chainDepth+1:
		return 0
	case i <= chainDepth+1+starWidth:
		return chainDepth + 1
	}
	first := chainDepth + 1 + starWidth
	if above := (i - first - 1) / fan; above > 0 {
		return first + above
	}
	return 0
}

// measureTeam counts and looks at one tree of many members.
func (database server) measureTeam(ctx context.Context, db *sqldb.DB, system *clock.System, size int) error {
	s := team.New(team.Config{DB: db, Ledger: ledger.New(entropy.System()), Chance: entropy.System(), Notices: silent{},
		Machines: func() team.Machines { return teamDays{system} }, Nodes: func() team.Nodes { return teamDays{system} }, Log: slog.Default()})
	began := time.Now()
	if err := fillTree(ctx, db, s, size); err != nil {
		return err
	}
	fmt.Printf("\na tree of %d users on %s (filled in %s)\n", size, db.Engine(), time.Since(began).Round(time.Second))
	for _, night := range []string{"levels, everybody's first", "levels, the next night"} {
		now := system.Now()
		system.Advance(team.LevelsAt(clock.DayOf(now) + 1).Sub(now))
		if err := database.drainTeam(ctx, s, night, size); err != nil {
			return err
		}
	}
	err := db.Update(ctx, func(tx *sqldb.Tx) error {
		for i := range startedMachines {
			m := life.Machine{ID: fmt.Sprintf("BENCHMACHINE%012d", i), UserID: memberID(i * 7919 % size), NewPart: money.Units(100), Price: money.Units(100), At: tx.Now()}
			if err := s.Members.MachineStarted(tx, m); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := database.drainTeam(ctx, s, "machines that started", startedMachines); err != nil {
		return err
	}
	return database.lookAtTeam(db, s, size)
}

// drainTeam lets the jobs do what is due.
func (database server) drainTeam(ctx context.Context, s *team.Service, what string, items int) error {
	list := slices.DeleteFunc(s.Jobs(), func(job jobs.Job) bool { return job.Name != "team_count" && job.Name != "team_levels" })
	began, used, served := time.Now(), processorTime(), database.processorTime()
	for busy := true; busy; {
		busy = false
		for _, job := range list {
			more, err := job.Work(ctx)
			if err != nil {
				return err
			}
			busy = busy || more
		}
	}
	printDay(what, time.Since(began), processorTime()-used, database.processorTime()-served, items)
	return nil
}

// lookAtTeam asks for the totals and friends of users in different places.
func (database server) lookAtTeam(db *sqldb.DB, s *team.Service, size int) error {
	target, stop, err := serve(db, s.Register)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Printf("%-38s %10s %10s\n", "", "p50", "p99")
	for i, place := range []struct {
		what string
		user int
	}{{"the first of all", 0}, {"the middle of the chain", chainDepth / 2}, {"who invited a hundred thousand", chainDepth + 1}, {"a leaf", size - 1}} {
		for _, path := range []string{"/api/team/summary?x=1", "/api/team/friends?size=50", "/api/team/friends?size=50&depth=5", "/api/team/rewards?size=50"} {
			r, err := database.drive([]string{target}, 1, after(time.Second), func(int, int) (string, string) { return path, token(i) })
			if err != nil {
				return err
			}
			fmt.Printf("%-31s %-34s %10s %10s\n", place.what, path, r.p50().Round(10*time.Microsecond), r.p99().Round(10*time.Microsecond))
		}
	}
	return nil
}

// fillTree writes users and their sums as the job would have left them.
func fillTree(ctx context.Context, db *sqldb.DB, s *team.Service, size int) error {
	tree := make([]team.Member, size)
	for i := range tree {
		m := &tree[i]
		m.ID, m.Own, m.Principal = memberID(i), 200*money.Unit, 200*money.Unit
		above := i
		for depth := 0; depth < team.Depth && above > 0; depth++ {
			above = parentOf(above)
			m.Above[depth] = memberID(above)
			tree[above].Counts[depth]++
			tree[above].Below[depth] += 200 * money.Unit
		}
	}
	for first := 0; first < size; first += fillChunk {
		err := db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := first; i < min(first+fillChunk, size); i++ {
				tree[i].JoinedAt = tx.Now()
				insertMember.Add(tx, tree[i])
				insertPerson.Add(tx, person{id: tree[i].ID, address: fmt.Sprintf("0x%040x", i+1), image: user.Images[0], code: fmt.Sprintf("B%07d", i),
					parent: tree[i].Above[0], none: "", no: 0, createdAt: tx.Now()})
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return db.Update(ctx, func(tx *sqldb.Tx) error {
		for i, place := range []int{0, chainDepth / 2, chainDepth + 1, size - 1} {
			if _, err := tx.Exec(`INSERT INTO sqldb_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, httpapi.HashToken(token(i)), memberID(place)); err != nil {
				return err
			}
		}
		_, err := ledger.New(entropy.System()).Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "1", Transfers: worldtest.Funded(ledger.LevelPool, money.USDT, money.Units(1_000_000_000))})
		if err != nil {
			return err
		}
		return s.Members.Seed(tx)
	})
}

// measureAncestors buys machines that start at once, for buyers nobody invited and
// for buyers with five above them, in turn.
func (database server) measureAncestors(ctx context.Context, db *sqldb.DB, forTime time.Duration) error {
	w, err := newWorld(ctx, db, silent{})
	if err != nil {
		return err
	}
	if err := w.addBuyers(ctx, "0xa1", buyersMax); err != nil {
		return err
	}
	if err := w.invite(ctx, len(w.users)/2); err != nil {
		return err
	}
	target, stop, err := serve(db, w.machine.Register)
	if err != nil {
		return err
	}
	defer stop()
	if err := w.warmUp(target); err != nil {
		return err
	}
	const clients = 8
	half := len(w.users) / 2
	fmt.Printf("\npurchase with start on %s, %d clients\n%-12s %12s %10s %10s\n", db.Engine(), clients, "ancestors", "per second", "p50", "p99")
	for round := range 2 {
		for _, ancestors := range []int{0, team.Depth} {
			call := w.purchaseCall(fmt.Sprintf("above%d-%d", ancestors, round), clients)
			r, err := database.drive([]string{target}, clients, after(forTime), func(client, i int) (string, string) {
				path, _ := call(client, i)
				buyer := (i*clients + client) % half
				if ancestors > 0 {
					buyer += half
				}
				return path + "&startNow=true", token(buyer)
			})
			if err != nil {
				return err
			}
			fmt.Printf("%-12d %12.0f %10s %10s\n", ancestors, r.rate(), r.p50().Round(10*time.Microsecond), r.p99().Round(10*time.Microsecond))
		}
	}
	return w.verify(ctx)
}

// invite puts five ancestors above each generation of the buyers from one on.
func (w *world) invite(ctx context.Context, from int) error {
	return w.db.Update(ctx, func(tx *sqldb.Tx) error {
		parent := ""
		for i := from; i < len(w.users); i++ {
			if (i-from)%generation == 0 {
				parent = ""
				for depth := range team.Depth {
					p, err := user.Create(tx, entropy.System(), user.New{Address: fmt.Sprintf("0x%039x%d", i+1, depth), ParentID: parent})
					if err != nil {
						return err
					}
					parent = p.ID
				}
			}
			if _, err := tx.Exec(`UPDATE user_person SET parent_id = $1 WHERE id = $2`, parent, w.users[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
