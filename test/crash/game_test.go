package crash

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

// gameRound is a round as its players see it.
type gameRound struct {
	Period, State, Reason, BeaconKey, BeaconSignature, Root string
	BeaconRound                                             uint64
	Entries                                                 []struct{ EntryNo, Box, Amount int64 }
	Board                                                   []int64
	Mine                                                    *struct{ EntryNo, Box, Amount, Win int64 }
}

const (
	gameStake = 500
	gameHeld  = 10_000
	// drawAfter is from the end of entries to the draw, beforeEnd how long before that
	// end people join, and justBefore how long before it nobody does any more.
	drawAfter  = 20 * time.Second
	beforeEnd  = time.Minute
	justBefore = 2 * time.Second
)

// gamePlayers are people of age with points.
func (w *world) gamePlayers(n int) (list []*player.Player) {
	w.t.Helper()
	for i := range n {
		p := w.fundedPlayer(200)
		w.must(p, "/api/game/confirmAge", url.Values{"confirm": {"yes"}}, nil)
		w.must(p, "/api/userAccount/convertPoints", url.Values{"requestId": {fmt.Sprintf("points-for-a-game-%d", i)}, "direction": {"in"}, "points": {strconv.Itoa(gameHeld)}}, nil)
		list = append(list, p)
	}
	return list
}

func (w *world) must(p *player.Player, path string, parameters url.Values, data any) {
	w.t.Helper()
	if err := w.at(p).Must(w.t.Context(), path, parameters, data); err != nil {
		w.t.Fatalf("%s: %v", path, err)
	}
}

// advanceTo moves the world's clock to some seconds before the end of entries.
func (w *world) advanceTo(p *player.Player, before time.Duration) (period string) {
	w.t.Helper()
	for {
		var now struct {
			ServerTime time.Time
			Round      struct {
				Period         string
				OpenAt, LockAt time.Time
			}
		}
		w.must(p, "/api/game/current", nil, &now)
		wait := now.Round.LockAt.Sub(now.ServerTime) - before
		if wait > time.Second {
			if err := w.running().Operate(w.t.Context(), fmt.Sprintf("/demo/advance?seconds=%d", int(wait/time.Second))); err != nil {
				w.t.Fatal(err)
			}
			return now.Round.Period
		}
		// Too little is left of this period.
		if err := w.running().Operate(w.t.Context(), "/demo/advance?seconds=60"); err != nil {
			w.t.Fatal(err)
		}
	}
}

// joinGame has everybody stake on a box of their own.
func (w *world) joinGame(list []*player.Player, period string) {
	w.t.Helper()
	w.receipts = make(map[*player.Player]json.RawMessage)
	for i, p := range list {
		var receipt json.RawMessage
		w.must(p, "/api/game/join", url.Values{"requestId": {"join-" + period + "-" + strconv.Itoa(i)}, "period": {period},
			"box": {strconv.Itoa(i + 1)}, "amount": {strconv.Itoa(gameStake)}}, &receipt)
		w.receipts[p] = receipt
	}
}

// playGame has everybody stake on a round whose entries end soon after: a busy machine
// has time for the stakes, and nobody waits for the end.
func (w *world) playGame(list []*player.Player) (period string) {
	w.t.Helper()
	period = w.advanceTo(list[0], beforeEnd)
	w.joinGame(list, period)
	w.advanceTo(list[0], justBefore)
	return period
}

func (w *world) gameRound(p *player.Player, period string) (r gameRound) {
	w.t.Helper()
	w.must(p, "/api/game/round", url.Values{"period": {period}}, &r)
	return r
}

// points are what a player holds of them.
func (w *world) points(p *player.Player) int64 {
	w.t.Helper()
	var me struct{ GamePoints int64 }
	w.must(p, "/api/user/getUserInfo", nil, &me)
	return me.GamePoints
}

// verifyRound has the command recompute a round, hold it to the player's receipt, and look
// it up on the chain.
func (w *world) verifyRound(p *player.Player, r gameRound) {
	w.t.Helper()
	var document map[string]json.RawMessage
	w.must(p, "/api/game/round", url.Values{"period": {r.Period}}, &document)
	document["held"] = w.receipts[p]
	raw, err := json.Marshal(document)
	if err != nil {
		w.t.Fatal(err)
	}
	path := filepath.Join(w.t.TempDir(), "round.json")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		w.t.Fatal(err)
	}
	var chain json.RawMessage
	w.must(p, "/api/open/gameChain", nil, &chain)
	var published struct{ AnchorAddresses []struct{ Address string } }
	if err := json.Unmarshal(chain, &published); err != nil || len(published.AnchorAddresses) != 1 {
		w.t.Fatalf("published are %+v, %v", published, err)
	}
	keys := filepath.Join(w.t.TempDir(), "keys.json")
	if err := os.WriteFile(keys, chain, 0o600); err != nil {
		w.t.Fatal(err)
	}
	output, code := player.Run(w.t.Context(), program, "verify", "round", "--beacon-key", r.BeaconKey, "--receipt-keys", keys,
		"--anchor-address", published.AnchorAddresses[0].Address, "--rpc-urls", w.running().RPCURL, path)
	if code != 0 || !strings.Contains(output, "everything was looked up and fits") {
		w.t.Errorf("etld verify round ended with %d: %s", code, output)
	}
}

