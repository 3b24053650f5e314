package chain_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/skip"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/endpoint"
)

// TestDevelopmentChainRestarted deletes a real chain's state under the store.
func TestDevelopmentChainRestarted(t *testing.T) {
	t.Parallel()
	world := chaintest.NewAnvilWorld(t)
	watcher, store := watch(t, world)
	poll(t, watcher)
	empty, client := chaintest.StartAnvil(t)
	if err := empty.Control.Mine(context.Background(), 40); err != nil {
		t.Fatal(err)
	}
	onEmpty := watcherOf(t, store, configOf(world), client)
	assertState(t, onEmpty, chain.ErrRestarted, chain.StateRestarted)
	// The same where its head is far below what was reached.
	world.Mine(t, 300)
	poll(t, watcherOf(t, store, configOf(world), world.Provider()))
	onEmpty = watcherOf(t, store, configOf(world), client)
	if err := onEmpty.Recall(context.Background()); err != nil {
		t.Fatal(err)
	}
	assertState(t, onEmpty, chain.ErrRestarted, chain.StateRestarted)
	assertWhole(t, store)
}

// TestRestartKeepsTheChain: a chain stopped and started from its state file is
// the same chain to the watcher.
func TestRestartKeepsTheChain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	skip.WhenQuick(t)
	binary, err := anvil.Find("", "")
	if err != nil {
		skip.Missing(t, "%v", err)
	}
	options := anvil.Options{Binary: binary, DataDir: t.TempDir(), ChainID: chaintest.ChainID}
	store := chaintest.NewStore()
	config := chain.WatcherConfig{Treasury: common.Address{1}, Tokens: []common.Address{{2}}}
	for range 2 {
		process, err := anvil.Start(ctx, options)
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Control.Mine(ctx, 10); err != nil {
			t.Error(err)
		}
		watcher := watcherOf(t, store, config, endpoint.NewClient("anvil", process.Client()))
		assertState(t, watcher, nil, chain.StateFollowing)
		if err := process.Stop(); err != nil {
			t.Fatal(err)
		}
	}
	assertWhole(t, store)
	if progress, err := store.Load(ctx); err != nil || progress.Tip().Number != 20 {
		t.Errorf("tip is %d %v", progress.Tip().Number, err)
	}
}

// TestAdvancedClock: a chain whose clock was moved a month ahead goes on.
func TestAdvancedClock(t *testing.T) {
	t.Parallel()
	world := chaintest.NewAnvilWorld(t)
	watcher, store := watch(t, world)
	if err := world.Process.Control.Advance(context.Background(), 30*24*time.Hour); err != nil {
		t.Fatal(err)
	}
	sent := world.Send(t, 0, pay(1))
	world.Mine(t, 1+untilFinal)
	poll(t, watcher)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(1)))
	if date := store.Transfers(chaintest.Final)[0].BlockTime; time.Until(date) < 29*24*time.Hour {
		t.Errorf("the block is of %s", date)
	}
}

func TestStartBlock(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	world.Send(t, 0, pay(1))
	world.Mine(t, 10)
	config, store := configOf(world), chaintest.NewStore()
	config.StartBlock = 10
	watcher := watcherOf(t, store, config, world.Provider())
	if err := watcher.Poll(context.Background()); err == nil || watcher.Status().State != chain.StateLagging {
		t.Errorf("started at a block that is not final: %v %+v", err, watcher.Status())
	}
	world.Mine(t, untilFinal)
	sent := world.Send(t, 0, pay(2))
	world.Mine(t, 1+untilFinal)
	poll(t, watcher)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(2)))
	for name, span := range map[string]chain.Span{"before the start": {From: 5, To: 12}, "not final": {From: 11, To: 99}, "backwards": {From: 12, To: 11}} {
		if _, err := watcher.Rescan(context.Background(), span); !errors.Is(err, chain.ErrConfiguration) {
			t.Errorf("reading %s again gave %v", name, err)
		}
	}
}

func TestRefusedConfiguration(t *testing.T) {
	t.Parallel()
	ctx, world := context.Background(), chaintest.NewFakeWorld()
	if _, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: 56}); !errors.Is(err, chain.ErrConfiguration) {
		t.Errorf("no providers: %v", err)
	}
	if _, err := chain.NewPool(ctx, chain.PoolConfig{}, world.Provider()); !errors.Is(err, chain.ErrConfiguration) {
		t.Errorf("no chain id: %v", err)
	}
	pool, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: 56}, world.Provider())
	if err != nil {
		t.Fatal(err)
	}
	for name, config := range map[string]chain.WatcherConfig{
		"no treasury": {Tokens: []common.Address{{1}}},
		"no tokens":   {Treasury: common.Address{1}},
	} {
		if _, err := chain.NewWatcher(config, pool, chaintest.NewStore(), discard()); !errors.Is(err, chain.ErrConfiguration) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRun lets the watcher run by itself until it followed, then ends it.
func TestRun(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	sent := world.Send(t, 0, pay(3))
	world.Mine(t, 1+untilFinal)
	credited := make(chan struct{})
	store := chaintest.NewStore()
	store.FailAfter = func(step chain.Step) error {
		if len(step.Final) > 0 {
			close(credited)
		}
		return nil
	}
	config := configOf(world)
	config.PollInterval = time.Millisecond
	watcher := watcherOf(t, store, config, world.Provider())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- watcher.Run(ctx) }()
	<-credited
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(3)))
}
