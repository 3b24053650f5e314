package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/payment"
	"etld/internal/core/price"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/config"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
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
	if err := verifyScales(ctx, on.ETHSources); err != nil {
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
	p, err := Build(ctx, Settings{Config: c, World: sqldb.WorldProduction, Clock: system, Chance: entropy.System(), Log: log,
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
	return httpapi.Limits{Read: httpapi.Limit{PerMinute: c.Reads, Burst: c.Reads}, Write: httpapi.Limit{PerMinute: c.Writes, Burst: c.WriteBurst},
		SignIn: httpapi.Limit{PerMinute: c.SignIns, Burst: c.SignIns}, Stranger: httpapi.DefaultStranger, Export: httpapi.DefaultLimits.Export,
		Address: httpapi.Limit{PerMinute: c.Address, Burst: c.Address}}
}

// connectFirst connects the first chain as it is configured.
func connectFirst(ctx context.Context, c config.Config, log *slog.Logger) (on Chain, hangUp func(), err error) {
	pool, hangUp, err := dial(ctx, chainID, nodes{urls: c.RPCURLs, confirmations: c.Confirmations, log: log})
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

// nodes are what asks a chain: their addresses, what counts as final where they
// cannot say, and who hears of one that is outvoted.
type nodes struct {
	urls          string
	confirmations int
	log           *slog.Logger
	// now is whose clock the newest block is held to; nil believes any age.
	now func() time.Time
}

// dial asks the nodes of a chain as one, until the connections are hung up.
func dial(ctx context.Context, chainID uint64, n nodes) (pool *chain.Pool, hangUp func(), err error) {
	var clients []*chain.Client
	hangUp = func() {
		for _, client := range clients {
			client.Close()
		}
	}
	var providers []chain.Provider
	for i, url := range config.List(n.urls) {
		client, err := chain.Dial(ctx, fmt.Sprintf("node %d of chain %d", i+1, chainID), url)
		if err != nil {
			hangUp()
			return nil, nil, err
		}
		clients, providers = append(clients, client), append(providers, client)
	}
	settings := chain.PoolConfig{ChainID: chainID, Confirmations: uint64(n.confirmations), Log: n.log}
	if n.now != nil {
		settings.Now, settings.HeadAgeMax = n.now, signerHeadAgeMax
	}
	pool, err = chain.NewPool(ctx, settings, providers...)
	if err != nil {
		hangUp()
		return nil, nil, err
	}
	return pool, hangUp, nil
}

// ethSources are the configured feeds of the price of ETH.
func ethSources(c config.Config, pool *chain.Pool) []price.Source {
	feeds := []price.Feed{&aggregatorFeed{name: "aggregator", pool: pool, address: common.HexToAddress(c.ETHAggregator), decimals: c.FeedDecimals}}
	if c.ETHAggregator2 != "" {
		feeds = append(feeds, &aggregatorFeed{name: "second aggregator", pool: pool, address: common.HexToAddress(c.ETHAggregator2), decimals: c.FeedDecimals})
	}
	if c.ETHPair != "" {
		tokens := map[money.Asset]common.Address{money.ETH: common.HexToAddress(c.TokenETH), money.USDT: common.HexToAddress(c.TokenUSDT)}
		feeds = append(feeds, newPairFeed("pair", pool, common.HexToAddress(c.ETHPair), tokens))
	}
	list := make([]price.Source, len(feeds))
	for i, feed := range feeds {
		list[i] = price.Source{Feed: feed, Heartbeat: c.FeedHeartbeat, Min: c.ETHPriceMin, Max: c.ETHPriceMax}
	}
	return list
}
