package chain_test

import (
	"context"
	"runtime"
	"runtime/metrics"
	"testing"
	"testing/synctest"
	"time"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"

	"github.com/ethereum/go-ethereum/common"
)

// flood is a transaction with 30,000 transfers, a block with thousands of
// transactions, and an honest deposit behind them.
func flood(t *testing.T, world *chaintest.FakeWorld) chaintest.Sent {
	t.Helper()
	dust := chaintest.TransferEvent(world.Token(), world.Payer(1), world.Treasury(), bigOf(1))
	flood := chaintest.Transaction{Hash: common.Hash{0xf1}}
	for range 30_000 {
		flood.Events = append(flood.Events, dust)
	}
	world.Chain.MineWith(flood)
	var many []chaintest.Transaction
	for n := range 2_500 {
		many = append(many, chaintest.Transaction{Hash: common.BigToHash(bigOf(uint64(10_000 + n))), Events: []chaintest.Event{dust}})
	}
	world.Chain.MineWith(many...)
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 1+untilFinal)
	return sent
}

// TestAFloodOfEventsHoldsUpNobody: the honest deposit is final in the same look; the
// store never gets much at once.
func TestAFloodOfEventsHoldsUpNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		world, store := chaintest.NewFakeWorld(), chaintest.NewStore()
		largest := 0
		store.FailAfter = func(step chain.Step) error {
			largest = max(largest, len(step.Final), len(step.Seen))
			return nil
		}
		_, all := witnesses(world)
		watcher := watcherOn(t, store, configOf(world), quick(t, all...))
		poll(t, watcher)
		sent := flood(t, world)
		poll(t, watcher)
		if state := watcher.Status().State; state != chain.StateFollowing {
			t.Errorf("state %s", state)
		}
		final := store.Transfers(chaintest.Final)
		if len(final) != 32_501 {
			t.Errorf("%d transfers are final", len(final))
		}
		found := false
		for _, one := range final {
			found = found || one.Tx == sent.Hash
		}
		if !found {
			t.Error("the honest deposit is not final")
		}
		if largest > 1_000 {
			t.Errorf("the store got %d transfers at once", largest)
		}
	})
}

// floodRoom is how much more memory may be in use during a look at the flood, what the
// three nodes answer and the store keeps included.
const floodRoom = 64 << 20

// TestAFloodOfEventsTakesBoundedMemory: also outside of a bubble, where time passes, one
// look reads all of it. It runs beside no other test, which would be measured with it.
func TestAFloodOfEventsTakesBoundedMemory(t *testing.T) {
	world, store := chaintest.NewFakeWorld(), chaintest.NewStore()
	_, all := witnesses(world)
	watcher := watcherOf(t, store, configOf(world), all...)
	poll(t, watcher)
	flood(t, world)
	living := func() uint64 {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		runtime.GC()
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	base := living()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	looked := make(chan error, 1)
	go func() { looked <- watcher.Poll(ctx) }()
	var most uint64
	for {
		select {
		case err := <-looked:
			if final := len(store.Transfers(chaintest.Final)); err != nil || final != 32_501 || most > base+floodRoom {
				t.Errorf("%v, %d transfers are final, %d bytes were in use above %d", err, final, most, base)
			}
			return
		case <-time.After(10 * time.Millisecond):
			most = max(most, living())
		}
	}
}
