package chain_test

import (
	"context"
	"fmt"
	"testing"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"
)

// TestRandomHistories plays random blocks, reorganisations, provider faults and
// kills, and holds the store to the chain's own final history: each transfer in
// it is final exactly once, and nothing else ever is.
func TestRandomHistories(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		history := &history{
			t:     t,
			chain: chaintest.NewChain(chaintest.ChainID, uint64(rapid.IntRange(0, 6).Draw(t, "finality depth"))),
			store: chaintest.NewStore(),
		}
		for i := range rapid.IntRange(1, 3).Draw(t, "providers") {
			history.providers = append(history.providers, history.chain.Provider(fmt.Sprint("provider ", i)))
		}
		history.restartWatcher()
		t.Repeat(map[string]func(*rapid.T){
			"mine":       history.mine,
			"reorganise": history.reorganise,
			"stall":      func(t *rapid.T) { history.chain.StallFinality(rapid.Bool().Draw(t, "stalled")) },
			"fault":      history.setFault,
			"kill":       func(*rapid.T) { history.restartWatcher() },
			"poll":       func(*rapid.T) { _ = history.watcher.Poll(context.Background()) },
			"":           history.checkAlways,
		})
		history.checkAtEnd()
	})
}

type history struct {
	t         *rapid.T
	chain     *chaintest.Chain
	providers []*chaintest.Provider
	store     *chaintest.Store
	watcher   *chain.Watcher
	sent      int
	pool      []chaintest.Transaction
}

var (
	historyTreasury = common.Address{0: 0x11}
	historyToken    = common.Address{0: 0x21}
)

func (history *history) restartWatcher() {
	list := make([]chain.Provider, 0, len(history.providers))
	for _, provider := range history.providers {
		list = append(list, provider)
	}
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chaintest.ChainID, Pause: newManualClock().pause}, list...)
	if err != nil {
		history.t.Fatal(err)
	}
	config := chain.WatcherConfig{Treasury: historyTreasury, Tokens: []common.Address{historyToken}}
	history.watcher, err = chain.NewWatcher(config, pool, history.store, discard())
	if err != nil {
		history.t.Fatal(err)
	}
}

// draw takes transactions from the pool of those taken back, and makes new ones.
func (history *history) draw(t *rapid.T) []chaintest.Transaction {
	var block []chaintest.Transaction
	for len(history.pool) > 0 && rapid.Bool().Draw(t, "again") {
		index := rapid.IntRange(0, len(history.pool)-1).Draw(t, "which")
		block = append(block, history.pool[index])
		history.pool = append(history.pool[:index:index], history.pool[index+1:]...)
	}
	for range rapid.IntRange(0, 2).Draw(t, "new transactions") {
		history.sent++
		transaction := chaintest.Transaction{Hash: common.BigToHash(bigOf(uint64(history.sent))), Failed: rapid.IntRange(0, 9).Draw(t, "fails") == 0}
		for range rapid.IntRange(1, 3).Draw(t, "transfers") {
			token := rapid.SampledFrom([]common.Address{historyToken, historyToken, {0: 0x77}}).Draw(t, "token")
			wei := bigOf(rapid.Uint64Range(0, 5).Draw(t, "wei"))
			transaction.Events = append(transaction.Events, chaintest.TransferEvent(token, common.Address{5}, historyTreasury, wei))
		}
		block = append(block, transaction)
	}
	return block
}

func (history *history) mine(t *rapid.T) { history.chain.MineWith(history.draw(t)...) }

func (history *history) reorganise(t *rapid.T) {
	deepest := int(history.chain.Head().Number - history.chain.Finalized())
	if deepest == 0 {
		t.Skip("nothing to take back")
	}
	depth := rapid.IntRange(1, deepest).Draw(t, "depth")
	history.pool = append(history.pool, history.chain.Transactions(depth)...)
	blocks := make([][]chaintest.Transaction, rapid.IntRange(0, depth+2).Draw(t, "new blocks"))
	for i := range blocks {
		blocks[i] = history.draw(t)
	}
	history.chain.Reorganise(depth, blocks...)
}

func (history *history) setFault(t *rapid.T) {
	provider := rapid.SampledFrom(history.providers).Draw(t, "provider")
	fault := rapid.SampledFrom([]chaintest.Faults{
		{},
		{Down: chain.ErrUnreachable},
		{Down: &chain.ThrottledError{}},
		{RangeMax: 1},
		{ServeOrphans: true},
		{Behind: 2},
		{HideLogs: true},
	}).Draw(t, "fault")
	if fault.HideLogs && len(history.providers) == 1 {
		// A single provider's silence cannot be told from truth; reading again
		// repairs it and has its own test.
		t.Skip("needs a second provider")
	}
	for _, other := range history.providers {
		if other != provider && fault.HideLogs {
			other.Set(chaintest.Faults{})
		}
	}
	provider.Set(fault)
}

// truth lists what the chain's final history holds.
func (history *history) truth() map[chain.TransferKey]string {
	truth := map[chain.TransferKey]string{}
	for _, transaction := range history.chain.FinalTransactions() {
		for ordinal, event := range transaction.Events {
			wei := common.BytesToHash(event.Data).Big()
			if !transaction.Failed && event.Contract == historyToken && wei.Sign() > 0 {
				truth[chain.TransferKey{ChainID: chaintest.ChainID, Tx: transaction.Hash, Ordinal: ordinal}] = wei.String()
			}
		}
	}
	return truth
}

// checkAlways: whatever is final in the store is final on the chain.
func (history *history) checkAlways(t *rapid.T) {
	for _, problem := range history.store.Broken() {
		t.Fatal(problem)
	}
	truth := history.truth()
	for _, kept := range history.store.Transfers(chaintest.Final) {
		if truth[kept.TransferKey] != kept.Wei {
			t.Fatalf("final but not on the chain: %+v", kept)
		}
	}
	if status := history.watcher.Status(); status.State.NeedsPerson() {
		t.Fatalf("a person is needed: %s %s", status.State, status.Reason)
	}
}

// checkAtEnd: once all faults are over, nothing is missing.
func (history *history) checkAtEnd() {
	for _, provider := range history.providers {
		provider.Set(chaintest.Faults{})
	}
	history.chain.StallFinality(false)
	history.restartWatcher()
	for range 3 {
		if err := history.watcher.Poll(context.Background()); err != nil {
			history.t.Fatal(err)
		}
	}
	history.checkAlways(history.t)
	truth := history.truth()
	if final := history.store.Transfers(chaintest.Final); len(final) != len(truth) {
		history.t.Fatalf("%d transfers are final, the chain holds %d", len(final), len(truth))
	}
}
