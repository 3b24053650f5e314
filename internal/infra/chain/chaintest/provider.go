package chaintest

import (
	"context"
	"math/big"
	"sync"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/contracts"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Faults are what a fake provider does wrong. The zero value is honest.
type Faults struct {
	// ChainID, when set, is the chain it claims to serve.
	ChainID uint64
	// Down makes every call fail with this error; a chain.ThrottledError makes
	// it throttle.
	Down error
	// HideLogs answers every search with an empty list.
	HideLogs bool
	// RangeMax, when set, refuses searches over more blocks.
	RangeMax uint64
	// RefuseLogs refuses every search as too wide, of a single block too.
	RefuseLogs bool
	// NoFinality does not know the finalized tag.
	NoFinality bool
	// ServeOrphans answers with receipts of blocks that were taken back.
	ServeOrphans bool
	// Behind is how many blocks it lags.
	Behind uint64
	// ForgeLogs may change the logs, ForgeReceipt a receipt (nil: not found),
	// ForgeBlock a block before they are answered.
	ForgeLogs    func(logs []types.Log) []types.Log
	ForgeReceipt func(transaction common.Hash, receipt *types.Receipt) *types.Receipt
	ForgeBlock   func(block chain.Block) chain.Block
	// BeforeLogs runs before a search is answered.
	BeforeLogs func()
}

// Provider is a view of a fake chain.
type Provider struct {
	name  string
	chain *Chain

	mu       sync.Mutex
	faults   Faults
	calls    map[string]int
	searched []chain.Span
}

// Provider makes an honest view of the chain.
func (fake *Chain) Provider(name string) *Provider {
	return &Provider{name: name, chain: fake, calls: map[string]int{}}
}

// Set replaces the provider's faults.
func (provider *Provider) Set(faults Faults) {
	provider.mu.Lock()
	defer provider.mu.Unlock()
	provider.faults = faults
}

// Calls counts the calls of a method so far.
func (provider *Provider) Calls(method string) int {
	provider.mu.Lock()
	defer provider.mu.Unlock()
	return provider.calls[method]
}

// Searched lists the spans of all searches so far, refused ones included.
func (provider *Provider) Searched() []chain.Span {
	provider.mu.Lock()
	defer provider.mu.Unlock()
	return append([]chain.Span(nil), provider.searched...)
}

func (provider *Provider) begin(method string) (Faults, error) {
	provider.mu.Lock()
	defer provider.mu.Unlock()
	provider.calls[method]++
	return provider.faults, provider.faults.Down
}

// Name identifies the provider.
func (provider *Provider) Name() string { return provider.name }

// ChainID answers the chain's id.
func (provider *Provider) ChainID(context.Context) (uint64, error) {
	faults, err := provider.begin("ChainID")
	if err != nil {
		return 0, err
	}
	if faults.ChainID != 0 {
		return faults.ChainID, nil
	}
	return provider.chain.id, nil
}

// Block answers a header.
func (provider *Provider) Block(_ context.Context, tag chain.Tag) (chain.Block, error) {
	faults, err := provider.begin("Block")
	if err != nil {
		return chain.Block{}, err
	}
	block, err := provider.chain.block(tag, faults)
	if err == nil && faults.ForgeBlock != nil {
		block = faults.ForgeBlock(block)
	}
	return block, err
}

func (fake *Chain) block(tag chain.Tag, faults Faults) (chain.Block, error) {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	head := uint64(len(fake.blocks)-1) - min(faults.Behind, uint64(len(fake.blocks)-1))
	number := tag.Number()
	switch {
	case tag.IsFinalized() && faults.NoFinality:
		return chain.Block{}, chain.ErrNoFinality
	case tag.IsFinalized():
		number = min(fake.finalized, head)
	case tag.IsLatest():
		number = head
	case number > head:
		return chain.Block{}, chain.ErrNotFound
	}
	return fake.blocks[number].Block, nil
}

// Logs searches as eth_getLogs does: contract, first and third topic.
func (provider *Provider) Logs(_ context.Context, query chain.LogQuery) ([]types.Log, error) {
	faults, err := provider.begin("Logs")
	if err != nil {
		return nil, err
	}
	provider.mu.Lock()
	provider.searched = append(provider.searched, query.Span)
	provider.mu.Unlock()
	if faults.RefuseLogs || faults.RangeMax != 0 && query.Span.To-query.Span.From+1 > faults.RangeMax {
		return nil, chain.ErrRangeTooLarge
	}
	if faults.BeforeLogs != nil {
		faults.BeforeLogs()
	}
	logs := []types.Log{}
	if !faults.HideLogs {
		logs = provider.chain.search(query, faults.Behind)
	}
	if faults.ForgeLogs != nil {
		logs = faults.ForgeLogs(logs)
	}
	return logs, nil
}

func (fake *Chain) search(query chain.LogQuery, behind uint64) []types.Log {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	wanted := map[common.Address]bool{}
	for _, contract := range query.Contracts {
		wanted[contract] = true
	}
	recipient := common.BytesToHash(query.Recipient.Bytes())
	logs := []types.Log{}
	head := uint64(len(fake.blocks)-1) - min(behind, uint64(len(fake.blocks)-1))
	for number := query.Span.From; number <= min(query.Span.To, head); number++ {
		block := fake.blocks[number]
		for index := range block.transactions {
			for _, log := range receiptOf(block, index).Logs {
				if wanted[log.Address] && len(log.Topics) >= 3 && log.Topics[0] == contracts.TransferTopic() && log.Topics[2] == recipient {
					logs = append(logs, *log)
				}
			}
		}
	}
	return logs
}

// Receipt answers a receipt.
func (provider *Provider) Receipt(_ context.Context, transaction common.Hash) (*types.Receipt, error) {
	faults, err := provider.begin("Receipt")
	if err != nil {
		return nil, err
	}
	receipt := provider.chain.receipt(transaction, faults.ServeOrphans)
	if faults.ForgeReceipt != nil {
		receipt = faults.ForgeReceipt(transaction, receipt)
	}
	if receipt == nil {
		return nil, chain.ErrNotFound
	}
	return receipt, nil
}

func (fake *Chain) receipt(transaction common.Hash, serveOrphans bool) *types.Receipt {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	if serveOrphans && fake.orphans[transaction] != nil {
		return fake.orphans[transaction]
	}
	for _, block := range fake.blocks {
		for index, candidate := range block.transactions {
			if candidate.Hash == transaction {
				return receiptOf(block, index)
			}
		}
	}
	return nil
}

// CallContract fails: the fake runs no contracts.
func (provider *Provider) CallContract(context.Context, ethereum.CallMsg, *big.Int) ([]byte, error) {
	if _, err := provider.begin("CallContract"); err != nil {
		return nil, err
	}
	return nil, chain.ErrCallFailed
}

// CodeAt answers that no account has code.
func (provider *Provider) CodeAt(context.Context, common.Address, *big.Int) ([]byte, error) {
	_, err := provider.begin("CodeAt")
	return nil, err
}
