package app

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
	"etld/internal/features/swap"
	"etld/internal/features/trade"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/sqldb"
)

// wirePrices builds what knows and makes prices: the book, the price list and
// the swaps.
func (p *Program) wirePrices() (err error) {
	s := p.settings
	if p.trade, err = trade.New(trade.Config{DB: p.db, Ledger: p.ledger, Chance: s.Chance, Notices: p.notices}); err != nil {
		return err
	}
	p.prices, err = price.New(price.Config{DB: p.db, Clock: s.Clock, Log: p.log, Sources: s.Chain.ETHSources, Bids: p.trade})
	if err != nil {
		return err
	}
	p.swap, err = swap.New(swap.Config{DB: p.db, Ledger: p.ledger, Chance: s.Chance, Clock: s.Clock, Prices: p.prices, Market: bids{p.trade}})
	if err != nil {
		return err
	}
	p.prices.SetDealer(p.swap)
	return nil
}

// etldPrice tells machines what a seller of ETLD would get.
type etldPrice struct{ prices *price.Service }

func (e etldPrice) ETLDPrice() money.Amount { return e.prices.ETLD().Price }

// bids lets swaps of ETLD sell to the book.
type bids struct{ *trade.Service }

func (b bids) Preview(tx *sqldb.Tx, userID string, quantity money.Amount) (swap.Sold, error) {
	o, err := b.PreviewWhole(tx, userID, quantity)
	return swap.Sold{Average: o.Average, Gross: o.Gross, Fee: o.Fee, Net: o.Net}, err
}

func (b bids) Sell(tx *sqldb.Tx, userID string, quantity, minReceive money.Amount) (swap.Sold, error) {
	sale, err := b.SellNow(tx, trade.Order{UserID: userID, Via: trade.ViaSwap, Quantity: quantity, MinReceive: minReceive, Whole: true})
	return swap.Sold{SaleNo: sale.ID, Average: sale.Average, Gross: sale.Gross, Fee: sale.Fee, Net: sale.Net()}, err
}

func (b bids) Hints(userID string) []sqldb.Hint { return b.SellHints(userID) }

// newPairFeed reads a pair of ETH and USDT, which keeps its tokens in the order
// of their addresses.
func newPairFeed(name string, pool *chain.Pool, pair common.Address, tokens map[money.Asset]common.Address) *pairFeed {
	eth, usdt := tokens[money.ETH], tokens[money.USDT]
	return &pairFeed{name: name, pool: pool, address: pair, ethFirst: bytes.Compare(eth[:], usdt[:]) < 0}
}

// aggregatorFeed reads a price aggregator contract.
type aggregatorFeed struct {
	name    string
	pool    *chain.Pool
	address common.Address
	// decimals is the scale that its answers are configured to have; isVerified says
	// that the contract was asked, and has it.
	decimals   int
	isVerified bool
}

func (f *aggregatorFeed) Name() string     { return f.name }
func (f *aggregatorFeed) Kind() price.Kind { return price.Aggregator }

func (f *aggregatorFeed) Read(ctx context.Context) (price.Reading, error) {
	if err := f.verify(ctx); err != nil {
		return price.Reading{}, err
	}
	feed := contracts.PriceAggregator{Address: f.address}
	round, err := feed.LatestRound(ctx, f.pool)
	if err != nil {
		return price.Reading{}, err
	}
	return readingOf(round.Answer, f.decimals, round.UpdatedAt), nil
}

// errScale says that a feed has another scale than the configured one.
var errScale = errors.New("the feed has another scale")

// verify asks the contract once for the scale of its answers. One node's word is
// not enough to change a price by powers of ten, and neither is that of the nodes
// of one moment.
func (f *aggregatorFeed) verify(ctx context.Context) error {
	if f.isVerified {
		return nil
	}
	decimals, err := contracts.PriceAggregator{Address: f.address}.Decimals(ctx, f.pool)
	if err != nil {
		return err
	}
	if decimals != f.decimals {
		return fmt.Errorf("%w: %s answers with %d decimals, configured are %d (--eth-aggregator-decimals)", errScale, f.address, decimals, f.decimals)
	}
	f.isVerified = true
	return nil
}

// verifyScales refuses feeds that have another scale than the configured one. What
// nobody can tell now is asked again with every reading; there is no price before.
func verifyScales(ctx context.Context, sources []price.Source) error {
	for _, source := range sources {
		if feed, isAggregator := source.Feed.(*aggregatorFeed); isAggregator {
			if err := feed.verify(ctx); errors.Is(err, errScale) {
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

// pairFeed reads the reserves of a pair of ETH and USDT.
type pairFeed struct {
	name     string
	pool     *chain.Pool
	address  common.Address
	ethFirst bool
}

func (f *pairFeed) Name() string     { return f.name }
func (f *pairFeed) Kind() price.Kind { return price.Pair }

func (f *pairFeed) Read(ctx context.Context) (price.Reading, error) {
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
