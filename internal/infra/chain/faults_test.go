package chain_test

import (
	"context"
	"log/slog"
	"math/big"
	"testing"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"

	"github.com/ethereum/go-ethereum/common"
)

// onBothWorlds runs a test on the fake chain and on a development chain.
func onBothWorlds(t *testing.T, test func(t *testing.T, world chaintest.World)) {
	t.Helper()
	t.Run("fake", func(t *testing.T) {
		t.Parallel()
		test(t, chaintest.NewFakeWorld())
	})
	t.Run("anvil", func(t *testing.T) {
		t.Parallel()
		test(t, chaintest.NewAnvilWorld(t))
	})
}

// watch makes a watcher of a world's token and lets it catch up.
func watch(t *testing.T, world chaintest.World, tokens ...common.Address) (*chain.Watcher, *chaintest.Store) {
	t.Helper()
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, chain.WatcherConfig{Treasury: world.Treasury(), Tokens: append(tokens, world.Token())}, world.Provider())
	poll(t, watcher)
	return watcher, store
}

func watcherOf(t *testing.T, store chain.Store, config chain.WatcherConfig, providers ...chain.Provider) *chain.Watcher {
	t.Helper()
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chaintest.ChainID}, providers...)
	if err != nil {
		t.Fatal(err)
	}
	return watcherOn(t, store, config, pool)
}

func watcherOn(t *testing.T, store chain.Store, config chain.WatcherConfig, pool *chain.Pool) *chain.Watcher {
	t.Helper()
	watcher, err := chain.NewWatcher(config, pool, store, discard())
	if err != nil {
		t.Fatal(err)
	}
	return watcher
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func poll(t *testing.T, watcher *chain.Watcher) {
	t.Helper()
	if err := watcher.Poll(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// credited is a final transfer's essence.
type credited struct {
	Tx      common.Hash
	Ordinal int
	From    common.Address
	Token   common.Address
	Wei     string
}

// assertFinal compares the final transfers, whole and in order, and the store's
// invariants.
func assertFinal(t *testing.T, store *chaintest.Store, want ...credited) {
	t.Helper()
	got := store.Transfers(chaintest.Final)
	if len(got) != len(want) {
		t.Fatalf("%d transfers are final, want %d: %+v", len(got), len(want), got)
	}
	for i, kept := range got {
		if have := (credited{kept.Tx, kept.Ordinal, kept.From, kept.Token, kept.Wei}); have != want[i] {
			t.Errorf("final transfer %d is %+v, want %+v", i, have, want[i])
		}
	}
	assertWhole(t, store)
}

func assertWhole(t *testing.T, store *chaintest.Store) {
	t.Helper()
	for _, problem := range store.Broken() {
		t.Error(problem)
	}
}

func assertCount(t *testing.T, store *chaintest.Store, phase chaintest.Phase, want int) {
	t.Helper()
	if got := store.Transfers(phase); len(got) != want {
		t.Fatalf("%d transfers are %s, want %d: %+v", len(got), phase, want, got)
	}
}

func paid(world chaintest.World, payer int, sent chaintest.Sent, ordinal int, wei *big.Int) credited {
	return credited{sent.Hash, ordinal, world.Payer(payer), world.Token(), wei.String()}
}

func pay(tokens int64) chaintest.Movement {
	return chaintest.Movement{Kind: chaintest.Pay, Wei: chaintest.Wei(tokens)}
}

const untilFinal = chaintest.WorldFinalityDepth

// TestIncomingFaults is the first table of faults, as far as a real chain can
// play it.
func TestIncomingFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]func(t *testing.T){
		"reorganisation includes the transaction again at another log index": testIncludedAgain,
		"reorganisation drops the transaction":                               testDropped,
		"dropped, then sent again later":                                     testDroppedThenSentAgain,
		"reorganisation past finality halts and reverses nothing":            testReorganisationPastFinality,
		"another contract with the same name and symbol":                     testSameNameAndSymbol,
		"fee on transfer credits what arrived":                               testFeeOnTransfer,
		"zero value":                                                         testZeroValue,
		"zero value under a stranger's name":                                 testZeroValueOfStranger,
		"transfer returns false with status 1":                               testFalseTransfer,
		"four topics, 64 bytes of data":                                      testMalformedEvents,
		"another recipient":                                                  testOtherRecipient,
		"two transfers in one transaction":                                   testTwoTransfers,
		"dust and 2^255 are reported whole":                                  testDustAndHuge,
		"transfers made while the program was down":                          testProgramWasDown,
		"a token configured later is found by reading again":                 testTokenConfiguredLater,
	} {
		t.Run(name, test)
	}
}

func testIncludedAgain(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		watcher, store := watch(t, world)
		sent := world.Send(t, 0, pay(7))
		world.Mine(t, 1)
		other := world.Send(t, 1, chaintest.Movement{Kind: chaintest.Pretend, Wei: chaintest.Wei(1)}, pay(1))
		world.Mine(t, 1)
		poll(t, watcher)
		assertCount(t, store, chaintest.Seen, 2)
		before := store.Transfers(chaintest.Seen)[0]
		if before.Tx != sent.Hash {
			t.Fatalf("saw %+v first", before)
		}
		world.Reorganise(t, 2, chaintest.Again{Sent: other, Block: 1}, chaintest.Again{Sent: sent, Block: 1})
		poll(t, watcher)
		assertCount(t, store, chaintest.Seen, 2)
		world.Mine(t, untilFinal)
		poll(t, watcher)
		assertCount(t, store, chaintest.Final, 2)
		for _, kept := range store.Transfers(chaintest.Final) {
			if kept.TransferKey == before.TransferKey && kept.Block == before.Block {
				t.Errorf("final in the block that was taken back: %+v", kept)
			}
		}
		receipt, err := world.Provider().Receipt(context.Background(), sent.Hash)
		if err != nil || receipt.Logs[0].Index != 2 {
			t.Errorf("the test did not move the log: %+v %v", receipt, err)
		}
		assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(7)), paid(world, 1, other, 1, chaintest.Wei(1)))
	})
}

