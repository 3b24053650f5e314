package app

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/contracts"
)

// priceForger is a node that changes every word of what contracts answer.
type priceForger struct {
	*chain.Client
	name     string
	isForger bool
}

func (f *priceForger) Name() string { return f.name }

func (f *priceForger) CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error) {
	answer, err := f.Client.CallContract(ctx, call, block)
	if f.isForger && err == nil {
		answer = bytes.Clone(answer)
		for last := 31; last < len(answer); last += 32 {
			answer[last] ^= 1
		}
	}
	return answer, err
}

// TestOneNodeMovesNoPrice: both kinds of feed, and the scale of one, are what two
// of three nodes say; of two that differ nothing is known.
func TestOneNodeMovesNoPrice(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	process, client := chaintest.StartAnvil(t)
	owner := chaintest.NewMiner(t, process, client)
	aggregator, err := contracts.DeployPriceAggregator(ctx, owner, "ETH / USDT", 8, owner.Address())
	if err != nil {
		t.Fatal(err)
	}
	eth, usdt := common.Address{1}, common.Address{2}
	pair, err := contracts.DeployPair(ctx, owner, eth, usdt, owner.Address())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := aggregator.Set(ctx, owner, big.NewInt(2_500_00000000)); err != nil {
		t.Fatal(err)
	}
	if _, err := pair.SetReserves(ctx, owner, chaintest.Wei(4), chaintest.Wei(10_000)); err != nil {
		t.Fatal(err)
	}
	nodes := []chain.Provider{&priceForger{client, "forger", true}, &priceForger{client, "second", false}, &priceForger{client, "third", false}}
	poolOf := func(nodes []chain.Provider) *chain.Pool {
		pool, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: chainID}, nodes...)
		if err != nil {
			t.Fatal(err)
		}
		return pool
	}
	tokens := map[money.Asset]common.Address{money.ETH: eth, money.USDT: usdt}
	three, two := poolOf(nodes), poolOf(nodes[:2])
	first := &aggregatorFeed{pool: three, address: aggregator.Address}
	for range 2 {
		if r, err := first.Read(ctx); err != nil || r.Price != money.Units(2_500) {
			t.Errorf("the aggregator says %+v %v", r, err)
		}
	}
	if r, err := newPairFeed("", three, pair.Address, tokens).Read(ctx); err != nil || r.Price != money.Units(2_500) {
		t.Errorf("the pair says %+v %v", r, err)
	}
	if health := three.Health(); health[2].Name != "forger" || health[2].Demerits == 0 {
		t.Errorf("the forger is not demoted: %+v", health)
	}
	if r, err := (&aggregatorFeed{pool: two, address: aggregator.Address}).Read(ctx); !errors.Is(err, chain.ErrDisagreement) {
		t.Errorf("one against one is %+v %v", r, err)
	}
	if r, err := newPairFeed("", two, pair.Address, tokens).Read(ctx); !errors.Is(err, chain.ErrDisagreement) {
		t.Errorf("one against one is %+v %v", r, err)
	}
}
