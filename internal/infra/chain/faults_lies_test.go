package chain_test

// Providers that lie, lag or serve what was taken back; called by
// TestProviderFaults.

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

func testNoFinalizedTag(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	provider := world.Chain.Provider("old")
	provider.Set(chaintest.Faults{NoFinality: true})
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), provider)
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 14)
	poll(t, watcher)
	assertFinal(t, store)
	world.Mine(t, 1)
	poll(t, watcher)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
	provider.Set(chaintest.Faults{})
	poll(t, watcher)
	provider.Set(chaintest.Faults{NoFinality: true})
	assertState(t, watcher, chain.ErrNoQuorum, chain.StateDisagree)
}

func testProvidersDisagree(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	honest, forked, third := world.Chain.Provider("honest"), world.Chain.Provider("forked"), world.Chain.Provider("third")
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), honest, forked)
	poll(t, watcher)
	forked.Set(chaintest.Faults{ForgeBlock: func(block chain.Block) chain.Block {
		if block.Number > 0 {
			block.Hash[0]++
			block.Parent[0]++
		}
		return block
	}})
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 1+untilFinal)
	assertState(t, watcher, chain.ErrDisagreement, chain.StateDisagree)
	assertFinal(t, store)
	three := watcherOf(t, store, configOf(world), honest, forked, third)
	assertState(t, three, nil, chain.StateFollowing)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
	if health := three.Status().Providers; health[2].Name != "forked" {
		t.Errorf("health is %+v", health)
	}
}

func testInventedDeposit(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	liar, honest, third := world.Chain.Provider("liar"), world.Chain.Provider("honest"), world.Chain.Provider("third")
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), liar, honest)
	poll(t, watcher)
	world.Mine(t, 1)
	block, forged := world.Chain.Head(), forgedReceipt(world)
	forged.BlockHash, forged.BlockNumber = block.Hash, bigOf(block.Number)
	for _, log := range forged.Logs {
		log.BlockHash, log.BlockNumber = block.Hash, block.Number
	}
	liar.Set(chaintest.Faults{
		ForgeLogs:    func(logs []types.Log) []types.Log { return append(logs, *forged.Logs[0]) },
		ForgeReceipt: func(common.Hash, *types.Receipt) *types.Receipt { return forged },
	})
	poll(t, watcher)
	world.Mine(t, untilFinal)
	if err := watcher.Poll(context.Background()); !errors.Is(err, chain.ErrNoQuorum) && !errors.Is(err, chain.ErrDisagreement) {
		t.Fatalf("got %v", err)
	}
	assertFinal(t, store)
	three := watcherOf(t, store, configOf(world), liar, honest, third)
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 1+untilFinal)
	poll(t, three)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
	assertCount(t, store, chaintest.Seen, 0)
	if health := three.Status().Providers; health[2].Name != "liar" || health[2].Demerits == 0 {
		t.Errorf("health is %+v", health)
	}
}

func testOrphanedBlock(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	provider := world.Chain.Provider("stale")
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), provider)
	world.Send(t, 0, pay(5))
	world.Mine(t, 2)
	orphaned, err := provider.Logs(context.Background(), chain.LogQuery{Span: chain.Span{From: 0, To: 9}, Contracts: []common.Address{world.Token()}, Recipient: world.Treasury()})
	if err != nil || len(orphaned) != 1 {
		t.Fatalf("%v %v", orphaned, err)
	}
	poll(t, watcher)
	assertCount(t, store, chaintest.Seen, 1)
	world.Reorganise(t, 2)
	provider.Set(chaintest.Faults{ServeOrphans: true, ForgeLogs: func([]types.Log) []types.Log { return slices.Clone(orphaned) }})
	world.Mine(t, untilFinal)
	for range 3 {
		_ = watcher.Poll(context.Background())
		assertFinal(t, store)
	}
	provider.Set(chaintest.Faults{ServeOrphans: true})
	poll(t, watcher)
	assertFinal(t, store)
	assertCount(t, store, chaintest.Gone, 1)
}