func testDropped(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		watcher, store := watch(t, world)
		world.Send(t, 0, pay(7))
		world.Mine(t, 2)
		poll(t, watcher)
		assertCount(t, store, chaintest.Seen, 1)
		world.Reorganise(t, 2)
		poll(t, watcher)
		assertCount(t, store, chaintest.Gone, 1)
		world.Mine(t, 2*untilFinal)
		poll(t, watcher)
		assertCount(t, store, chaintest.Gone, 1)
		assertFinal(t, store)
	})
}

func testDroppedThenSentAgain(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		watcher, store := watch(t, world)
		sent := world.Send(t, 0, pay(7))
		world.Mine(t, 3)
		poll(t, watcher)
		world.Reorganise(t, 3)
		poll(t, watcher)
		assertCount(t, store, chaintest.Gone, 1)
		world.Reorganise(t, 2, chaintest.Again{Sent: sent, Block: 0})
		poll(t, watcher)
		assertCount(t, store, chaintest.Seen, 1)
		world.Mine(t, untilFinal)
		poll(t, watcher)
		assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(7)))
	})
}

func testReorganisationPastFinality(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		watcher, store := watch(t, world)
		sent := world.Send(t, 0, pay(7))
		world.Mine(t, 2+untilFinal)
		poll(t, watcher)
		assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(7)))
		world.Reorganise(t, 2+untilFinal)
		assertHalts(t, watcher)
		world.Send(t, 1, pay(3))
		world.Mine(t, 2*untilFinal)
		assertHalts(t, watcher)
		assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(7)))
	})
}

func testSameNameAndSymbol(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		assertNothingComesOf(t, world, nil, chaintest.Movement{Kind: chaintest.Pretend, Wei: chaintest.Wei(1_000)})
	})
}

func testFeeOnTransfer(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		watcher, store := watch(t, world, world.FeeToken())
		sent := world.Send(t, 0, chaintest.Movement{Kind: chaintest.PayWithFee, Wei: chaintest.Wei(100)})
		world.Mine(t, 1+untilFinal)
		poll(t, watcher)
		assertFinal(t, store, credited{sent.Hash, 0, world.Payer(0), world.FeeToken(), chaintest.Wei(90).String()})
	})
}

func testZeroValue(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		assertNothingComesOf(t, world, nil, pay(0))
	})
}

func testZeroValueOfStranger(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		assertNothingComesOf(t, world, []common.Address{world.FakeToken()}, chaintest.Movement{Kind: chaintest.Pretend, Wei: new(big.Int)})
	})
}

func testFalseTransfer(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		assertNothingComesOf(t, world, []common.Address{world.FakeToken()}, chaintest.Movement{Kind: chaintest.FalseTransfer, Wei: chaintest.Wei(5)})
	})
}

