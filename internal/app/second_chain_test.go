package app

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/walletsig/wallettest"
)

// TestPayoutsOnASecondChain pays USDT with 18 decimals on the first chain, and
// USDT with 6 decimals and the chain's own ETH on a second one, through a signer
// that serves both; then the books are held to both chains.
func TestPayoutsOnASecondChain(t *testing.T) {
	t.Parallel()
	w := newTwoChains(t)
	w.p.settled = capitalSettles{w.p}
	w.order("first-usdt", networkName, money.USDT, money.MustParse("100.12345678"))
	w.order("second-usdt", erc20Name, money.USDT, money.MustParse("50.123456"))
	w.order("second-eth", erc20Name, money.ETH, money.MustParse("0.5"))
	w.pollUntil("all sent", func() bool { return !w.isAny(payout.Queued) })
	w.expectLeft(t)
	w.pollUntil("all paid", func() bool { return w.isAll(payout.Final) })
	for _, one := range []struct {
		on    *devChain
		token common.Address
		want  string
	}{{w.first, w.tokens[money.USDT], "100123456780000000000"}, {w.second, w.usdt, "50123456"}, {w.second, common.Address{}, "500000000000000000"}} {
		if got := one.on.holds(one.token, wallettest.Address(w.user)); got.String() != one.want {
			t.Errorf("the user holds %s of %s, want %s", got, one.token, one.want)
		}
	}
	spent := w.balance(ledger.GasSpent, money.ETH)
	if got, want := w.balance(ledger.ChainERC20, money.ETH), money.MustParse("19.5")-spent; spent == 0 || got != want {
		t.Errorf("the books have %s ETH on the second chain, want %s", got, want)
	}
	w.pollUntil("the books are level with the chains", func() bool {
		for _, r := range w.readings() {
			if r.Difference().Sign() != 0 || r.Leaving.Sign() != 0 {
				return false
			}
		}
		return true
	})
	found, err := w.p.Violations(t.Context())
	if err != nil || len(found) > 0 {
		t.Errorf("afterwards: %v, %v", found, err)
	}
	w.expectChecked(t)
	w.expectSigned(t)
	if text := w.p.scrape(t); !strings.Contains(text, `etld_hot_wallet_balance{asset="ETH",network="ERC-20"}`) ||
		!strings.Contains(text, `etld_hot_wallet_gas_payouts{network="ERC-20"}`) || !strings.Contains(text, `etld_hot_wallet_low_gas{network="BEP-20"} 0`) {
		t.Errorf("metrics: %s", text)
	}
}

func (w *twoChains) readings() []reconciliation.Reading {
	w.t.Helper()
	list, err := w.p.reconciliation.Reconcile(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	if len(list) != 4 {
		w.t.Fatalf("%d readings", len(list))
	}
	return list
}

// expectChecked lets "etld check" compare the same books with both chains, and with
// the first one only.
func (w *twoChains) expectChecked(t *testing.T) {
	t.Helper()
	arguments := []string{"check", "--database", w.p.settings.Config.Database, "--log-level", "error", "--rpc-urls", w.first.process.URL,
		"--treasury", wallettest.Address(w.treasury).Hex(), "--hot-wallet", w.hot.Hex(), "--token-usdt", w.tokens[money.USDT].Hex(),
		"--token-etld", w.tokens[money.ETLD].Hex(), "--token-eth", w.tokens[money.ETH].Hex()}
	both := append(slices.Clone(arguments), "--erc20-rpc-urls", w.second.process.URL, "--erc20-token-usdt", w.usdt.Hex())
	for _, test := range []struct {
		arguments []string
		level     int
		said      bool
	}{{arguments, 3, true}, {both, 4, false}} {
		var out strings.Builder
		err := Run(t.Context(), test.arguments, &out, io.Discard)
		if err != nil || strings.Count(out.String(), "the chain holds what the books say") != test.level ||
			strings.Contains(out.String(), "ERC-20 was not looked at: name its nodes") != test.said {
			t.Errorf("check: %v\n%s", err, out.String())
		}
	}
}

// expectSigned wants each chain's address signed with a text of its own.
func (w *twoChains) expectSigned(t *testing.T) {
	t.Helper()
	text := func(network string) string {
		return fmt.Sprintf("Deposits to %s on %s go to %s.", testHost, network, wallettest.Address(w.treasury))
	}
	sign := func(text string) func(string) (string, error) {
		return func(string) (string, error) { return wallettest.Sign(w.treasury, text), nil }
	}
	on := w.p.settings.Chain
	on.More = slices.Clone(on.More)
	for _, test := range []struct{ first, second, want string }{
		{text("BEP-20 (chain 56)"), text("ERC-20 (chain 1)"), ""},
		{text("BEP-20 (chain 56)"), text("BEP-20 (chain 56)"), "--erc20-treasury-signature is not the treasury's: sign \"" + text("ERC-20 (chain 1)") + "\""},
		{text("ERC-20 (chain 1)"), text("ERC-20 (chain 1)"), "--treasury-signature is not the treasury's: "},
	} {
		on.Sign, on.More[0].Sign = sign(test.first), sign(test.second)
		err := verifyTreasuries(t.Context(), testHost, on)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("signed %q and %q: %v", test.first, test.second, err)
		}
	}
}

var ordered = []string{"first-usdt", "second-usdt", "second-eth"}

func (w *twoChains) isAll(state payout.State) bool {
	for _, id := range ordered {
		if w.state(id) != state {
			return false
		}
	}
	return true
}

func (w *twoChains) isAny(state payout.State) bool {
	for _, id := range ordered {
		if w.state(id) == state {
			return true
		}
	}
	return false
}

// expectLeft lets the chains run on with nobody to settle what was sent: then
// they hold less than the books, all of which is on its way, and no deficit.
func (w *twoChains) expectLeft(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(twoChainsWithin); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if err := w.p.PollChains(t.Context()); err != nil {
			t.Fatal(err)
		}
		left := 0
		for _, r := range w.readings() {
			if v, isDeficit := r.Violation(); isDeficit {
				t.Fatalf("while payouts are on their way: %s", v)
			}
			if r.Difference().Sign() < 0 && new(big.Int).Add(r.Difference(), r.Leaving).Sign() == 0 {
				left++
			}
		}
		if left == 2 {
			return
		}
	}
	t.Fatal("the tokens did not leave both chains in time")
}
