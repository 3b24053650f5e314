package game

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/infra/receipt"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesNameTheirColumns(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, roundTable, entryTable, totalTable, keyTable, anchorTable)
}

// The worked example of the rules: what is staked and reserved, the root, and that
// every point comes from somewhere.
func TestTheWorkedRound(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		entries := []Entry{{1, 3, 100}, {2, 7, 500}, {3, 3, 1000}, {4, 10, 200}}
		players := make([]string, len(entries))
		for i, e := range entries {
			players[i] = w.player(i, 1000)
			j := w.mustJoin(players[i], e.Box, e.Amount)
			if j.Entry != e || j.Held != 1000-e.Amount || !receipt.Verify(j.ReceiptKey, ReceiptText(PeriodOf(start), e, ""), j.Receipt) {
				t.Errorf("joined %+v", j)
			}
		}
		w.house("with the worst case", 6010, 100_000-4210)
		w.sound()
		w.moveTo(PeriodOf(start).LockAt())
		w.work()
		const id = "20250601-145"
		r := w.round(id)
		if r.State != Locked || r.Root != "355df96d07784c2cdd18c777b27f0f59e4fc3b6a8538b98d66d2e560ec3c6d43" || r.BeaconRound != 18649107 {
			t.Fatalf("locked: %+v", r)
		}
		if list := w.chain.published[id]; len(list) != 1 || list[0] != "ETLDBOX1|20250601-145|"+r.Root+"|18649107" {
			t.Errorf("published %v", list)
		}
		w.sound()
		if got := w.told(players[0]); len(got) != 0 {
			t.Errorf("told before the draw: %v", got)
		}
		w.moveTo(PeriodOf(start).DrawAt())
		w.work()
		r = w.round(id)
		if r.State != Drawn || r.SettledAt.IsZero() || r.Paid != r.prizes() || r.left() != 0 {
			t.Fatalf("drawn: %+v", r)
		}
		for i, e := range entries {
			w.has(fmt.Sprint("entry ", e.No), players[i], 1000-e.Amount+r.Board.Win(e))
			if wrong := w.document(players[i], id).Verify(w.witness()).Wrong; len(wrong) > 0 {
				t.Errorf("entry %d: %v", e.No, wrong)
			}
			if o := w.play.outcomes[players[i]]; o.Stake != e.Amount || o.Win != r.Board.Win(e) || o.IsRefunded {
				t.Errorf("play protection was told %+v", o)
			}
		}
		w.house("drawn", 0, 100_000+1800-r.Paid)
		w.sound()
	})
}

// Whatever hinders a round, everybody has their stake back, once, and is told why.
func TestRefunds(t *testing.T) {
	t.Parallel()
	p := PeriodOf(start)
	for name, test := range map[string]struct {
		want              Reason
		before, afterLock func(w *world)
		until             time.Time
	}{
		"no anchor":            {want: NoAnchor, afterLock: func(w *world) { w.chain.sent = nil }, until: p.DrawAt()},
		"down across the lock": {want: NoAnchor, before: func(w *world) { w.moveTo(p.BeaconFrom().Add(time.Minute)) }, until: p.DrawAt().Add(time.Hour)},
		"a late anchor":        {want: NoAnchor, before: func(w *world) { w.chain.delay = 10 * time.Second }, until: p.DrawAt()},
		"an anchor of something else": {want: ConflictingAnchor, afterLock: func(w *world) {
			w.chain.send(Commitment(p, Root(nil), 18649107), p.LockAt().Add(9*time.Second))
		}, until: p.DrawAt()},
		"another root": {want: OtherAnchor, afterLock: func(w *world) {
			w.chain.sent[0].Text = Commitment(p, Root(nil), 18649107)
		}, until: p.DrawAt()},
		"no beacon": {want: NoBeacon, before: func(w *world) { w.beacon.missing = true }, until: p.DrawAt().Add(beaconPatience)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newWorld(t, db, c)
				w.fund(100_000)
				anna, ben := w.player(1, 1000), w.player(2, 1000)
				w.mustJoin(anna, 3, 500)
				w.mustJoin(ben, 4, 100)
				w.moveTo(p.LockAt())
				if test.before != nil {
					test.before(w)
				}
				w.work()
				if test.afterLock != nil {
					test.afterLock(w)
				}
				if test.want == NoBeacon {
					w.moveTo(p.BeaconFrom().Add(beaconPatience - time.Second))
					w.work()
					if r := w.round(p.String()); r.State != Locked {
						t.Errorf("a second before the patience ends: %s", r.State)
					}
				}
				w.moveTo(test.until)
				w.work()
				if r := w.round(p.String()); r.State != Refunded || r.Reason != test.want || r.SettledAt.IsZero() {
					t.Errorf("%+v", r)
				}
				w.has("anna", anna, 1000)
				w.has("ben", ben, 1000)
				w.house("refunded", 0, 100_000)
				if got := w.inbox.sent[anna]; len(got) != 1 || got[0] != "game_refunded_"+string(test.want) {
					t.Errorf("anna was told %v", got)
				}
				if got := w.told(anna); len(got) != 0 {
					t.Errorf("anna was told of a draw: %v", got)
				}
				if o := w.play.outcomes[ben]; !o.IsRefunded || o.Win != 100 {
					t.Errorf("play protection was told %+v", o)
				}
				d := w.document(anna, p.String())
				if wrong := d.Verify(w.witness()).Wrong; len(wrong) > 0 {
					t.Error(wrong)
				}
				// That a list was not changed to undo its round, only who kept its root knows.
				kept := w.witness()
				kept.Held = &Held{Root: d.Root}
				for _, one := range []Witness{w.witness(), kept} {
					isUnread := slices.ContainsFunc(d.Verify(one).Unread, func(f Finding) bool { return strings.Contains(f.Detail, "kept the root") })
					if isUnread != (test.want == OtherAnchor && one.Held == nil) {
						t.Errorf("with %+v its root was not looked up: %v", one.Held, isUnread)
					}
				}
				w.work()
				w.has("anna, a moment later", anna, 1000)
				w.sound()
			})
		})
	}
}