func testMalformedEvents(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		assertNothingComesOf(t, world, []common.Address{world.FakeToken()},
			chaintest.Movement{Kind: chaintest.PretendIndexed, Wei: chaintest.Wei(5)},
			chaintest.Movement{Kind: chaintest.PretendLong, Wei: chaintest.Wei(5)})
	})
}

func testOtherRecipient(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		assertNothingComesOf(t, world, nil, chaintest.Movement{Kind: chaintest.Elsewhere, Wei: chaintest.Wei(5)})
	})
}

func testTwoTransfers(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		watcher, store := watch(t, world)
		sent := world.Send(t, 0, pay(1), chaintest.Movement{Kind: chaintest.Elsewhere, Wei: chaintest.Wei(9)}, pay(1))
		world.Mine(t, 1+untilFinal)
		poll(t, watcher)
		assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(1)), paid(world, 0, sent, 1, chaintest.Wei(1)))
	})
}

func testDustAndHuge(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		watcher, store := watch(t, world, world.FakeToken())
		huge := new(big.Int).Lsh(big.NewInt(1), 255)
		sent := world.Send(t, 0, chaintest.Movement{Kind: chaintest.Pay, Wei: big.NewInt(1)}, chaintest.Movement{Kind: chaintest.Pretend, Wei: huge})
		world.Mine(t, 1+untilFinal)
		poll(t, watcher)
		assertFinal(t, store, paid(world, 0, sent, 0, big.NewInt(1)), credited{sent.Hash, 1, world.Payer(0), world.FakeToken(), huge.String()})
	})
}

func testProgramWasDown(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		watcher, store := watch(t, world)
		first := world.Send(t, 0, pay(1))
		world.Mine(t, 1)
		poll(t, watcher)
		world.Mine(t, 30)
		second := world.Send(t, 1, pay(2))
		world.Mine(t, 30)
		restarted := watcherOf(t, store, chain.WatcherConfig{Treasury: world.Treasury(), Tokens: []common.Address{world.Token()}}, world.Provider())
		poll(t, restarted)
		assertFinal(t, store, paid(world, 0, first, 0, chaintest.Wei(1)), paid(world, 1, second, 0, chaintest.Wei(2)))
	})
}

func testTokenConfiguredLater(t *testing.T) {
	t.Parallel()
	onBothWorlds(t, func(t *testing.T, world chaintest.World) {
		watcher, store := watch(t, world)
		sent := world.Send(t, 0, chaintest.Movement{Kind: chaintest.PayWithFee, Wei: chaintest.Wei(10)}, pay(1))
		world.Mine(t, 1+untilFinal)
		poll(t, watcher)
		assertFinal(t, store, paid(world, 0, sent, 1, chaintest.Wei(1)))
		final := watcher.Status().Finalized
		wider := watcherOf(t, store, chain.WatcherConfig{Treasury: world.Treasury(), Tokens: []common.Address{world.Token(), world.FeeToken()}}, world.Provider())
		for range 2 {
			found, err := wider.Rescan(context.Background(), chain.Span{From: 1, To: final})
			if err != nil || found != 2 {
				t.Fatalf("found %d %v", found, err)
			}
			assertFinal(t, store, paid(world, 0, sent, 1, chaintest.Wei(1)), credited{sent.Hash, 0, world.Payer(0), world.FeeToken(), chaintest.Wei(9).String()})
		}
	})
}

// assertNothingComesOf sends movements that must never be reported, and a
// payment after them that must.
func assertNothingComesOf(t *testing.T, world chaintest.World, tokens []common.Address, movements ...chaintest.Movement) {
	t.Helper()
	watcher, store := watch(t, world, tokens...)
	world.Send(t, 0, movements...)
	world.Mine(t, 1)
	honest := world.Send(t, 1, pay(4))
	world.Mine(t, 1)
	poll(t, watcher)
	assertCount(t, store, chaintest.Seen, 1)
	world.Mine(t, untilFinal)
	poll(t, watcher)
	assertFinal(t, store, paid(world, 1, honest, 0, chaintest.Wei(4)))
	assertCount(t, store, chaintest.Seen, 0)
	assertCount(t, store, chaintest.Gone, 0)
}

func assertHalts(t *testing.T, watcher *chain.Watcher) {
	t.Helper()
	assertState(t, watcher, chain.ErrHalted, chain.StateHalted)
	if !watcher.Status().State.NeedsPerson() {
		t.Error("a halt does not call for a person")
	}
}
