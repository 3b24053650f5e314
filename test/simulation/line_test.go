package simulation

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	chainID       = chaintest.ChainID
	finalityDepth = 4
	tokenDecimals = 18
	transferGas   = 50_000
	gwei          = 1_000_000_000
)

// native is the chain's own coin, as a token address.
var native = common.Address{}

// movement is one token transfer, whatever became of it.
type movement struct {
	hash            common.Hash
	token, from, to common.Address
	wei             *big.Int
	// signed is the transaction where the hot wallet signed it.
	signed *types.Transaction
}

// holdings are what the platform's own addresses hold, and the hot wallet's
// next nonce, at one block.
type holdings struct {
	held  map[[2]common.Address]*big.Int
	nonce uint64
}

func (h holdings) of(token, owner common.Address) *big.Int {
	if v := h.held[[2]common.Address{token, owner}]; v != nil {
		return v
	}
	return new(big.Int)
}

// with is the holdings after an amount was added; the old ones stay.
func (h holdings) with(token, owner common.Address, wei *big.Int) holdings {
	held := make(map[[2]common.Address]*big.Int, len(h.held)+1)
	for key, v := range h.held {
		held[key] = v
	}
	held[[2]common.Address{token, owner}] = new(big.Int).Add(h.of(token, owner), wei)
	return holdings{held, h.nonce}
}

// line is the simulated chain: a fake chain with accounts, a pool of waiting
// transfers, and blocks that can be taken back.
type line struct {
	*chaintest.Chain
	clock  dbtest.Clock
	chance *rand.Rand
	own    map[common.Address]bool
	hot    common.Address
	sent   uint64
	// genesis is the first block.
	genesis common.Hash
	// all is every transfer ever made, failed those that were reverted where
	// they stand now.
	all    map[common.Hash]*movement
	failed map[common.Hash]bool
	times  map[common.Hash]time.Time
	// after is what is held after each block.
	after []holdings
	// waiting are transfers for the next block, limbo those that a
	// reorganisation threw out and that may come again.
	waiting, limbo []*movement
	pool           map[uint64]*types.Transaction
	base           uint64
	reverts        map[common.Address]bool
	// prices is what gas cost where the hot wallet's transactions stand now.
	prices map[common.Hash]uint64
	// onCall runs before each answer to the server.
	onCall func()
	// paysTwice breaks the chain on purpose.
	paysTwice bool
}

func newLine(c dbtest.Clock, chance *rand.Rand, hot common.Address, own ...common.Address) *line {
	l := &line{Chain: chaintest.NewChain(chainID, finalityDepth), clock: c, chance: chance, hot: hot, own: map[common.Address]bool{hot: true},
		all: make(map[common.Hash]*movement), failed: make(map[common.Hash]bool), times: make(map[common.Hash]time.Time), pool: make(map[uint64]*types.Transaction),
		base: gwei, reverts: make(map[common.Address]bool), after: []holdings{{}}, prices: make(map[common.Hash]uint64), onCall: func() {}}
	for _, one := range own {
		l.own[one] = true
	}
	l.genesis = l.Head().Hash
	l.times[l.genesis] = c.Now()
	return l
}

// send makes a transfer of somebody's wallet for the next block.
func (l *line) send(token, from, to common.Address, wei *big.Int) common.Hash {
	l.sent++
	m := &movement{hash: crypto.Keccak256Hash([]byte("transfer"), binary.BigEndian.AppendUint64(nil, l.sent)), token: token, from: from, to: to, wei: wei}
	l.all[m.hash] = m
	l.waiting = append(l.waiting, m)
	return m.hash
}

// mine adds blocks; the first holds what waits.
func (l *line) mine(blocks int) {
	for range blocks {
		list, after := l.fill(l.after[len(l.after)-1], l.takeWaiting())
		l.after = append(l.after, after)
		l.times[l.MineWith(list...).Hash] = l.clock.Now()
	}
}

// takeWaiting are the transfers of the next block: all that wait, and by chance
// what was thrown out earlier.
func (l *line) takeWaiting() []*movement {
	list := l.waiting
	l.waiting = nil
	for i := 0; i < len(l.limbo); {
		if l.chance.IntN(3) > 0 {
			i++
			continue
		}
		list = append(list, l.limbo[i])
		l.limbo = slices.Delete(l.limbo, i, i+1)
	}
	return list
}

// fill executes a block on what was held before it.
func (l *line) fill(before holdings, list []*movement) (block []chaintest.Transaction, after holdings) {
	after = before
	for _, m := range list {
		block = append(block, l.execute(m, &after))
	}
	for {
		tx := l.pool[after.nonce]
		if tx == nil || tx.GasFeeCapIntCmp(new(big.Int).SetUint64(l.base)) < 0 {
			return block, after
		}
		delete(l.pool, after.nonce)
		after.nonce++
		l.prices[tx.Hash()] = l.base
		fee := new(big.Int).Mul(new(big.Int).SetUint64(l.base), big.NewInt(transferGas))
		after = after.with(native, l.hot, fee.Neg(fee))
		block = append(block, l.execute(l.movementOf(tx), &after))
	}
}

