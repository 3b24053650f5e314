package chain_test

// One of three providers lies about deposits, in every way there is.

import (
	"context"
	"errors"
	"log/slog"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// inventedLog is a log of a canonical block for a deposit that nobody made.
func inventedLog(world *chaintest.FakeWorld, number uint64, salt int64) types.Log {
	provider := world.Chain.Provider("reader")
	block, err := provider.Block(context.Background(), chain.At(number))
	if err != nil {
		panic(err)
	}
	log := *forgedReceipt(world).Logs[0]
	log.TxHash = common.BigToHash(big.NewInt(1_000_000 + salt))
	log.BlockHash, log.BlockNumber = block.Hash, number
	return log
}

// depositLies are what one provider can do against deposits.
func depositLies(world *chaintest.FakeWorld) map[string]func(*witness) {
	invent := func(count int64) chaintest.Faults {
		return chaintest.Faults{ForgeLogs: func(logs []types.Log) []types.Log {
			for salt := range count {
				for _, one := range logs[:min(len(logs), 1)] {
					logs = append(logs, inventedLog(world, one.BlockNumber, salt))
				}
			}
			return logs
		}}
	}
	withReceipt := invent(1)
	withReceipt.ForgeReceipt = func(hash common.Hash, receipt *types.Receipt) *types.Receipt {
		if receipt != nil {
			return receipt
		}
		forged := forgedReceipt(world)
		head := world.Chain.Head()
		forged.TxHash, forged.BlockHash, forged.BlockNumber = hash, head.Hash, bigOf(head.Number)
		return forged
	}
	return map[string]func(*witness){
		"invents a deposit":                 func(w *witness) { w.Set(invent(1)) },
		"invents a thousand":                func(w *witness) { w.Set(invent(1_000)) },
		"invents a deposit and its receipt": func(w *witness) { w.Set(withReceipt) },
		"hides deposits":                    func(w *witness) { w.Set(chaintest.Faults{HideLogs: true}) },
		"hides receipts": func(w *witness) {
			w.Set(chaintest.Faults{ForgeReceipt: func(common.Hash, *types.Receipt) *types.Receipt { return nil }})
		},
		"answers receipts with an event that is none": func(w *witness) { w.Set(hollow()) },
		"always says the range is too large":          func(w *witness) { w.Set(chaintest.Faults{RefuseLogs: true}) },
		"names a head and finality of 2⁶³":            func(w *witness) { w.aheadBy = 1 << 63 },
		"names a head and finality of 0":              func(w *witness) { w.Set(chaintest.Faults{Behind: 1 << 62}) },
		"never answers":                               func(w *witness) { w.hangs = true },
		"lists real transactions of others":           func(w *witness) { w.Set(listing(world)) },
		"forks above the final block":                 func(w *witness) { w.Set(fork(world)) },
		"calls every event removed": func(w *witness) {
			w.Set(chaintest.Faults{ForgeReceipt: func(_ common.Hash, receipt *types.Receipt) *types.Receipt {
				if receipt == nil {
					return nil
				}
				forged := *receipt
				forged.Logs = nil
				for _, log := range receipt.Logs {
					removed := *log
					removed.Removed = true
					forged.Logs = append(forged.Logs, &removed)
				}
				return &forged
			}})
		},
		"names another time under the true hash": func(w *witness) {
			w.Set(chaintest.Faults{ForgeBlock: func(block chain.Block) chain.Block { block.Time = block.Time.Add(time.Hour); return block }})
		},
		"names another parent under the true hash": func(w *witness) {
			w.Set(chaintest.Faults{ForgeBlock: func(block chain.Block) chain.Block { block.Parent[0]++; return block }})
		},
		"answers with blocks that it was not": func(w *witness) {
			w.Set(chaintest.Faults{ForgeBlock: func(block chain.Block) chain.Block { block.Number++; return block }})
		},
	}
}

// listing names a deposit of another block again in every span, with a block
// that is canonical.
func listing(world *chaintest.FakeWorld) chaintest.Faults {
	var once sync.Once
	var real []types.Log
	return chaintest.Faults{ForgeLogs: func(logs []types.Log) []types.Log {
		if len(logs) > 0 {
			once.Do(func() { real = logs[:1:1] })
			return logs
		}
		for _, one := range real {
			head := world.Chain.Head()
			one.BlockNumber, one.BlockHash = head.Number, head.Hash
			logs = append(logs, one)
		}
		return logs
	}}
}

// fork is a consistent chain of its own above what is final.
func fork(world *chaintest.FakeWorld) chaintest.Faults {
	return chaintest.Faults{ForgeBlock: func(block chain.Block) chain.Block {
		if final := world.Chain.Finalized(); block.Number > final {
			block.Hash[0]++
			if block.Number > final+1 {
				block.Parent[0]++
			}
		}
		return block
	}}
}

// unblamed are those of the lies for which the vote alone is the answer: honest
// providers lag, refuse, lack a receipt, are slow or broken too.
var unblamed = []string{
	"hides receipts", "answers receipts with an event that is none", "answers with blocks that it was not", "always says the range is too large",
	"names a head and finality of 2⁶³", "names a head and finality of 0", "never answers",
}

// TestOneOfThreeHoldsUpNoDeposit: with any of these lies, a deposit is seen in
// the poll after its block and final in the poll after finality, and nothing
// else is. The log names the liar once where an honest provider cannot say such a
// thing.
func TestOneOfThreeHoldsUpNoDeposit(t *testing.T) {
	t.Parallel()
	for name := range depositLies(chaintest.NewFakeWorld()) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// The time of a bubble passes only while everybody waits: nobody is slow
			// who does not mean to be.
			synctest.Test(t, func(t *testing.T) {
				world, store := chaintest.NewFakeWorld(), chaintest.NewStore()
				liar, all := witnesses(world)
				world.Mine(t, 5)
				var log strings.Builder
				watcher := watcherOn(t, store, configOf(world), quickTelling(t, slog.New(slog.NewTextHandler(&log, nil)), all...))
				poll(t, watcher)
				depositLies(world)[name](liar)
				assertEachArrives(t, world, store, watcher)
				lines := strings.Count(log.String(), "provider=liar ")
				if lines != strings.Count(log.String(), "\n") || (lines == 1) == slices.Contains(unblamed, name) {
					t.Errorf("the log says %s", log.String())
				}
			})
		})
	}
}

