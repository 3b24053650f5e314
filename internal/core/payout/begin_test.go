package payout

import (
	"errors"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
)

// The causes stand in the order in which they are found: each case has those of all
// that follow, too.
func TestWhyAPayoutWaits(t *testing.T) {
	t.Parallel()
	silent := errors.New("no node answers")
	usdt := Coin{Asset: money.USDT, Token: common.HexToAddress("0x2"), Decimals: 18, DayMax: money.Units(100)}
	w := &Wallet{Network: "BEP-20", FeeCapMax: 10, RefillWithin: time.Hour, Coins: []Coin{usdt, {Asset: money.ETH, Decimals: 18}}}
	one := head{payout: Payout{Order: Order{Asset: money.USDT, Amount: money.Units(101)}}, coin: usdt, begun: money.Units(91)}
	now := walletView{now: time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC),
		slots: []slot{{Asset: money.USDT, Amount: money.Units(1), Attempts: []attempt{{Fee: signer.Fee{Gas: 1000, FeeCap: 2}}}},
			{Asset: money.ETH, Amount: money.Units(3), Attempts: []attempt{{Fee: signer.Fee{Gas: 500, FeeCap: 2}}}}}}
	units := func(whole int64) *big.Int {
		return new(big.Int).Mul(big.NewInt(whole), new(big.Int).Exp(big.NewInt(10), big.NewInt(18), nil))
	}
	// What is on its way may take 3 of the native coin besides the gas of both.
	gas := new(big.Int).Add(units(3), big.NewInt(gasMaxToken*10+3000))
	on := chainView{heldErr: silent, nativeErr: silent, quoteErr: fmt.Errorf("transfer: %w", chain.ErrCallFailed), held: new(big.Int), native: new(big.Int),
		quote: chain.Quote{Gas: gasMaxToken + 1, FeeCap: 11, Tip: 12}}
	for _, step := range []struct {
		reason string
		isOwn  bool
		// mend takes away the cause.
		mend func()
	}{
		{ReasonWouldFail, true, func() { one.payout.Amount = money.Units(10) }},
		{ReasonDayCap, false, func() { one.begun = money.Units(90) }},
		{ReasonChainUnavailable, false, func() { on.heldErr = nil }},
		{ReasonShort, false, func() { on.held = units(10) }},
		{ReasonShort, false, func() { on.held = units(11) }},
		{ReasonWouldFail, true, func() { on.quoteErr = silent }},
		{ReasonChainUnavailable, false, func() { on.quoteErr = nil }},
		{ReasonWouldFail, true, func() { on.quote.Gas = gasMaxToken }},
		{ReasonFeeTooHigh, false, func() { on.quote.FeeCap = 10 }},
		{ReasonChainUnavailable, false, func() { on.nativeErr = nil }},
		{ReasonLowGas, false, func() { on.native = new(big.Int).Sub(gas, big.NewInt(1)) }},
		{ReasonLowGas, false, func() { on.native = gas }},
	} {
		if _, cause := examine(w, now, one, on); cause.reason != step.reason || cause.isOwn != step.isOwn {
			t.Fatalf("it waits for %q (own: %t), want %q (own: %t)", cause.reason, cause.isOwn, step.reason, step.isOwn)
		}
		step.mend()
	}
	if fee, cause := examine(w, now, one, on); cause.reason != "" || fee != (signer.Fee{Gas: gasMaxToken, Tip: 10, FeeCap: 10}) {
		t.Errorf("it waits for %q with the fee %+v", cause.reason, fee)
	}
}

func TestAgreeNonce(t *testing.T) {
	t.Parallel()
	const began = 9
	open := []slot{{Nonce: 4}}
	for _, c := range []struct {
		name          string
		ours          int64
		slots         []slot
		latest, final uint64
		isReady       bool
		want          step
	}{
		{"the first, while not all is final", noNonce, nil, 4, 3, false, step{counter: noNonce}},
		{"the first, with one on its way", noNonce, open, 4, 4, false, step{counter: noNonce}},
		{"the first, with one on its way above one that nobody sent", noNonce, open, 3, 3, false, step{wait: WaitNonce, counter: noNonce}},
		{"the first of a wallet that others used", noNonce, nil, 12, 12, false, step{counter: 12}},
		{"the first is behind every nonce that was given", noNonce, nil, 4, 4, false, step{counter: began + 1}},
		{"somebody else signed", 4, open, 5, 5, false, step{counter: noNonce, trip: "the chain's next nonce is 5, ours 4"}},
		{"the chain is behind and nothing is on its way", 5, nil, 4, 4, false, step{wait: ReasonChainUnavailable, counter: noNonce}},
		{"the chain is behind what is on its way", 5, open, 4, 4, true, step{counter: noNonce}},
		{"both agree", 5, nil, 5, 5, true, step{counter: noNonce}},
	} {
		v := walletView{state: WalletState{NextNonce: c.ours, Wait: "before"}, slots: c.slots, highest: began}
		next, isReady := v.agreeNonce(c.latest, c.final)
		if isReady != c.isReady || next.wait != c.want.wait || next.counter != c.want.counter || next.trip != c.want.trip {
			t.Errorf("%s: ready %t with %+v, want %t with %+v", c.name, isReady, next, c.isReady, c.want)
		}
	}
}

// Gas takes whole atoms out of the books: a part of one counts as one.
func TestGasIsRoundedUp(t *testing.T) {
	t.Parallel()
	for wei, want := range map[int64]money.Amount{0: 0, 1: 1, 10_000_000_000: 1, 10_000_000_001: 2} {
		if got, err := atomsUp(big.NewInt(wei)); got != want || err != nil {
			t.Errorf("%d wei are %d atoms, want %d: %v", wei, got, want, err)
		}
	}
}