// movementOf remembers a transaction of the hot wallet as a transfer.
func (l *line) movementOf(tx *types.Transaction) *movement {
	if m := l.all[tx.Hash()]; m != nil {
		return m
	}
	to, wei, isTransfer := chaintest.TransferIn(tx.Data())
	if !isTransfer {
		panic("the hot wallet sent what is no transfer")
	}
	m := &movement{hash: tx.Hash(), token: *tx.To(), from: l.hot, to: to, wei: wei, signed: tx}
	l.all[m.hash] = m
	return m
}

func (l *line) execute(m *movement, on *holdings) chaintest.Transaction {
	l.failed[m.hash] = l.reverts[m.to] || l.own[m.from] && on.of(m.token, m.from).Cmp(m.wei) < 0
	if l.failed[m.hash] {
		return chaintest.Transaction{Hash: m.hash, Failed: true}
	}
	if l.own[m.from] {
		paid := m.wei
		if l.paysTwice && m.signed != nil {
			paid = new(big.Int).Lsh(m.wei, 1)
		}
		*on = on.with(m.token, m.from, new(big.Int).Neg(paid))
	}
	if l.own[m.to] {
		*on = on.with(m.token, m.to, m.wei)
	}
	return chaintest.Transaction{Hash: m.hash, Events: []chaintest.Event{chaintest.TransferEvent(m.token, m.from, m.to, m.wei)}}
}

// reorganise replaces the newest blocks by as many others. What stood in them
// comes again in another order, or later, or never.
func (l *line) reorganise(depth int) {
	depth = min(depth, int(l.Head().Number-l.Finalized()))
	if depth == 0 {
		return
	}
	var again []*movement
	for _, t := range l.Transactions(depth) {
		m := l.all[t.Hash]
		switch {
		case m.signed != nil:
			if l.chance.IntN(4) > 0 {
				l.enter(m.signed)
			}
		case l.chance.IntN(3) > 0:
			again = append(again, m)
		default:
			l.limbo = append(l.limbo, m)
		}
	}
	l.chance.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
	l.after = l.after[:len(l.after)-depth]
	replacement := make([][]chaintest.Transaction, depth)
	for i := range depth {
		count := len(again)
		if i < depth-1 {
			count = l.chance.IntN(len(again) + 1)
		}
		block, after := l.fill(l.after[len(l.after)-1], again[:count])
		again = again[count:]
		l.after = append(l.after, after)
		replacement[i] = block
	}
	l.Reorganise(depth, replacement...)
	l.retime(depth)
}

// retime gives new blocks the time of now.
func (l *line) retime(depth int) {
	view := l.Provider("times")
	for number := l.Head().Number; depth > 0; number, depth = number-1, depth-1 {
		b, err := view.Block(context.Background(), chain.At(number))
		if err != nil {
			panic(err)
		}
		l.times[b.Hash] = l.clock.Now()
	}
}

// enter puts a transaction of the hot wallet into the pool unless a dearer one
// of its nonce is there.
func (l *line) enter(tx *types.Transaction) {
	if old := l.pool[tx.Nonce()]; old == nil || old.GasFeeCapIntCmp(tx.GasFeeCap()) < 0 {
		l.pool[tx.Nonce()] = tx
	}
}

// final lists the transfers that succeeded in final blocks.
func (l *line) final() (list []*movement) {
	for _, t := range l.FinalTransactions() {
		if !t.Failed {
			list = append(list, l.all[t.Hash])
		}
	}
	return list
}

// standing lists the transfers that succeeded in any block.
func (l *line) standing() (list []*movement) {
	for _, t := range l.Transactions(len(l.after)) {
		if !t.Failed {
			list = append(list, l.all[t.Hash])
		}
	}
	return list
}

// heldFinally is what the own addresses hold of a token by the final block.
func (l *line) heldFinally(token common.Address) *big.Int {
	sum := new(big.Int)
	for owner := range l.own {
		sum.Add(sum, l.after[l.Finalized()].of(token, owner))
	}
	return sum
}

// units is an amount in a token's own units.
func units(a money.Amount) *big.Int {
	wei, err := money.ToBaseUnits(a, tokenDecimals)
	if err != nil {
		panic(err)
	}
	return wei
}

// accept is a broadcast that reaches the pool.
func (l *line) accept(tx *types.Transaction) error {
	if next := l.after[len(l.after)-1].nonce; tx.Nonce() < next {
		if m := l.all[tx.Hash()]; m != nil && m.signed != nil {
			return nil
		}
		return fmt.Errorf("%w: nonce too low", errRefused)
	}
	old := l.pool[tx.Nonce()]
	if old != nil && old.Hash() != tx.Hash() && tx.GasFeeCapIntCmp(old.GasFeeCap()) <= 0 {
		return fmt.Errorf("%w: replacement transaction underpriced", errRefused)
	}
	l.pool[tx.Nonce()] = tx
	return nil
}
