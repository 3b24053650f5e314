package crash

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
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
		now := w.serverTime(rich)
		day := clock.DayOf(now)
		seconds := int(day.End().Sub(now)/time.Second) + 20
		if err := w.running().Operate(t.Context(), fmt.Sprintf("/demo/advance?seconds=%d", seconds)); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			time.Sleep(time.Duration(chance.IntN(1500)) * time.Millisecond)
			w.running().Kill()
			w.start()
		}
		snapshot := w.snapshotOf(rich, day)
		w.wantProof(rich, snapshot, 0, "was owed 12300000000 USDT, 0 ETLD and 0 ETH")
		w.alterLeaves(snapshot)
		w.wantProof(rich, snapshot, 1, "WRONG: proof: ")
		w.running().Kill()
		if err := player.CheckBooks(program, w.dir, w.database); err == nil || !strings.Contains(err.Error(), "snapshot "+snapshot) {
			t.Errorf("the check of the books: %v", err)
		}
	})
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

// wantProof has the command check a player's proof as a stranger would.
func (w *world) wantProof(p *player.Player, snapshot string, want int, says string) {
	w.t.Helper()
	var proof, chain json.RawMessage
	w.must(p, "/api/open/myProof", url.Values{"snapshotId": {snapshot}}, &proof)
	w.must(p, "/api/open/gameChain", nil, &chain)
	var published struct{ AnchorAddresses []struct{ Address string } }
	if err := json.Unmarshal(chain, &published); err != nil || len(published.AnchorAddresses) != 1 {
		w.t.Fatalf("published are %+v, %v", published, err)
	}
	dir := w.t.TempDir()
	path, keys := filepath.Join(dir, "proof.json"), filepath.Join(dir, "keys.json")
	for name, content := range map[string][]byte{path: proof, keys: chain} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			w.t.Fatal(err)
		}
	}
	output, code := player.Run(w.t.Context(), program, "verify", "proof", "--receipt-keys", keys,
		"--anchor-address", published.AnchorAddresses[0].Address, "--rpc-urls", w.running().RPCURL, path)
	if code != want || !strings.Contains(output, says) {
		w.t.Errorf("etld verify proof ended with %d instead of %d: %s", code, want, output)
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
