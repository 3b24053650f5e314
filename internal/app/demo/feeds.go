package demo

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"golang.org/x/sync/errgroup"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/chain/contracts"
)

const (
	FeedDecimals = 8
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
	// by is who writes them.
	by         account
	aggregator contracts.PriceAggregator
	pair       contracts.Pair
	ethFirst   bool

	// writing keeps writers of the feeds apart, so that what a feed was told to
	// say is not overwritten by a refresh that began before.
	writing sync.Mutex

	mu sync.Mutex
	// says is what each feed says, by its name; a frozen one is not refreshed.
	says map[string]saying
}

type saying struct {
	price  money.Amount
	frozen bool
}

// The demo's feeds by name.
const (
	aggregatorFeed = "aggregator"
	pairFeed       = "pair"
)

func (f *feeds) of(name string) saying {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.says[name]
}

// set makes a feed, or with an empty name each of them, say something else.
func (f *feeds) set(name string, s saying) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, feed := range []string{aggregatorFeed, pairFeed} {
		if name == "" || name == feed {
			f.says[feed] = s
		}
	}
}

// Feeds are the addresses of the aggregator and of the pair.
func (w *World) Feeds() (aggregator, pair common.Address) {
	return w.feeds.aggregator.Address, w.feeds.pair.Address
}

// openFeeds loads the feeds, deploys what a demo lacks, and dates them now.
func (w *World) openFeeds(ctx context.Context) error {
	eth, usdt := w.Tokens[money.ETH], w.Tokens[money.USDT]
	w.feeds.by, w.feeds.says = w.minter, make(map[string]saying)
	w.feeds.set("", saying{price: ethPrice})
	w.feeds.ethFirst = bytes.Compare(eth[:], usdt[:]) < 0
	if w.marker.Aggregator == (common.Address{}) {
		feed, err := contracts.DeployPriceAggregator(ctx, w.minter, "ETH / USDT", FeedDecimals, w.minter.Address())
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
	return errors.Join(w.saveMarker(), w.feeds.refresh(ctx))
}

// refresh states in both feeds anew what they say.
func (f *feeds) refresh(ctx context.Context) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	return f.write(ctx)
}

// change lets feeds say something else.
func (f *feeds) change(ctx context.Context, name string, s saying) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	ctx, cancel := context.WithTimeout(ctx, feedWithin)
	defer cancel()
	f.set(name, s)
	return f.write(ctx)
}

func (f *feeds) write(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	if says := f.of(aggregatorFeed); !says.frozen {
		group.Go(func() error {
			if _, err := f.aggregator.Set(ctx, f.by, big.NewInt(int64(says.price))); err != nil {
				return fmt.Errorf("refresh the demo's price: %w", err)
			}
			return nil
		})
	}
	if says := f.of(pairFeed); !says.frozen {
		group.Go(func() error { return f.setReserves(ctx, says.price) })
	}
	return group.Wait()
}

func (f *feeds) setReserves(ctx context.Context, price money.Amount) error {
	eth, err := money.ToBaseUnits(pairDepth, tokenDigits)
	if err != nil {
		return err
	}
	usdt, err := money.ToBaseUnits(money.MulDivFloor(pairDepth, int64(price), int64(money.Unit)), tokenDigits)
	if err != nil {
		return err
	}
	first, second := eth, usdt
	if !f.ethFirst {
		first, second = usdt, eth
	}
	if _, err := f.pair.SetReserves(ctx, f.by, first, second); err != nil {
		return fmt.Errorf("refresh the demo's pair: %w", err)
	}
	return nil
}

// feedPriceMax keeps what a feed can be made to say within its contract.
var feedPriceMax = money.Units(1_000_000)

// serveFeed changes what the feeds say, to see what becomes of it: feed is
// aggregator, pair or missing for both; frozen stops refreshing it.
func (w *World) serveFeed(catchUp CatchUp) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		name := query.Get("feed")
		price, err := money.Parse(cmp.Or(query.Get("price"), ethPrice.String()))
		if err != nil || price > feedPriceMax || (name != "" && name != aggregatorFeed && name != pairFeed) {
			answer(rw, http.StatusBadRequest, map[string]any{"error": "price must be an amount up to 1000000, feed one of aggregator and pair or missing"})
			return
		}
		if err := w.feeds.change(r.Context(), name, saying{price: price, frozen: query.Get("frozen") == "true"}); err != nil {
			w.fail(rw, "set the price feeds", err)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), advanceTime)
		defer cancel()
		if err := catchUp(ctx); err != nil {
			w.fail(rw, "let due work finish", err)
			return
		}
		answer(rw, http.StatusOK, map[string]any{"price": price})
	}
}

// KeepFeeds refreshes the feeds until the context ends.
func (w *World) KeepFeeds(ctx context.Context) {
	for clock.Pause(ctx, feedEvery) == nil {
		once, cancel := context.WithTimeout(ctx, feedWithin)
		if err := w.feeds.refresh(once); err != nil && ctx.Err() == nil {
			w.log.Warn("the demo's price feeds", "error", err)
		}
		cancel()
	}
}
