package payout_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb"
)

// TestFaultsOfWallet: what a hot wallet lacks, and what an operator may do.
func TestFaultsOfWallet(t *testing.T) {
	t.Parallel()
	runFaults(t, faults{
		{"no gas: waits with an expected refill", func(t *testing.T, w *world) {
			w.node.fund(common.Address{}, w.wallet.Address, new(big.Int).Neg(wei(10)))
			o := w.pay("w1", "49")
			w.work()
			p := w.want("w1", payout.Queued, payout.ReasonLowGas)
			if want := w.Clock.Now().Add(6 * time.Hour); !p.ExpectedAt.Equal(want) {
				t.Errorf("expected %s, want %s", p.ExpectedAt, want)
			}
			w.wantUnpaid(o)
			if o := w.overview(); o.LowGas != 1 || o.GasLasts != 0 {
				t.Errorf("%d wait for gas, which lasts for %d", o.LowGas, o.GasLasts)
			}
			wantMetric(t, w.service, `etld_hot_wallet_low_gas{network="BEP-20"} 1`)
			w.node.fund(common.Address{}, w.wallet.Address, wei(1))
			w.Clock.Advance(time.Minute)
			w.work()
			w.settle()
			w.wantPaid(o)
			// 1 BNB is worth 20 times 100,000 gas at 500 gwei; the transfer took some.
			w.Clock.Advance(time.Minute)
			w.work()
			if o := w.overview(); o.LowGas != 0 || o.GasLasts != 19 {
				t.Errorf("afterwards %d wait for gas, which lasts for %d", o.LowGas, o.GasLasts)
			}
		}},
		{"hot wallet short: that currency waits in order, others go on", func(t *testing.T, w *world) {
			w.node.fund(usdt, w.wallet.Address, new(big.Int).Neg(wei(99_900)))
			large, small, other := w.pay("w1", "150"), w.pay("w2", "10"), w.order("w3", money.ETLD, "20")
			w.enqueue(other)
			w.work()
			p := w.want("w1", payout.Queued, payout.ReasonShort)
			w.want("w2", payout.Queued, payout.ReasonShort)
			if want := w.Clock.Now().Add(6 * time.Hour); !p.ExpectedAt.Equal(want) {
				t.Errorf("expected %s, want %s", p.ExpectedAt, want)
			}
			for _, c := range w.overview().Covers {
				if c.Asset == money.USDT && (c.Balance != money.Units(100) || c.Missing() != money.Units(60) || c.Queued != money.Units(160)) {
					t.Errorf("cover %+v", c)
				}
			}
			w.settle()
			w.wantPaid(other)
			w.Clock.Advance(time.Hour)
			w.work()
			if again := w.find("w1"); !again.ExpectedAt.Equal(p.ExpectedAt) {
				t.Error("the expected time moves as time goes by")
			}
			w.node.fund(usdt, w.wallet.Address, wei(100))
			w.Clock.Advance(time.Minute)
			w.work()
			w.settle()
			w.wantPaid(large, small)
		}},
		{"what is on its way is not spent twice", func(_ *testing.T, w *world) {
			w.node.fund(usdt, w.wallet.Address, new(big.Int).Neg(wei(99_850)))
			first, second := w.pay("w1", "100"), w.pay("w2", "100")
			w.work()
			w.want("w1", payout.Broadcast, "")
			w.want("w2", payout.Queued, payout.ReasonShort)
			w.settle()
			w.wantPaid(first)
			w.wantUnpaid(second)
		}},
		{"above the day's cap", func(t *testing.T, w *world) {
			w.wallet.Coins[0].DayMax = money.Units(100)
			w.rebuild()
			first, second := w.pay("w1", "60"), w.pay("w2", "60")
			w.work()
			p := w.want("w2", payout.Queued, payout.ReasonDayCap)
			if !p.ExpectedAt.Equal(dayEnd(w.Clock)) {
				t.Errorf("expected %s", p.ExpectedAt)
			}
			w.settle()
			w.wantPaid(first)
			w.wantUnpaid(second)
			w.Clock.Set(dayEnd(w.Clock))
			w.work()
			w.settle()
			w.wantPaid(second)
		}},
		{"above the signer's cap for the day: said once, and others go on", func(t *testing.T, w *world) {
			strict := policy(outcomeOnly{w.node})
			strict.Networks[0].Currencies[0].AutomaticDayMax = money.Units(60)
			w.wallet.Signer = w.signerOf(strict)
			w.rebuild()
			first, second := w.pay("w1", "49"), w.pay("w2", "59")
			w.work()
			w.want("w2", payout.Queued, signer.ErrAutomaticDayCap.Code)
			w.settle()
			w.wantPaid(first)
			for n := range 3 {
				w.Clock.Advance(time.Minute)
				approved := w.approve(w.order(fmt.Sprintf("approved%d", n), money.USDT, "59"), operators[0])
				w.enqueue(approved)
				w.work()
				w.settle()
				w.wantPaid(approved)
			}
			w.want("w2", payout.Queued, signer.ErrAutomaticDayCap.Code)
			if steps := w.history("w2"); len(steps) != 2 {
				t.Errorf("waiting for the same reason is told again: %v", steps)
			}
			w.Clock.Set(dayEnd(w.Clock))
			w.work()
			w.settle()
			w.wantPaid(second)
		}},
		{"a transfer that would fail takes no nonce", func(_ *testing.T, w *world) {
			bad, good := w.pay("w1", "49"), w.pay("w2", "59")
			w.node.set(func(n *node) { n.estimateFails[bad.Recipient] = true })
			w.work()
			w.work()
			w.want("w1", payout.Queued, payout.ReasonWouldFail)
			w.wantParked("w1")
			w.settle()
			w.wantPaid(good)
			w.wantUnpaid(bad)
			// It is looked at again now and then, and still holds up no other.
			for n := range 3 {
				w.Clock.Advance(time.Minute)
				later := w.pay(fmt.Sprintf("later%d", n), "7")
				w.work()
				w.work()
				w.settle()
				w.wantPaid(later)
			}
			w.want("w1", payout.Queued, payout.ReasonWouldFail)
			if steps := w.history(bad.WithdrawalID); len(steps) != 2 {
				t.Errorf("waiting for the same reason is told again: %v", steps)
			}
			w.node.set(func(n *node) { n.estimateFails[bad.Recipient] = false })
			w.Clock.Advance(time.Minute)
			w.work()
			w.settle()
			w.wantPaid(bad)
			w.wantParked()
		}},
		{"stopped by an operator: what is on its way is followed", func(t *testing.T, w *world) {
			first := w.pay("w1", "49")
			w.work()
			w.Update(func(tx *sqldb.Tx) error { return w.service.Stop(tx, network, payout.BreakerOperator, "drill") })
			second := w.pay("w2", "59")
			w.settle()
			w.wantPaid(first)
			w.want("w2", payout.Queued, payout.ReasonStopped)
			w.wantUnpaid(second)
			w.Update(func(tx *sqldb.Tx) error { return w.service.Resume(tx, network) })
			w.work()
			w.work()
			w.settle()
			w.wantPaid(second)
		}},
		{"many at once", func(t *testing.T, w *world) {
			var orders []payout.Order
			for n := range 40 {
				orders = append(orders, w.pay(fmt.Sprintf("w%d", n), "7"))
			}
			for range 10 {
				w.work()
				w.settle()
			}
			w.wantPaid(orders...)
			if n := w.node.nextNonce(w.wallet.Address); n != 40 {
				t.Errorf("%d nonces for 40 payouts", n)
			}
		}},
	})
}

