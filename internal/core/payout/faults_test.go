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
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// each runs a test on both engines in a world of its own.
func each(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) { test(t, newWorld(t, db, c)) })
}

func TestPaysOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		first, second := w.pay("w1", "49"), w.order("w2", money.ETLD, "100")
		w.enqueue(second)
		w.want("w1", payout.Queued, "")
		w.work()
		p := w.want("w1", payout.Broadcast, "")
		if p.TxHash == "" {
			t.Error("no transaction is shown")
		}
		w.node.mine()
		w.work()
		if p = w.want("w1", payout.Mined, ""); p.Block == 0 || p.BlockHash == "" {
			t.Errorf("block %d %s", p.Block, p.BlockHash)
		}
		w.wantSound()
		if w.told("w1") != "" {
			t.Error("told before it was final")
		}
		w.settle()
		w.wantPaid(first, second)
		w.view(func(tx *sqldb.Tx) error {
			list, err := w.service.History(tx, "w1")
			var states []string
			for _, e := range list {
				states = append(states, string(e.State))
			}
			if got := strings.Join(states, " "); got != "queued broadcast mined final" {
				t.Errorf("timeline: %s", got)
			}
			return err
		})
		// Gas was paid in, used, and both are booked; rounded up per payout.
		spent := w.balance(ledger.GasSpent, bnb)
		if want := money.Amount(2 * transferGas * gwei / 1e10); spent != want {
			t.Errorf("gas %s, want %s", spent, want)
		}
		if held := w.balance(ledger.ChainBEP20, bnb); held != money.Units(10)-spent {
			t.Errorf("the books hold %s BNB", held)
		}
	})
}

func TestEnqueueRefuses(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		o := w.pay("w1", "49")
		try := func(o payout.Order) error {
			return w.db.Command(context.Background(), func(tx *sqldb.Tx) error { return w.service.Enqueue(tx, o) })
		}
		if err := try(o); !errors.Is(err, payout.ErrOrdered) {
			t.Errorf("twice: %v", err)
		}
		o.WithdrawalID, o.Network = "w2", "ERC-20"
		if err := try(o); !errors.Is(err, payout.ErrNetwork) {
			t.Errorf("another network: %v", err)
		}
		o.Network, o.Asset = network, money.ETH
		if err := try(o); !errors.Is(err, payout.ErrNetwork) {
			t.Errorf("another currency: %v", err)
		}
		o.Asset, o.Amount = money.USDT, 0
		if err := try(o); !errors.Is(err, payout.ErrAmount) {
			t.Errorf("nothing: %v", err)
		}
		w.wallet.Coins[0].Decimals = 6
		w.rebuild()
		o.Amount = 1
		if err := try(o); !errors.Is(err, payout.ErrAmount) {
			t.Errorf("10^-8 of a token of 6 decimals: %v", err)
		}
	})
}

