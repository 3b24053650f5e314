package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"golang.org/x/sync/errgroup"

	"etld/internal/base/money"
	"etld/internal/infra/chain/contracts"
)

const (
	feedDigits = 8
	// feedEvery keeps the demo's feeds fresh, which have a heartbeat of 0.
	feedEvery  = 20 * time.Second
	feedWithin = 15 * time.Second
)

var (
	// ethPrice is what a coin costs in the demo; with the spread of 0.3 % it is
	// sold at 3,510.50.
	ethPrice = money.Units(3_500)
	// ETHPriceMin and ETHPriceMax bound what the demo believes of its feeds.
	ETHPriceMin = money.Units(500)
	ETHPriceMax = money.Units(20_000)
	// pairDepth is the ETH in the demo's pair.
	pairDepth = money.Units(1_000)
)

// feeds are the demo's two sources of the price of ETH.
type feeds struct {
	aggregator contracts.PriceAggregator
	pair       contracts.Pair
	ethFirst   bool
}

// Feeds are the addresses of the aggregator and of the pair.
func (w *World) Feeds() (aggregator, pair common.Address) {
	return w.feeds.aggregator.Address, w.feeds.pair.Address
}

// openFeeds loads the feeds, deploys what a demo lacks, and dates them now.
func (w *World) openFeeds(ctx context.Context) error {
	eth, usdt := w.Tokens[money.ETH], w.Tokens[money.USDT]
	w.feeds.ethFirst = bytes.Compare(eth[:], usdt[:]) < 0
	if w.marker.Aggregator == (common.Address{}) {
		feed, err := contracts.DeployPriceAggregator(ctx, w.minter, "ETH / USDT", feedDigits, w.minter.Address())
		if err != nil {
			return fmt.Errorf("deploy the demo's price feed: %w", err)
		}
		w.marker.Aggregator = feed.Address
	}
	if w.marker.Pair == (common.Address{}) {
		first, second := eth, usdt
		if !w.feeds.ethFirst {
			first, second = usdt, eth
		}
		pair, err := contracts.DeployPair(ctx, w.minter, first, second, w.minter.Address())
		if err != nil {
			return fmt.Errorf("deploy the demo's pair: %w", err)
		}
		w.marker.Pair = pair.Address
	}
	w.feeds.aggregator, w.feeds.pair = contracts.PriceAggregator{Address: w.marker.Aggregator}, contracts.Pair{Address: w.marker.Pair}
	return errors.Join(w.saveMarker(), w.refreshFeeds(ctx))
}

// refreshFeeds states the price in both feeds anew.
func (w *World) refreshFeeds(ctx context.Context) error {
	eth, err := money.ToBaseUnits(pairDepth, tokenDigits)
	if err != nil {
		return err
	}
	usdt, err := money.ToBaseUnits(money.MulDivFloor(pairDepth, int64(ethPrice), int64(money.Unit)), tokenDigits)
	if err != nil {
		return err
	}
	first, second := eth, usdt
	if !w.feeds.ethFirst {
		first, second = usdt, eth
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		if _, err := w.feeds.aggregator.Set(ctx, w.minter, big.NewInt(int64(ethPrice))); err != nil {
			return fmt.Errorf("refresh the demo's price: %w", err)
		}
		return nil
	})
	group.Go(func() error {
		if _, err := w.feeds.pair.SetReserves(ctx, w.minter, first, second); err != nil {
			return fmt.Errorf("refresh the demo's pair: %w", err)
		}
		return nil
	})
	return group.Wait()
}

// KeepFeeds refreshes the feeds until the context ends.
func (w *World) KeepFeeds(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(feedEvery):
		}
		once, cancel := context.WithTimeout(ctx, feedWithin)
		if err := w.refreshFeeds(once); err != nil && ctx.Err() == nil {
			w.log.Warn("the demo's price feeds", "error", err)
		}
		cancel()
	}
}
