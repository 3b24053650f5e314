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

const (
	// transactionsMax bounds how many transactions one step looks into, and
	// eventsMax how many transfers it carries; a span with more is read in smaller
	// pieces.
	transactionsMax = 2_000
	eventsMax       = 4_000
	// inventionsMax is how many transactions a provider may list that are not
	// there until the rest of its list is passed over.
	inventionsMax = 3
)

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

// readHead reads agreed blocks above a standing one, and the transfers in them.
// What it finds is seen, not final, so whatever is not agreed on yet is left for
// later: the blocks end before the first such one.
func (reader reader) readHead(ctx context.Context, base BlockRef, span Span) ([]BlockRef, []Transfer, error) {
	reading := reader.begin(span, false)
	var refs []BlockRef
	parent := base.Hash
	for number := span.From; number <= span.To; number++ {
		block, err := reading.canon.at(ctx, number)
		if len(refs) > 0 && (errors.Is(err, ErrNotFound) || errors.Is(err, ErrDisagreement)) {
			reading.span.To = number - 1
			break
		}
		if errors.Is(err, ErrNotFound) || errors.Is(err, ErrDisagreement) || err == nil && block.Parent != parent {
			return nil, nil, fmt.Errorf("%w: block %d does not follow", errMoved, number)
		}
		if err != nil {
			return nil, nil, err
		}
		parent = block.Hash
		refs = append(refs, block.BlockRef)
	}
	listed, err := reading.list(ctx)
	if err != nil {
		return nil, nil, err
	}
	receipts, err := reading.receipts(ctx, listed)
	if err != nil {
		return nil, nil, err
	}
	// The logs belong to these blocks only if the last one still stands.
	last, err := reader.pool.AgreedBlock(ctx, reading.span.To)
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrDisagreement) || err == nil && last.Hash != parent {
		return nil, nil, fmt.Errorf("%w: block %d", errMoved, reading.span.To)
	}
	if err != nil {
		return nil, nil, err
	}
	seen, err := reading.transfers(receipts)
	// Being seen is a courtesy: who floods a block gets no more than others.
	return refs, seen[:min(len(seen), portionMax)], err
}

// readFinal reads a span that is final, with the agreement of several
// providers where there are several. Pending transfers are looked at whether or
// not a provider lists them: a receipt was seen for each.
func (reader reader) readFinal(ctx context.Context, span Span, pending []Transfer) ([]Transfer, error) {
	reading := reader.begin(span, true)
	listed, err := reading.list(ctx)
	if err != nil {
		return nil, err
	}
	for _, transfer := range pending {
		if _, isListed := listed.by[transfer.Tx]; !isListed && span.contains(transfer.Block.Number) {
			listed.by[transfer.Tx] = nil
		}
	}
	receipts, err := reading.receipts(ctx, listed)
	if err != nil {
		return nil, err
	}
	final, err := reading.transfers(receipts)
	if err == nil {
		reading.demoteSilent(listed.sound, final)
	}
	return final, err
}

// reading is one look at one span.
type reading struct {
	reader
	span    Span
	isFinal bool
	canon   canon
}

func (reader reader) begin(span Span, isFinal bool) *reading {
	return &reading{reader: reader, span: span, isFinal: isFinal, canon: canon{pool: reader.pool, blocks: map[uint64]Block{}}}
}

// listing is what the providers' lists name: each transaction with those that
// list it.
type listing struct {
	sound []voice[[]types.Log]
	by    map[common.Hash][]*member
}

// list joins the providers' lists. A list that names a block which is not
// canonical is no answer; where the blocks are not final, they may have moved
// since, and nobody is blamed.
func (reading *reading) list(ctx context.Context) (listing, error) {
	lists, err := reading.pool.allLogs(ctx, reading.query(reading.span))
	if err != nil {
		return listing{}, err
	}
	found := listing{by: map[common.Hash][]*member{}}
	for _, one := range lists {
		if one.err != nil {
			continue
		}
		isSound, err := reading.isSound(ctx, one.answer)
		if err != nil {
			return listing{}, err
		}
		if !isSound {
			if reading.isFinal {
				reading.pool.demote(one.from, fmt.Errorf("its logs of blocks %s are not the chain's", reading.span))
			}
			continue
		}
		found.sound = append(found.sound, one)
		for _, log := range one.answer {
			if owners := found.by[log.TxHash]; !slices.Contains(owners, one.from) {
				found.by[log.TxHash] = append(owners, one.from)
			}
		}
	}
	return found, reading.enough(len(found.sound))
}

// enough wants a quorum of lists.
func (reading *reading) enough(sound int) error {
	switch {
	case sound >= reading.pool.quorum():
		return nil
	case reading.isFinal:
		return fmt.Errorf("%w: logs of blocks %s", ErrNoQuorum, reading.span)
	}
	return fmt.Errorf("%w: logs of blocks %s", errMoved, reading.span)
}

// isSound says that a list names canonical blocks of the span only.
func (reading *reading) isSound(ctx context.Context, logs []types.Log) (bool, error) {
	for _, log := range logs {
		if !reading.span.contains(log.BlockNumber) || log.Removed {
			return false, nil
		}
		block, err := reading.canon.at(ctx, log.BlockNumber)
		if err != nil {
			return false, err
		}
		if block.Hash != log.BlockHash {
			return false, nil
		}
	}
	return true, nil
}

// inOrder lists the transactions, those that fewest providers name first: who
// invents transactions is then found out before the others are read.
func (found listing) inOrder() []common.Hash {
	return slices.SortedFunc(maps.Keys(found.by), func(a, b common.Hash) int {
		return cmp.Or(cmp.Compare(len(found.by[a]), len(found.by[b])), a.Cmp(b))
	})
}

