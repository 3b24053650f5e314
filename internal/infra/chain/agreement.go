package chain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// reply is one provider's answer among several.
type reply[Answer any] struct {
	from   *member
	answer Answer
}

// quorum is how many providers must say the same.
func (pool *Pool) quorum() int { return min(quorumMax, len(pool.members)) }

// askAll collects every provider's answer. Fewer answers than the quorum,
// "not found" counted among them, are ErrNoQuorum (or ErrThrottled, where
// waiting helps).
func askAll[Answer any](ctx context.Context, pool *Pool, question func(Provider) (Answer, error)) (replies []reply[Answer], absent int, err error) {
	for attempt := 0; ; attempt++ {
		replies, absent, err = askAllOnce(ctx, pool, question)
		if !errors.Is(err, ErrThrottled) || attempt == throttleRetriesMax {
			return replies, absent, err
		}
		if err := pool.config.Pause(ctx, pool.shortestRest()); err != nil {
			return nil, 0, fmt.Errorf("%w: %w", ErrThrottled, err)
		}
	}
}

func askAllOnce[Answer any](ctx context.Context, pool *Pool, question func(Provider) (Answer, error)) (replies []reply[Answer], absent int, err error) {
	var problems []error
	for _, one := range pool.ordered() {
		answer, err := askMember(ctx, pool, one, question)
		switch {
		case err == nil:
			replies = append(replies, reply[Answer]{one, answer})
		case isAnswer(err):
			return nil, 0, err
		case errors.Is(err, ErrNotFound):
			absent++
		default:
			problems = append(problems, err)
		}
	}
	if len(replies)+absent >= pool.quorum() {
		return replies, absent, nil
	}
	for _, problem := range problems {
		if errors.Is(problem, ErrThrottled) {
			return nil, 0, ErrThrottled
		}
	}
	if len(replies)+absent == 0 {
		return nil, 0, fmt.Errorf("%w: %w", ErrUnreachable, errors.Join(problems...))
	}
	return nil, 0, fmt.Errorf("%w: %d of %d: %w", ErrNoQuorum, len(replies)+absent, pool.quorum(), errors.Join(problems...))
}

// agree finds the answer that a quorum shares. Who says otherwise is demoted,
// once it is known who is right.
func agree[Answer any, Face comparable](pool *Pool, replies []reply[Answer], what string, face func(Answer) Face) (Answer, error) {
	votes := map[Face]int{}
	for _, one := range replies {
		votes[face(one.answer)]++
	}
	for _, candidate := range replies {
		agreed := face(candidate.answer)
		if votes[agreed] < pool.quorum() {
			continue
		}
		for _, one := range replies {
			if face(one.answer) != agreed {
				pool.demote(one.from, fmt.Errorf("%w about %s", ErrDisagreement, what))
			}
		}
		return candidate.answer, nil
	}
	var none Answer
	if len(votes) > 1 {
		return none, fmt.Errorf("%w about %s", ErrDisagreement, what)
	}
	return none, fmt.Errorf("%w: %s", ErrNoQuorum, what)
}

// AgreedBlock is the canonical block at a height on which a quorum agrees.
func (pool *Pool) AgreedBlock(ctx context.Context, number uint64) (Block, error) {
	replies, absent, err := askAll(ctx, pool, func(provider Provider) (Block, error) { return provider.Block(ctx, At(number)) })
	if err != nil {
		return Block{}, err
	}
	if len(replies) == 0 && absent > 0 {
		return Block{}, ErrNotFound
	}
	return agree(pool, replies, fmt.Sprintf("block %d", number), func(block Block) common.Hash { return block.Hash })
}

// AgreedFinalized is the highest block that a quorum calls final, with the
// hash a quorum agrees on.
func (pool *Pool) AgreedFinalized(ctx context.Context) (Block, error) {
	var heights []uint64
	var problems []error
	for _, one := range pool.ordered() {
		height, err := pool.finalizedOf(ctx, one)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		heights = append(heights, height)
	}
	if len(heights) < pool.quorum() {
		return Block{}, fmt.Errorf("%w: %d of %d name a final block: %w", ErrNoQuorum, len(heights), pool.quorum(), errors.Join(problems...))
	}
	slices.Sort(heights)
	return pool.AgreedBlock(ctx, heights[len(heights)-pool.quorum()])
}

// finalizedOf is one provider's final height: its finalized tag, or the height
// that has the confirmations when it never had such a tag.
func (pool *Pool) finalizedOf(ctx context.Context, one *member) (uint64, error) {
	block, err := askMember(ctx, pool, one, func(provider Provider) (Block, error) { return provider.Block(ctx, Finalized()) })
	if err == nil {
		pool.finalityKnown(one, true)
		return block.Number, nil
	}
	if !errors.Is(err, ErrNoFinality) || pool.finalityKnown(one, false) {
		return 0, err
	}
	head, err := askMember(ctx, pool, one, func(provider Provider) (Block, error) { return provider.Block(ctx, Latest()) })
	if err != nil {
		return 0, err
	}
	// The block itself is its first confirmation, as users are shown.
	return head.Number - min(head.Number, pool.config.Confirmations-1), nil
}

// allLogs searches with every provider.
func (pool *Pool) allLogs(ctx context.Context, query LogQuery) ([]reply[[]types.Log], error) {
	replies, _, err := askAll(ctx, pool, func(provider Provider) ([]types.Log, error) { return provider.Logs(ctx, query) })
	return replies, err
}

// agreedReceipt is the receipt on which a quorum agrees, with its block, its
// outcome and its events. ErrNotFound means that nobody knows the transaction.
func (pool *Pool) agreedReceipt(ctx context.Context, transaction common.Hash) (*types.Receipt, error) {
	replies, absent, err := askAll(ctx, pool, func(provider Provider) (*types.Receipt, error) { return provider.Receipt(ctx, transaction) })
	if err != nil {
		return nil, err
	}
	if len(replies) == 0 && absent > 0 {
		return nil, ErrNotFound
	}
	return agree(pool, replies, "the receipt of "+transaction.Hex(), receiptFace)
}

// receiptFace is equal for two receipts that say the same.
func receiptFace(receipt *types.Receipt) string {
	face := fmt.Sprintf("%s %d %d", receipt.BlockHash, numberOf(receipt.BlockNumber), receipt.Status)
	for _, log := range receipt.Logs {
		face += fmt.Sprintf(" %s %v %x", log.Address, log.Topics, log.Data)
	}
	return face
}
