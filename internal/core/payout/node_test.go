package payout_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
)

const (
	finalityDepth = 4
	transferGas   = 50_000
	gwei          = 1_000_000_000
)

var errNode = errors.New("the node says no")

// node is a fake chain with one node: accounts, a pool, blocks that can be taken
// back, and every kind of lie about a broadcast. It is safe for concurrent use.
type node struct {
	mu     sync.Mutex
	blocks []nodeBlock
	pool   map[common.Address]map[uint64]*types.Transaction
	state  ledgerState
	salt   uint64

	// now dates blocks; nil leaves them without a date.
	now func() time.Time
	// base is the price below which nothing is included.
	base uint64
	// faults of the moment; down is what every question is answered with.
	down          error
	acceptAndFail bool
	swallow       bool
	refuse        bool
	// answers is what a broadcast is refused with.
	answers string
	// reverts makes transfers to these recipients fail when included.
	reverts map[common.Address]bool
	// refuses makes estimates for these recipients fail.
	estimateFails map[common.Address]bool
	// burns is gas that a recipient's code uses besides.
	burns      map[common.Address]uint64
	broadcasts int
}

type ledgerState struct {
	nonces map[common.Address]uint64
	native map[common.Address]*big.Int
	tokens map[common.Address]map[common.Address]*big.Int
}

func (s ledgerState) clone() ledgerState {
	c := ledgerState{nonces: maps.Clone(s.nonces), native: cloneAmounts(s.native), tokens: make(map[common.Address]map[common.Address]*big.Int)}
	for token, holders := range s.tokens {
		c.tokens[token] = cloneAmounts(holders)
	}
	return c
}

func cloneAmounts(m map[common.Address]*big.Int) map[common.Address]*big.Int {
	c := make(map[common.Address]*big.Int, len(m))
	for key, value := range m {
		c[key] = new(big.Int).Set(value)
	}
	return c
}

type nodeBlock struct {
	ref      chain.BlockRef
	time     time.Time
	receipts []nodeReceipt
	before   ledgerState
}

type nodeReceipt struct {
	tx        *types.Transaction
	from      common.Address
	succeeded bool
	fee       *big.Int
}

func newNode() *node {
	n := &node{pool: make(map[common.Address]map[uint64]*types.Transaction), base: gwei, reverts: make(map[common.Address]bool), estimateFails: make(map[common.Address]bool),
		state: ledgerState{nonces: make(map[common.Address]uint64), native: make(map[common.Address]*big.Int), tokens: make(map[common.Address]map[common.Address]*big.Int)}}
	for range finalityDepth + 1 {
		n.mine()
	}
	return n
}

// fund gives an account an amount; the zero token is the native coin. It changes
// the past as well, so that no reorganisation takes it back.
func (n *node) fund(token, account common.Address, amount *big.Int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.state.add(token, account, amount)
	for i := range n.blocks {
		n.blocks[i].before.add(token, account, amount)
	}
}

func (s ledgerState) add(token, account common.Address, amount *big.Int) {
	holders := s.native
	if token != (common.Address{}) {
		if s.tokens[token] == nil {
			s.tokens[token] = make(map[common.Address]*big.Int)
		}
		holders = s.tokens[token]
	}
	holders[account] = new(big.Int).Add(orZero(holders[account]), amount)
}

func orZero(v *big.Int) *big.Int {
	if v == nil {
		return new(big.Int)
	}
	return v
}

func (n *node) mine() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.mineLocked()
}

func (n *node) mineMany(count int) {
	for range count {
		n.mine()
	}
}

