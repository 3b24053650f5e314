package app

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"log/slog"
	"math/big"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/endpoint"
	"etld/internal/infra/chain/sending"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb/meta"
)

// silentNode answers searches with an empty list while it is told to.
type silentNode struct {
	*endpoint.Client
	isSilent atomic.Bool
}

func (n *silentNode) Logs(ctx context.Context, query chain.LogQuery) ([]types.Log, error) {
	if n.isSilent.Load() {
		return nil, nil
	}
	return n.Client.Logs(ctx, query)
}

// oneChain is a program on one chain with a single node.
type oneChain struct {
	t        *testing.T
	dev      *devChain
	node     *silentNode
	tokens   map[money.Asset]common.Address
	treasury *ecdsa.PrivateKey
	c        config.Config
	p        *Program
}

func newOneChain(t *testing.T) *oneChain {
	t.Helper()
	w := &oneChain{t: t, dev: startChain(t, chainID), tokens: make(map[money.Asset]common.Address), treasury: wallettest.New()}
	w.node = &silentNode{Client: w.dev.client}
	for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
		w.tokens[asset] = w.dev.token(string(asset), tokenDecimals)
	}
	w.dev.gas(wallettest.Address(w.treasury), 10)
	w.c = config.Config{Host: testHost, Watch: true, Database: "sqlite:" + filepath.Join(t.TempDir(), "etld.db")}
	pool, err := chain.NewPool(t.Context(), chain.PoolConfig{ChainID: chainID, Confirmations: 2}, w.node)
	if err != nil {
		t.Fatal(err)
	}
	on := Chain{Pool: pool, Treasury: wallettest.Address(w.treasury), Own: []common.Address{wallettest.Address(w.treasury)}, Tokens: w.tokens,
		Capital: []common.Address{w.dev.rich.Address()}, Sign: func(string) (string, error) { return "", nil }}
	w.p, err = Build(t.Context(), Settings{Config: w.c, World: meta.Demo, Clock: &clock.System{}, Chance: entropy.System(), Log: slog.New(slog.DiscardHandler), Chain: on, Beacon: testBeacon(t, &clock.System{})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.p.Close() })
	return w
}

// until works through some of the program's loops until something holds.
func (w *oneChain) until(what string, holds func() bool, loops ...func(context.Context) error) {
	w.t.Helper()
	for deadline := time.Now().Add(twoChainsWithin); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		var problems []error
		for _, loop := range loops {
			problems = append(problems, loop(w.t.Context()))
		}
		if err := errors.Join(problems...); err != nil {
			w.t.Fatal(err)
		}
		if holds() {
			return
		}
	}
	w.t.Fatalf("not in time: %s", what)
}

// isReadBeyond says that the books reach the block that is the head now.
func (w *oneChain) isReadBeyond() func() bool {
	w.t.Helper()
	head, err := w.dev.client.Eth().BlockNumber(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return func() bool { return w.p.watchers[0].Status().Finalized >= head }
}

func (w *oneChain) capital() money.Amount {
	return (&twoChains{t: w.t, p: w.p}).balance(ledger.Capital, money.USDT)
}

// deposit pays capital into the treasury.
func (w *oneChain) deposit(whole int64) {
	w.t.Helper()
	w.dev.send(w.dev.rich, w.tokens[money.USDT], wallettest.Address(w.treasury), baseUnits(w.t, whole, tokenDecimals))
}

func (w *oneChain) available(userID string) money.Amount {
	return (&twoChains{t: w.t, p: w.p}).balanceOf(ledger.AvailableOf(userID, money.USDT))
}

// person is a user whose wallet holds so much, and what pays some of it into the
// treasury.
func (w *oneChain) person(holds int64) (userID string, pay func(whole int64)) {
	w.t.Helper()
	key := wallettest.New()
	address := wallettest.Address(key)
	w.dev.gas(address, 1)
	w.dev.send(w.dev.rich, w.tokens[money.USDT], address, baseUnits(w.t, holds, tokenDecimals))
	userID = w.p.world(w.t).Person(user.New{Address: address.Hex()})
	sender := sending.NewSender(w.dev.client.Eth(), chainID, key, big.NewInt(1e12))
	return userID, func(whole int64) {
		w.t.Helper()
		w.dev.send(sender, w.tokens[money.USDT], wallettest.Address(w.treasury), baseUnits(w.t, whole, tokenDecimals))
	}
}

// spend takes tokens out of the treasury behind the program's back.
func (w *oneChain) spend(units *big.Int) {
	w.t.Helper()
	w.dev.send(sending.NewSender(w.dev.client.Eth(), chainID, w.treasury, big.NewInt(1e12)), w.tokens[money.USDT], common.Address{19: 0xee}, units)
}

// A deposit that the only node did not list is credited by the program itself,
// once, as soon as the node says the truth.
func TestTheProgramFindsAMissedDeposit(t *testing.T) {
	t.Parallel()
	w := newOneChain(t)
	w.node.isSilent.Store(true)
	w.until("the chain is watched", func() bool { return w.p.chainReady(t.Context()) == nil }, w.p.PollChains)
	ann, pay := w.person(50)
	w.deposit(100)
	pay(30)
	w.until("the books reach the deposit", w.isReadBeyond(), w.p.PollChains)
	w.node.isSilent.Store(false)
	w.until("the books reach further", w.isReadBeyond(), w.p.PollChains)
	if got := w.capital(); got != 0 {
		t.Fatalf("the node hid nothing: %s is booked", got)
	}
	w.until("the deposits are booked", func() bool { return w.capital() == money.Units(100) && w.available(ann) == money.Units(30) }, w.p.runner.Drain)
	w.deposit(7)
	pay(20)
	w.until("the next ones are booked too", func() bool { return w.capital() == money.Units(107) && w.available(ann) == money.Units(50) }, w.p.PollChains, w.p.runner.Drain)
	found, err := w.p.Violations(t.Context())
	if err != nil || len(found) > 0 {
		t.Errorf("afterwards: %v, %v", found, err)
	}
}
