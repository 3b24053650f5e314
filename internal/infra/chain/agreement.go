package chain

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// quorum is how many providers must say the same.
func (pool *Pool) quorum() int { return min(quorumMax, len(pool.members)) }

// agreed is the answer that a quorum gives to a question. ErrNotFound means that
// a quorum, or everyone who spoke, knows nothing of it. Whoever says otherwise is
// demoted; what is asked is named for that.
func agreed[Answer any, Face comparable](ctx context.Context, pool *Pool, what string, face func(Answer) Face,
	question func(context.Context, Provider) (Answer, error)) (Answer, error) {
	voices, err := askAll(ctx, pool, alike(pool.quorum(), face), question)
	if err != nil {
		var none Answer
		return none, err
	}
	return agree(pool, voices, what, face)
}

// agree finds the answer that a quorum shares.
func agree[Answer any, Face comparable](pool *Pool, voices []voice[Answer], what string, face func(Answer) Face) (Answer, error) {
	votes, absent := map[Face]int{}, 0
	for _, one := range voices {
		switch {
		case one.err == nil:
			votes[face(one.answer)]++
		case errors.Is(one.err, ErrNotFound):
			absent++
		}
	}
	for _, candidate := range voices {
		if candidate.err != nil || votes[face(candidate.answer)] < pool.quorum() {
			continue
		}
		for _, one := range voices {
			if one.err == nil && face(one.answer) != face(candidate.answer) {
				pool.demote(one.from, fmt.Errorf("%w about %s", ErrDisagreement, what))
			}
		}
		return candidate.answer, nil
	}
	var none Answer
	switch {
	case absent > 0 && len(votes) == 0, absent >= pool.quorum():
		return none, ErrNotFound
	case len(votes) > 1:
		return none, fmt.Errorf("%w about %s", ErrDisagreement, what)
	}
	return none, fmt.Errorf("%w: %s", ErrNoQuorum, what)
}

// same is the face of an answer that is compared as it is.
func same[Answer any](answer Answer) Answer { return answer }

// blockFace is equal for two blocks that say the same. Time and parent belong to
// it, as the hash is not recomputed: one provider alone could name another time
// under the true hash.
func blockFace(block Block) string {
	return fmt.Sprintf("%d %s %s %d", block.Number, block.Hash, block.Parent, block.Time.UnixMicro())
}

// AgreedBlock is the canonical block at a height on which a quorum agrees.
func (pool *Pool) AgreedBlock(ctx context.Context, number uint64) (Block, error) {
	return agreed(ctx, pool, fmt.Sprintf("block %d", number), blockFace,
		func(ctx context.Context, provider Provider) (Block, error) {
			block, err := provider.Block(ctx, At(number))
			if err == nil && block.Number != number {
				err = fmt.Errorf("%w: block %d for %d", ErrSenseless, block.Number, number)
			}
			return block, err
		})
}

// headDropMax is how far a head may lie below the highest there was: deeper than
// reorganisations go, and some minutes of a quick chain.
const headDropMax = 100

// Head is the newest height that a quorum has reached. One provider that names a
// height far ahead, or is stuck, moves nothing where two others stand. Where only
// two answered, it is the lower of two words; one far below what was reached
// before is no agreement, or a liar could choose at which old block a contract is
// asked.
func (pool *Pool) Head(ctx context.Context) (uint64, error) {
	voices, err := askAll(ctx, pool, answered[uint64](pool.quorum()), func(ctx context.Context, provider Provider) (uint64, error) {
		block, err := provider.Block(ctx, Latest())
		return block.Number, err
	})
	if err != nil {
		return 0, err
	}
	height, err := pool.reached(voices, "the head")
	if err != nil {
		return 0, err
	}
	pool.mu.Lock()
	defer pool.mu.Unlock()
	if height+headDropMax < pool.highest {
		return 0, fmt.Errorf("%w: the head is %d, and was %d", ErrNoQuorum, height, pool.highest)
	}
	pool.highest = max(pool.highest, height)
	return height, nil
}

// Recall says that a height was reached before this process began. Without it an
// old head would be as good as a new one right after a start.
func (pool *Pool) Recall(height uint64) {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	pool.highest = max(pool.highest, height)
}