// TestFaults is the table "Outgoing" of the list of faults, as far as it lies
// below the withdrawal. Crashes have tests of their own.
func TestFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]func(t *testing.T, w *world){
		"broadcast times out after the node accepted": func(_ *testing.T, w *world) {
			w.node.set(func(n *node) { n.acceptAndFail = true })
			o := w.pay("w1", "49")
			w.work()
			w.want("w1", payout.Broadcast, "")
			w.clock.Advance(time.Hour)
			w.node.set(func(n *node) { n.acceptAndFail = false })
			w.settle()
			w.wantPaid(o)
		},
		"already known and nonce too low are no failures": func(t *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.work()
			w.clock.Advance(20 * time.Second)
			w.work()
			if w.node.broadcasts != 2 {
				t.Fatalf("%d broadcasts", w.node.broadcasts)
			}
			w.want("w1", payout.Broadcast, "")
			w.settle()
			w.wantPaid(o)
		},
		"accepted and lost by the node": func(_ *testing.T, w *world) {
			w.node.set(func(n *node) { n.swallow = true })
			o := w.pay("w1", "49")
			w.work()
			hash := w.want("w1", payout.Broadcast, "").TxHash
			w.node.set(func(n *node) { n.swallow = false })
			w.node.mineMany(10)
			w.clock.Advance(20 * time.Second)
			w.work()
			w.settle()
			w.wantPaid(o)
			if p := w.find("w1"); p.TxHash != hash {
				w.t.Errorf("paid by %s, first sent was %s", p.TxHash, hash)
			}
		},
		"nobody takes it: unknown, for days, and never refunded": func(t *testing.T, w *world) {
			w.node.set(func(n *node) { n.refuse = true })
			o := w.pay("w1", "49")
			w.work()
			w.want("w1", payout.Broadcast, "")
			w.clock.Advance(2 * time.Minute)
			w.work()
			if p := w.find("w1"); p.State != payout.Unknown {
				t.Fatalf("it is %s", p.State)
			}
			for range 50 {
				w.clock.Advance(6 * time.Hour)
				w.work()
				err := w.db.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.GiveUp(tx, "w1", "tired") })
				if !errors.Is(err, payout.ErrNotProven) {
					t.Fatalf("it was given up: %v", err)
				}
				err = w.db.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.Recall(tx, "w1", "tired") })
				if !errors.Is(err, payout.ErrNotProven) {
					t.Fatalf("it was recalled: %v", err)
				}
			}
			if p := w.find("w1"); p.State != payout.Unknown {
				t.Fatalf("it is %s", p.State)
			}
			w.wantUnpaid(o)
			w.node.set(func(n *node) { n.refuse = false })
			w.clock.Advance(time.Minute)
			w.work()
			w.settle()
			w.wantPaid(o)
		},
		"under-priced and stuck: bumped in the same slot": func(t *testing.T, w *world) {
			first, second := w.pay("w1", "49"), w.pay("w2", "59")
			w.work()
			before := w.find("w1").TxHash
			// The price rises above what was offered: the first blocks the second.
			w.node.set(func(n *node) { n.base = 5 * gwei })
			w.node.mineMany(10)
			w.work()
			w.want("w2", payout.Broadcast, "")
			w.clock.Advance(3 * time.Minute)
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
		},
		"stuck at the fee cap: waits and says so": func(_ *testing.T, w *world) {
			w.wallet.FeeCapMax = 3 * gwei
			w.rebuild()
			o := w.pay("w1", "49")
			w.work()
			w.node.set(func(n *node) { n.base = 50 * gwei })
			for range 20 {
				w.clock.Advance(3 * time.Minute)
				w.work()
			}
			w.want("w1", payout.Broadcast, payout.ReasonFeeTooHigh)
			w.wantUnpaid(o)
			w.node.set(func(n *node) { n.base = gwei })
			w.settle()
			w.wantPaid(o)
		},
		"the older attempt is mined after the bump": func(_ *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.work()
			before := w.find("w1").TxHash
			w.node.set(func(n *node) { n.base = 5 * gwei; n.swallow = true })
			w.clock.Advance(3 * time.Minute)
			w.work()
			w.node.set(func(n *node) { n.base = gwei })
			w.settle()
			w.wantPaid(o)
			if p := w.find("w1"); p.TxHash != before {
				w.t.Errorf("paid by %s, not by %s", p.TxHash, before)
			}
		},
		"mined, then reorganised away: the same bytes again": func(_ *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.work()
			w.node.mineMany(2)
			w.work()
			hash := w.want("w1", payout.Mined, "").TxHash
			w.node.reorganise(3, true)
			w.work()
			w.want("w1", payout.Broadcast, payout.ReasonTakenBack)
			w.settle()
			w.wantPaid(o)
			if p := w.find("w1"); p.TxHash != hash {
				w.t.Errorf("paid by %s, first mined was %s", p.TxHash, hash)
			}
		},
		"reverted, then reorganised away and paid": func(_ *testing.T, w *world) {
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
		},
		"reverted: re-issued only once its nonce is final": func(t *testing.T, w *world) {
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
		},
		"reverted: given up only once its nonce is final": func(t *testing.T, w *world) {
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
		},
		"nonce used by an unknown transaction: breaker": func(t *testing.T, w *world) {
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
			if w.reissue("w1") == nil || w.giveUp("w1") == nil {
				t.Error("believed at first sight")
			}
			w.clock.Advance(time.Minute)
			w.work()
			if p := w.want("w1", payout.NeedsAttention, payout.ReasonSuperseded); p.Proof != payout.ProofSuperseded {
				t.Fatalf("proof %q", p.Proof)
			}
			w.want("w2", payout.Queued, payout.ReasonStopped)
			w.wantUnpaid(o)
			w.wantUnpaid(next)
			// Two persons look at it, let it go on and issue it again.
			w.update(func(tx *sqldb.Tx) error { return w.service.Resume(tx, network) })
			if err := w.reissue("w1"); err != nil {
				t.Fatal(err)
			}
			w.work()
			w.work()
			w.settle()
			w.wantPaid(o, next)
		},
		"nonces used by an unknown transaction while the queue was empty": func(t *testing.T, w *world) {
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
		},
		"no gas: waits with an expected refill": func(t *testing.T, w *world) {
			w.node.fund(common.Address{}, w.wallet.Address, new(big.Int).Neg(wei(10)))
			o := w.pay("w1", "49")
			w.work()
			p := w.want("w1", payout.Queued, payout.ReasonLowGas)
			if want := w.clock.Now().Add(6 * time.Hour); !p.ExpectedAt.Equal(want) {
				t.Errorf("expected %s, want %s", p.ExpectedAt, want)
			}
			w.wantUnpaid(o)
			w.node.fund(common.Address{}, w.wallet.Address, wei(1))
			w.clock.Advance(time.Minute)
			w.work()
			w.settle()
			w.wantPaid(o)
		},
		"hot wallet short: that currency waits in order, others go on": func(t *testing.T, w *world) {
			w.node.fund(usdt, w.wallet.Address, new(big.Int).Neg(wei(99_900)))
			large, small, other := w.pay("w1", "150"), w.pay("w2", "10"), w.order("w3", money.ETLD, "20")
			w.enqueue(other)
			w.work()
			p := w.want("w1", payout.Queued, payout.ReasonShort)
			w.want("w2", payout.Queued, payout.ReasonShort)
			if want := w.clock.Now().Add(6 * time.Hour); !p.ExpectedAt.Equal(want) {
				t.Errorf("expected %s, want %s", p.ExpectedAt, want)
			}
			for _, c := range w.overview().Covers {
				if c.Asset == money.USDT && (c.Balance != money.Units(100) || c.Missing() != money.Units(60) || c.QueuedCount != 2) {
					t.Errorf("cover %+v", c)
				}
			}
			w.settle()
			w.wantPaid(other)
			w.clock.Advance(time.Hour)
			w.work()
			if again := w.find("w1"); !again.ExpectedAt.Equal(p.ExpectedAt) {
				t.Error("the expected time moves as time goes by")
			}
			w.node.fund(usdt, w.wallet.Address, wei(100))
			w.clock.Advance(time.Minute)
			w.work()
			w.settle()
			w.wantPaid(large, small)
		},
		"what is on its way is not spent twice": func(_ *testing.T, w *world) {
			w.node.fund(usdt, w.wallet.Address, new(big.Int).Neg(wei(99_850)))
			first, second := w.pay("w1", "100"), w.pay("w2", "100")
			w.work()
			w.want("w1", payout.Broadcast, "")
			w.want("w2", payout.Queued, payout.ReasonShort)
			w.settle()
			w.wantPaid(first)
			w.wantUnpaid(second)
		},
		"above the day's cap": func(t *testing.T, w *world) {
			w.wallet.Coins[0].DayMax = money.Units(100)
			w.rebuild()
			first, second := w.pay("w1", "60"), w.pay("w2", "60")
			w.work()
			p := w.want("w2", payout.Queued, payout.ReasonDayCap)
			if !p.ExpectedAt.Equal(dayEnd(w.clock)) {
				t.Errorf("expected %s", p.ExpectedAt)
			}
			w.settle()
			w.wantPaid(first)
			w.wantUnpaid(second)
			w.clock.Set(dayEnd(w.clock))
			w.work()
			w.settle()
			w.wantPaid(second)
		},
		"a transfer that would fail takes no nonce": func(_ *testing.T, w *world) {
			bad, good := w.pay("w1", "49"), w.pay("w2", "59")
			w.node.set(func(n *node) { n.estimateFails[bad.Recipient] = true })
			w.work()
			w.work()
			w.want("w1", payout.Queued, payout.ReasonWouldFail)
			w.settle()
			w.wantPaid(good)
			w.wantUnpaid(bad)
			w.node.set(func(n *node) { n.estimateFails[bad.Recipient] = false })
			w.clock.Advance(time.Minute)
			w.work()
			w.settle()
			w.wantPaid(bad)
		},
		"the chain does not answer": func(t *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.node.set(func(n *node) { n.down = true })
			w.work()
			w.wantUnpaid(o)
			if wait := w.overview().Wait; wait != payout.ReasonChainUnavailable {
				t.Errorf("waits for %q", wait)
			}
			w.node.set(func(n *node) { n.down = false })
			w.clock.Advance(time.Minute)
			w.work()
			w.node.set(func(n *node) { n.down = true })
			w.clock.Advance(time.Hour)
			w.work()
			w.node.set(func(n *node) { n.down = false })
			w.work()
			w.settle()
			w.wantPaid(o)
			w.pay("w2", "10")
			w.work()
			if wait := w.overview().Wait; wait != "" {
				t.Errorf("still waits for %q", wait)
			}
		},
		"the signer does not answer": func(t *testing.T, w *world) {
			w.wallet.Signer = signer.NewClient("/nowhere/at/all")
			w.rebuild()
			first, second := w.pay("w1", "49"), w.pay("w2", "59")
			w.work()
			w.want("w1", payout.Queued, "")
			if wait := w.overview().Wait; wait != payout.ReasonSignerUnavailable {
				t.Errorf("waits for %q", wait)
			}
			// It may have signed: nobody may take the payout back.
			err := w.db.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.Recall(tx, "w1", "slow") })
			if !errors.Is(err, payout.ErrNotProven) {
				t.Errorf("recalled: %v", err)
			}
			w.update(func(tx *sqldb.Tx) error { return w.service.Recall(tx, "w2", "slow") })
			if err := w.giveUp("w2"); err != nil {
				t.Error(err)
			}
			w.clock.Advance(time.Minute)
			w.wallet.Signer = w.signer
			w.rebuild()
			w.work()
			w.settle()
			w.wantPaid(first)
			if w.told("w2") != "failed given up" || w.onChain(second).Sign() != 0 {
				t.Error("the recalled one was paid")
			}
		},
		"the signer refuses: the nonce is free again, a person decides": func(t *testing.T, w *world) {
			bad := w.order("w1", money.USDT, "49")
			bad.Statement.Signature = signText(operators[0], bad.Statement.Text)
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
		},
		"several refusals in a row: breaker": func(t *testing.T, w *world) {
			for _, id := range []string{"w1", "w2", "w3"} {
				bad := w.order(id, money.USDT, "49")
				bad.Statement.Signature = signText(operators[0], bad.Statement.Text)
				w.enqueue(bad)
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
			w.update(func(tx *sqldb.Tx) error { return w.service.Resume(tx, network) })
			w.work()
			w.work()
			w.settle()
			w.wantPaid(good)
		},
		"approvals expired while it waited: approved again": func(t *testing.T, w *world) {
			w.node.fund(usdt, w.wallet.Address, new(big.Int).Neg(wei(100_000)))
			o := w.approve(w.order("w1", money.USDT, "500"), operators[0])
			w.enqueue(o)
			w.work()
			w.want("w1", payout.Queued, payout.ReasonShort)
			w.clock.Advance(25 * time.Hour)
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
		},
		"too few approvals are the signer's to refuse": func(_ *testing.T, w *world) {
			o := w.approve(w.order("w1", money.USDT, "2000"), operators[0])
			w.enqueue(o)
			w.work()
			w.want("w1", payout.NeedsAttention, signer.ErrApprovalsMissing.Code)
			w.wantUnpaid(o)
		},
		"a settlement that fails is tried again and holds up nobody": func(t *testing.T, w *world) {
			first, second := w.pay("w1", "49"), w.pay("w2", "59")
			w.work()
			w.node.mineMany(finalityDepth + 1)
			w.settlement.refuse = errors.New("not now")
			if err := w.workOn(w.service); err == nil {
				t.Fatal("the failure is not told")
			}
			w.wantUnfinal("w1", "w2")
			w.settlement.refuse = nil
			w.settle()
			w.wantPaid(first, second)
		},
		"stopped by an operator: what is on its way is followed": func(t *testing.T, w *world) {
			first := w.pay("w1", "49")
			w.work()
			w.update(func(tx *sqldb.Tx) error { return w.service.Stop(tx, network, "drill") })
			second := w.pay("w2", "59")
			w.settle()
			w.wantPaid(first)
			w.want("w2", payout.Queued, payout.ReasonStopped)
			w.wantUnpaid(second)
			w.update(func(tx *sqldb.Tx) error { return w.service.Resume(tx, network) })
			w.work()
			w.work()
			w.settle()
			w.wantPaid(second)
		},
		"a signer that answers with another transaction": func(t *testing.T, w *world) {
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
		},
		"many at once": func(t *testing.T, w *world) {
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
		},
	} {
		t.Run(name, func(t *testing.T) { each(t, test) })
	}
}

