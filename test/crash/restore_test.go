package crash

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

// codePaused refuses withdrawals on a network whose payouts are stopped.
const codePaused = 1305

// looksUnpaid is how many times the work of payouts looks at what may not be paid; one
// look begins a payout.
const looksUnpaid = 3

// TestARestoredCopyPaysNothingAgain puts a copy of the books in the place of those that
// went on, while signer and chain know what was paid since: a withdrawal that the copy
// has as waiting, and one that it does not know. Payouts stop by themselves, nothing is
// paid again, and people are told.
func TestARestoredCopyPaysNothingAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	d := w.newDrawers()[0]
	w.hotWallet("drain")
	waiting := d.withdraw(money.MustParse("60.5"))
	waiting.await("that a refill is expected", isRefillExpected)
	file := filepath.Join(t.TempDir(), "copy.db")
	if output, code := player.Run(t.Context(), program, "backup", "--database", w.database, file); code != 0 {
		t.Fatalf("etld backup ended with %d: %s", code, output)
	}
	w.hotWallet("refill")
	waiting.await("confirmation", isConfirmed)
	lost := d.withdraw(money.MustParse("90"))
	lost.await("confirmation", isConfirmed)
	paid := d.holds()
	if err := w.running().StopWell(); err != nil {
		t.Error(err)
	}

	database := strings.TrimPrefix(w.database, "sqlite:")
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Remove(database + suffix); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(database, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.start()
	checker, err := w.running().Colleague(t.Context(), "finance_checker", 1)
	if err != nil {
		t.Fatal(err)
	}
	var board string
	w.await("payouts stop by themselves", payoutsWithin, func() bool {
		a, err := checker.Call(t.Context(), "payouts/overview", struct{}{})
		board = fmt.Sprintf("%d %s %v", a.Code, a.Data, err)
		return strings.Contains(board, "nonce_used_elsewhere") || strings.Contains(board, "payouts_unknown_to_the_books")
	})
	var forgotten struct {
		List []struct {
			Network, Reference, Recipient string
			Quantity                      money.Amount
		}
	}
	w.await("what the copy does not know is found", payoutsWithin, func() bool {
		a, err := checker.Call(t.Context(), "payouts/forgotten", struct{}{})
		return err == nil && a.Code == 200 && decode(a, &forgotten) == nil && len(forgotten.List) == 2
	})
	for i, want := range []struct {
		no       string
		quantity money.Amount
	}{{waiting.no, money.MustParse("60.5")}, {lost.no, money.MustParse("90")}} {
		if got := forgotten.List[i]; got.Network != "BEP-20" || got.Reference != want.no || got.Quantity != want.quantity || got.Recipient != d.wallet.Address().Hex() {
			t.Errorf("found was %+v, want %+v", got, want)
		}
	}
	// What the copy does not know is asked for once more, and refused until people looked.
	d.wallet.Server = w.url()
	params, err := d.wallet.Withdrawal(t.Context(), "withdrawal-after-the-copy", money.MustParse("90"))
	if err != nil {
		t.Fatal(err)
	}
	if a, err := d.wallet.Call(t.Context(), withdrawPath, params); err != nil || a.Code != codePaused {
		t.Errorf("another request is answered %d %s (%v)", a.Code, a.Message, err)
	}
	waiting.await("that it waits", func(seen record) bool { return seen.TxHash == "" && !isConfirmed(seen) })
	looks := func() int {
		// There is none before the first look.
		n, _ := strconv.Atoi(w.readMetric(`etld_job_chunk_seconds_count{job="payout_BEP-20"}`))
		return n
	}
	from := looks()
	w.await("payouts are looked at again", payoutsWithin, func() bool { return looks() >= from+looksUnpaid })
	if now := d.holds(); now != paid {
		t.Errorf("the wallet holds %s, and %s was all that was asked for", now, paid)
	}
}
