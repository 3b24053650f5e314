package chain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// transactionsMax bounds how many transactions one step looks into; a span with
// more is read in smaller pieces.
const transactionsMax = 2_000

// reader finds the treasury's transfers in spans of blocks.
type reader struct {
	pool *Pool
	want filter
}

func (reader reader) query(span Span) LogQuery {
	return LogQuery{
		Span:      span,
		Contracts: slices.SortedFunc(maps.Keys(reader.want.tokens), common.Address.Cmp),
		Recipient: reader.want.treasury,
	}
}

// readHead reads blocks above a standing one, and the transfers in them, from
// the preferred provider. What it finds is seen, not final.
func (reader reader) readHead(ctx context.Context, base BlockRef, span Span) ([]BlockRef, []Transfer, error) {
	blocks := make(map[uint64]Block, span.To-span.From+1)
	refs := make([]BlockRef, 0, span.To-span.From+1)
	parent := base.Hash
	for number := span.From; number <= span.To; number++ {
		block, err := reader.pool.BlockAt(ctx, number)
		if errors.Is(err, ErrNotFound) || (err == nil && (block.Parent != parent || block.Number != number)) {
			return nil, nil, fmt.Errorf("%w: block %d does not follow", errMoved, number)
		}
		if err != nil {
			return nil, nil, err
		}
		blocks[number], parent = block, block.Hash
		refs = append(refs, block.BlockRef)
	}
	logs, err := reader.pool.Logs(ctx, reader.query(span))
	if err != nil {
		return nil, nil, err
	}
	transactions := map[common.Hash]bool{}
	for _, log := range logs {
		if block, known := blocks[log.BlockNumber]; !known || block.Hash != log.BlockHash || log.Removed {
			return nil, nil, fmt.Errorf("%w: a log of block %d", errMoved, log.BlockNumber)
		}
		transactions[log.TxHash] = true
	}
	if len(transactions) > transactionsMax && span.From < span.To {
		return nil, nil, fmt.Errorf("%w: %d transactions", ErrRangeTooLarge, len(transactions))
	}
	seen, err := reader.readReceipts(ctx, transactions, blocks)
	if err != nil {
		return nil, nil, err
	}
	// The logs belong to these blocks only if the last one still stands.
	last, err := reader.pool.BlockAt(ctx, span.To)
	if errors.Is(err, ErrNotFound) || (err == nil && last.Hash != parent) {
		return nil, nil, fmt.Errorf("%w: block %d", errMoved, span.To)
	}
	if err != nil {
		return nil, nil, err
	}
	return refs, seen, nil
}

// readReceipts looks into transactions whose blocks are known.
func (reader reader) readReceipts(ctx context.Context, transactions map[common.Hash]bool, blocks map[uint64]Block) ([]Transfer, error) {
	var receipts []*types.Receipt
	for transaction := range transactions {
		receipt, err := reader.pool.Receipt(ctx, transaction)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		if err != nil || receipt.BlockHash != blocks[numberOf(receipt.BlockNumber)].Hash {
			return nil, fmt.Errorf("%w: transaction %s", errMoved, transaction)
		}
		receipts = append(receipts, receipt)
	}
	return reader.transfersOf(receipts, blocks), nil
}