func (n *node) mineLocked() {
	n.salt++
	number := uint64(len(n.blocks))
	content := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, number), n.salt)
	block := nodeBlock{ref: chain.BlockRef{Number: number, Hash: crypto.Keccak256Hash(content)}, before: n.state.clone()}
	if n.now != nil {
		block.time = n.now()
	}
	for _, from := range slices.SortedFunc(maps.Keys(n.pool), common.Address.Cmp) {
		for {
			nonce := n.state.nonces[from]
			tx := n.pool[from][nonce]
			if tx == nil || tx.GasFeeCapIntCmp(new(big.Int).SetUint64(n.base)) < 0 {
				break
			}
			delete(n.pool[from], nonce)
			block.receipts = append(block.receipts, n.execute(from, tx))
		}
	}
	n.blocks = append(n.blocks, block)
}

func (n *node) execute(from common.Address, tx *types.Transaction) nodeReceipt {
	n.state.nonces[from]++
	fee := new(big.Int).Mul(new(big.Int).SetUint64(n.base), big.NewInt(transferGas))
	n.state.add(common.Address{}, from, new(big.Int).Neg(fee))
	r := nodeReceipt{tx: tx, from: from, fee: fee}
	token, to, amount := *tx.To(), *tx.To(), tx.Value()
	if to == from {
		// An anchor.
		r.succeeded = true
		return r
	}
	if len(tx.Data()) > 0 {
		var isTransfer bool
		if to, amount, isTransfer = chaintest.TransferIn(tx.Data()); !isTransfer {
			return r
		}
	} else {
		token = common.Address{}
	}
	if n.reverts[to] || n.balance(token, from).Cmp(amount) < 0 {
		return r
	}
	n.state.add(token, from, new(big.Int).Neg(amount))
	n.state.add(token, to, amount)
	r.succeeded = true
	return r
}

func (n *node) balance(token, account common.Address) *big.Int {
	if token == (common.Address{}) {
		return orZero(n.state.native[account])
	}
	return orZero(n.state.tokens[token][account])
}

// reorganise takes the newest blocks back, never final ones, and makes as many
// new ones. What stood in them returns to the pool unless it is forgotten.
func (n *node) reorganise(depth int, forget bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	depth = min(depth, finalityDepth)
	cut := len(n.blocks) - depth
	taken := n.blocks[cut:]
	n.state = taken[0].before
	n.blocks = n.blocks[:cut:cut]
	for _, block := range taken {
		for _, r := range block.receipts {
			if !forget {
				n.enter(r.from, r.tx)
			}
		}
	}
	kept := n.pool
	n.pool = make(map[common.Address]map[uint64]*types.Transaction)
	for range depth {
		n.mineLocked()
	}
	n.pool = kept
}

// forgetPool empties the pool, as nodes do under load or when they restart.
func (n *node) forgetPool() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.pool = make(map[common.Address]map[uint64]*types.Transaction)
}

func (n *node) enter(from common.Address, tx *types.Transaction) {
	if n.pool[from] == nil {
		n.pool[from] = make(map[uint64]*types.Transaction)
	}
	n.pool[from][tx.Nonce()] = tx
}

// set changes faults while others ask.
func (n *node) set(change func(n *node)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(n)
}

// received is what an account holds of a token by the newest block.
func (n *node) received(token, account common.Address) *big.Int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return new(big.Int).Set(n.balance(token, account))
}

func (n *node) nextNonce(account common.Address) uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.state.nonces[account]
}

// Quote implements payout.Chain.
func (n *node) Quote(_ context.Context, call ethereum.CallMsg) (chain.Quote, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down != nil {
		return chain.Quote{}, n.down
	}
	to := *call.To
	if len(call.Data) > 0 {
		to, _, _ = chaintest.TransferIn(call.Data)
	}
	if n.estimateFails[to] {
		return chain.Quote{}, chain.ErrCallFailed
	}
	return chain.Quote{Gas: 60_000 + n.burns[to], Tip: n.base / 10, FeeCap: n.base/10 + 2*n.base}, nil
}

// Balance implements payout.Chain.
func (n *node) Balance(_ context.Context, token, account common.Address) (*big.Int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down != nil {
		return nil, n.down
	}
	return new(big.Int).Set(n.balance(token, account)), nil
}

