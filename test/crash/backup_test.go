package crash

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

// TestBackupAndRestore copies the books of the running program, puts the copy
// into an empty folder, and goes on from there: what was there at the copy is
// there, what came by the chain after it is found again, and what was called
// after it is not.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	p := w.fundedPlayer(2_500)
	terms := w.terms(p)[medium]
	w.buy(p, "request-before-the-copy", terms)
	if err := w.running().Operate(t.Context(), "/demo/advance?seconds=180000"); err != nil {
		t.Fatal(err)
	}
	w.await("income", time.Minute, func() bool {
		h, err := w.at(p).Holding(t.Context(), money.ETLD)
		return err == nil && h.Available > 0
	})
	file := filepath.Join(t.TempDir(), "copy.db")
	if output, code := player.Run(t.Context(), program, "backup", "--database", w.database, file); code != 0 {
		t.Fatalf("etld backup ended with %d: %s", code, output)
	}
	if output, code := player.Run(t.Context(), program, "backup", "--data-dir", w.dir, "--database", w.database, "--verify", file); code != 0 ||
		!strings.Contains(output, "the copy was restored and is in order") {
		t.Errorf("etld backup --verify ended with %d: %s", code, output)
	}
	copied := w.holding(p)
	w.deposit(p, money.Units(7))
	w.awaitAvailable(p, copied.Available+money.Units(7))
	w.buy(p, "request-after-the-copy", terms)
	if code := w.running().Stop(); code != 0 {
		t.Errorf("the program ended with %d", code)
	}

	folder := t.TempDir()
	w.database = "sqlite:" + filepath.Join(folder, "etld.db")
	content, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "etld.db"), content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if output, code := player.Run(t.Context(), program, "check", "--data-dir", folder); code != 0 || !strings.Contains(output, "the books are in order") {
		t.Errorf("etld check of the copy ended with %d: %s", code, output)
	}
	w.start()
	w.awaitAvailable(p, copied.Available+money.Units(7))
	if got, want := w.holding(p), (player.Holding{Currency: money.USDT, Available: copied.Available + money.Units(7), Locked: copied.Locked, Escrow: copied.Escrow, Total: copied.Total + money.Units(7)}); got != want {
		t.Errorf("the wallet holds %+v, want %+v", got, want)
	}
	// The call that was lost is a new one; the one in the copy is remembered.
	w.buy(p, "request-before-the-copy", terms)
	if got := w.holding(p); got.Available != copied.Available+money.Units(7) {
		t.Errorf("a repeated call bought again: %+v", got)
	}
	w.buy(p, "request-after-the-copy", terms)
	w.check()
}

const medium = "machineMedium"

// buy buys a medium machine from the balance.
func (w *world) buy(p *player.Player, requestID, terms string) {
	w.t.Helper()
	if a, err := w.at(p).Call(w.t.Context(), purchasePath, purchase(requestID, medium, terms, 1)); err != nil || a.Code != http.StatusOK {
		w.t.Fatalf("%s: %+v, %v", requestID, a, err)
	}
}

func (w *world) holding(p *player.Player) player.Holding {
	w.t.Helper()
	h, err := w.at(p).Holding(w.t.Context(), money.USDT)
	if err != nil {
		w.t.Fatal(err)
	}
	return h
}