// Whoever knows the beacon undoes nothing: a second anchor in a block later than six
// seconds before it means nothing, and one in time voids the round.
func TestASecondAnchorCountsInTimeOnly(t *testing.T) {
	t.Parallel()
	p := PeriodOf(start)
	decided := time.Date(2025, 6, 1, 4, 4, 45, 0, time.UTC)
	for name, test := range map[string]struct {
		before time.Duration
		want   State
	}{"in the beacon's second": {0, Drawn}, "five seconds before it": {5 * time.Second, Drawn}, "in time": {6 * time.Second, Refunded}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newWorld(t, db, c)
				w.fund(100_000)
				anna := w.player(1, 1000)
				w.mustJoin(anna, 3, 500)
				w.moveTo(p.LockAt())
				w.work()
				if at := w.beacon.Time(w.round(p.String()).BeaconRound); !at.Equal(decided) {
					t.Fatalf("the beacon round is of %s", at)
				}
				w.chain.send(Commitment(p, Root(nil), 18649107), decided.Add(-test.before))
				w.moveTo(p.DrawAt())
				w.work()
				d := w.document(anna, p.String())
				if d.State != test.want || d.Searched == nil || *d.Searched != (Blocks{blockAt(AnchorFrom(decided)), blockAt(AnchorBy(decided))}) {
					t.Errorf("%+v", d)
				}
				if (d.Conflict != nil) != (test.want == Refunded) {
					t.Errorf("the conflict is %+v", d.Conflict)
				}
				w.sound()
			})
		})
	}
}

// The address of a round is the one that sent anchors at its lock, whichever does
// afterwards; all of them are published with their times.
func TestAnchorsOfAFormerAddressCount(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		anna := w.player(1, 1000)
		w.mustJoin(anna, 3, 500)
		p := PeriodOf(start)
		w.moveTo(p.LockAt())
		w.work()
		const other = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
		w.chain.address = other
		w.restart()
		w.moveTo(p.DrawAt())
		w.work()
		if d := w.document(anna, p.String()); d.State != Drawn || d.Anchor.Address != anchorAddress {
			t.Errorf("%+v", d)
		}
		w.restart()
		var out ChainOut
		w.View(func(tx *sqldb.Tx) (err error) {
			out, err = w.game.Views.gameChain(tx, ChainIn{})
			return err
		})
		if want := []AnchorAddress{{other, p.LockAt()}, {anchorAddress, start}}; !slices.Equal(out.Anchors, want) {
			t.Errorf("published are %+v, want %+v", out.Anchors, want)
		}
	})
}

// Every key and every address of anchors that was ever in use stays published: what an old
// one signed is judged by them.
func TestEveryKeyStaysPublished(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		const former = 150
		w.Update(func(tx *sqldb.Tx) error {
			for i := range former {
				at := start.Add(time.Duration(i-former) * time.Hour)
				w.game.store.saveKey.Add(tx, signingKey{fmt.Sprintf("%064x", i), at})
				w.game.store.saveAnchor.Add(tx, AnchorAddress{Address: fmt.Sprintf("0x%040x", i), Since: at})
			}
			return nil
		})
		w.View(func(tx *sqldb.Tx) error {
			out, err := w.game.Views.gameChain(tx, ChainIn{})
			if len(out.Keys) != former+1 || len(out.Anchors) != former+1 {
				t.Errorf("%d keys and %d addresses are published, want %d of each", len(out.Keys), len(out.Anchors), former+1)
			}
			return err
		})
	})
}

