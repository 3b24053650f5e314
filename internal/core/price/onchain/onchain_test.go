package onchain

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/price"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/endpoint"
)

// priceForger is a node that changes every word of what contracts answer.
type priceForger struct {
	*endpoint.Client
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
// of three nodes say; of two that differ nothing is known. An answer that is no amount is
// 0, which is out of every bounds.
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
		pool, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: chaintest.ChainID}, nodes...)
		if err != nil {
			t.Fatal(err)
		}
		return pool
	}
	tokens := map[money.Asset]common.Address{money.ETH: eth, money.USDT: usdt}
	three, two := poolOf(nodes), poolOf(nodes[:2])
	first := &Aggregator{Pool: three, Address: aggregator.Address, Decimals: 8}
	for range 2 {
		if r, err := first.Read(ctx); err != nil || r.Price != money.Units(2_500) {
			t.Errorf("the aggregator says %+v %v", r, err)
		}
	}
	if r, err := NewPair("", three, pair.Address, tokens).Read(ctx); err != nil || r.Price != money.Units(2_500) {
		t.Errorf("the pair says %+v %v", r, err)
	}
	if health := three.Health(); health[2].Name != "forger" || health[2].Demerits == 0 {
		t.Errorf("the forger is not demoted: %+v", health)
	}
	if r, err := (&Aggregator{Pool: two, Address: aggregator.Address, Decimals: 8}).Read(ctx); !errors.Is(err, chain.ErrDisagreement) {
		t.Errorf("one against one is %+v %v", r, err)
	}
	if r, err := NewPair("", two, pair.Address, tokens).Read(ctx); !errors.Is(err, chain.ErrDisagreement) {
		t.Errorf("one against one is %+v %v", r, err)
	}
	for _, answer := range []*big.Int{big.NewInt(-5), new(big.Int), new(big.Int).Lsh(big.NewInt(1), 200)} {
		if _, err := aggregator.Set(ctx, owner, answer); err != nil {
			t.Fatal(err)
		}
		if r, err := first.Read(ctx); err != nil || r.Price != 0 {
			t.Errorf("an answer of %s is %+v %v", answer, r, err)
		}
	}
}

// TestAFeedOfAnotherScaleRefusesTheStart: a scale that a quorum names and that is not
// the configured one is a sentence at the start. Where nodes differ about it, the
// program starts and has no price.
func TestAFeedOfAnotherScaleRefusesTheStart(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	process, client := chaintest.StartAnvil(t)
	owner := chaintest.NewMiner(t, process, client)
	aggregator, err := contracts.DeployPriceAggregator(ctx, owner, "ETH / USDT", 18, owner.Address())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := aggregator.Set(ctx, owner, chaintest.Wei(2_500)); err != nil {
		t.Fatal(err)
	}
	honest, forger := &priceForger{client, "honest", false}, &priceForger{client, "forger", true}
	sourcesOf := func(decimals int, nodes ...chain.Provider) []price.Source {
		pool, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: chaintest.ChainID}, nodes...)
		if err != nil {
			t.Fatal(err)
		}
		return []price.Source{{Feed: &Aggregator{Pool: pool, Address: aggregator.Address, Decimals: decimals}}}
	}
	wrong := sourcesOf(8, honest)
	if err := VerifyScales(ctx, wrong); !errors.Is(err, ErrScale) || !strings.Contains(err.Error(), "answers with 18 decimals, configured are 8 (--eth-aggregator-decimals)") {
		t.Errorf("another scale: %v", err)
	}
	if r, err := wrong[0].Feed.Read(ctx); !errors.Is(err, ErrScale) {
		t.Errorf("another scale is read as %+v %v", r, err)
	}
	right := sourcesOf(18, honest)
	if err := VerifyScales(ctx, right); err != nil {
		t.Errorf("the scale configured: %v", err)
	}
	if r, err := right[0].Feed.Read(ctx); err != nil || r.Price != money.Units(2_500) {
		t.Errorf("the scale configured is read as %+v %v", r, err)
	}
	for _, decimals := range []int{18, 19} {
		differing := sourcesOf(decimals, honest, forger)
		if err := VerifyScales(ctx, differing); err != nil {
			t.Errorf("nodes that differ keep nobody from starting: %v", err)
		}
		if r, err := differing[0].Feed.Read(ctx); !errors.Is(err, chain.ErrDisagreement) {
			t.Errorf("nodes that differ, configured %d: %+v %v", decimals, r, err)
		}
	}
}
