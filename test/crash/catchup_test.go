package crash

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"etld/internal/infra/sqldb"
)

const (
	owners = 4
	// sleptDays is longer than the shortest term, so that machines mature too.
	sleptDays    = 95
	catchUpKills = 8
	// catchUpWithin is for all of the work, and for each part of it.
	catchUpWithin = 2 * time.Minute
)

// TestKilledWhileItCatchesUp starts a world that slept for three months, kills
// it at random points of the work that is due, and holds its journal against
// that of the same world never stopped.
func TestKilledWhileItCatchesUp(t *testing.T) {
	t.Parallel()
	chance := newRandom(t)
	killed := newWorld(t, sqldb.SQLite)
	for i, b := range killed.newBuyers(chance)[:owners] {
		for n, params := range [][]string{{"machineSmall", "true"}, {"machineSmall", ""}, {"machineMedium", "true"}} {
			order := purchase(fmt.Sprintf("a-machine-that-sleeps-%d-%d", i, n), params[0], b.terms[params[0]], 1+chance.IntN(3))
			order.Set("startNow", params[1])
			if err := b.wallet.Must(t.Context(), purchasePath, order, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if code := killed.running().Stop(); code != 0 {
		t.Fatalf("the program ended with %d", code)
	}
	before := killed.postings(time.Now().Add(time.Hour))
	calm := killed.copied()
	// Whole days, so that the hour in which things fall due is today's. What is
	// compared is what was due when the first of the two woke up.
	woke := time.Now().Add(sleptDays * 24 * time.Hour)
	for _, w := range []*world{killed, calm} {
		w.sleep(sleptDays * 24 * time.Hour)
	}
	calm.open()
	calm.settle()
	want := calm.postings(woke)
	calm.check()
	due := len(want) - len(before)
	if due < sleptDays*owners {
		t.Fatalf("only %d postings fell due", due)
	}

	done, interrupted := 0, 0
	for n := 0; n < catchUpKills && done < due; n++ {
		// Somewhere in the next third, so that several kills find work.
		target := done + 1 + chance.IntN((due-done)/3+1)
		killed.start()
		killed.await("the work up to a kill", catchUpWithin, func() bool { return killed.count()-len(before) >= target })
		killed.running().Kill()
		if done = len(killed.postings(woke)) - len(before); done < due {
			interrupted++
		}
		t.Logf("killed with %d of %d postings done, wanted at %d", done, due, target)
	}
	if interrupted == 0 {
		t.Error("no kill met the work")
	}
	killed.start()
	killed.settle()
	got := killed.postings(woke)
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("of %d and %d postings number %d differs: %q, in the world never stopped %q", len(got), len(want), i, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
	killed.check()
}

// copied is a second world with a copy of the folder of one that stands still.
func (w *world) copied() *world {
	w.t.Helper()
	other := &world{t: w.t, dir: filepath.Join(w.t.TempDir(), "copy"), log: &testLog{}}
	other.database = "sqlite:" + filepath.Join(other.dir, "etld.db")
	// As in twin, a copy that keeps who may read what.
	if out, err := exec.CommandContext(w.t.Context(), "cp", "-a", w.dir, other.dir).CombinedOutput(); err != nil {
		w.t.Fatalf("copy the folder: %v, %s", err, out)
	}
	return other
}

// sleep moves the clock of a world that stands still, as if it had stood that
// long.
func (w *world) sleep(by time.Duration) {
	w.t.Helper()
	path := filepath.Join(w.dir, "demo.json")
	text, err := os.ReadFile(path)
	var marker map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(text, &marker)
	}
	if err == nil {
		marker["clockOffset"] = json.RawMessage(fmt.Sprint(int64(by)))
		text, err = json.Marshal(marker)
	}
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		w.t.Fatalf("move the clock: %v", err)
	}
}

// settle waits until all that is due was done.
func (w *world) settle() {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), catchUpWithin)
	defer cancel()
	if err := w.running().Operate(ctx, "/demo/advance?seconds=1"); err != nil {
		w.t.Fatal(err)
	}
}

// postings are the journal's transfers that took effect by an instant, in the
// form in which two worlds are compared, in their order.
func (w *world) postings(by time.Time) (lines []string) {
	w.t.Helper()
	w.query(`SELECT at, type, sub_type, debit, credit, amount, ref_type, ref_id FROM ledger_transfer WHERE at <= ?`, func(row *sqlite.Stmt) {
		columns := make([]string, row.ColumnCount())
		for i := range columns {
			columns[i] = row.ColumnText(i)
		}
		lines = append(lines, strings.Join(columns, " "))
	}, by.UnixMicro())
	slices.Sort(lines)
	return lines
}

// count is how many transfers the journal has.
func (w *world) count() (n int) {
	w.t.Helper()
	w.query(`SELECT COUNT(*) FROM ledger_transfer`, func(row *sqlite.Stmt) { n = row.ColumnInt(0) })
	return n
}

// query reads the world's file, whether or not the program runs.
func (w *world) query(query string, each func(row *sqlite.Stmt), args ...any) {
	w.t.Helper()
	conn, err := sqlite.OpenConn(strings.TrimPrefix(w.database, "sqlite:"), sqlite.OpenReadWrite)
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close()
	conn.SetBusyTimeout(10 * time.Second)
	if err := sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args, ResultFunc: func(row *sqlite.Stmt) error {
		each(row)
		return nil
	}}); err != nil {
		w.t.Fatal(err)
	}
}
