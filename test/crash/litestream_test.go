package crash

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/base/skip"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

// litestream copies a SQLite database all the time; `make check` installs it, on Linux for amd64.
const litestream = "tools/programs/node_modules/@flydotio/litestream-linux-x64/litestream"

// TestCopiedAllTheTime lets Litestream copy the books of the running program, kills both,
// and goes on from what was copied: nothing is lost but what came within the last second.
func TestCopiedAllTheTime(t *testing.T) {
	t.Parallel()
	copier := filepath.Join(player.Root(), litestream)
	if _, err := exec.LookPath(copier); err != nil {
		skip.Missing(t, "Litestream is not installed; `make check` installs it")
	}
	w := newWorld(t, sqldb.SQLite)
	p := w.fundedPlayer(2_500)
	terms := w.terms(p)[medium]
	w.buy(p, "request-before-the-copy", terms)
	books := strings.TrimPrefix(w.database, "sqlite:")
	copies := "file://" + filepath.Join(t.TempDir(), "copies")
	copying := exec.CommandContext(t.Context(), copier, "replicate", books, copies)
	if err := copying.Start(); err != nil {
		t.Fatal(err)
	}
	w.buy(p, "request-while-it-is-copied", terms)
	want, known := w.holding(p), w.count()

	folder := t.TempDir()
	w.database = "sqlite:" + filepath.Join(folder, "etld.db")
	w.await("the copy of all that was answered", time.Minute, func() bool {
		file := filepath.Join(t.TempDir(), "etld.db")
		return exec.CommandContext(t.Context(), copier, "restore", "-o", file, copies).Run() == nil &&
			(&world{t: t, database: "sqlite:" + file}).count() >= known
	})
	w.running().Kill()
	if err := copying.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = copying.Wait()
	if output, err := exec.CommandContext(t.Context(), copier, "restore", "-o", filepath.Join(folder, "etld.db"), copies).CombinedOutput(); err != nil {
		t.Fatalf("litestream restore: %v, %s", err, output)
	}
	if output, code := player.Run(t.Context(), program, "check", "--database", w.database); code != 0 || !strings.Contains(output, "the books are in order") {
		t.Errorf("etld check of the copy ended with %d: %s", code, output)
	}
	w.start()
	if got := w.holding(p); got != want {
		t.Errorf("the wallet holds %+v, want %+v", got, want)
	}
	// What was answered before the end is remembered.
	w.buy(p, "request-while-it-is-copied", terms)
	if got := w.holding(p); got.Available != want.Available {
		t.Errorf("a repeated call bought again: %+v", got)
	}
	w.deposit(p, money.Units(7))
	w.awaitAvailable(p, want.Available+money.Units(7))
	w.check()
}
