// Package onchain reads prices from contracts.
package onchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/price"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/contracts"
)

// Aggregator reads a price aggregator contract.
type Aggregator struct {
	// Called is the feed's name.
	Called  string
	Pool    *chain.Pool
	Address common.Address
	// Decimals is the scale that its answers are configured to have; isVerified says
	// that the contract was asked, and has it.
	Decimals   int
	isVerified bool
}

// Name is part of price.Feed.
func (f *Aggregator) Name() string { return f.Called }

// Kind is part of price.Feed.
func (f *Aggregator) Kind() price.Kind { return price.Aggregator }

// Read is part of price.Feed.
func (f *Aggregator) Read(ctx context.Context) (price.Reading, error) {
	if err := f.verify(ctx); err != nil {
		return price.Reading{}, err
	}
	feed := contracts.PriceAggregator{Address: f.Address}
	round, err := feed.LatestRound(ctx, f.Pool)
	if err != nil {
		return price.Reading{}, err
	}
	return readingOf(round.Answer, f.Decimals, round.UpdatedAt), nil
}

// ErrScale says that a feed has another scale than the configured one.
var ErrScale = errors.New("the feed has another scale")

// verify asks the contract once for the scale of its answers. One node's word is
// not enough to change a price by powers of ten, and neither is that of the nodes
// of one moment.
func (f *Aggregator) verify(ctx context.Context) error {
	if f.isVerified {
		return nil
	}
	decimals, err := contracts.PriceAggregator{Address: f.Address}.Decimals(ctx, f.Pool)
	if err != nil {
		return err
	}
	if decimals != f.Decimals {
		return fmt.Errorf("%w: %s answers with %d decimals, configured are %d (--eth-aggregator-decimals)", ErrScale, f.Address, decimals, f.Decimals)
	}
	f.isVerified = true
	return nil
}

// VerifyScales refuses feeds that have another scale than the configured one. What
// nobody can tell now is asked again with every reading; there is no price before.
func VerifyScales(ctx context.Context, sources []price.Source) error {
	for _, source := range sources {
		if feed, isAggregator := source.Feed.(*Aggregator); isAggregator {
			if err := feed.verify(ctx); errors.Is(err, ErrScale) {
				return err
			}
		}
	}
	return nil
}

// readingOf is an answer with its scale; one that is no amount is no price.
func readingOf(answer *big.Int, decimals int, at time.Time) price.Reading {
	amount, _, err := money.FromBaseUnits(answer, decimals)
	if err != nil {
		amount = 0
	}
	return price.Reading{Price: amount, At: at}
}

// Pair reads the reserves of a pair of ETH and USDT.
type Pair struct {
	name     string
	pool     *chain.Pool
	address  common.Address
	ethFirst bool
}

// NewPair reads a pair of ETH and USDT, which keeps its tokens in the order
// of their addresses.
func NewPair(name string, pool *chain.Pool, pair common.Address, tokens map[money.Asset]common.Address) *Pair {
	eth, usdt := tokens[money.ETH], tokens[money.USDT]
	return &Pair{name: name, pool: pool, address: pair, ethFirst: bytes.Compare(eth[:], usdt[:]) < 0}
}

// Name is part of price.Feed.
func (f *Pair) Name() string { return f.name }

// Kind is part of price.Feed.
func (f *Pair) Kind() price.Kind { return price.Pair }

// Read is part of price.Feed.
func (f *Pair) Read(ctx context.Context) (price.Reading, error) {
	reserves, err := contracts.Pair{Address: f.address}.Reserves(ctx, f.pool)
	if err != nil {
		return price.Reading{}, err
	}
	eth, usdt := reserves.Reserve0, reserves.Reserve1
	if !f.ethFirst {
		eth, usdt = usdt, eth
	}
	if eth.Sign() <= 0 {
		return price.Reading{At: reserves.ChangedAt}, nil
	}
	// Both tokens have the same decimals, so the ratio needs only the atoms'.
	ratio := new(big.Int).Mul(usdt, big.NewInt(int64(money.Unit)))
	return readingOf(ratio.Quo(ratio, eth), money.Decimals, reserves.ChangedAt), nil
}
