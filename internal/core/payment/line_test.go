package payment_test

import (
	"context"
	"encoding/binary"
	"io"
	"log/slog"
	"math/big"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// line is a scripted chain: it makes the steps that a watcher would.
type line struct {
	w       *world
	chainID uint64
	watch   *payment.Watch

	mu     sync.Mutex
	blocks []lineBlock
	final  int
	salt   uint64
	sent   uint64
}

type lineBlock struct {
	chain.Block
	transfers []chain.Transfer
}

// firstBlock is where the watcher began.
const firstBlock = 100

func newLine(w *world) *line { return newLineOn(w, chainID) }

func newLineOn(w *world, chainID uint64) *line {
	w.T.Helper()
	watch, err := w.service.Incoming.Watch(chainID)
	if err != nil {
		w.T.Fatal(err)
	}
	l := &line{w: w, chainID: chainID, watch: watch}
	l.blocks = []lineBlock{{Block: l.block(firstBlock, common.Hash{})}}
	ref := l.blocks[0].BlockRef
	l.apply(chain.Step{Genesis: common.HexToHash("0x01"), Append: []chain.BlockRef{ref}, Finalized: &ref})
	return l
}

func (l *line) block(number uint64, parent common.Hash) chain.Block {
	l.salt++
	content := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, number), l.salt)
	return chain.Block{BlockRef: chain.BlockRef{Number: number, Hash: crypto.Keccak256Hash(content), Parent: parent},
		Time: l.w.Clock.Now().Truncate(time.Second)}
}

// AgreedBlock serves the job that closes intents.
func (l *line) AgreedBlock(_ context.Context, number uint64) (chain.Block, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range l.blocks {
		if b.Number == number {
			return b.Block, nil
		}
	}
	return chain.Block{}, chain.ErrNotFound
}

// transfer is one token transfer of a new transaction.
func (l *line) transfer(from, token common.Address, wei *big.Int) chain.Transfer {
	l.sent++
	return chain.Transfer{TransferKey: chain.TransferKey{ChainID: l.chainID, Tx: crypto.Keccak256Hash([]byte("tx"), binary.BigEndian.AppendUint64(nil, l.sent))},
		Token: token, From: from, To: treasury, Wei: wei.String()}
}

// pay is a transfer of USDT.
func (l *line) pay(from common.Address, amount money.Amount) chain.Transfer {
	return l.transfer(from, usdt, units(amount))
}

// sibling is another transfer of the same transaction.
func sibling(t chain.Transfer, ordinal int) chain.Transfer {
	t.Ordinal = ordinal
	return t
}

// mine adds a block at the clock's time, and the watcher sees it.
func (l *line) mine(list ...chain.Transfer) {
	l.w.T.Helper()
	l.apply(l.grow(nil, list))
}

// grow makes the step that adds a block above the standing ones.
func (l *line) grow(walkBack *uint64, list []chain.Transfer) chain.Step {
	l.mu.Lock()
	defer l.mu.Unlock()
	tip := l.blocks[len(l.blocks)-1]
	b := lineBlock{Block: l.block(tip.Number+1, tip.Hash)}
	for _, t := range list {
		t.Block, t.BlockTime = b.BlockRef, b.Time
		b.transfers = append(b.transfers, t)
	}
	l.blocks = append(l.blocks, b)
	return chain.Step{WalkBackTo: walkBack, Append: []chain.BlockRef{b.BlockRef}, Seen: b.transfers}
}

// reorganise takes the newest blocks back and puts one in their place.
func (l *line) reorganise(depth int, list ...chain.Transfer) {
	l.w.T.Helper()
	l.mu.Lock()
	l.blocks = l.blocks[:len(l.blocks)-depth]
	standing := l.blocks[len(l.blocks)-1].Number
	l.mu.Unlock()
	l.apply(l.grow(&standing, list))
}

// finalStep makes the next count blocks final.
func (l *line) finalStep(count int) chain.Step {
	l.mu.Lock()
	defer l.mu.Unlock()
	var step chain.Step
	for range count {
		if l.final+1 == len(l.blocks) {
			break
		}
		l.final++
		step.Final = append(step.Final, l.blocks[l.final].transfers...)
		ref := l.blocks[l.final].BlockRef
		step.Finalized = &ref
	}
	return step
}

// finalize makes everything up to the tip final.
func (l *line) finalize() {
	l.w.T.Helper()
	l.apply(l.finalStep(len(l.blocks)))
}

// land mines transfers and makes them final at once.
func (l *line) land(list ...chain.Transfer) {
	l.w.T.Helper()
	l.mine(list...)
	l.finalize()
}

func (l *line) apply(step chain.Step) {
	l.w.T.Helper()
	progress, err := l.watch.Load(context.Background())
	if err != nil {
		l.w.T.Fatal(err)
	}
	step.Expect = progress.Version
	if err := l.watch.Apply(context.Background(), step); err != nil {
		l.w.T.Fatal(err)
	}
}

// progress is what the watcher would go on from.
func (l *line) progress() chain.Progress {
	l.w.T.Helper()
	p, err := l.watch.Load(context.Background())
	if err != nil {
		l.w.T.Fatal(err)
	}
	return p
}

func units(amount money.Amount) *big.Int {
	wei, err := money.ToBaseUnits(amount, 18)
	if err != nil {
		panic(err)
	}
	return wei
}

// work runs the jobs until nothing is due.
func (w *world) work() {
	w.T.Helper()
	list := w.service.Jobs()
	if w.comparing != nil {
		list = append(list, w.comparing.Jobs()...)
	}
	if err := jobs.NewRunner(slog.New(slog.NewTextHandler(io.Discard, nil)), nil, list...).Drain(context.Background()); err != nil {
		w.T.Fatal(err)
	}
}

// clean fails the test when any invariant is broken.
func (w *world) clean() {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		books, err := ledger.Check(tx)
		if err != nil {
			return err
		}
		rows, err := w.service.Check(tx)
		for _, v := range append(books, rows...) {
			w.T.Error(v)
		}
		return err
	})
	w.wantTold()
}

// info is what a user sees of top-ups.
func (w *world) info(user string) (i payment.TopUpInfo) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		i, err = w.service.TopUpInfo(tx, user)
		return err
	})
	return i
}

// progress is how a user sees an intent.
func (w *world) progress(user, no string) (p payment.Progress) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		p, err = w.service.ProgressOf(tx, httpapi.Caller{UserID: user}, no)
		return err
	})
	return p
}

func wantList(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: got %q, want %q", what, got, want)
			return
		}
	}
}
