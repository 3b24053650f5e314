package anvil_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/skip"
	"etld/internal/infra/chain/anvil"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
)

func options(t *testing.T, dataDir string) anvil.Options {
	t.Helper()
	skip.WhenQuick(t)
	binary, err := anvil.Find("", "")
	if err != nil {
		skip.Missing(t, "%v", err)
	}
	return anvil.Options{Binary: binary, DataDir: dataDir, ChainID: 56}
}

func start(t *testing.T, options anvil.Options) *anvil.Process {
	t.Helper()
	process, err := anvil.Start(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.Stop() })
	return process
}

func blockHash(t *testing.T, process *anvil.Process, number uint64) string {
	t.Helper()
	var block struct {
		Hash string `json:"hash"`
	}
	if err := process.Client().Call(&block, "eth_getBlockByNumber", hexutil.EncodeUint64(number), false); err != nil {
		t.Fatal(err)
	}
	return block.Hash
}

func TestStartAndStop(t *testing.T) {
	t.Parallel()
	ctx, dataDir := context.Background(), t.TempDir()
	settings := options(t, dataDir)
	first := start(t, settings)
	account := common.Address{7}
	if err := first.Control.SetBalance(ctx, account, big.NewInt(12345)); err != nil {
		t.Fatal(err)
	}
	if err := first.Control.Mine(ctx, 5); err != nil {
		t.Fatal(err)
	}
	genesis, tip := blockHash(t, first, 0), blockHash(t, first, 5)
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	if syscall.Kill(first.PID, 0) == nil {
		t.Fatalf("process %d still runs", first.PID)
	}

	second := start(t, settings)
	if second.Adopted {
		t.Error("a stopped chain was adopted")
	}
	if blockHash(t, second, 0) != genesis || blockHash(t, second, 5) != tip {
		t.Error("the chain did not keep its blocks over a restart")
	}
	var balance hexutil.Big
	if err := second.Client().Call(&balance, "eth_getBalance", account, "latest"); err != nil || balance.ToInt().Int64() != 12345 {
		t.Errorf("balance %s %v", &balance, err)
	}
	var accounts []common.Address
	if err := second.Client().Call(&accounts, "eth_accounts"); err != nil || len(accounts) != 0 {
		t.Errorf("the chain has accounts of its own: %v %v", accounts, err)
	}
}

// TestJoin uses a chain that somebody else runs, and leaves it running.
func TestJoin(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	owner := start(t, options(t, t.TempDir()))
	guest, err := anvil.Join(ctx, owner.URL, 56)
	if err != nil {
		t.Fatal(err)
	}
	if err := guest.Control.Mine(ctx, 2); err != nil {
		t.Fatal(err)
	}
	if got, want := blockHash(t, guest, 2), blockHash(t, owner, 2); got != want || got == "" {
		t.Errorf("block 2 is %q there and %q here", want, got)
	}
	if err := guest.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := owner.Control.Mine(ctx, 1); err != nil {
		t.Errorf("after the guest left: %v", err)
	}
	if _, err := anvil.Join(ctx, owner.URL, 1); err == nil || !strings.Contains(err.Error(), "it is chain 56") {
		t.Errorf("another chain was joined: %v", err)
	}
	if _, err := anvil.Join(ctx, "http://127.0.0.1:1", 56); err == nil {
		t.Error("a chain that nobody runs was joined")
	}
}

func TestThePoolSaysWhatIsInNoBlock(t *testing.T) {
	t.Parallel()
	process := start(t, options(t, t.TempDir()))
	from := common.HexToAddress("0x00000000000000000000000000000000000000aa")
	for method, arguments := range map[string][]any{"anvil_setBalance": {from, "0xde0b6b3a7640000"}, "anvil_impersonateAccount": {from}} {
		if err := process.Client().Call(nil, method, arguments...); err != nil {
			t.Fatal(err)
		}
	}
	if err := process.Client().Call(nil, "eth_sendTransaction", map[string]any{"from": from, "to": from, "value": "0x1"}); err != nil {
		t.Fatal(err)
	}
	if held := process.Control.Pool(t.Context()); !strings.Contains(strings.ToLower(held), strings.ToLower(from.Hex())) {
		t.Errorf("the pool holds %s", held)
	}
}

