package signin_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb/dbtest"
)

// meteredNode is a node of a plan: above its questions it throttles.
type meteredNode struct {
	*chaintest.Provider
	plan         int64
	asked, codes atomic.Int64
}

func (n *meteredNode) ask() error {
	if n.asked.Add(1) > n.plan {
		return &chain.ThrottledError{RetryAfter: time.Hour}
	}
	return nil
}

func (n *meteredNode) Block(ctx context.Context, tag chain.Tag) (chain.Block, error) {
	if err := n.ask(); err != nil {
		return chain.Block{}, err
	}
	return n.Provider.Block(ctx, tag)
}

func (n *meteredNode) CodeAt(context.Context, common.Address, *big.Int) ([]byte, error) {
	n.codes.Add(1)
	return nil, n.ask()
}

// stormWorld is a world that stands on three nodes of a plan, and follows them.
func stormWorld(t *testing.T, fake *chaintest.FakeWorld) (w *world, nodes []*meteredNode, watcher *chain.Watcher, store *chaintest.Store) {
	t.Helper()
	var list []chain.Provider
	for _, name := range []string{"first", "second", "third"} {
		n := &meteredNode{Provider: fake.Chain.Provider(name), plan: 400}
		nodes, list = append(nodes, n), append(list, n)
	}
	pool, err := chain.NewPool(t.Context(), chain.PoolConfig{ChainID: chaintest.ChainID}, list...)
	if err != nil {
		t.Fatal(err)
	}
	store = chaintest.NewStore()
	watcher, err = chain.NewWatcher(chain.WatcherConfig{Treasury: fake.Treasury(), Tokens: []common.Address{fake.Token()}}, pool, store, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	db, c := dbtest.SQLite(t)
	return newWorldOf(t, db, c, walletsig.NewBounded(pool, walletsig.NewBounds(c.Now))), nodes, watcher, store
}

// Five hundred forged sign-ins at once ask the nodes no more than their budget, so
// that a deposit is credited as on any other day.
func TestForgedSignInsDelayNoDeposit(t *testing.T) {
	t.Parallel()
	fake := chaintest.NewFakeWorld()
	w, nodes, watcher, store := stormWorld(t, fake)
	at := w.clock.Now()
	thief := newWallet(1)
	codes := make([]int, 500)
	var all sync.WaitGroup
	for i := range codes {
		all.Go(func() { codes[i] = w.login(thief, at, "username", newWallet(int64(100+i)).address).Code })
	}
	fake.Send(t, 0, chaintest.Movement{Kind: chaintest.Pay, Wei: chaintest.Wei(3)})
	fake.Mine(t, 1+chaintest.WorldFinalityDepth)
	// A node that throttles has the watcher wait for an hour.
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for range 3 {
		if err := watcher.Poll(ctx); err != nil {
			t.Errorf("the watcher: %v", err)
		}
	}
	all.Wait()
	if err := watcher.Poll(ctx); err != nil {
		t.Errorf("the watcher afterwards: %v", err)
	}
	if credited := store.Transfers(chaintest.Final); len(credited) != 1 {
		t.Errorf("%d deposits are credited, want 1", len(credited))
	}
	refused := map[int]int{}
	for _, code := range codes {
		refused[code]++
	}
	// A question that a busy machine leaves too long is refused with 1011; it was asked all the same.
	if judged := refused[1101] + refused[1011]; judged != walletsig.AskedBurst || judged+refused[1010] != len(codes) {
		t.Errorf("answers by code: %v", refused)
	}
	for _, n := range nodes {
		if n.codes.Load() > walletsig.AskedBurst || n.asked.Load() > n.plan {
			t.Errorf("%s was asked for %d codes, %d questions in all", n.Name(), n.codes.Load(), n.asked.Load())
		}
	}
}

// What is known asks nobody: that an address is a plain wallet's, and for a minute
// that it has no code.
func TestForgedSignInsOfTheKnownAskNobody(t *testing.T) {
	t.Parallel()
	w, nodes, _, _ := stormWorld(t, chaintest.NewFakeWorld())
	ann, stranger, thief := newWallet(1), newWallet(2), newWallet(3)
	w.signIn(ann)
	asked := func() (n int64) {
		for _, node := range nodes {
			n += node.codes.Load()
		}
		return n
	}
	forge := func(of wallet) {
		t.Helper()
		for i := range 3 * walletsig.AskedBurst {
			w.expect(fmt.Sprint("forged ", i), w.login(thief, w.clock.Now(), "username", strings.ToLower(of.address)), 1101)
		}
	}
	if forge(ann); asked() != 0 {
		t.Errorf("nodes were asked %d times about a plain wallet", asked())
	}
	if forge(stranger); asked() == 0 || asked() > int64(len(nodes)) {
		t.Errorf("nodes were asked %d times about one address without code", asked())
	}
}
