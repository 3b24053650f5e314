package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/app/nodes"
	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/payment"
	"etld/internal/core/price"
	"etld/internal/core/price/onchain"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/config"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb/meta"
)

func serve(ctx context.Context, c config.Config, out io.Writer, log *slog.Logger) (err error) {
	l, err := listen(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	on, hangUp, err := connectFirst(ctx, c, log)
	if err != nil {
		return err
	}
	defer hangUp()
	hangUpMore, err := connectPayouts(ctx, c, &on, log)
	if err != nil {
		return err
	}
	defer hangUpMore()
	if err := verifyTreasuries(ctx, c.Host, on); err != nil {
		return err
	}
	if err := onchain.VerifyScales(ctx, on.ETHSources); err != nil {
		return err
	}
	if err := c.CreateFolder(); err != nil {
		return err
	}
	limits := httpapi.Limits{}
	if c.RateLimits {
		limits = limitsOf(c.Limits)
	}
	system := &clock.System{}
	rounds, err := openBeacon(c, system, log)
	if err != nil {
		return err
	}
	receipts, err := openReceipts(c)
	if err != nil {
		return err
	}
	p, err := Build(ctx, Settings{Config: c, World: meta.Production, Clock: system, Chance: entropy.System(), Log: log,
		Limits: limits, Chain: on, Beacon: rounds, Receipts: receipts})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	defer inBackground(ctx, rounds.Follow)()
	return p.newServer().run(ctx, l, out, map[string]string{})
}

// limitsOf are the configured rate limits. Only writes may come in a burst that
// is larger than a minute's.
func limitsOf(c config.Limits) httpapi.Limits {
	return httpapi.Limits{Read: meter.Limit{PerMinute: c.Reads, Burst: c.Reads}, Write: meter.Limit{PerMinute: c.Writes, Burst: c.WriteBurst},
		SignIn: meter.Limit{PerMinute: c.SignIns, Burst: c.SignIns}, Stranger: httpapi.DefaultStranger, Export: httpapi.DefaultLimits.Export,
		Address: meter.Limit{PerMinute: c.Address, Burst: c.Address}, Replay: httpapi.DefaultReplay}
}

// connectFirst connects the first chain as it is configured.
func connectFirst(ctx context.Context, c config.Config, log *slog.Logger) (on Chain, hangUp func(), err error) {
	pool, hangUp, err := nodes.Dial(ctx, chainID, nodes.Config{URLs: c.RPCURLs, Confirmations: c.Confirmations, Log: log})
	if err != nil {
		return Chain{}, nil, err
	}
	treasury := common.HexToAddress(c.Treasury)
	own := []common.Address{treasury}
	for _, address := range config.List(c.OwnAddresses) {
		own = append(own, common.HexToAddress(address))
	}
	return Chain{Pool: pool, Treasury: treasury, Own: own, Capital: []common.Address{common.HexToAddress(c.FunderAddress)},
		Tokens:     map[money.Asset]common.Address{money.USDT: common.HexToAddress(c.TokenUSDT), money.ETLD: common.HexToAddress(c.TokenETLD), money.ETH: common.HexToAddress(c.TokenETH)},
		ETHSources: ethSources(c, pool), StartBlock: uint64(c.StartBlock), PublicRPCURL: c.PublicRPCURL, Explorer: c.Explorer, Confirmations: c.Confirmations,
		// The treasury's key is not here; its signature was made elsewhere.
		Sign: func(string) (string, error) { return c.TreasurySigned, nil }}, hangUp, nil
}

// verifyTreasuries wants every published address to be signed by itself: users
// are told to believe that signature. A treasury may be a contract wallet.
func verifyTreasuries(ctx context.Context, host string, on Chain) error {
	flags := map[string]string{networkName: "--treasury-signature", erc20Name: "--erc20-treasury-signature"}
	for _, n := range on.networks() {
		text := payment.AddressStatement(host, n.Network)
		written, err := n.Sign(text)
		if err != nil {
			return err
		}
		signature, err := walletsig.Parse(written)
		if err == nil {
			_, err = walletsig.NewVerifier(n.Pool, 0).Verify(ctx, n.Treasury, text, signature)
		}
		if err != nil {
			return fmt.Errorf("%s is not the treasury's: sign %q with the wallet %s (personal_sign): %w", flags[n.Name], text, n.Treasury, err)
		}
	}
	return nil
}

// ethSources are the configured feeds of the price of ETH.
func ethSources(c config.Config, pool *chain.Pool) []price.Source {
	aggregator := func(name, address string) price.Feed {
		return &onchain.Aggregator{Called: name, Pool: pool, Address: common.HexToAddress(address), Decimals: c.FeedDecimals}
	}
	feeds := []price.Feed{aggregator("aggregator", c.ETHAggregator)}
	if c.ETHAggregator2 != "" {
		feeds = append(feeds, aggregator("second aggregator", c.ETHAggregator2))
	}
	if c.ETHPair != "" {
		tokens := map[money.Asset]common.Address{money.ETH: common.HexToAddress(c.TokenETH), money.USDT: common.HexToAddress(c.TokenUSDT)}
		feeds = append(feeds, onchain.NewPair("pair", pool, common.HexToAddress(c.ETHPair), tokens))
	}
	return each.Of(feeds, func(feed price.Feed) price.Source {
		return price.Source{Feed: feed, Heartbeat: c.FeedHeartbeat, Min: c.ETHPriceMin, Max: c.ETHPriceMax}
	})
}