// liar signs a transaction nobody asked for.
type liar struct{ w *world }

func (l liar) SignPayout(context.Context, signer.Request) (signer.Signed, error) {
	tx := l.w.steal(0)
	raw, err := tx.MarshalBinary()
	return signer.Signed{Hash: tx.Hash(), Raw: raw}, err
}

// reverted brings a payout to a revert that is not final yet.
func (w *world) reverted(id string) payout.Order {
	w.t.Helper()
	o := w.pay(id, "49")
	w.work()
	w.node.set(func(n *node) { n.reverts[o.Recipient] = true })
	w.node.mine()
	w.work()
	w.want(id, payout.NeedsAttention, payout.ReasonReverted)
	return o
}

func (w *world) reissue(id string) error {
	w.t.Helper()
	subject, err := w.service.SubjectAgain(w.find(id))
	if err != nil {
		w.t.Fatal(err)
	}
	return w.db.Update(context.Background(), func(tx *sqldb.Tx) error {
		return w.service.Reissue(tx, id, w.approvals(subject, operators...))
	})
}

func (w *world) giveUp(id string) error {
	return w.db.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.GiveUp(tx, id, "given up") })
}

func (w *world) wantUnfinal(ids ...string) {
	w.t.Helper()
	for _, id := range ids {
		if p := w.find(id); p.State == payout.Final || w.told(id) != "" {
			w.t.Fatalf("%s is %s, told %q", id, p.State, w.told(id))
		}
	}
}
