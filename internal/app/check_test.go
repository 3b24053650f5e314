package app

import (
	"errors"
	"io"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain/walletsig/wallettest"
)

// check runs "etld check" on the world's database.
func (w *oneChain) check(more ...string) (string, error) {
	w.t.Helper()
	var out strings.Builder
	err := Run(w.t.Context(), append([]string{"check", "--database", w.c.Database, "--log-level", "error"}, more...), &out, io.Discard)
	return out.String(), err
}

// nodes are the settings with which check looks at the chain.
func (w *oneChain) nodes() []string {
	list := []string{"--rpc-urls", w.dev.process.URL, "--treasury", wallettest.Address(w.treasury).Hex(), "--own-addresses", common.Address{19: 0xcc}.Hex()}
	for asset, flag := range map[money.Asset]string{money.USDT: "--token-usdt", money.ETLD: "--token-etld", money.ETH: "--token-eth"} {
		list = append(list, flag, w.tokens[asset].Hex())
	}
	return list
}

// The check holds the books to the chain where nodes are named, and says so where
// none are.
func TestCheckLooksAtTheChain(t *testing.T) {
	t.Parallel()
	w := newOneChain(t)
	if _, err := w.check("--host", ""); err == nil || errors.Is(err, ErrViolated) {
		t.Errorf("without the name of a site: %v", err)
	}
	if out, err := w.check(w.nodes()...); err != nil || !strings.Contains(out, "the chain was not looked at: no deposit was ever watched for") {
		t.Errorf("before the first block: %v\n%s", err, out)
	}
	w.deposit(100)
	w.until("the deposit is booked", func() bool { return w.capital() == money.Units(100) }, w.p.PollChains, w.p.runner.Drain)
	out, err := w.check()
	if err != nil || !strings.Contains(out, "the books are in order\nthe chain was not looked at: name its nodes with --rpc-urls") {
		t.Errorf("without nodes: %v\n%s", err, out)
	}
	out, err = w.check(w.nodes()...)
	if err != nil || !strings.Contains(out, "the books are in order\nUSDT on BEP-20 at block ") || strings.Count(out, "the chain holds what the books say") != 3 {
		t.Errorf("clean: %v\n%s", err, out)
	}
	w.spend(big.NewInt(3))
	w.until("the books reach the theft", w.isReadBeyond(), w.p.PollChains)
	out, err = w.check(w.nodes()...)
	if !errors.Is(err, ErrViolated) || !strings.Contains(out, "I4: USDT on BEP-20 at block ") || !strings.Contains(out, "; 3 missing") || strings.Count(out, "the chain holds what the books say") != 2 {
		t.Errorf("three units are missing: %v\n%s", err, out)
	}
	if _, err := w.check(); err != nil {
		t.Errorf("without nodes nothing can be seen of it: %v", err)
	}
	// A surplus is told and is no violation.
	w.dev.send(w.dev.rich, w.tokens[money.USDT], common.Address{19: 0xcc}, big.NewInt(8))
	w.until("the books reach the gift", w.isReadBeyond(), w.p.PollChains)
	out, err = w.check(w.nodes()...)
	if err != nil || !strings.Contains(out, "the chain holds 5 units more than the books; nothing is missing") {
		t.Errorf("five units too many: %v\n%s", err, out)
	}
	wrong := append(w.nodes(), "--rpc-urls", "http://127.0.0.1:1")
	out, err = w.check(wrong...)
	if err == nil || errors.Is(err, ErrViolated) || !strings.HasPrefix(err.Error(), "the chain could not be looked at: ") || out != "the books are in order\n" {
		t.Errorf("a node that does not answer: %v\n%s", err, out)
	}
}
