package payment_test

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Where nodes have no finalized tag, a deposit is credited in the block with
// which its owner reads that all confirmations are there: not after it, and
// not before.
func TestCreditedWithTheLastConfirmationShown(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newBareWorld(t, db, c)
		required := w.info("ann").Networks[0].Confirmations
		fake := chaintest.NewChain(chainID, finalityDepth)
		node := fake.Provider("node")
		node.Set(chaintest.Faults{NoFinality: true})
		pool, err := chain.NewPool(t.Context(), chain.PoolConfig{ChainID: chainID, Confirmations: uint64(required)}, node)
		if err != nil {
			t.Fatal(err)
		}
		watch, err := w.service.Incoming.Watch(chainID)
		if err != nil {
			t.Fatal(err)
		}
		watcher, err := chain.NewWatcher(chain.WatcherConfig{Treasury: treasury, Tokens: []common.Address{usdt, etld}}, pool, watch,
			slog.New(slog.NewTextHandler(io.Discard, nil)))
		if err != nil {
			t.Fatal(err)
		}
		look := func() {
			t.Helper()
			if err := watcher.Poll(context.Background()); err != nil {
				t.Fatal(err)
			}
			w.work()
		}
		fake.Mine(2 * required)
		look()
		fake.MineWith(chaintest.Transaction{Hash: common.Hash{1}, Events: []chaintest.Event{chaintest.TransferEvent(usdt, ann, treasury, units(money.Units(7)))}})
		for n := 1; n < required; n++ {
			look()
			got := w.info("ann").Pending
			if len(got) != 1 || got[0].Confirmations != int64(n) || w.Balance(ledger.AvailableOf("ann", money.USDT)) != 0 {
				t.Fatalf("block %d, counted from the transfer's: %+v, credited %s", n, got, w.Balance(ledger.AvailableOf("ann", money.USDT)))
			}
			fake.Mine(1)
		}
		look()
		if got := w.Balance(ledger.AvailableOf("ann", money.USDT)); got != money.Units(7) || len(w.info("ann").Pending) != 0 {
			t.Errorf("with %d of %d confirmations %s is credited, %+v on its way", required, required, got, w.info("ann").Pending)
		}
	})
}
