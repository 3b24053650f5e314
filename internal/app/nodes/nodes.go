// Package nodes asks the nodes of a chain as one.
package nodes

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/endpoint"
	"etld/internal/infra/config"
)

// The chains that the product works on.
const (
	BEP20 = 56
	ERC20 = 1
)

// Config says which nodes are asked, and what of them is believed.
type Config struct {
	// URLs are the nodes' addresses, separated by commas.
	URLs string
	// Confirmations count as final where the nodes cannot say what is.
	Confirmations int
	// Log hears of a node that is outvoted.
	Log *slog.Logger
	// HeadAgeMax is how old the newest block may be by the clock Now; 0 believes any age.
	HeadAgeMax time.Duration
	Now        func() time.Time
}

// Dial connects the nodes of a chain, until the connections are hung up.
func Dial(ctx context.Context, chainID uint64, c Config) (pool *chain.Pool, hangUp func(), err error) {
	var clients []*endpoint.Client
	hangUp = func() {
		for _, client := range clients {
			client.Close()
		}
	}
	var providers []chain.Provider
	for i, url := range config.List(c.URLs) {
		client, err := endpoint.Dial(ctx, fmt.Sprintf("node %d of chain %d", i+1, chainID), url)
		if err != nil {
			hangUp()
			return nil, nil, err
		}
		clients, providers = append(clients, client), append(providers, client)
	}
	pool, err = chain.NewPool(ctx, chain.PoolConfig{ChainID: chainID, Confirmations: uint64(c.Confirmations), Log: c.Log, Now: c.Now, HeadAgeMax: c.HeadAgeMax}, providers...)
	if err != nil {
		hangUp()
		return nil, nil, err
	}
	return pool, hangUp, nil
}