func testOrphanedReceipt(t *testing.T) {
	t.Parallel()
	world, clock := chaintest.NewFakeWorld(), newManualClock()
	provider := world.Chain.Provider("stale")
	config, store := configOf(world), chaintest.NewStore()
	config.Now = clock.Now
	watcher := watcherOf(t, store, config, provider)
	poll(t, watcher)
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 2)
	world.Reorganise(t, 2, chaintest.Again{Sent: sent, Block: 1})
	provider.Set(chaintest.Faults{ServeOrphans: true})
	world.Mine(t, 2*untilFinal)
	poll(t, watcher)
	assertFinal(t, store)
	clock.advance(3 * time.Minute)
	if status := watcher.Status(); status.State != chain.StateLagging || !strings.Contains(status.Reason, sent.Hash.Hex()) {
		t.Errorf("status %+v", status)
	}
	provider.Set(chaintest.Faults{})
	poll(t, watcher)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
}

func testLaggingProvider(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	provider := world.Chain.Provider("lagging")
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), provider)
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 3)
	poll(t, watcher)
	provider.Set(chaintest.Faults{Behind: 3})
	poll(t, watcher)
	assertCount(t, store, chaintest.Seen, 1)
	world.Mine(t, 10)
	provider.Set(chaintest.Faults{})
	poll(t, watcher)
	provider.Set(chaintest.Faults{Behind: 8})
	if err := watcher.Poll(context.Background()); err == nil || watcher.Status().State != chain.StateLagging {
		t.Errorf("behind finality: %v %+v", err, watcher.Status())
	}
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
}

func testLaggingProviderListsNothing(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	lagging, silent, narrow := world.Chain.Provider("lagging"), world.Chain.Provider("silent"), world.Chain.Provider("narrow")
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), lagging, silent, narrow)
	poll(t, watcher)
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 3+untilFinal)
	lagging.Set(chaintest.Faults{Behind: 3 + untilFinal})
	silent.Set(chaintest.Faults{HideLogs: true})
	narrow.Set(chaintest.Faults{RangeMax: 1})
	// Two of three list nothing; one of them only has not got the block.
	_ = watcher.Poll(context.Background())
	for _, provider := range []*chaintest.Provider{lagging, silent, narrow} {
		provider.Set(chaintest.Faults{})
	}
	for range 2 {
		poll(t, watcher)
	}
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
}

func testFrozenHead(t *testing.T) {
	t.Parallel()
	world, clock := chaintest.NewFakeWorld(), newManualClock()
	config := configOf(world)
	config.Now = clock.Now
	watcher := watcherOf(t, chaintest.NewStore(), config, world.Provider())
	poll(t, watcher)
	clock.advance(3 * time.Minute)
	poll(t, watcher)
	if status := watcher.Status(); status.State != chain.StateLagging || !strings.Contains(status.Reason, "3m0s") {
		t.Errorf("status %+v", status)
	}
	world.Mine(t, 1)
	assertState(t, watcher, nil, chain.StateFollowing)
}

func testChainMovesWhileRead(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	provider := world.Chain.Provider("busy")
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), provider)
	poll(t, watcher)
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 2)
	var once sync.Once
	provider.Set(chaintest.Faults{BeforeLogs: func() {
		once.Do(func() { world.Reorganise(t, 2, chaintest.Again{Sent: sent, Block: 1}) })
	}})
	poll(t, watcher)
	assertCount(t, store, chaintest.Seen, 0)
	poll(t, watcher)
	assertCount(t, store, chaintest.Seen, 1)
	world.Mine(t, untilFinal)
	poll(t, watcher)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
}

func testFailedTransaction(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	watcher, store := watch(t, world)
	world.Chain.MineWith(chaintest.Transaction{Hash: common.Hash{1}, Failed: true, Events: []chaintest.Event{
		chaintest.TransferEvent(world.Token(), world.Payer(0), world.Treasury(), chaintest.Wei(5)),
	}})
	world.Mine(t, untilFinal)
	poll(t, watcher)
	assertFinal(t, store)
}

func testChainRestartedEmpty(t *testing.T) {
	t.Parallel()
	for name, blocks := range map[string]int{"shorter": 1, "grown past the old one": 200} {
		world := chaintest.NewFakeWorld()
		watcher, store := watch(t, world)
		sent := world.Send(t, 0, pay(5))
		world.Mine(t, 50)
		poll(t, watcher)
		world.Chain.Restart()
		world.Mine(t, blocks)
		assertState(t, watcher, chain.ErrRestarted, chain.StateRestarted)
		fresh := watcherOf(t, store, configOf(world), world.Provider())
		assertState(t, fresh, chain.ErrRestarted, chain.StateRestarted)
		if reason := fresh.Status().Reason; !strings.Contains(reason, "--fresh") {
			t.Errorf("%s: the sentence is %q", name, reason)
		}
		assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
	}
}
