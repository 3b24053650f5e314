package payout_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/sqldb"
)

// TestFaultsOfBroadcast: what nodes do with bytes and what they say about it.
func TestFaultsOfBroadcast(t *testing.T) {
	t.Parallel()
	runFaults(t, faults{
		{"broadcast times out after the node accepted", func(_ *testing.T, w *world) {
			w.node.set(func(n *node) { n.acceptAndFail = true })
			o := w.pay("w1", "49")
			w.work()
			w.want("w1", payout.Broadcast, "")
			w.Clock.Advance(time.Hour)
			w.node.set(func(n *node) { n.acceptAndFail = false })
			w.settle()
			w.wantPaid(o)
		}},
		{"already known and nonce too low are no failures", func(t *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.work()
			w.Clock.Advance(20 * time.Second)
			w.work()
			if w.node.broadcasts != 2 {
				t.Fatalf("%d broadcasts", w.node.broadcasts)
			}
			w.want("w1", payout.Broadcast, "")
			w.settle()
			w.wantPaid(o)
		}},
		{"accepted and lost by the node", func(_ *testing.T, w *world) {
			w.node.set(func(n *node) { n.swallow = true })
			o := w.pay("w1", "49")
			w.work()
			hash := w.want("w1", payout.Broadcast, "").TxHash
			w.node.set(func(n *node) { n.swallow = false })
			w.node.mineMany(10)
			w.Clock.Advance(20 * time.Second)
			w.work()
			w.settle()
			w.wantPaid(o)
			if p := w.find("w1"); p.TxHash != hash {
				w.T.Errorf("paid by %s, first sent was %s", p.TxHash, hash)
			}
		}},
		{"nobody takes it: unknown, for days, and never refunded", func(t *testing.T, w *world) {
			w.node.set(func(n *node) { n.refuse = true })
			o := w.pay("w1", "49")
			w.work()
			w.want("w1", payout.Broadcast, "")
			w.Clock.Advance(2 * time.Minute)
			w.work()
			if p := w.find("w1"); p.State != payout.Unknown {
				t.Fatalf("it is %s", p.State)
			}
			for range 50 {
				w.Clock.Advance(6 * time.Hour)
				w.work()
				err := w.DB.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.Orders.GiveUp(tx, "w1", "tired") })
				if !errors.Is(err, payout.ErrNotProven) {
					t.Fatalf("it was given up: %v", err)
				}
				err = w.DB.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.Orders.Recall(tx, "w1", "tired") })
				if !errors.Is(err, payout.ErrNotProven) {
					t.Fatalf("it was recalled: %v", err)
				}
			}
			if p := w.find("w1"); p.State != payout.Unknown {
				t.Fatalf("it is %s", p.State)
			}
			w.wantUnpaid(o)
			w.node.set(func(n *node) { n.refuse = false })
			w.Clock.Advance(time.Minute)
			w.work()
			w.settle()
			w.wantPaid(o)
		}},
		{"under-priced and stuck: bumped in the same slot", func(t *testing.T, w *world) {
			first, second := w.pay("w1", "49"), w.pay("w2", "59")
			w.work()
			before := w.find("w1").TxHash
			// The price rises above what was offered: the first blocks the second.
			w.node.set(func(n *node) { n.base = 5 * gwei })
			w.node.mineMany(10)
			w.work()
			w.want("w2", payout.Broadcast, "")
			w.Clock.Advance(3 * time.Minute)
			w.work()
			p := w.want("w1", payout.Broadcast, payout.ReasonBumped)
			if p.TxHash == before {
				t.Error("the same transaction is shown after the bump")
			}
			w.settle()
			w.wantPaid(first, second)
			if n := w.node.nextNonce(w.wallet.Address); n != 2 {
				t.Errorf("%d nonces for two payouts", n)
			}
		}},
		{"stuck at the fee cap: waits and says so", func(_ *testing.T, w *world) {
			w.wallet.FeeCapMax = 3 * gwei
			w.rebuild()
			o := w.pay("w1", "49")
			w.work()
			w.node.set(func(n *node) { n.base = 50 * gwei })
			for range 20 {
				w.Clock.Advance(3 * time.Minute)
				w.work()
			}
			w.want("w1", payout.Broadcast, payout.ReasonFeeTooHigh)
			w.wantUnpaid(o)
			w.node.set(func(n *node) { n.base = gwei })
			w.settle()
			w.wantPaid(o)
		}},
		{"the older attempt is mined after the bump", func(_ *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.work()
			before := w.find("w1").TxHash
			w.node.set(func(n *node) { n.base = 5 * gwei; n.swallow = true })
			w.Clock.Advance(3 * time.Minute)
			w.work()
			w.node.set(func(n *node) { n.base = gwei })
			w.settle()
			w.wantPaid(o)
			if p := w.find("w1"); p.TxHash != before {
				w.T.Errorf("paid by %s, not by %s", p.TxHash, before)
			}
		}},
	})
}