// reached is the highest height that a quorum of providers named.
func (pool *Pool) reached(voices []voice[uint64], what string) (uint64, error) {
	var heights []uint64
	for _, one := range voices {
		if one.err == nil {
			heights = append(heights, one.answer)
		}
	}
	if len(heights) < pool.quorum() {
		return 0, fmt.Errorf("%w: %d of %d name %s: %w", ErrNoQuorum, len(heights), pool.quorum(), what, errors.Join(problemsOf(voices)...))
	}
	slices.Sort(heights)
	return heights[len(heights)-pool.quorum()], nil
}

// AgreedHead is the newest block that a quorum has and agrees on. Honest nodes
// may differ for a moment about the very newest, so a few below it are tried.
func (pool *Pool) AgreedHead(ctx context.Context) (Block, error) {
	height, err := pool.Head(ctx)
	if err != nil {
		return Block{}, err
	}
	for try := uint64(0); ; try++ {
		block, err := pool.AgreedBlock(ctx, height-min(height, try))
		isYoung := errors.Is(err, ErrDisagreement) || errors.Is(err, ErrNotFound)
		if !isYoung || try == headTriesMax || try == height {
			return block, errors.Join(err, pool.checkAge(block))
		}
	}
}

// checkAge refuses a head that is too old to be one.
func (pool *Pool) checkAge(head Block) error {
	age := pool.config.Now().Sub(head.Time)
	if pool.config.HeadAgeMax == 0 || head.Time.IsZero() || age <= pool.config.HeadAgeMax {
		return nil
	}
	return fmt.Errorf("%w: the newest block, %d, is %s old", ErrNoQuorum, head.Number, age.Round(time.Second))
}

// AgreedFinalized is the highest block that a quorum calls final, with the
// hash a quorum agrees on.
func (pool *Pool) AgreedFinalized(ctx context.Context) (Block, error) {
	ask := func(ctx context.Context, one *member) (uint64, error) { return pool.finalizedOf(ctx, one) }
	height, err := pool.reached(gather(ctx, pool, pool.ordered(), ask, answered[uint64](pool.quorum())), "a final block")
	if err != nil {
		return Block{}, err
	}
	return pool.AgreedBlock(ctx, height)
}

// finalizedOf is one provider's final height: its finalized tag, or the height
// that has the confirmations when it never had such a tag.
func (pool *Pool) finalizedOf(ctx context.Context, one *member) (uint64, error) {
	height := func(tag Tag) func(context.Context, Provider) (uint64, error) {
		return func(ctx context.Context, provider Provider) (uint64, error) {
			block, err := provider.Block(ctx, tag)
			return block.Number, err
		}
	}
	final, err := askMember(ctx, pool, one, height(Finalized()))
	if err == nil {
		pool.finalityKnown(one, true)
		return final, nil
	}
	if !errors.Is(err, ErrNoFinality) || pool.finalityKnown(one, false) {
		return 0, err
	}
	head, err := askMember(ctx, pool, one, height(Latest()))
	if err != nil {
		return 0, err
	}
	// The block itself is its first confirmation, as users are shown.
	return head - min(head, pool.config.Confirmations-1), nil
}

// resolve is the block to read state at: the given one, or the agreed head's.
func (pool *Pool) resolve(ctx context.Context, block *big.Int) (*big.Int, error) {
	if block != nil {
		return block, nil
	}
	head, err := pool.AgreedHead(ctx)
	if err != nil {
		return nil, fmt.Errorf("the newest block: %w", err)
	}
	return new(big.Int).SetUint64(head.Number), nil
}

// called is what became of a call: its answer, or that it failed.
type called struct {
	answer []byte
	failed error
}

func (one called) face() string {
	if one.failed != nil {
		// Nodes describe the same failure in different words.
		return "failed"
	}
	return "answered " + string(one.answer)
}

