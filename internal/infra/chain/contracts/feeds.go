package contracts

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// ErrFeedAnswer says that a feed's or a pair's answer has an impossible shape.
var ErrFeedAnswer = errors.New("the feed's answer is not understood")

// PriceAggregator is a Chainlink-style feed.
type PriceAggregator struct {
	Address common.Address
}

// Round is the latest answer of a feed.
type Round struct {
	ID uint64
	// Answer is the price times 10^decimals. It can be zero or negative: the
	// reader decides what it believes.
	Answer    *big.Int
	UpdatedAt time.Time
}

// DeployPriceAggregator creates a feed whose rounds owner writes.
func DeployPriceAggregator(ctx context.Context, by Transactor, description string, decimals uint8, owner common.Address) (PriceAggregator, error) {
	address, err := Deploy(ctx, by, "PriceAggregator", description, decimals, owner)
	return PriceAggregator{address}, err
}

// Set writes a round dated at its own block.
func (feed PriceAggregator) Set(ctx context.Context, by Transactor, answer *big.Int) (*types.Receipt, error) {
	return Execute(ctx, by, "PriceAggregator", feed.Address, "set", answer)
}

// LatestRound reads the feed.
func (feed PriceAggregator) LatestRound(ctx context.Context, caller Caller) (Round, error) {
	values, err := read(ctx, caller, "PriceAggregator", feed.Address, "latestRoundData")
	if err != nil {
		return Round{}, err
	}
	id, idFits := values[0].(*big.Int)
	answer, answerFits := values[1].(*big.Int)
	updatedAt, updatedFits := values[3].(*big.Int)
	if !idFits || !answerFits || !updatedFits || !id.IsUint64() || !updatedAt.IsInt64() {
		return Round{}, fmt.Errorf("feed %s: %w", feed.Address, ErrFeedAnswer)
	}
	return Round{ID: id.Uint64(), Answer: answer, UpdatedAt: time.Unix(updatedAt.Int64(), 0).UTC()}, nil
}

// Decimals reads the scale of the feed's answers.
func (feed PriceAggregator) Decimals(ctx context.Context, caller Caller) (int, error) {
	values, err := read(ctx, caller, "PriceAggregator", feed.Address, "decimals")
	if err != nil {
		return 0, err
	}
	decimals, fits := values[0].(uint8)
	if !fits {
		return 0, fmt.Errorf("feed %s: %w", feed.Address, ErrFeedAnswer)
	}
	return int(decimals), nil
}

// Pair is the readable side of a two-token pool.
type Pair struct {
	Address common.Address
}

// Reserves are a pair's holdings, in each token's own units.
type Reserves struct {
	Reserve0, Reserve1 *big.Int
	ChangedAt          time.Time
}

// DeployPair creates a pair whose reserves owner states.
func DeployPair(ctx context.Context, by Transactor, token0, token1, owner common.Address) (Pair, error) {
	address, err := Deploy(ctx, by, "Pair", token0, token1, owner)
	return Pair{address}, err
}

// SetReserves states the reserves.
func (pair Pair) SetReserves(ctx context.Context, by Transactor, reserve0, reserve1 *big.Int) (*types.Receipt, error) {
	return Execute(ctx, by, "Pair", pair.Address, "setReserves", reserve0, reserve1)
}

// Reserves reads the pair.
func (pair Pair) Reserves(ctx context.Context, caller Caller) (Reserves, error) {
	values, err := read(ctx, caller, "Pair", pair.Address, "getReserves")
	if err != nil {
		return Reserves{}, err
	}
	reserve0, fits0 := values[0].(*big.Int)
	reserve1, fits1 := values[1].(*big.Int)
	changedAt, fitsTime := values[2].(uint32)
	if !fits0 || !fits1 || !fitsTime {
		return Reserves{}, fmt.Errorf("pair %s: %w", pair.Address, ErrFeedAnswer)
	}
	return Reserves{Reserve0: reserve0, Reserve1: reserve1, ChangedAt: time.Unix(int64(changedAt), 0).UTC()}, nil
}