// TestFaultsOfInclusion: what blocks do with transactions.
func TestFaultsOfInclusion(t *testing.T) {
	t.Parallel()
	runFaults(t, faults{
		{"mined, then reorganised away: the same bytes again", func(_ *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.work()
			w.node.mineMany(2)
			w.work()
			hash := w.want("w1", payout.Mined, "").TxHash
			w.Clock.Advance(time.Hour)
			w.node.reorganise(3, true)
			w.work()
			w.work()
			w.want("w1", payout.Broadcast, payout.ReasonTakenBack)
			w.settle()
			w.wantPaid(o)
			if p := w.find("w1"); p.TxHash != hash {
				w.T.Errorf("paid by %s, first mined was %s", p.TxHash, hash)
			}
		}},
		{"reverted, then reorganised away and paid", func(_ *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.work()
			w.node.set(func(n *node) { n.reverts[o.Recipient] = true })
			w.node.mine()
			w.work()
			w.want("w1", payout.NeedsAttention, payout.ReasonReverted)
			w.node.set(func(n *node) { n.reverts[o.Recipient] = false })
			w.node.reorganise(1, false)
			w.work()
			w.settle()
			w.wantPaid(o)
		}},
		{"reverted: re-issued only once its nonce is final", func(t *testing.T, w *world) {
			o := w.reverted("w1")
			p := w.find("w1")
			if p.Proof != payout.NoProof || w.reissue("w1") == nil || w.giveUp("w1") == nil {
				t.Fatalf("a revert that is not final proves something: %q", p.Proof)
			}
			w.settle()
			if p = w.want("w1", payout.NeedsAttention, payout.ReasonReverted); p.Proof != payout.ProofReverted {
				t.Fatalf("proof %q", p.Proof)
			}
			w.wantUnpaid(o)
			w.node.set(func(n *node) { n.reverts[o.Recipient] = false })
			if err := w.reissue("w1"); err != nil {
				t.Fatal(err)
			}
			w.work()
			w.settle()
			w.wantPaid(o)
			if p := w.find("w1"); p.Issue != 2 {
				t.Errorf("issue %d", p.Issue)
			}
			if w.giveUp("w1") == nil {
				t.Error("a paid one was given up")
			}
		}},
		{"reverted: given up only once its nonce is final", func(t *testing.T, w *world) {
			o := w.reverted("w1")
			w.settle()
			if err := w.giveUp("w1"); err != nil {
				t.Fatal(err)
			}
			w.want("w1", payout.Failed, "given up")
			if told := w.told("w1"); told != "failed given up" || w.onChain(o).Sign() != 0 {
				t.Errorf("told %q, on chain %s", told, w.onChain(o))
			}
			if w.giveUp("w1") == nil || w.reissue("w1") == nil {
				t.Error("it ends twice")
			}
			// Gas of the failed transaction is booked as well.
			if spent := w.balance(ledger.GasSpent, bnb); spent != money.Amount(transferGas*gwei/1e10) {
				t.Errorf("gas %s", spent)
			}
		}},
		{"nonce used by an unknown transaction: breaker", func(t *testing.T, w *world) {
			w.node.set(func(n *node) { n.swallow = true })
			o := w.pay("w1", "49")
			w.work()
			w.node.set(func(n *node) { n.swallow = false })
			w.node.inject(w.steal(0))
			w.node.mineMany(finalityDepth + 1)
			next := w.pay("w2", "10")
			w.work()
			w.want("w1", payout.Unknown, payout.ReasonSuperseded)
			if got := w.overview().Breaker; got != payout.BreakerNonce {
				t.Fatalf("breaker %q", got)
			}
			wantMetric(t, w.service, `etld_hot_wallet_stopped{network="BEP-20"} 1`)
			if w.reissue("w1") == nil || w.giveUp("w1") == nil {
				t.Error("believed at first sight")
			}
			w.Clock.Advance(time.Minute)
			w.work()
			if p := w.want("w1", payout.NeedsAttention, payout.ReasonSuperseded); p.Proof != payout.ProofSuperseded {
				t.Fatalf("proof %q", p.Proof)
			}
			w.want("w2", payout.Queued, payout.ReasonStopped)
			w.wantUnpaid(o)
			w.wantUnpaid(next)
			// Two persons look at it, let it go on and issue it again.
			w.Update(func(tx *sqldb.Tx) error { return w.service.Resume(tx, network) })
			if err := w.reissue("w1"); err != nil {
				t.Fatal(err)
			}
			w.work()
			w.work()
			w.settle()
			w.wantPaid(o, next)
		}},
		{"nonces used by an unknown transaction while the queue was empty", func(t *testing.T, w *world) {
			first := w.pay("w1", "49")
			w.work()
			w.settle()
			w.wantPaid(first)
			w.node.inject(w.steal(1))
			w.node.mine()
			o := w.pay("w2", "10")
			w.work()
			if got := w.overview().Breaker; got != payout.BreakerNonce {
				t.Fatalf("breaker %q", got)
			}
			w.wantUnpaid(o)
		}},
	})
}
