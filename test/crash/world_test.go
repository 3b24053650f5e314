package crash

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

const (
	pollPause = 50 * time.Millisecond
	// worldsAtOnce is above the number of processors, as worlds mostly wait for
	// blocks.
	worldsAtOnce = "6"
)

// program is the built binary; empty when the tests cannot run.
var program string

func TestMain(m *testing.M) {
	player.Main("test/crash", func(_, built string) int {
		program = built
		if err := flag.Set("test.parallel", worldsAtOnce); err != nil {
			fmt.Println(err)
			return 1
		}
		return m.Run()
	})
}

// world is a demo world whose program comes and goes.
type world struct {
	t        *testing.T
	dir      string
	database string
	log      *player.Log

	// In the drill: what has the program run on a machine of its own, the program where
	// it is another one, more arguments, and where the chain is reached.
	within []string
	binary string
	flags  []string
	rpcURL string
	// isProxy says that this stands for several worlds, none of which it starts.
	isProxy bool
	// receipts are what players were answered when they joined the last round.
	receipts map[*player.Player]json.RawMessage

	mu      sync.RWMutex
	process *player.Process
	// epoch counts the starts; callers that lost their server wait for the next.
	epoch int
}

// newWorld starts a world on an engine. Its folder goes away with the test.
func newWorld(t *testing.T, engine sqldb.Engine, more ...string) *world {
	t.Helper()
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "world"), log: &player.Log{Max: logMax}}
	w.database = "sqlite:" + filepath.Join(w.dir, "etld.db")
	if engine == sqldb.Postgres {
		w.database = dbtest.Address(t, engine)
	}
	w.open(more...)
	return w
}

// open starts the program and sees to its end.
func (w *world) open(more ...string) {
	w.t.Helper()
	w.t.Cleanup(w.abandon)
	w.t.Cleanup(func() {
		if w.t.Failed() {
			w.t.Logf("the program's log: %s", w.log)
		}
	})
	w.start(more...)
}

// logMax is how much of the newest log is kept.
const logMax = 64 << 10

func (w *world) arguments(more ...string) []string {
	return append(append(player.DemoArguments(w.dir), "--database", w.database), more...)
}

func (w *world) start(more ...string) {
	w.t.Helper()
	words := slices.Concat(w.within, []string{cmp.Or(w.binary, program)}, w.arguments(slices.Concat(w.flags, more)...))
	p, err := player.Launch(context.Background(), words[0], w.log, words[1:]...)
	if err != nil {
		w.t.Fatalf("start: %v", err)
	}
	p.RPCURL = cmp.Or(w.rpcURL, p.RPCURL)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.process = p
	w.epoch++
}

// running is the process that serves now, or the one that served last.
func (w *world) running() *player.Process {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.process
}

func (w *world) url() string { return w.running().URL }

// abandon leaves nothing running, however the test ended.
func (w *world) abandon() {
	if p := w.running(); p != nil {
		p.Kill()
	}
	if err := anvil.StopLeftover(w.dir); err != nil {
		w.t.Errorf("stop the chain: %v", err)
	}
}

// check stops the program and lets its books be checked.
func (w *world) check() {
	w.t.Helper()
	if err := w.running().StopWell(); err != nil {
		w.t.Error(err)
	}
	w.checkBooks()
}

func (w *world) checkBooks() {
	w.t.Helper()
	if err := player.CheckBooks(program, w.dir, w.database); err != nil {
		w.t.Error(err)
	}
}

// newPlayer signs a new wallet in.
func (w *world) newPlayer() *player.Player {
	w.t.Helper()
	p, err := player.Join(w.t.Context(), w.url())
	if err != nil {
		w.t.Fatalf("sign in: %v", err)
	}
	return p
}

// at is the player at the process that serves now.
func (w *world) at(p *player.Player) *player.Player {
	moved := *p
	moved.Server = w.url()
	return &moved
}

// fundedPlayer is a player whose deposit has been credited.
func (w *world) fundedPlayer(usdt int64) *player.Player {
	w.t.Helper()
	p := w.newPlayer()
	if err := p.Fund(w.t.Context(), w.running().RPCURL, player.Sums{money.USDT: money.Units(usdt)}); err != nil {
		w.t.Fatal(err)
	}
	return p
}

// deposit pays from the player's wallet on chain.
func (w *world) deposit(p *player.Player, amount money.Amount) {
	w.t.Helper()
	if err := w.at(p).Pay(w.t.Context(), w.running().RPCURL, player.Sums{money.USDT: amount}); err != nil {
		w.t.Fatalf("deposit: %v", err)
	}
}

// await polls for something that must come true.
func (w *world) await(what string, within time.Duration, true func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(within); time.Now().Before(deadline); time.Sleep(pollPause) {
		if true() {
			return
		}
	}
	w.t.Fatalf("not within %s: %s", within, what)
}

// terms are the products' sale terms by id.
func (w *world) terms(p *player.Player) map[string]string {
	w.t.Helper()
	var out struct {
		List []struct{ ID, TermsVersion string } `json:"list"`
	}
	if err := w.at(p).Must(w.t.Context(), "/api/miner/all", nil, &out); err != nil {
		w.t.Fatal(err)
	}
	terms := make(map[string]string)
	for _, product := range out.List {
		terms[product.ID] = product.TermsVersion
	}
	return terms
}

// purchase is the parameters of buying from the balance.
func purchase(requestID, product, terms string, quantity int) url.Values {
	return url.Values{"requestId": {requestID}, "productId": {product}, "quantity": {fmt.Sprint(quantity)}, "payType": {"balance"}, "termsVersion": {terms}}
}

const requestIDLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

func newRequestID(r *rand.Rand) string {
	var id strings.Builder
	for range 24 {
		id.WriteByte(requestIDLetters[r.IntN(len(requestIDLetters))])
	}
	return id.String()
}

// newRandom prints its seed; ETLD_TEST_SEED repeats a run.
func newRandom(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("ETLD_TEST_SEED"); text != "" {
		if _, err := fmt.Sscan(text, &seed); err != nil {
			t.Fatalf("ETLD_TEST_SEED: %v", err)
		}
	}
	t.Logf("seed %d (repeat with ETLD_TEST_SEED)", seed)
	return rand.New(rand.NewPCG(seed, 1))
}
