package chain_test

import (
	"testing"
	"testing/synctest"
	"time"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"

	"github.com/ethereum/go-ethereum/common"
)

// TestAFloodOfEventsHoldsUpNobody: a transaction with 30,000 transfers, a block
// with thousands of transactions, and an honest deposit behind them, which is
// credited in the usual time; the store never gets much at once.
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
		began := time.Now()
		poll(t, watcher)
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("one look took %s", took)
		}
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