// CallContract is the answer of a contract on which a quorum agrees, at a block
// or, with nil, at the agreed head. ErrCallFailed says that a quorum saw the
// call fail: that is the contract's answer.
func (pool *Pool) CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error) {
	block, err := pool.resolve(ctx, block)
	if err != nil {
		return nil, err
	}
	answer, err := agreed(ctx, pool, fmt.Sprintf("a call to %s", call.To), called.face, func(ctx context.Context, provider Provider) (called, error) {
		answer, err := provider.CallContract(ctx, call, block)
		if errors.Is(err, ErrCallFailed) {
			return called{failed: err}, nil
		}
		return called{answer: answer}, err
	})
	if err != nil {
		return nil, err
	}
	return answer.answer, answer.failed
}

// CodeAt is an account's code on which a quorum agrees, at a block or, with nil,
// at the agreed head.
func (pool *Pool) CodeAt(ctx context.Context, account common.Address, block *big.Int) ([]byte, error) {
	block, err := pool.resolve(ctx, block)
	if err != nil {
		return nil, err
	}
	return agreed(ctx, pool, "the code of "+account.Hex(), func(code []byte) string { return string(code) },
		func(ctx context.Context, provider Provider) ([]byte, error) {
			return provider.CodeAt(ctx, account, block)
		})
}

// allLogs searches with every provider. One that refuses the span's width is not
// waited for where a quorum of others answers. A node that lags lists nothing of
// blocks it does not have and says no word of it, so only one that has the span's
// last block is asked.
func (pool *Pool) allLogs(ctx context.Context, query LogQuery) ([]voice[[]types.Log], error) {
	return askAll(ctx, pool, alike(pool.quorum(), logsFace), func(ctx context.Context, provider Provider) ([]types.Log, error) {
		if _, err := provider.Block(ctx, At(query.Span.To)); err != nil {
			return nil, fmt.Errorf("the last block of %s: %w", query.Span, err)
		}
		return provider.Logs(ctx, query)
	})
}

// logsFace is equal for two lists that name the same events.
func logsFace(logs []types.Log) [sha256.Size]byte {
	sum := sha256.New()
	for i := range logs {
		sum.Write(logs[i].BlockHash[:])
		sum.Write(logs[i].TxHash[:])
		sum.Write(binary.BigEndian.AppendUint64(nil, uint64(logs[i].Index)))
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

// agreedReceipt is the receipt on which a quorum agrees, with its block, its
// outcome and its events. ErrNotFound means that nobody knows the transaction,
// or a quorum does not.
func (pool *Pool) agreedReceipt(ctx context.Context, transaction common.Hash) (*types.Receipt, error) {
	return agreed(ctx, pool, "the receipt of "+transaction.Hex(), receiptFace, receiptOf(transaction))
}

func receiptOf(transaction common.Hash) func(context.Context, Provider) (*types.Receipt, error) {
	return func(ctx context.Context, provider Provider) (*types.Receipt, error) {
		receipt, err := provider.Receipt(ctx, transaction)
		if err == nil && !isReceiptOf(receipt, transaction) {
			err = fmt.Errorf("%w: the receipt of %s", ErrSenseless, transaction)
		}
		return receipt, err
	}
}

// isReceiptOf says that an answer is a receipt of the transaction with all that is read
// of one. A node that writes null among its events must not end the program.
func isReceiptOf(receipt *types.Receipt, transaction common.Hash) bool {
	return receipt != nil && receipt.TxHash == transaction && receipt.BlockNumber != nil && receipt.BlockNumber.IsUint64() &&
		!slices.Contains(receipt.Logs, nil)
}

// receiptFace is equal for two receipts that say the same.
func receiptFace(receipt *types.Receipt) [sha256.Size]byte {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %d %d %d %s\n", receipt.BlockHash, numberOf(receipt.BlockNumber), receipt.Status, receipt.GasUsed, receipt.EffectiveGasPrice)
	for _, log := range receipt.Logs {
		sum.Write(log.Address[:])
		sum.Write([]byte{byte(len(log.Topics)), wasRemoved(log)})
		for _, topic := range log.Topics {
			sum.Write(topic[:])
		}
		sum.Write(binary.BigEndian.AppendUint64(nil, uint64(len(log.Data))))
		sum.Write(log.Data)
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

// wasRemoved is part of a receipt's face: a provider alone that calls an event
// removed would hide a deposit.
func wasRemoved(log *types.Log) byte {
	if log.Removed {
		return 1
	}
	return 0
}
