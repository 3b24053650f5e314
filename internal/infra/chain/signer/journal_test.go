package signer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"etld/internal/base/entropy"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/chain/walletsig/wallettest"
)

func (w *world) tryOpen(journal string) (*signer.Local, error) {
	return signer.New(signer.Config{Key: w.key, Policy: w.policy, Journal: journal, Clock: w.clock, Log: slog.New(slog.DiscardHandler)})
}

// copied is the journal as it lies on the disk, while the signer may be running: the
// file and the log of what is not in it yet.
func (w *world) copied() (file, log []byte) {
	w.t.Helper()
	file, err := os.ReadFile(w.journal)
	if err != nil {
		w.t.Fatal(err)
	}
	if log, err = os.ReadFile(w.journal + "-wal"); err != nil && !errors.Is(err, os.ErrNotExist) {
		w.t.Fatal(err)
	}
	return file, log
}

// placed puts a copy into a folder of its own.
func placed(t *testing.T, file, log []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "journal")
	if err := errors.Join(os.WriteFile(path, file, 0o600), os.WriteFile(path+"-wal", log, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// changed is a copy of a closed journal on which statements were run, as by somebody
// with a database tool who takes away what keeps rows as they are.
func changed(t *testing.T, whole []byte, script string) (path string) {
	t.Helper()
	path = placed(t, whole, nil)
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	const unlocked = "DROP TRIGGER chain_signer_keeps; DROP TRIGGER chain_signer_stays;"
	if err := errors.Join(sqlitex.ExecuteScript(conn, unlocked+script, nil), conn.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func (w *world) closed() []byte {
	w.t.Helper()
	if err := w.local.Close(); err != nil {
		w.t.Fatal(err)
	}
	file, _ := w.copied()
	return file
}

// The process is killed while it writes: every length the log can have opens
// again, forgets at most the decision that nobody was told, and goes on.
func TestAJournalCutAnywhereOpensAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.restart()
	one, two := w.request("w1", 0, "50"), w.request("w2", 1, "50")
	signed := w.mustSign(one)
	_, first := w.copied()
	w.mustRefuse(w.request("w3", 0, "50"), signer.ErrNonceUsed)
	w.mustSign(two)
	file, log := w.copied()
	if len(first) == 0 || len(log) <= len(first) {
		t.Fatalf("the log has %d bytes after one payout and %d after two: nothing would be cut", len(first), len(log))
	}
	step := max(1, len(log)/60)
	for length := 0; length <= len(log); length += step {
		path := placed(t, file, log[:length])
		local, err := w.tryOpen(path)
		if err != nil {
			t.Fatalf("cut at %d of %d: %v", length, len(log), err)
		}
		if length >= len(first) {
			other := one
			other.Nonce = 9
			if _, err := local.SignPayout(context.Background(), other); !errors.Is(err, signer.ErrWithdrawalUsed) {
				t.Fatalf("cut at %d: the first payout is forgotten: %v", length, err)
			}
		}
		for _, r := range []signer.Request{one, two} {
			again, err := local.SignPayout(context.Background(), r)
			if err != nil || (r.Nonce == 0 && again.Hash != signed.Hash) {
				t.Fatalf("cut at %d: %s: %v", length, r.WithdrawalID, err)
			}
		}
		if err := errors.Join(local.VerifyJournal(t.Context()), local.Close()); err != nil {
			t.Fatalf("cut at %d, then continued: %v", length, err)
		}
	}
}

// TestAChangedJournalIsNoticed: nothing is decided by a row that was changed, and the
// reading of all rows finds whatever was done to any of them.
func TestAChangedJournalIsNoticed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.request("w1", 0, "50")
	w.mustSign(first)
	w.mustSign(w.request("w2", 1, "60"))
	w.mustSign(w.request("w3", 2, "60"))
	if err := w.local.VerifyJournal(t.Context()); err != nil {
		t.Errorf("a whole journal: %v", err)
	}
	whole := w.closed()
	const content = "UPDATE chain_signer_decision SET content = "
	for name, test := range map[string]struct {
		script string
		// opens says that a start does not notice, and forgets that the first payout
		// is not known any more to decisions, which the reading finds.
		opens, forgets bool
	}{
		"the last row changed":    {content + "json_set(content, '$.request.nonce', 7) WHERE number = 3", false, false},
		"the last row's seal":     {"UPDATE chain_signer_decision SET seal = 'x' WHERE number = 3", false, false},
		"the row before the last": {"UPDATE chain_signer_decision SET seal = 'x' WHERE number = 2", false, false},
		"an old row changed":      {content + "json_set(content, '$.request.nonce', 7) WHERE number = 1", true, false},
		"an old row no JSON":      {"DROP INDEX chain_signer_nonce; " + content + "'{}' WHERE number = 1", true, true},
		"an old row gone":         {"DELETE FROM chain_signer_decision WHERE number = 1", true, true},
		"all rows gone but one":   {"DELETE FROM chain_signer_decision WHERE number < 3", false, false},
	} {
		local, err := w.tryOpen(changed(t, whole, test.script))
		if test.opens != (err == nil) || err != nil && !errors.Is(err, signer.ErrJournal) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil {
			continue
		}
		t.Cleanup(func() { _ = local.Close() })
		if !test.forgets {
			if _, err := local.SignPayout(t.Context(), first); !errors.Is(err, signer.ErrUnavailable) || signertest.IsRefusal(err) {
				t.Errorf("%s: a repetition: %v", name, err)
			}
		}
		if err := local.VerifyJournal(t.Context()); !errors.Is(err, signer.ErrJournal) {
			t.Errorf("%s: the whole journal: %v", name, err)
		}
		if _, err := local.SignPayout(t.Context(), w.request("w4", 3, "50")); !errors.Is(err, signer.ErrUnavailable) {
			t.Errorf("%s: a payout after that: %v", name, err)
		}
	}
	if _, err := w.tryOpen(placed(t, bytes.Repeat([]byte("x"), 4096), nil)); !errors.Is(err, signer.ErrJournal) {
		t.Errorf("no database: %v", err)
	}
}

// TestTheJournalIsOnlyAddedTo: the file itself refuses what no signer does.
func TestTheJournalIsOnlyAddedTo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSign(w.request("w1", 0, "50"))
	path := placed(t, w.closed(), nil)
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	const again = "INSERT INTO chain_signer_decision (number, content, seal) SELECT 2, json_set(content, %s), 'x' FROM chain_signer_decision"
	for name, statement := range map[string]string{
		"changed":           "UPDATE chain_signer_decision SET seal = 'x'",
		"taken away":        "DELETE FROM chain_signer_decision",
		"a nonce twice":     fmt.Sprintf(again, "'$.requestId', 'other'"),
		"a statement twice": fmt.Sprintf(again, "'$.request.nonce', 5"),
	} {
		if err := sqlitex.ExecuteTransient(conn, statement, nil); err == nil {
			t.Errorf("%s: the file took it", name)
		}
	}
	if err := sqlitex.ExecuteTransient(conn, fmt.Sprintf(again, "'$.request.nonce', 5, '$.requestId', 'other'"), nil); err != nil {
		t.Errorf("neither of them: %v", err)
	}
}

func TestOneSignerPerJournal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if _, err := w.tryOpen(w.journal); !errors.Is(err, signer.ErrJournal) {
		t.Errorf("a second signer opened the journal: %v", err)
	}
}