// TestFirstBlocksDiffer: chains begun in the same second are told apart.
func TestFirstBlocksDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 4 {
		seen[blockHash(t, start(t, options(t, t.TempDir())), 0)] = true
	}
	if len(seen) != 4 {
		t.Errorf("4 chains have %d first blocks", len(seen))
	}
}

// TestFirstBlockStays over many starts: anvil stores the first block of each
// start that is not the stored one, and then takes any of them.
func TestFirstBlockStays(t *testing.T) {
	t.Parallel()
	settings := options(t, t.TempDir())
	genesis := ""
	for i := range 5 {
		process := start(t, settings)
		hash := blockHash(t, process, 0)
		if genesis == "" {
			genesis = hash
		}
		if hash != genesis {
			t.Fatalf("start %d: the first block is %s, it was %s", i+1, hash, genesis)
		}
		if err := process.Stop(); err != nil {
			t.Fatal(err)
		}
		// A first block made anew would be of another second.
		time.Sleep(time.Second)
	}
}

func TestLeftover(t *testing.T) {
	t.Parallel()
	ctx := context.Background()

	t.Run("same settings are adopted and stopped by id", func(t *testing.T) {
		t.Parallel()
		settings := options(t, t.TempDir())
		first := start(t, settings)
		second := start(t, settings)
		if !second.Adopted || second.PID != first.PID || second.URL != first.URL {
			t.Fatalf("first %d %s, second %d %s", first.PID, first.URL, second.PID, second.URL)
		}
		if err := second.Stop(); err != nil {
			t.Fatal(err)
		}
		// The program that started it still has to hear of its end.
		for until := time.Now().Add(10 * time.Second); syscall.Kill(first.PID, 0) == nil; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(until) {
				t.Fatal("the adopted chain still runs")
			}
		}
	})

	t.Run("one that stands still for a while is adopted", func(t *testing.T) {
		t.Parallel()
		settings := options(t, t.TempDir())
		first := start(t, settings)
		if err := syscall.Kill(first.PID, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(4*time.Second, func() { _ = syscall.Kill(first.PID, syscall.SIGCONT) })
		if second := start(t, settings); !second.Adopted || second.URL != first.URL {
			t.Errorf("first %s, second %s", first.URL, second.URL)
		}
	})

	t.Run("other settings are stopped and replaced", func(t *testing.T) {
		t.Parallel()
		settings := options(t, t.TempDir())
		first := start(t, settings)
		if err := first.Control.Mine(ctx, 3); err != nil {
			t.Fatal(err)
		}
		tip := blockHash(t, first, 3)
		settings.SlotsInEpoch = 4
		second := start(t, settings)
		if second.Adopted || second.PID == first.PID {
			t.Error("a chain with other settings was adopted")
		}
		if blockHash(t, second, 3) != tip {
			t.Error("the replaced chain lost its blocks")
		}
	})

	t.Run("killed without a word, started again", func(t *testing.T) {
		t.Parallel()
		settings := options(t, t.TempDir())
		first := start(t, settings)
		if err := syscall.Kill(first.PID, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		second := start(t, settings)
		if second.Adopted || second.PID == first.PID {
			t.Error("a dead chain was adopted")
		}
	})

	t.Run("recorded id now another program's is left alone", func(t *testing.T) {
		t.Parallel()
		dataDir := t.TempDir()
		settings := options(t, dataDir)
		other := exec.Command("sleep", "60")
		if err := other.Start(); err != nil {
			skip.Because(t, "no bystander process: %v", err)
		}
		defer func() { _ = other.Process.Kill(); _ = other.Wait() }()
		text, err := json.Marshal(map[string]any{"pid": other.Process.Pid, "port": 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dataDir, "chain-process.json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		start(t, settings)
		if err := syscall.Kill(other.Process.Pid, 0); err != nil {
			t.Errorf("the bystander was ended: %v", err)
		}
	})
}

func TestPortTaken(t *testing.T) {
	t.Parallel()
	for name, chainID := range map[string]string{"chain 56": "0x38", "no chain": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if chainID == "" {
					w.WriteHeader(http.StatusTeapot)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%q}`, chainID)
			}))
			defer server.Close()
			settings := options(t, t.TempDir())
			address, ok := server.Listener.Addr().(*net.TCPAddr)
			if !ok {
				t.Fatal("no TCP address")
			}
			settings.Port = address.Port
			process, err := anvil.Start(context.Background(), settings)
			if !errors.Is(err, anvil.ErrPortTaken) || process != nil {
				t.Fatalf("got %v", err)
			}
			if wants := chainID != ""; strings.Contains(err.Error(), "id 56") != wants {
				t.Errorf("the sentence is %q", err)
			}
		})
	}
}

func TestRefusedSettings(t *testing.T) {
	t.Parallel()
	whole := anvil.Options{Binary: "/bin/false", DataDir: t.TempDir(), ChainID: 56}
	for name, change := range map[string]func(*anvil.Options){
		"no binary":                func(o *anvil.Options) { o.Binary = "" },
		"no data directory":        func(o *anvil.Options) { o.DataDir = "" },
		"no chain id":              func(o *anvil.Options) { o.ChainID = 0 },
		"block time of half a sec": func(o *anvil.Options) { o.BlockTime = 500 * time.Millisecond },
	} {
		broken := whole
		change(&broken)
		if _, err := anvil.Start(context.Background(), broken); !errors.Is(err, anvil.ErrSettings) {
			t.Errorf("%s gave %v", name, err)
		}
	}
	if _, err := anvil.Start(context.Background(), whole); err == nil {
		t.Error("a program that ends at once passed for a chain")
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	if _, err := anvil.Find(filepath.Join(t.TempDir(), "absent"), ""); !errors.Is(err, anvil.ErrNoBinary) {
		t.Errorf("an absent path gave %v", err)
	}
	plain := filepath.Join(t.TempDir(), "anvil")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := anvil.Find(plain, ""); !errors.Is(err, anvil.ErrNoBinary) {
		t.Errorf("a file that cannot be run gave %v", err)
	}
	if err := os.Chmod(plain, 0o700); err != nil {
		t.Fatal(err)
	}
	if found, err := anvil.Find(plain, ""); err != nil || found != plain {
		t.Errorf("got %q %v", found, err)
	}
}

func TestLoadKeys(t *testing.T) {
	t.Parallel()
	dataDir := t.TempDir()
	first, err := anvil.LoadKeys(dataDir, entropy.System(), "treasury", "faucet")
	if err != nil {
		t.Fatal(err)
	}
	again, err := anvil.LoadKeys(dataDir, entropy.System(), "treasury", "deployer")
	if err != nil {
		t.Fatal(err)
	}
	if !first["treasury"].Equal(again["treasury"]) || !first["faucet"].Equal(again["faucet"]) {
		t.Error("keys changed between two starts")
	}
	if again["deployer"] == nil || again["deployer"].Equal(again["treasury"]) {
		t.Error("the added key is missing or not its own")
	}
	other, err := anvil.LoadKeys(t.TempDir(), entropy.System(), "treasury")
	if err != nil {
		t.Fatal(err)
	}
	if crypto.PubkeyToAddress(other["treasury"].PublicKey) == crypto.PubkeyToAddress(first["treasury"].PublicKey) {
		t.Error("two data directories share a key")
	}
	path := filepath.Join(dataDir, "chain-keys.json")
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key file has mode %v (%v)", info.Mode(), err)
	}
	if err := os.WriteFile(path, []byte(`{"treasury":"zz"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := anvil.LoadKeys(dataDir, entropy.System(), "treasury"); err == nil {
		t.Error("a damaged key was replaced silently")
	}
}
