package signer_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/entropy"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
)

func (w *world) tryOpen(journal string) (*signer.Local, error) {
	return signer.New(signer.Config{Key: w.key, Policy: w.policy, Journal: journal, Clock: w.clock, Log: slog.New(slog.DiscardHandler)})
}

// The process is killed while it writes: every length the file can have opens
// again, forgets at most the decision that nobody was told, and goes on.
func TestAJournalCutAnywhereOpensAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one, two := w.request("w1", 0, "50"), w.request("w2", 1, "50")
	signed := w.mustSign(one)
	w.mustRefuse(w.request("w3", 0, "50"), signer.ErrNonceUsed)
	w.mustSign(two)
	if err := w.local.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(w.journal)
	if err != nil {
		t.Fatal(err)
	}
	firstLine := bytes.IndexByte(whole, '\n') + 1
	step := max(1, len(whole)/60)
	for length := 0; length <= len(whole); length += step {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, whole[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		local, err := w.tryOpen(path)
		if err != nil {
			t.Fatalf("cut at %d of %d: %v", length, len(whole), err)
		}
		if length >= firstLine {
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
		if err := local.Close(); err != nil {
			t.Fatal(err)
		}
		if again, err := w.tryOpen(path); err != nil {
			t.Fatalf("cut at %d, then continued: %v", length, err)
		} else if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAChangedJournalIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSign(w.request("w1", 0, "50"))
	w.mustSign(w.request("w2", 1, "60"))
	if err := w.local.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(w.journal)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for name, content := range map[string][]byte{
		"an amount changed":    bytes.Replace(whole, []byte(`"nonce":0`), []byte(`"nonce":7`), 1),
		"the first line gone":  lines[1],
		"lines in other order": append(bytes.Clone(lines[1]), lines[0]...),
		"a line twice":         append(append(bytes.Clone(lines[0]), lines[0]...), lines[1]...),
		"not JSON":             append([]byte("x\n"), whole...),
	} {
		path := filepath.Join(t.TempDir(), "journal")
		if bytes.Equal(content, whole) {
			t.Fatalf("%s: nothing was changed", name)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := w.tryOpen(path); !errors.Is(err, signer.ErrJournal) {
			t.Errorf("%s: %v", name, err)
		}
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
	if signed, err := w.sign(w.request("w1", 0, "50")); !errors.Is(err, signer.ErrUnavailable) || signer.IsRefusal(err) || len(signed.Raw) > 0 {
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
	content, err := os.ReadFile(w.journal)
	if lines := bytes.Count(content, []byte("\n")); err != nil || lines != 1_000 {
		t.Errorf("%d lines (%v)", lines, err)
	}
	w.clock.Advance(time.Hour)
	w.mustRefuse(bad, signer.ErrAmount)
	content, err = os.ReadFile(w.journal)
	if err != nil || !bytes.Contains(content, []byte(`"skipped":100`)) {
		t.Errorf("the skipped refusals are not counted (%v)", err)
	}
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