// hollow is what becomes of a node's answer that has null among a receipt's events.
func hollow() chaintest.Faults {
	return chaintest.Faults{ForgeReceipt: func(_ common.Hash, receipt *types.Receipt) *types.Receipt {
		if receipt == nil {
			return nil
		}
		forged := *receipt
		forged.Logs = []*types.Log{nil}
		return &forged
	}}
}

// TestAReceiptWithoutItsEventsIsNone: an only node with such an answer is one that
// says nothing, to the watcher and to who asks what became of a payout.
func TestAReceiptWithoutItsEventsIsNone(t *testing.T) {
	t.Parallel()
	world, store := chaintest.NewFakeWorld(), chaintest.NewStore()
	world.Mine(t, 5)
	provider := &witness{Provider: world.Chain.Provider("only"), state: honestState()}
	pool := quick(t, provider)
	watcher := watcherOn(t, store, configOf(world), pool)
	poll(t, watcher)
	sent := world.Send(t, 0, pay(1))
	world.Mine(t, 1+untilFinal)
	provider.Set(hollow())
	if err := watcher.Poll(t.Context()); !errors.Is(err, chain.ErrSenseless) {
		t.Errorf("the watcher: %v", err)
	}
	if o, err := pool.Outcome(t.Context(), world.Payer(0), 0, []common.Hash{sent.Hash}); !errors.Is(err, chain.ErrSenseless) {
		t.Errorf("the outcome is %+v, %v", o, err)
	}
	provider.Set(chaintest.Faults{})
	assertState(t, watcher, nil, chain.StateFollowing)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(1)))
}

