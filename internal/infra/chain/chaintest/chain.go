package chaintest

import (
	"encoding/binary"
	"math/big"
	"sync"
	"time"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/contracts"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// Event is one event of a fake transaction.
type Event struct {
	Contract common.Address
	Topics   []common.Hash
	Data     []byte
}

// TransferEvent is a standard Transfer.
func TransferEvent(token, from, to common.Address, wei *big.Int) Event {
	return Event{
		Contract: token,
		Topics:   []common.Hash{contracts.TransferTopic(), common.BytesToHash(from.Bytes()), common.BytesToHash(to.Bytes())},
		Data:     common.BigToHash(wei).Bytes(),
	}
}

// Transaction is a fake transaction.
type Transaction struct {
	Hash   common.Hash
	Failed bool
	Events []Event
}

type fakeBlock struct {
	chain.Block
	transactions []Transaction
}

// Chain is a fake chain. It is safe for concurrent use.
type Chain struct {
	mu            sync.Mutex
	id            uint64
	salt          uint64
	blocks        []fakeBlock
	orphans       map[common.Hash]*types.Receipt
	finalityDepth uint64
	finalized     uint64
	isStalled     bool
}

// NewChain begins a chain whose blocks are final depth blocks below the head.
func NewChain(id, finalityDepth uint64) *Chain {
	fake := &Chain{id: id, finalityDepth: finalityDepth}
	fake.Restart()
	return fake
}

// Restart empties the chain; its first block is another one.
func (fake *Chain) Restart() {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	fake.blocks, fake.finalized = nil, 0
	fake.orphans = map[common.Hash]*types.Receipt{}
	fake.append(nil)
}

// Mine adds empty blocks.
func (fake *Chain) Mine(count int) {
	for range count {
		fake.MineWith()
	}
}

// MineWith adds one block.
func (fake *Chain) MineWith(transactions ...Transaction) chain.Block {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	fake.append(transactions)
	return fake.blocks[len(fake.blocks)-1].Block
}

// Reorganise replaces the last depth blocks by the given ones. Receipts of the
// replaced blocks remain for providers that serve orphans.
func (fake *Chain) Reorganise(depth int, replacement ...[]Transaction) {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	cut := len(fake.blocks) - depth
	for _, block := range fake.blocks[cut:] {
		for index := range block.transactions {
			receipt := receiptOf(block, index)
			fake.orphans[receipt.TxHash] = receipt
		}
	}
	fake.blocks = fake.blocks[:cut:cut]
	for _, transactions := range replacement {
		fake.append(transactions)
	}
}

// StallFinality stops or resumes finality.
func (fake *Chain) StallFinality(isStalled bool) {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	fake.isStalled = isStalled
	fake.finalise()
}

// Head is the newest block.
func (fake *Chain) Head() chain.Block {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	return fake.blocks[len(fake.blocks)-1].Block
}

// Finalized is the final height.
func (fake *Chain) Finalized() uint64 {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	return fake.finalized
}

// FinalTransactions lists the transactions in final blocks, in order.
func (fake *Chain) FinalTransactions() []Transaction {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	var list []Transaction
	for _, block := range fake.blocks[:fake.finalized+1] {
		list = append(list, block.transactions...)
	}
	return list
}

// Transactions lists the transactions of the last depth blocks.
func (fake *Chain) Transactions(depth int) []Transaction {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	var list []Transaction
	for _, block := range fake.blocks[len(fake.blocks)-depth:] {
		list = append(list, block.transactions...)
	}
	return list
}

// append adds a block; the salt makes every block's hash its own.
func (fake *Chain) append(transactions []Transaction) {
	fake.salt++
	var content [16]byte
	number := uint64(len(fake.blocks))
	binary.BigEndian.PutUint64(content[:8], number)
	binary.BigEndian.PutUint64(content[8:], fake.salt)
	block := chain.Block{
		BlockRef: chain.BlockRef{Number: number, Hash: crypto.Keccak256Hash(content[:])},
		Time:     time.Unix(1_700_000_000+int64(number)*3, 0).UTC(),
	}
	if number > 0 {
		block.Parent = fake.blocks[number-1].Hash
	}
	fake.blocks = append(fake.blocks, fakeBlock{block, transactions})
	fake.finalise()
}

func (fake *Chain) finalise() {
	head := uint64(len(fake.blocks) - 1)
	if !fake.isStalled && head >= fake.finalityDepth {
		fake.finalized = max(fake.finalized, head-fake.finalityDepth)
	}
}

// receiptOf is the receipt of a block's transaction, with log indices counted
// over the whole block.
func receiptOf(block fakeBlock, index int) *types.Receipt {
	logIndex := uint(0)
	for _, earlier := range block.transactions[:index] {
		logIndex += uint(len(earlier.Events))
	}
	transaction := block.transactions[index]
	receipt := &types.Receipt{
		TxHash: transaction.Hash, BlockHash: block.Hash, BlockNumber: new(big.Int).SetUint64(block.Number),
		TransactionIndex: uint(index), Status: types.ReceiptStatusSuccessful,
	}
	if transaction.Failed {
		receipt.Status = types.ReceiptStatusFailed
		return receipt
	}
	for offset, event := range transaction.Events {
		receipt.Logs = append(receipt.Logs, &types.Log{
			Address: event.Contract, Topics: event.Topics, Data: event.Data,
			BlockNumber: block.Number, BlockHash: block.Hash,
			TxHash: transaction.Hash, TxIndex: uint(index), Index: logIndex + uint(offset),
		})
	}
	return receipt
}
