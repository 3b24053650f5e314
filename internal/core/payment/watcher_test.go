package payment_test

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	finalityDepth = 4
	seeds         = 4
	turns         = 60
)

// watched is a payment store behind a real watcher of a fake chain, next to
// the watcher's own store in memory as the judge.
type watched struct {
	w        *world
	fake     *chaintest.Chain
	memory   *chaintest.Store
	judge    *chain.Watcher
	watchers []*chain.Watcher
}

func newWatched(t *testing.T, w *world) *watched {
	t.Helper()
	f := &watched{w: w, fake: chaintest.NewChain(chainID, finalityDepth), memory: chaintest.NewStore()}
	f.fake.Mine(finalityDepth + 1)
	watch, err := w.service.Incoming.Watch(chainID)
	if err != nil {
		t.Fatal(err)
	}
	f.judge = f.watcher(f.memory)
	f.watchers = []*chain.Watcher{f.watcher(watch), f.watcher(watch)}
	return f
}

func (f *watched) watcher(store chain.Store) *chain.Watcher {
	f.w.T.Helper()
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chainID, Pause: func(context.Context, time.Duration) error { return nil }},
		f.fake.Provider("one"), f.fake.Provider("two"))
	if err != nil {
		f.w.T.Fatal(err)
	}
	watcher, err := chain.NewWatcher(chain.WatcherConfig{Treasury: treasury, Tokens: []common.Address{usdt, etld}}, pool, store,
		slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		f.w.T.Fatal(err)
	}
	return watcher
}

// poll lets the judge look, then both watchers of the database at once.
func (f *watched) poll() {
	f.w.T.Helper()
	if err := f.judge.Poll(context.Background()); err != nil {
		f.w.T.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, watcher := range f.watchers {
		wg.Go(func() {
			if err := watcher.Poll(context.Background()); err != nil {
				f.w.T.Error(err)
			}
		})
	}
	wg.Wait()
	// A watcher that lost every race has looked for nothing; one more look ends the round.
	if err := f.watchers[0].Poll(context.Background()); err != nil {
		f.w.T.Fatal(err)
	}
}

// compare holds the database to the store in memory.
func (f *watched) compare(watch *payment.Watch) {
	f.w.T.Helper()
	want, err := f.memory.Load(context.Background())
	if err != nil {
		f.w.T.Fatal(err)
	}
	got, err := watch.Load(context.Background())
	if err != nil {
		f.w.T.Fatal(err)
	}
	byKey := func(a, b chain.Transfer) int { return cmp.Or(a.Tx.Cmp(b.Tx), a.Ordinal-b.Ordinal) }
	slices.SortFunc(want.Pending, byKey)
	slices.SortFunc(got.Pending, byKey)
	if got.Genesis != want.Genesis || !slices.Equal(got.Blocks, want.Blocks) || !slices.Equal(got.Pending, want.Pending) {
		f.w.T.Fatalf("the database stands at %d blocks up to %v and %d transfers, the judge at %d up to %v and %d",
			len(got.Blocks), got.Tip(), len(got.Pending), len(want.Blocks), want.Tip(), len(want.Pending))
	}
}

// TestWatcherOnTheDatabase drives real watchers through random blocks and
// reorganisations: the database must stand where the judge stands, and credit
// what is final once.
func TestWatcherOnTheDatabase(t *testing.T) {
	t.Parallel()
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				f := newWatched(t, newBareWorld(t, db, c))
				f.run(rand.New(rand.NewPCG(seed, 1)))
			})
		})
	}
}

func (f *watched) run(random *rand.Rand) {
	watch, err := f.w.service.Incoming.Watch(chainID)
	if err != nil {
		f.w.T.Fatal(err)
	}
	var orphaned []chaintest.Transaction
	var recent [][]chaintest.Transaction
	for turn := range turns {
		var block []chaintest.Transaction
		for range random.IntN(3) {
			block = append(block, randomTransaction(random, turn))
		}
		depth := random.IntN(finalityDepth)
		if depth > len(recent) || random.IntN(3) > 0 {
			depth = 0
		}
		if depth > 0 {
			for _, lost := range recent[len(recent)-depth:] {
				orphaned = append(orphaned, lost...)
			}
			recent = recent[:len(recent)-depth]
			// Some of what was taken back is included again, behind others.
			for len(orphaned) > 0 && random.IntN(2) == 0 {
				block = append(block, orphaned[0])
				orphaned = orphaned[1:]
			}
			replacement := make([][]chaintest.Transaction, depth)
			replacement[depth-1] = block
			f.fake.Reorganise(depth, replacement...)
			recent = append(recent, replacement...)
		} else {
			f.fake.MineWith(block...)
			recent = append(recent, block)
		}
		if random.IntN(2) == 0 {
			f.poll()
			f.compare(watch)
			f.w.work()
		}
	}
	f.fake.Mine(finalityDepth + 1)
	f.poll()
	f.compare(watch)
	f.w.work()
	f.verify()
}

// verify adds up what the chain calls final.
func (f *watched) verify() {
	f.w.T.Helper()
	sum := new(big.Int)
	for _, transaction := range f.fake.FinalTransactions() {
		for _, event := range transaction.Events {
			if event.Contract == usdt && event.Topics[2].Big().Cmp(treasury.Big()) == 0 {
				sum.Add(sum, new(big.Int).SetBytes(event.Data))
			}
		}
	}
	booked := f.w.Balance(ledger.AvailableOf("ann", money.USDT)) + f.w.Balance(suspense)
	if units(booked).Cmp(sum) != 0 || sum.Sign() == 0 {
		f.w.T.Errorf("%s was credited, the chain brought %s", units(booked), sum)
	}
	if f.w.Balance(ledger.AvailableOf("ann", money.ETLD)) != 0 {
		f.w.T.Error("a fake token was credited")
	}
	f.w.clean()
}

// randomTransaction pays once or twice, from somebody known or not, among
// events that are none of ours.
func randomTransaction(random *rand.Rand, turn int) chaintest.Transaction {
	content := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(turn)), random.Uint64())
	transaction := chaintest.Transaction{Hash: crypto.Keccak256Hash(content)}
	if random.IntN(2) == 0 {
		transaction.Events = append(transaction.Events,
			chaintest.TransferEvent(address("a fake token"), ann, treasury, units(money.Units(1000))),
			chaintest.TransferEvent(usdt, ann, bob, units(money.Units(3))),
			chaintest.TransferEvent(usdt, ann, treasury, new(big.Int)))
	}
	for range 1 + random.IntN(2) {
		from := ann
		if random.IntN(3) == 0 {
			from = stranger
		}
		transaction.Events = append(transaction.Events, chaintest.TransferEvent(usdt, from, treasury, units(money.Units(1+random.Int64N(50)))))
	}
	return transaction
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// AgreedBlock serves the job that closes intents.
func (f *watched) AgreedBlock(ctx context.Context, number uint64) (chain.Block, error) {
	return f.fake.Provider("blocks").Block(ctx, chain.At(number))
}