// TestAPanicOfALookIsAnError: a mistake in the reading of an answer must not end the
// program, which would meet the same answer again after each start.
func TestAPanicOfALookIsAnError(t *testing.T) {
	t.Parallel()
	for name, forge := range map[string]chaintest.Faults{
		"asking":  {ForgeBlock: func(chain.Block) chain.Block { panic("a mistake") }},
		"reading": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				world, store := chaintest.NewFakeWorld(), chaintest.NewStore()
				world.Mine(t, 5)
				provider := world.Chain.Provider("only")
				var kept chain.Store = store
				if name == "reading" {
					kept = panicking{store}
				}
				provider.Set(forge)
				var log strings.Builder
				watcher, err := chain.NewWatcher(configOf(world), quick(t, provider), kept, slog.New(slog.NewTextHandler(&log, nil)))
				if err != nil {
					t.Fatal(err)
				}
				var panicked *fault.PanicError
				if err := watcher.Poll(t.Context()); !errors.As(err, &panicked) || panicked.Reason != "a mistake" {
					t.Errorf("the look ends with %v", err)
				}
				if status := watcher.Status(); status.State.IsCrediting() || !strings.Contains(status.Reason, "a mistake") {
					t.Errorf("the state is %+v", status)
				}
				ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
				defer stop()
				if err := watcher.Run(ctx); !errors.Is(err, context.DeadlineExceeded) || strings.Count(log.String(), "stack=") != 1 {
					t.Errorf("it ran until %v and logged %s", err, log.String())
				}
			})
		})
	}
}

// panicking is a store whose reading is a mistake.
type panicking struct{ *chaintest.Store }

func (panicking) Load(context.Context) (chain.Progress, error) { panic("a mistake") }

// assertEachArrives sends four deposits one after the other. Each is seen in the
// poll after its block and final in the poll after finality.
func assertEachArrives(t *testing.T, world *chaintest.FakeWorld, store *chaintest.Store, watcher *chain.Watcher) {
	t.Helper()
	var want []credited
	for round := range int64(4) {
		sent := world.Send(t, 0, pay(round+1))
		want = append(want, paid(world, 0, sent, 0, chaintest.Wei(round+1)))
		world.Mine(t, 1)
		poll(t, watcher)
		assertCount(t, store, chaintest.Seen, 1)
		world.Mine(t, untilFinal)
		assertState(t, watcher, nil, chain.StateFollowing)
		assertFinal(t, store, want...)
	}
	assertCount(t, store, chaintest.Gone, 0)
	assertWhole(t, store)
	assertTimes(t, world, store)
}

// TestALiarDoesNotHurryTheOthers: that the one who lists a transaction does not
// know it himself counts for nothing, so a slow provider is heard before the
// transaction is passed over as invented.
func TestALiarDoesNotHurryTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		world, store := chaintest.NewFakeWorld(), chaintest.NewStore()
		liar, all := witnesses(world)
		world.Mine(t, 5)
		all[2] = slow{all[2].(*witness)}
		watcher := watcherOn(t, store, configOf(world), quick(t, all...))
		poll(t, watcher)
		depositLies(world)["invents a deposit"](liar)
		world.Send(t, 0, pay(1))
		world.Mine(t, 1+untilFinal)
		assertState(t, watcher, nil, chain.StateFollowing)
		assertCount(t, store, chaintest.Final, 1)
	})
}

// slow is a witness that takes long over a receipt that is not there.
type slow struct{ *witness }

func (s slow) Receipt(ctx context.Context, transaction common.Hash) (*types.Receipt, error) {
	receipt, err := s.witness.Receipt(ctx, transaction)
	if err == nil {
		return receipt, nil
	}
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
	return nil, err
}

// assertTimes holds the times of final transfers to those of an honest provider.
func assertTimes(t *testing.T, world *chaintest.FakeWorld, store *chaintest.Store) {
	t.Helper()
	honest := world.Chain.Provider("honest")
	for _, transfer := range store.Transfers(chaintest.Final) {
		block, err := honest.Block(t.Context(), chain.At(transfer.Block.Number))
		if err != nil {
			t.Fatal(err)
		}
		if !transfer.BlockTime.Equal(block.Time) {
			t.Errorf("a transfer of block %d stands at %s; want %s", block.Number, transfer.BlockTime, block.Time)
		}
	}
}
