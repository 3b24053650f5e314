package crash

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

// TestKilledAfterMidnight kills the program while it counts what all are owed: the
// snapshot is made once, stands in one transaction, and a stranger's command finds in it
// what a user was owed. A leaf that is changed behind the program's back is found.
func TestKilledAfterMidnight(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		chance := newRandom(t)
		w := newWorld(t, engine)
		rich := w.fundedPlayer(123)
		day := w.killedAtMidnight(rich)
		for range 2 {
			time.Sleep(time.Duration(chance.IntN(1500)) * time.Millisecond)
			w.running().Kill()
			w.start()
		}
		snapshot := w.snapshotOf(rich, day)
		w.wantProof(rich, day, snapshot, 0, "was owed 12300000000 USDT, 0 ETLD and 0 ETH")
		w.alterLeaves(snapshot)
		w.wantProof(rich, day, snapshot, 1, "WRONG: proof: ")
		w.running().Kill()
		if err := player.CheckBooks(program, w.dir, w.database); err == nil || !strings.Contains(err.Error(), "snapshot "+snapshot) {
			t.Errorf("the check of the books: %v", err)
		}
	})
}

// midnightTries bounds the midnights of a machine that is too busy to kill in time.
const midnightTries = 4

// killedAtMidnight kills the program over what it counts at a day's end, before that stands
// on the chain, and starts it again.
func (w *world) killedAtMidnight(p *player.Player) (day clock.Day) {
	w.t.Helper()
	for tries := range midnightTries {
		now := w.serverTime(p)
		day = clock.DayOf(now)
		seconds := int(day.End().Sub(now)/time.Second) + 20
		advanced := make(chan error, 1)
		go func() {
			advanced <- w.running().Operate(context.Background(), fmt.Sprintf("/demo/advance?seconds=%d", seconds))
		}()
		w.await("the snapshot is begun", time.Minute, func() bool { return len(w.rows(`SELECT id FROM solvency_snapshot`)) > tries })
		w.running().Kill()
		w.t.Logf("the jump over midnight: %v", <-advanced)
		isMet := len(w.rows(`SELECT reference FROM payout_anchor WHERE state = 'final'`)) <= tries
		w.start()
		if isMet {
			return day
		}
	}
	w.t.Fatalf("%d kills did not meet the work", midnightTries)
	return day
}

// snapshotOf waits until the snapshot of a day stands in a final block.
func (w *world) snapshotOf(p *player.Player, day clock.Day) (snapshot string) {
	w.t.Helper()
	w.await("the snapshot stands on the chain", 2*time.Minute, func() bool {
		var out struct {
			List []struct{ Snapshot, State string }
		}
		w.must(p, "/api/open/snapshots", url.Values{"date": {day.String()}}, &out)
		if len(out.List) != 1 {
			return false
		}
		snapshot = out.List[0].Snapshot
		return out.List[0].State == "final"
	})
	return snapshot
}

// wantProof has a stranger check a player's proof as the document says, with the command
// and with lines of his own.
func (w *world) wantProof(p *player.Player, day clock.Day, snapshot string, want int, says string) {
	w.t.Helper()
	var proof json.RawMessage
	var chain struct{ AnchorAddresses []struct{ Address string } }
	var texts struct{ List []struct{ Text string } }
	w.must(p, "/api/open/myProof", url.Values{"snapshotId": {snapshot}}, &proof)
	w.must(p, "/api/open/gameChain", nil, &chain)
	w.must(p, "/api/open/snapshots", url.Values{"date": {day.String()}}, &texts)
	if len(chain.AnchorAddresses) != 1 || len(texts.List) != 1 {
		w.t.Fatalf("published are %+v and %+v", chain, texts)
	}
	stranger := newStranger(w.t, strings.NewReplacer("https://HOST", w.running().URL, "ADDRESS", chain.AnchorAddresses[0].Address,
		"https://YOUR-NODE", w.running().RPCURL, "ETLDSOL1|…", texts.List[0].Text, "0xYOURWALLET", p.Address().Hex(), "--day YYYYMMDD", "--day "+snapshot))
	stranger.keep("proof.json", string(proof))
	for _, line := range stranger.lines("curl ") {
		stranger.run(line, 0, "")
	}
	for _, line := range stranger.lines("etld verify proof ") {
		stranger.run(line, want, says)
	}
	if want == 0 {
		says = "owed: USDT 12300000000, ETLD 0, ETH 0"
	} else {
		says = "the sums do not add up to the totals"
	}
	for _, line := range stranger.lines("python3 ") {
		stranger.run(line, want, says)
	}
}

// alterLeaves changes a sum in each leaf of a small snapshot.
func (w *world) alterLeaves(snapshot string) {
	w.t.Helper()
	db, err := player.OpenDatabase(w.database)
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	rows, err := player.Rows(db, `SELECT leaves FROM solvency_block WHERE snapshot = '`+snapshot+`'`)
	if err != nil || len(rows) != 1 {
		w.t.Fatalf("%d blocks: %v", len(rows), err)
	}
	raw, err := base64.StdEncoding.DecodeString(rows[0][0])
	if err != nil {
		w.t.Fatal(err)
	}
	// A leaf has 56 bytes: its owner, and three sums of eight.
	for at := 39; at < len(raw); at += 56 {
		raw[at] ^= 1
	}
	leaves := base64.StdEncoding.EncodeToString(raw)
	if _, err := db.ExecContext(w.t.Context(), `UPDATE solvency_block SET leaves = '`+leaves+`' WHERE snapshot = '`+snapshot+`'`); err != nil {
		w.t.Fatal(err)
	}
}