// readFinal reads a span that is final, with the agreement of several
// providers where there are several. Pending transfers are looked at whether or
// not a provider lists them: a receipt was seen for each.
func (reader reader) readFinal(ctx context.Context, span Span, pending []Transfer) ([]Transfer, error) {
	replies, err := reader.pool.allLogs(ctx, reader.query(span))
	if err != nil {
		return nil, err
	}
	canon := canon{pool: reader.pool, blocks: map[uint64]Block{}}
	listed, err := reader.listTransactions(ctx, span, replies, &canon)
	if err != nil {
		return nil, err
	}
	candidates := maps.Clone(listed)
	for _, transfer := range pending {
		if span.contains(transfer.Block.Number) {
			candidates[transfer.Tx] = true
		}
	}
	if len(candidates) > transactionsMax && span.From < span.To {
		return nil, fmt.Errorf("%w: %d transactions", ErrRangeTooLarge, len(candidates))
	}
	var receipts []*types.Receipt
	for transaction := range candidates {
		receipt, err := reader.pool.agreedReceipt(ctx, transaction)
		if errors.Is(err, ErrNotFound) && !listed[transaction] {
			// Seen once, and nobody knows it any more.
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("transaction %s: %w", transaction, err)
		}
		block, err := canon.at(ctx, numberOf(receipt.BlockNumber))
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		isInside := span.contains(block.Number)
		if err != nil || block.Hash != receipt.BlockHash || (listed[transaction] && !isInside) {
			// An orphaned block's receipt: the right one must be waited for, or
			// the transfer would be passed over for good.
			return nil, fmt.Errorf("%w: transaction %s", errMoved, transaction)
		}
		if !isInside {
			// Included again elsewhere: its own span will show it.
			continue
		}
		receipts = append(receipts, receipt)
	}
	final := reader.transfersOf(receipts, canon.blocks)
	reader.demoteSilent(replies, final)
	return final, nil
}

// listTransactions joins the providers' lists. A list that names a block which
// is not canonical is no answer.
func (reader reader) listTransactions(ctx context.Context, span Span, replies []reply[[]types.Log], canon *canon) (map[common.Hash]bool, error) {
	transactions := map[common.Hash]bool{}
	sound := 0
	for _, one := range replies {
		isSound := true
		for _, log := range one.answer {
			if !span.contains(log.BlockNumber) || log.Removed {
				isSound = false
				break
			}
			block, err := canon.at(ctx, log.BlockNumber)
			if err != nil {
				return nil, err
			}
			if block.Hash != log.BlockHash {
				isSound = false
				break
			}
		}
		if !isSound {
			reader.pool.demote(one.from, fmt.Errorf("its logs of blocks %s are not the chain's", span))
			continue
		}
		sound++
		for _, log := range one.answer {
			transactions[log.TxHash] = true
		}
	}
	if sound < reader.pool.quorum() {
		return nil, fmt.Errorf("%w: logs of blocks %s", ErrNoQuorum, span)
	}
	return transactions, nil
}

// demoteSilent books every provider that kept back a transfer which is there.
func (reader reader) demoteSilent(replies []reply[[]types.Log], final []Transfer) {
	for _, one := range replies {
		named := map[common.Hash]bool{}
		for _, log := range one.answer {
			named[log.TxHash] = true
		}
		for _, transfer := range final {
			if !named[transfer.Tx] {
				reader.pool.demote(one.from, fmt.Errorf("it did not list transaction %s", transfer.Tx))
				break
			}
		}
	}
}

// canon remembers agreed blocks while one span is read.
type canon struct {
	pool   *Pool
	blocks map[uint64]Block
}

func (canon *canon) at(ctx context.Context, number uint64) (Block, error) {
	if block, known := canon.blocks[number]; known {
		return block, nil
	}
	block, err := canon.pool.AgreedBlock(ctx, number)
	if err == nil {
		canon.blocks[number] = block
	}
	return block, err
}

// transfersOf lists the transfers of several receipts in the chain's order.
func (reader reader) transfersOf(receipts []*types.Receipt, blocks map[uint64]Block) []Transfer {
	slices.SortFunc(receipts, func(a, b *types.Receipt) int {
		return cmp.Or(a.BlockNumber.Cmp(b.BlockNumber), cmp.Compare(a.TransactionIndex, b.TransactionIndex))
	})
	var list []Transfer
	for _, receipt := range receipts {
		list = append(list, reader.want.transfersOf(receipt, blocks[receipt.BlockNumber.Uint64()])...)
	}
	return list
}