// TestKilledAroundTheDraw kills the program between anchor and draw, and again
// while it draws and pays: there is one board, and everybody is paid once.
func TestKilledAroundTheDraw(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newWorld(t, engine)
		players := w.gamePlayers(3)
		period, root := "", ""
		// A machine that is too busy to have the anchor in a block in time refunds
		// the round, as it must; then the next one is played.
		for isDrawn, tries := false, 0; !isDrawn; tries++ {
			if tries == roundTries {
				t.Fatalf("%d rounds were refunded", tries)
			}
			period, root = w.killedRound(players)
			w.await("the round is over", 3*time.Minute, func() bool {
				state := w.gameRound(players[0], period).State
				isDrawn = state == "drawn"
				return isDrawn || state == "refunded"
			})
		}
		first := w.gameRound(players[0], period)
		w.running().Kill()
		w.start()
		for i, p := range players {
			r := w.gameRound(p, period)
			if r.Root != root || r.BeaconSignature != first.BeaconSignature || !slices.Equal(r.Board, first.Board) || len(r.Entries) != len(players) {
				t.Errorf("player %d sees %+v, the first one %+v", i, r, first)
			}
			want := gameHeld - gameStake + r.Mine.Win
			w.await(fmt.Sprintf("player %d holds %d points", i, want), time.Minute, func() bool { return w.points(p) == want })
			w.verifyRound(p, r)
		}
		w.check()
	})
}

// TestAnOpenAppHearsOfTheDraw follows a player's events over a draw: once told, the
// player reads board and points as they are.
func TestAnOpenAppHearsOfTheDraw(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	players := w.gamePlayers(1)
	one := w.at(players[0])
	told := one.Follow(t.Context(), t, "")
	player.Await(t, told, time.Minute, "hello")
	for tries := 0; ; tries++ {
		if tries == roundTries {
			t.Fatalf("%d rounds were refunded", tries)
		}
		held := w.points(one)
		period := w.playGame(players)
		w.await("the round locks", time.Minute, func() bool { return w.gameRound(one, period).State != "open" })
		w.awaitAnchor(one, period, "mined", "final")
		if err := w.running().Operate(t.Context(), fmt.Sprintf("/demo/advance?seconds=%d", int(drawAfter/time.Second))); err != nil {
			t.Fatal(err)
		}
		// A machine that is too busy has the anchor in a block too late.
		heard, _ := player.Await(t, told, 3*time.Minute, "round_drawn", "game_refunded_no_anchor")
		if heard.Kind != "round_drawn" {
			continue
		}
		r := w.gameRound(one, period)
		if heard.Refs["period"] != period || r.State != "drawn" || r.Mine == nil || w.points(one) != held-gameStake+r.Mine.Win {
			t.Errorf("told %+v; the round is %+v, and %d points are there of %d", heard, r, w.points(one), held)
		}
		break
	}
	w.check()
}

// roundTries bounds the rounds of a machine that is too busy.
const roundTries = 4

// killedRound plays a round and kills the program between anchor and draw, while
// it draws, and while it pays.
func (w *world) killedRound(players []*player.Player) (period, root string) {
	w.t.Helper()
	period = w.playGame(players)
	w.await("the round locks", time.Minute, func() bool { return w.gameRound(players[0], period).State != "open" })
	w.awaitAnchor(players[0], period, "broadcast", "mined", "final")
	w.running().Kill()
	w.start()
	root = w.gameRound(players[0], period).Root
	w.awaitAnchor(players[0], period, "mined", "final")
	w.running().Kill()
	// The draw is due when the program comes back.
	w.moveClock(drawAfter)
	w.start()
	w.running().Kill()
	w.start()
	w.await("the draw", 3*time.Minute, func() bool { return w.gameRound(players[0], period).State != "locked" })
	w.running().Kill()
	w.start()
	return period, root
}

// TestKilledBeforeTheAnchor kills the program before entries end and starts it when
// the beacon is known: everybody has their stake back.
func TestKilledBeforeTheAnchor(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newWorld(t, engine)
		players := w.gamePlayers(2)
		period := w.advanceTo(players[0], beforeEnd)
		w.joinGame(players, period)
		w.running().Kill()
		w.moveClock(beforeEnd + drawAfter)
		w.start()
		w.await("the round is refunded", 2*time.Minute, func() bool { return w.gameRound(players[0], period).State == "refunded" })
		for i, p := range players {
			w.await(fmt.Sprintf("player %d has everything back", i), time.Minute, func() bool { return w.points(p) == gameHeld })
			if r := w.gameRound(p, period); r.Reason != "no_anchor" || len(r.Board) > 0 {
				t.Errorf("player %d sees %+v", i, r)
			}
		}
		w.settle()
		w.check()
	})
}

// awaitAnchor waits until the anchor of a period is in one of some states. A machine that
// is too busy gives it up, or locks the round too late for one, and refunds it.
func (w *world) awaitAnchor(p *player.Player, period string, states ...string) {
	w.t.Helper()
	db, err := player.OpenDatabase(w.database)
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	w.await(fmt.Sprintf("the anchor is %v", states), time.Minute, func() bool {
		rows, err := player.Rows(db, `SELECT state FROM payout_anchor WHERE reference = 'anchor-`+period+`'`)
		isThere := err == nil && len(rows) == 1 && slices.Contains(append(states, "failed"), rows[0][0])
		return isThere || w.gameRound(p, period).State == "refunded"
	})
}
