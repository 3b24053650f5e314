package chain_test

import (
	"context"
	"errors"
	"math/big"
	"sync"
	"testing"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

var errCommit = errors.New("the commit failed")

func bigOf(number uint64) *big.Int { return new(big.Int).SetUint64(number) }

// refusingLogs refuses every search, however small.
type refusingLogs struct{ *chaintest.Provider }

func (refusingLogs) Logs(context.Context, chain.LogQuery) ([]types.Log, error) {
	return nil, chain.ErrRangeTooLarge
}

// forgedReceipt is a receipt of a deposit that nobody made.
func forgedReceipt(world chaintest.World) *types.Receipt {
	event := chaintest.TransferEvent(world.Token(), world.Payer(0), world.Treasury(), chaintest.Wei(1_000_000))
	hash := common.Hash{0xba}
	return &types.Receipt{
		TxHash: hash, Status: types.ReceiptStatusSuccessful,
		Logs: []*types.Log{{Address: event.Contract, Topics: event.Topics, Data: event.Data, TxHash: hash}},
	}
}

// TestEachCommitFails has every commit fail in turn, before it takes effect or with
// its answer lost, and another watcher go on.
func TestEachCommitFails(t *testing.T) {
	t.Parallel()
	for victim := range 9 {
		for _, isAfter := range []bool{false, true} {
			world := chaintest.NewFakeWorld()
			store := chaintest.NewStore()
			applied := 0
			fail := func(chain.Step) error {
				applied++
				if applied == victim+1 {
					return errCommit
				}
				return nil
			}
			if isAfter {
				store.FailAfter = fail
			} else {
				store.FailBefore = fail
			}
			var want []credited
			for round := range 4 {
				sent := world.Send(t, 0, pay(int64(round+1)), pay(1))
				want = append(want, paid(world, 0, sent, 0, chaintest.Wei(int64(round+1))), paid(world, 0, sent, 1, chaintest.Wei(1)))
				world.Mine(t, 2)
				if round == 2 {
					world.Reorganise(t, 2, chaintest.Again{Sent: sent, Block: 1})
				}
				watcher := watcherOf(t, store, configOf(world), world.Provider())
				if err := watcher.Poll(context.Background()); err != nil {
					if !errors.Is(err, errCommit) || watcher.Status().State != chain.StateStoreFailing {
						t.Fatalf("%v %s", err, watcher.Status().State)
					}
				}
			}
			world.Mine(t, untilFinal)
			// The failure may still be to come; the poll after it is whole.
			for range 2 {
				last := watcherOf(t, store, configOf(world), world.Provider())
				if err := last.Poll(context.Background()); err != nil && !errors.Is(err, errCommit) {
					t.Fatal(err)
				}
			}
			assertFinal(t, store, want...)
			if applied <= victim {
				t.Errorf("only %d steps were made, none failed", applied)
			}
		}
	}
}

// TestKilledBetweenPortions ends a watcher after the first portion of a large span. The
// next one reads the span again, and the store ignores what it has.
func TestKilledBetweenPortions(t *testing.T) {
	t.Parallel()
	world, store := chaintest.NewFakeWorld(), chaintest.NewStore()
	poll(t, watcherOf(t, store, configOf(world), world.Provider()))
	const count = 2_500
	dust := chaintest.TransferEvent(world.Token(), world.Payer(1), world.Treasury(), bigOf(1))
	many := chaintest.Transaction{Hash: common.Hash{0xf1}}
	for range count {
		many.Events = append(many.Events, dust)
	}
	world.Chain.MineWith(many)
	world.Mine(t, untilFinal)
	store.FailAfter = func(step chain.Step) error {
		if step.PortionTo > 0 {
			return errCommit
		}
		return nil
	}
	if err := watcherOf(t, store, configOf(world), world.Provider()).Poll(t.Context()); !errors.Is(err, errCommit) {
		t.Fatalf("the first one: %v", err)
	}
	assertCount(t, store, chaintest.Final, 1_000)
	store.FailAfter = nil
	poll(t, watcherOf(t, store, configOf(world), world.Provider()))
	assertCount(t, store, chaintest.Final, count)
	for _, one := range store.Transfers(chaintest.Final) {
		if one.Credits != 1 {
			t.Fatalf("%v is credited %d times", one.TransferKey, one.Credits)
		}
	}
	assertWhole(t, store)
}

// TestTwoWatchers lets several watchers loose on one store.
func TestTwoWatchers(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	store := chaintest.NewStore()
	var want []credited
	var running sync.WaitGroup
	stop := make(chan struct{})
	for range 3 {
		watcher := watcherOf(t, store, configOf(world), world.Chain.Provider("own"))
		running.Go(func() {
			for {
				if err := watcher.Poll(context.Background()); err != nil {
					t.Error(err)
					return
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	for round := range 40 {
		sent := world.Send(t, 0, pay(int64(round+1)))
		want = append(want, paid(world, 0, sent, 0, chaintest.Wei(int64(round+1))))
		world.Mine(t, 2)
		if round%3 == 0 {
			world.Reorganise(t, 2, chaintest.Again{Sent: sent, Block: 1})
		}
	}
	world.Mine(t, untilFinal)
	close(stop)
	running.Wait()
	poll(t, watcherOf(t, store, configOf(world), world.Provider()))
	assertFinal(t, store, want...)
}