// receipts reads the agreed receipts of what is listed. In a final span an
// answer that is not agreed on is waited for, as the transfer would be passed
// over for good; above it, it is left for later.
func (reading *reading) receipts(ctx context.Context, listed listing) ([]*types.Receipt, error) {
	inventions := map[*member]int{}
	var receipts []*types.Receipt
	looked := 0
	for _, transaction := range listed.inOrder() {
		owners := listed.by[transaction]
		if len(owners) == 1 && inventions[owners[0]] >= inventionsMax {
			continue
		}
		if looked++; looked > transactionsMax && reading.span.From < reading.span.To {
			return nil, fmt.Errorf("%w: more than %d transactions", ErrRangeTooLarge, transactionsMax)
		}
		receipt, err := reading.judge(ctx, transaction, owners)
		switch {
		case errors.Is(err, errInvented):
			for _, owner := range owners {
				inventions[owner]++
				reading.pool.demote(owner, err)
			}
			if err := reading.enough(len(listed.sound) - passedOver(inventions)); err != nil {
				return nil, err
			}
		case err != nil && (reading.isFinal || !isUnsettled(err)):
			return nil, fmt.Errorf("transaction %s: %w", transaction, err)
		case err == nil && receipt != nil:
			receipts = append(receipts, receipt)
		}
	}
	return receipts, nil
}

// passedOver counts the providers whose lists are not read to the end.
func passedOver(inventions map[*member]int) (count int) {
	for _, times := range inventions {
		if times >= inventionsMax {
			count++
		}
	}
	return count
}

// isUnsettled says that time may bring agreement.
func isUnsettled(err error) bool {
	return errors.Is(err, errMoved) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrDisagreement) || errors.Is(err, ErrNoQuorum)
}

// errInvented says that a quorum knows better than the one who lists a
// transaction.
var errInvented = errors.New("it lists a transaction that is not there")

// judge reads the agreed receipt of a transaction. None without an error is one
// that is passed over: seen once and gone, or included in another span. Owners
// are those who list it.
func (reading *reading) judge(ctx context.Context, transaction common.Hash, owners []*member) (*types.Receipt, error) {
	isAlike := alike(reading.pool.quorum(), receiptFace)
	isEnough := func(heard []voice[*types.Receipt]) bool {
		// That an owner does not know what he lists must not hurry the others.
		return isAlike(slices.DeleteFunc(slices.Clone(heard), func(one voice[*types.Receipt]) bool {
			return errors.Is(one.err, ErrNotFound) && slices.Contains(owners, one.from)
		}))
	}
	voices, err := askAll(ctx, reading.pool, isEnough, receiptOf(transaction))
	if err != nil {
		return nil, err
	}
	receipt, err := agree(reading.pool, voices, "the receipt of "+transaction.Hex(), receiptFace)
	if errors.Is(err, ErrNotFound) && len(owners) == 0 {
		return nil, nil
	}
	if errors.Is(err, ErrNotFound) && areOthersSure(voices, owners) {
		return nil, fmt.Errorf("%w: %s", errInvented, transaction)
	}
	if err != nil {
		return nil, err
	}
	block, err := reading.canon.at(ctx, numberOf(receipt.BlockNumber))
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	if err != nil || block.Hash != receipt.BlockHash {
		// An orphaned block's receipt: the right one must be waited for, or the
		// transfer would be passed over for good.
		return nil, fmt.Errorf("%w: transaction %s", errMoved, transaction)
	}
	isInside := reading.span.contains(block.Number)
	switch {
	case len(owners) == 0 && !isInside:
		// Included again elsewhere: its own span will show it.
		return nil, nil
	case len(owners) > 0 && reading.pool.quorum() > 1 && (!isInside || !reading.want.isListed(receipt)):
		return nil, fmt.Errorf("%w: %s", errInvented, transaction)
	case !isInside:
		return nil, fmt.Errorf("%w: transaction %s", errMoved, transaction)
	}
	return receipt, nil
}

// areOthersSure says that a quorum of those who do not list a transaction does
// not know it.
func areOthersSure(voices []voice[*types.Receipt], owners []*member) bool {
	absent := 0
	for _, one := range voices {
		if errors.Is(one.err, ErrNotFound) && !slices.Contains(owners, one.from) {
			absent++
		}
	}
	return absent >= quorumMax
}

// demoteSilent books every provider that kept back a transfer which is there.
func (reading *reading) demoteSilent(lists []voice[[]types.Log], final []Transfer) {
	for _, one := range lists {
		named := map[common.Hash]bool{}
		for _, log := range one.answer {
			named[log.TxHash] = true
		}
		for _, transfer := range final {
			if !named[transfer.Tx] {
				reading.pool.demote(one.from, fmt.Errorf("it did not list transaction %s", transfer.Tx))
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

// transfers lists the transfers of several receipts in the chain's order.
func (reading *reading) transfers(receipts []*types.Receipt) ([]Transfer, error) {
	slices.SortFunc(receipts, func(a, b *types.Receipt) int {
		return cmp.Or(a.BlockNumber.Cmp(b.BlockNumber), cmp.Compare(a.TransactionIndex, b.TransactionIndex))
	})
	var list []Transfer
	for _, receipt := range receipts {
		list = append(list, reading.want.transfersOf(receipt, reading.canon.blocks[receipt.BlockNumber.Uint64()])...)
	}
	if len(list) > eventsMax && reading.span.From < reading.span.To {
		return nil, fmt.Errorf("%w: %d transfers", ErrRangeTooLarge, len(list))
	}
	return list, nil
}