// A beacon that is an hour late decides as it would have in time.
func TestALateBeaconIsWaitedFor(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		anna := w.player(1, 1000)
		w.mustJoin(anna, 3, 500)
		w.beacon.missing = true
		w.over(start)
		w.moveTo(start.Add(time.Hour))
		w.work()
		const id = "20250601-145"
		if d := w.document(anna, id); d.State != Waiting || d.BeaconRound != 18649107 {
			t.Errorf("an hour later: %+v", d)
		}
		w.beacon.missing = false
		w.work()
		d := w.document(anna, id)
		if d.State != Drawn || d.BeaconRound != 18649107 {
			t.Errorf("published: %+v", d)
		}
		if wrong := d.Verify(w.witness()).Wrong; len(wrong) > 0 {
			t.Error(wrong)
		}
		w.sound()
	})
}

// Several processes do the same jobs at once, and each step is cut short and done
// again: one board, one payout, and each player is told once that the boxes opened.
func TestManyProcessesPayOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(1_000_000)
		players := make([]string, 30)
		for i := range players {
			players[i] = w.player(i, 1000)
			w.mustJoin(players[i], int64(i%Boxes)+1, 100)
		}
		atOnce := func() {
			var wg sync.WaitGroup
			for range 4 {
				w.restart()
				list := w.game.Jobs()
				wg.Go(func() {
					for range 3 {
						for _, job := range list {
							_, _ = job.Work(context.Background())
						}
					}
				})
			}
			wg.Wait()
			w.work()
		}
		w.moveTo(PeriodOf(start).LockAt())
		atOnce()
		w.moveTo(PeriodOf(start).DrawAt())
		atOnce()
		r := w.round("20250601-145")
		if r.State != Drawn || w.play.told < len(players) {
			t.Errorf("%+v, told %d", r, w.play.told)
		}
		for i, id := range players {
			w.has(fmt.Sprint("player ", i), id, 900+r.Board.Win(Entry{Box: int64(i%Boxes) + 1, Amount: 100}))
			if got := w.told(id); fmt.Sprint(got) != "[20250601-145]" {
				t.Errorf("player %d was told of %v", i, got)
			}
		}
		w.sound()
	})
}

// A process ends at each step of a round, in the middle of the step's transaction, and
// another one goes on: one anchor, one board, one payout, one word to each player.
func TestKilledAtEachStepOfARound(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(1_000_000)
		players := make([]string, 12)
		for i := range players {
			players[i] = w.player(i, 1_000)
		}
		owned := slices.Repeat([]int64{1_000}, len(players))
		period := PeriodOf(start)
		for _, step := range []struct {
			point string
			times int
		}{{"publish", 1}, {"search", 1}, {"signature", 1}, {"settled", 1}, {"tell", 1}, {"tell", 7}, {"tell", len(players)}} {
			name := fmt.Sprintf("%s, time %d", step.point, step.times)
			if w.Clock.Now().Before(period.OpenAt()) {
				w.moveTo(period.OpenAt())
			}
			for i, id := range players {
				w.mustJoin(id, int64(i%Boxes)+1, StakeMin)
			}
			w.moveTo(period.LockAt())
			hasEnded := w.workUntil(step.point, step.times)
			w.work()
			w.moveTo(period.DrawAt())
			if !hasEnded {
				hasEnded = w.workUntil(step.point, step.times)
			}
			w.work()
			r := w.round(period.String())
			if !hasEnded || r.State != Drawn || len(w.chain.published[period.String()]) != 1 {
				t.Errorf("%s: ended %t, %s, %d anchors", name, hasEnded, r.State, len(w.chain.published[period.String()]))
			}
			for i, id := range players {
				owned[i] += r.Board.Win(Entry{Box: int64(i%Boxes) + 1, Amount: StakeMin}) - StakeMin
				w.has(fmt.Sprintf("%s: player %d", name, i), id, owned[i])
				told := w.told(id)
				if n := len(told); n == 0 || told[n-1] != period.String() || n > 1 && told[n-2] == told[n-1] {
					t.Errorf("%s: player %d was told of %v", name, i, told)
				}
			}
			w.sound()
			period = PeriodOf(period.LockAt().Add(periodLength))
		}
	})
}