// Without a journal nothing is signed: an answer that nobody remembers would
// let a second payout through.
func TestNothingIsSignedWithoutTheJournal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	// The file is gone from under it, as on a disk that fails.
	if err := w.local.Close(); err != nil {
		t.Fatal(err)
	}
	if signed, err := w.sign(w.request("w1", 0, "50")); !errors.Is(err, signer.ErrUnavailable) || signertest.IsRefusal(err) || len(signed.Raw) > 0 {
		t.Fatalf("got %v", err)
	}
	// And it stays so until a restart, whatever the disk says now.
	if _, err := w.sign(w.request("w2", 1, "50")); !errors.Is(err, signer.ErrUnavailable) {
		t.Fatalf("got %v", err)
	}
	w.open()
	w.mustSign(w.request("w1", 0, "50"))
}

func TestRefusalsAreBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bad := w.request("w1", 0, "50")
	bad.Units = "1"
	for range 1_100 {
		w.mustRefuse(bad, signer.ErrAmount)
	}
	if got := w.queried("SELECT count(*) FROM chain_signer_decision"); got != 1_000 {
		t.Errorf("%d rows", got)
	}
	w.clock.Advance(time.Hour)
	w.mustRefuse(bad, signer.ErrAmount)
	if got := w.queried("SELECT content ->> '$.skipped' FROM chain_signer_decision ORDER BY number DESC LIMIT 1"); got != 100 {
		t.Errorf("%d skipped refusals are counted", got)
	}
}

// queried asks the journal for a number, beside the signer.
func (w *world) queried(query string) (number int64) {
	w.t.Helper()
	conn, err := sqlite.OpenConn(w.journal, sqlite.OpenReadOnly)
	if err != nil {
		w.t.Fatal(err)
	}
	number, err = sqlitex.ResultInt64(conn.Prep(query))
	if err := errors.Join(err, conn.Close()); err != nil {
		w.t.Fatal(err)
	}
	return number
}

func TestKeystore(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "key.json")
	key, err := signer.CreateKeystore(path, passphrase, signer.Light, entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	if again, err := signer.OpenKeystore(path, passphrase); err != nil || again.Address() != key.Address() {
		t.Errorf("%v", err)
	}
	if _, err := signer.OpenKeystore(path, passphrase+"!"); !errors.Is(err, signer.ErrKeystore) {
		t.Errorf("a wrong passphrase: %v", err)
	}
	if _, err := signer.CreateKeystore(path, passphrase, signer.Light, entropy.System()); !errors.Is(err, signer.ErrKeystore) {
		t.Errorf("a file was replaced: %v", err)
	}
	if _, err := signer.CreateKeystore(path+"2", "short", signer.Light, entropy.System()); !errors.Is(err, signer.ErrKeystore) {
		t.Errorf("a short passphrase: %v", err)
	}
	private := wallettest.Key("wallet 4")
	imported := path + "3"
	if _, err := signer.ImportKeystore(imported, passphrase, signer.Light, private); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(imported)
	if err != nil || strings.Contains(string(content), strings.ToLower(string(crypto.FromECDSA(private)))) {
		t.Errorf("the key lies in the file as it is (%v)", err)
	}
	if err := os.Chmod(imported, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := signer.OpenKeystore(imported, passphrase); !errors.Is(err, signer.ErrKeystore) {
		t.Errorf("a file that others can read: %v", err)
	}
}