// FinalBalance implements payout.Chain.
func (n *node) FinalBalance(_ context.Context, account common.Address) (*big.Int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down != nil {
		return nil, n.down
	}
	return new(big.Int).Set(orZero(n.blocks[n.final()+1].before.native[account])), nil
}

// Nonces implements payout.Chain.
func (n *node) Nonces(_ context.Context, account common.Address) (latest, final uint64, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down != nil {
		return 0, 0, n.down
	}
	return n.state.nonces[account], n.finalNonce(account), nil
}

// final is the height of the final block.
func (n *node) final() uint64 { return uint64(len(n.blocks) - 1 - finalityDepth) }

func (n *node) finalNonce(account common.Address) uint64 {
	return n.blocks[n.final()+1].before.nonces[account]
}

// Outcome implements payout.Chain.
func (n *node) Outcome(_ context.Context, account common.Address, nonce uint64, hashes []common.Hash) (chain.Outcome, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down != nil {
		return chain.Outcome{}, n.down
	}
	for _, block := range n.blocks {
		for _, r := range block.receipts {
			if r.from == account && slices.Contains(hashes, r.tx.Hash()) {
				return chain.Outcome{Tx: r.tx.Hash(), Block: block.ref, Succeeded: r.succeeded, IsFinal: block.ref.Number <= n.final(), Fee: r.fee}, nil
			}
		}
	}
	return chain.Outcome{IsSuperseded: n.finalNonce(account) > nonce}, nil
}

// SentBetween implements payout.SentReader.
func (n *node) SentBetween(_ context.Context, account common.Address, from, until time.Time) (span chain.SentSpan, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down != nil {
		return span, n.down
	}
	if !n.blocks[n.final()].time.After(until) {
		return span, chain.ErrNotFinalYet
	}
	for _, block := range n.blocks {
		if block.time.Before(from) || block.time.After(until) {
			continue
		}
		for _, r := range block.receipts {
			if r.from == account {
				span.Sent = append(span.Sent, chain.Sent{Hash: r.tx.Hash(), Block: chain.Block{BlockRef: block.ref, Time: block.time}, To: *r.tx.To(), Data: r.tx.Data()})
			}
		}
	}
	return span, nil
}

// Broadcast implements payout.Chain, with the faults of the moment.
func (n *node) Broadcast(_ context.Context, raw []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.broadcasts++
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return err
	}
	if n.down != nil || n.refuse {
		return fmt.Errorf("%w: connection refused", errNode)
	}
	if n.answers != "" {
		return errors.New(n.answers)
	}
	if n.swallow {
		return nil
	}
	err := n.acceptLocked(tx)
	if n.acceptAndFail {
		return context.DeadlineExceeded
	}
	return err
}

func (n *node) acceptLocked(tx *types.Transaction) error {
	from, err := types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
	if err != nil {
		return err
	}
	if tx.Nonce() < n.state.nonces[from] {
		return fmt.Errorf("%w: nonce too low", errNode)
	}
	if old := n.pool[from][tx.Nonce()]; old != nil {
		if old.Hash() == tx.Hash() {
			return fmt.Errorf("%w: already known", errNode)
		}
		least := func(v *big.Int) *big.Int {
			return new(big.Int).Div(new(big.Int).Mul(v, big.NewInt(110)), big.NewInt(100))
		}
		if tx.GasFeeCap().Cmp(least(old.GasFeeCap())) < 0 || tx.GasTipCap().Cmp(least(old.GasTipCap())) < 0 {
			return fmt.Errorf("%w: replacement transaction underpriced", errNode)
		}
	}
	n.enter(from, tx)
	return nil
}

// inject puts somebody else's transaction of the wallet's key into the pool.
func (n *node) inject(tx *types.Transaction) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.acceptLocked(tx); err != nil {
		panic(err)
	}
}
