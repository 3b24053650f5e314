package crash

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

// codePaused refuses withdrawals on a network whose payouts are stopped.
const codePaused = 1305

// looksUnpaid is how many times the work of payouts looks at what may not be paid; one
// look begins a payout.
const looksUnpaid = 3

// TestARestoredCopyPaysNothingAgain puts a copy of the books in the place of those that
// went on, while signer and chain know what was paid since: a withdrawal that the copy
// has as waiting, and one that it does not know. Nothing is begun before that is found;
// the former is confirmed and not given up, for the latter payouts stop by themselves,
// people are told, and two of them let payouts go on. Nothing is paid again.
func TestARestoredCopyPaysNothingAgain(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newWorld(t, engine)
		w.payNothingAgain(func() func() { return w.copyBooks(engine) })
	})
}

// payNothingAgain has take make a copy of the books while a withdrawal waits, and what it
// yields put the copy in their place once that one and another were paid.
func (w *world) payNothingAgain(take func() (restore func())) {
	w.t.Helper()
	d := w.newDrawers()[0]
	w.hotWallet("drain")
	waiting := d.withdraw(money.MustParse("60.5"))
	waiting.await("that a refill is expected", isRefillExpected)
	restore := take()
	d.wallet.Server = w.url()
	w.hotWallet("refill")
	waiting.await("confirmation", isConfirmed)
	lost := d.withdraw(money.MustParse("90"))
	lost.await("confirmation", isConfirmed)
	paid := d.holds()
	if err := w.running().StopWell(); err != nil {
		w.t.Error(err)
	}
	restore()
	w.start()
	maker, checker := w.colleague("finance_maker"), w.colleague("finance_checker")
	w.awaitForgotten(checker, lost)
	// What the copy does not know is asked for once more, and refused until people looked.
	d.wallet.Server = w.url()
	params, err := d.wallet.Withdrawal(w.t.Context(), "withdrawal-after-the-copy", money.MustParse("90"))
	if err != nil {
		w.t.Fatal(err)
	}
	if a, err := d.wallet.Call(w.t.Context(), withdrawPath, params); err != nil || a.Code != codePaused {
		w.t.Errorf("another request is answered %d %s (%v)", a.Code, a.Message, err)
	}
	waiting.await("confirmation out of the signer's journal", isConfirmed)
	a, err := maker.Call(w.t.Context(), "withdrawals/giveUp",
		map[string]any{"payload": map[string]any{"withdrawNo": waiting.no, "code": "payout_impossible"}, "reason": "the copy has it as waiting"})
	if err != nil || a.Code == http.StatusOK {
		w.t.Errorf("what was paid is given up: %d %s (%v)", a.Code, a.Message, err)
	}
	w.awaitLooks()
	a, err = maker.Call(w.t.Context(), "payouts/resume", map[string]any{"payload": map[string]any{"network": "BEP-20"}, "reason": "what was forgotten was looked into"})
	if err != nil || a.Code != http.StatusOK {
		w.t.Fatalf("one person: %d %s (%v)", a.Code, a.Message, err)
	}
	if a, err := checker.ApproveKind(w.t.Context(), "payout_resume", "BEP-20"); err != nil || a.Code != http.StatusOK {
		w.t.Fatalf("another one: %d %s (%v)", a.Code, a.Message, err)
	}
	w.awaitLooks()
	if now := d.holds(); now != paid {
		w.t.Errorf("the wallet holds %s, and %s was all that was asked for", now, paid)
	}
	w.check()
}

// copyBooks makes a copy of the books; restore puts it in their place while the program
// stands still.
func (w *world) copyBooks(engine sqldb.Engine) (restore func()) {
	w.t.Helper()
	if engine == sqldb.Postgres {
		if err := w.running().StopWell(); err != nil {
			w.t.Error(err)
		}
		copied := dbtest.Copy(w.t, w.database)
		w.start()
		return func() { w.database = copied }
	}
	file := filepath.Join(w.t.TempDir(), "copy.db")
	if output, code := player.Run(w.t.Context(), program, "backup", "--database", w.database, file); code != 0 {
		w.t.Fatalf("etld backup ended with %d: %s", code, output)
	}
	return func() {
		database := strings.TrimPrefix(w.database, "sqlite:")
		for _, suffix := range []string{"-wal", "-shm"} {
			if err := os.Remove(database + suffix); err != nil && !os.IsNotExist(err) {
				w.t.Fatal(err)
			}
		}
		content, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(database, content, 0o600)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *world) colleague(role string) *player.Colleague {
	w.t.Helper()
	c, err := w.running().Colleague(w.t.Context(), role, 1)
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// awaitForgotten waits until payouts have stopped by themselves, for a withdrawal that the
// books do not know, which is listed.
func (w *world) awaitForgotten(by *player.Colleague, lost *withdrawal) {
	w.t.Helper()
	w.await("payouts stop by themselves", payoutsWithin, func() bool {
		a, err := by.Call(w.t.Context(), "payouts/overview", struct{}{})
		return err == nil && strings.Contains(string(a.Data), "payouts_unknown_to_the_books")
	})
	var forgotten struct {
		List []struct {
			Network, Reference, Recipient string
			Quantity                      money.Amount
		}
	}
	w.await("what the copy does not know is found", payoutsWithin, func() bool {
		a, err := by.Call(w.t.Context(), "payouts/forgotten", struct{}{})
		return err == nil && a.Code == http.StatusOK && decode(a, &forgotten) == nil && len(forgotten.List) == 1
	})
	if got := forgotten.List[0]; got.Network != "BEP-20" || got.Reference != lost.no || got.Quantity != money.MustParse("90") ||
		got.Recipient != lost.drawer.wallet.Address().Hex() {
		w.t.Errorf("found was %+v", got)
	}
}

// awaitLooks waits until payouts were looked at again, several times.
func (w *world) awaitLooks() {
	w.t.Helper()
	looks := func() int {
		// There is none before the first look.
		n, _ := strconv.Atoi(w.readMetric(`etld_job_chunk_seconds_count{job="payout_BEP-20"}`))
		return n
	}
	from := looks()
	w.await("payouts are looked at again", payoutsWithin, func() bool { return looks() >= from+looksUnpaid })
}
