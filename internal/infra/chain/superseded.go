package chain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// ErrForgotten says that one of the transactions asked for did use the nonce, and
// that the nodes have forgotten what became of it.
var ErrForgotten = errors.New("the transaction stands in the chain, and its receipt is no longer there")

// superseded finds what used a nonce that is used up at a final height. Only
// another transaction, found in its block, makes it superseded.
func (pool *Pool) superseded(ctx context.Context, account common.Address, nonce uint64, hashes []common.Hash, final uint64) (Outcome, error) {
	block, err := usedIn(ctx, pool, account, nonce, final)
	if err != nil {
		return Outcome{}, fmt.Errorf("look for the block that used nonce %d of %s: %w", nonce, account, err)
	}
	hash, err := agreed(ctx, pool, fmt.Sprintf("what used nonce %d of %s in block %d", nonce, account, block), same[common.Hash],
		func(ctx context.Context, provider Provider) (common.Hash, error) {
			return askAccount(provider, func(one AccountProvider) (common.Hash, error) { return one.SentAt(ctx, account, nonce, block) })
		})
	if err != nil {
		return Outcome{}, fmt.Errorf("what used nonce %d of %s in block %d: %w", nonce, account, block, err)
	}
	if slices.Contains(hashes, hash) {
		return Outcome{}, fmt.Errorf("%w: %s in block %d", ErrForgotten, hash, block)
	}
	return Outcome{IsSuperseded: true}, nil
}

// usedIn is the block in which a nonce that is used up at a height was used: the
// search goes back in doubling strides and then halves what is left. Nodes that
// have dropped the state of that time give no answer, and nothing is known then.
func usedIn(ctx context.Context, pool *Pool, account common.Address, nonce, height uint64) (uint64, error) {
	isUsedAt := func(block uint64) (bool, error) {
		used, err := pool.agreedNonce(ctx, account, block)
		return used > nonce, err
	}
	used := height
	unused := uint64(0)
	for stride := uint64(1); stride < height; stride *= 2 {
		isUsed, err := isUsedAt(height - stride)
		if err != nil {
			return 0, err
		}
		if !isUsed {
			unused = height - stride
			break
		}
		used = height - stride
	}
	for used-unused > 1 {
		between := unused + (used-unused)/2
		isUsed, err := isUsedAt(between)
		if err != nil {
			return 0, err
		}
		if isUsed {
			used = between
		} else {
			unused = between
		}
	}
	return used, nil
}