// TestFaultsOfOthers: what the chain, the signer and the settlement do.
func TestFaultsOfOthers(t *testing.T) {
	t.Parallel()
	runFaults(t, faults{
		{"the chain does not answer", func(t *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.node.set(func(n *node) { n.down = chain.ErrUnreachable })
			w.work()
			w.wantUnpaid(o)
			if wait := w.overview().Wait; wait != payout.ReasonChainUnavailable {
				t.Errorf("waits for %q", wait)
			}
			w.node.set(func(n *node) { n.down = nil })
			w.Clock.Advance(time.Minute)
			w.work()
			w.node.set(func(n *node) { n.down = chain.ErrUnreachable })
			w.Clock.Advance(time.Hour)
			w.work()
			w.node.set(func(n *node) { n.down = nil })
			w.work()
			w.settle()
			w.wantPaid(o)
			w.Clock.Advance(time.Minute)
			w.work()
			if wait := w.overview().Wait; wait != "" {
				t.Errorf("still waits for %q", wait)
			}
		}},
		{"a node answers with bytes that are no text", func(t *testing.T, w *world) {
			for n, answer := range []string{"\xff\xfe not a text", "zero \x00 bytes", strings.Repeat("交易被拒絕", 100)} {
				o := w.pay(fmt.Sprintf("w%d", n), "49")
				w.node.set(func(n *node) { n.answers = answer })
				w.work()
				w.node.set(func(n *node) { n.answers = "" })
				w.Clock.Advance(time.Minute)
				w.work()
				w.settle()
				w.wantPaid(o)
			}
		}},
		{"the signer does not answer", func(t *testing.T, w *world) {
			w.wallet.Signer = signer.NewClient("/nowhere/at/all")
			w.rebuild()
			first, second := w.pay("w1", "49"), w.pay("w2", "59")
			w.work()
			w.want("w1", payout.Queued, "")
			if wait := w.overview().Wait; wait != payout.ReasonSignerUnavailable {
				t.Errorf("waits for %q", wait)
			}
			// It may have signed: nobody may take the payout back.
			err := w.DB.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.Orders.Recall(tx, "w1", "slow") })
			if !errors.Is(err, payout.ErrNotProven) {
				t.Errorf("recalled: %v", err)
			}
			w.Update(func(tx *sqldb.Tx) error { return w.service.Orders.Recall(tx, "w2", "slow") })
			if err := w.giveUp("w2"); err != nil {
				t.Error(err)
			}
			w.Clock.Advance(time.Minute)
			w.wallet.Signer = w.signer
			w.rebuild()
			w.work()
			w.settle()
			w.wantPaid(first)
			if w.told("w2") != "failed given up" || w.onChain(second).Sign() != 0 {
				t.Error("the recalled one was paid")
			}
		}},
		{"the signer refuses: the nonce is free again, a person decides", func(t *testing.T, w *world) {
			bad := w.order("w1", money.USDT, "49")
			bad.Statement.Signature = wallettest.Sign(operators[0], bad.Statement.Text)
			w.enqueue(bad)
			good := w.pay("w2", "59")
			w.work()
			p := w.want("w1", payout.NeedsAttention, signer.ErrStatementSignature.Code)
			if p.Proof != payout.ProofUnsigned {
				t.Errorf("proof %q", p.Proof)
			}
			w.settle()
			w.wantPaid(good)
			if n := w.node.nextNonce(w.wallet.Address); n != 1 {
				t.Errorf("nonce %d", n)
			}
			w.wantUnpaid(bad)
			if err := w.giveUp("w1"); err != nil {
				t.Error(err)
			}
		}},
		{"wallets that take their signatures back stop nobody else", func(t *testing.T, w *world) {
			for _, id := range []string{"w1", "w2", "w3", "w4"} {
				bad := w.order(id, money.USDT, "49")
				bad.Statement.Signature = wallettest.Sign(operators[0], bad.Statement.Text)
				w.enqueue(bad)
			}
			good := w.pay("w5", "5")
			for range 5 {
				w.work()
			}
			w.want("w4", payout.NeedsAttention, signer.ErrStatementSignature.Code)
			w.settle()
			w.wantPaid(good)
			if got := w.overview().Breaker; got != "" {
				t.Errorf("breaker %q", got)
			}
		}},
		{"several refusals in a row: breaker", func(t *testing.T, w *world) {
			strict := policy(outcomeOnly{w.node})
			strict.Networks[0].Currencies[0].PayoutMax = money.Units(40)
			w.wallet.Signer = w.signerOf(strict)
			w.rebuild()
			for _, id := range []string{"w1", "w2", "w3"} {
				w.pay(id, "49")
			}
			good := w.pay("w4", "5")
			w.work()
			w.work()
			w.work()
			w.work()
			if got := w.overview().Breaker; got != payout.BreakerStrikes {
				t.Fatalf("breaker %q", got)
			}
			w.want("w4", payout.Queued, payout.ReasonStopped)
			w.Update(func(tx *sqldb.Tx) error { return w.service.Resume(tx, network) })
			w.work()
			w.work()
			w.settle()
			w.wantPaid(good)
		}},
		{"the signer allows lower fees than the server: payouts wait, and are paid later", func(_ *testing.T, w *world) {
			w.waitsFor(signer.ErrFeeTooHigh, func(n *signer.Network) { n.FeeCapMax = 1 })
		}},
		{"the signer allows fewer nonces than the server: payouts wait, and are paid later", func(_ *testing.T, w *world) {
			w.waitsFor(signer.ErrNonceAhead, func(n *signer.Network) { n.NonceAheadMax = 1 })
		}},
		{"approvals of an earlier version's text: approved again, and others go on", func(t *testing.T, w *world) {
			for n := range 4 {
				o := w.approve(w.order(fmt.Sprintf("w%d", n), money.USDT, "500"), operators[0])
				o.Approvals[0].Signature = wallettest.Sign(operators[0], "an earlier text")
				w.enqueue(o)
			}
			good := w.pay("w9", "5")
			for range 6 {
				w.work()
			}
			w.want("w3", payout.NeedsAttention, signer.ErrApprovalSignature.Code)
			w.settle()
			w.wantPaid(good)
			if got := w.overview().Breaker; got != "" {
				t.Errorf("breaker %q", got)
			}
		}},
		{"approvals expired while it waited: approved again", func(t *testing.T, w *world) {
			w.node.fund(usdt, w.wallet.Address, new(big.Int).Neg(wei(100_000)))
			o := w.approve(w.order("w1", money.USDT, "500"), operators[0])
			w.enqueue(o)
			w.work()
			w.want("w1", payout.Queued, payout.ReasonShort)
			w.Clock.Advance(25 * time.Hour)
			w.node.fund(usdt, w.wallet.Address, wei(1_000))
			w.work()
			w.want("w1", payout.NeedsAttention, signer.ErrApprovalExpired.Code)
			if err := w.reissue("w1"); err != nil {
				t.Fatal(err)
			}
			w.work()
			w.settle()
			w.wantPaid(o)
			if p := w.find("w1"); p.Issue != 1 {
				t.Errorf("issue %d for what was never signed", p.Issue)
			}
		}},
		{"too few approvals are the signer's to refuse", func(_ *testing.T, w *world) {
			o := w.approve(w.order("w1", money.USDT, "2000"), operators[0])
			w.enqueue(o)
			w.work()
			w.want("w1", payout.NeedsAttention, signer.ErrApprovalsMissing.Code)
			w.wantUnpaid(o)
		}},
		{"a settlement that fails is parked, tried again, and holds up nobody", func(_ *testing.T, w *world) {
			first, second := w.pay("w1", "49"), w.pay("w2", "59")
			w.work()
			w.node.mineMany(finalityDepth + 1)
			w.settlement.refuse = errors.New("not now")
			w.work()
			w.wantUnfinal("w1", "w2")
			w.wantParked("w1", "w2")
			w.settlement.refuse = nil
			third := w.pay("w3", "4")
			w.work()
			w.settle()
			w.wantPaid(third)
			w.wantUnfinal("w1", "w2")
			w.Clock.Advance(time.Minute)
			w.work()
			w.wantPaid(first, second)
			w.wantParked()
		}},
		{"a signer that answers with another transaction", func(t *testing.T, w *world) {
			w.wallet.Signer = liar{w}
			w.rebuild()
			o := w.pay("w1", "49")
			w.work()
			if got := w.overview().Breaker; got != payout.BreakerSigner {
				t.Fatalf("breaker %q", got)
			}
			if w.node.broadcasts != 0 {
				t.Error("its bytes were sent")
			}
			w.wantUnpaid(o)
		}},
	})
}

// waitsFor has payouts refused by a signer with a tighter policy, which ends by
// itself: they wait, trip no breaker, and are paid when it has ended.
func (w *world) waitsFor(refusal *signer.Refusal, tighten func(n *signer.Network)) {
	w.T.Helper()
	strict := policy(outcomeOnly{w.node})
	tighten(&strict.Networks[0])
	w.wallet.Signer = w.signerOf(strict)
	w.rebuild()
	first := w.pay("w0", "4")
	w.work()
	list := []payout.Order{first}
	for n := 1; n < 5; n++ {
		list = append(list, w.pay(fmt.Sprintf("w%d", n), "4"))
	}
	for range 10 {
		w.work()
	}
	for _, o := range list[1:] {
		w.want(o.WithdrawalID, payout.Queued, refusal.Code)
	}
	if got := w.overview(); got.Breaker != "" || got.Wait != "" {
		w.T.Fatalf("breaker %q, waits for %q", got.Breaker, got.Wait)
	}
	w.wallet.Signer = w.signer
	w.rebuild()
	for range 10 {
		w.Clock.Advance(time.Minute)
		w.work()
		w.settle()
	}
	for _, o := range list {
		w.wantPaid(o)
	}
}
