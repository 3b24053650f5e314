package signer_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/chain/walletsig/wallettest"
)

// serve runs the world's signer behind a socket until the test ends.
func (w *world) serve() (*signer.Client, string) {
	w.t.Helper()
	// A socket's path is short by nature.
	folder, err := os.MkdirTemp("", "signer")
	if err != nil {
		w.t.Fatal(err)
	}
	path := filepath.Join(folder, "socket")
	listener, err := signer.Listen(path)
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- signer.Serve(ctx, listener, signer.Desk{Payouts: w.local}, slog.New(slog.DiscardHandler))
	}()
	w.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			w.t.Error(err)
		}
		os.RemoveAll(folder)
	})
	return signer.NewClient(path), path
}

func TestClientAnswersLikeTheSigner(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	w := newWorld(t)
	client, path := w.serve()
	if address, err := client.Wallet(ctx); err != nil || address != w.key.Address() {
		t.Errorf("%s %v", address, err)
	}
	r := w.approve(w.request("w1", 3, "900"), w.one)
	signed, err := client.SignPayout(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	if local := w.mustSign(r); local.Hash != signed.Hash || decode(t, signed).Nonce() != 3 {
		t.Error("the two differ")
	}
	r.Nonce = 4
	if _, err := client.SignPayout(ctx, r); !errors.Is(err, signer.ErrWithdrawalUsed) || !signertest.IsRefusal(err) || !strings.Contains(err.Error(), "nonce 3") {
		t.Errorf("a refusal arrives as %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o660 {
		t.Errorf("the socket is open to others: %v %v", info.Mode(), err)
	}
	if _, err := signer.Listen(path); err == nil {
		t.Error("a second signer took the socket")
	}
}

func TestNoSigner(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	client := signer.NewClient(filepath.Join(t.TempDir(), "nobody"))
	if _, err := client.SignPayout(context.Background(), w.request("w1", 0, "50")); !errors.Is(err, signer.ErrUnavailable) || signertest.IsRefusal(err) {
		t.Errorf("got %v", err)
	}
}

// Rubbish, silence and floods on the socket leave the signer serving.
func TestRubbishOnTheSocket(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	client, path := w.serve()
	var silent []net.Conn
	for _, text := range []string{"", "x\n", "{}", "[]\n", "{\"sign\":{\"units\":\"1e9\"}}\n", strings.Repeat("a", 1<<20)} {
		connection, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		_ = connection.SetDeadline(time.Now().Add(time.Second))
		_, _ = connection.Write([]byte(text))
		silent = append(silent, connection)
	}
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			// All ask for the same nonce: one is signed.
			_, err := client.SignPayout(context.Background(), w.requestBy(wallettest.Key(fmt.Sprint("wallet ", 60+n)), id(n), 0, "20"))
			if err != nil && !errors.Is(err, signer.ErrNonceUsed) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, connection := range silent {
		connection.Close()
	}
}
