package payout_test

import (
	"fmt"
	"math/big"
	"testing"
	"time"

	"etld/internal/core/payout"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
)

// TestFinalityStalls: nothing is sent into a chain whose blocks do not become final, and
// whoever waits is told why.
func TestFinalityStalls(t *testing.T) {
	t.Parallel()
	stall := func(w *world) { w.halted = string(chain.StateFinalityStalled) }
	runFaults(t, faults{
		{"what waits is told why, and is sent once blocks are final again", func(t *testing.T, w *world) {
			first := w.pay("w1", "49")
			w.work()
			stall(w)
			second := w.pay("w2", "59")
			w.settle()
			w.wantPaid(first)
			w.Clock.Advance(time.Minute)
			w.work()
			w.want("w2", payout.Queued, payout.ReasonFinality)
			w.wantUnpaid(second)
			third := w.order("w3", "ETLD", "10")
			w.enqueue(third)
			w.work()
			w.want("w3", payout.Queued, payout.ReasonFinality)
			if got := w.overview().Wait; got != payout.ReasonFinality {
				t.Errorf("the wallet waits for %q", got)
			}
			w.halted = ""
			w.work()
			w.settle()
			w.wantPaid(second, third)
			if got := w.overview().Wait; got != "" {
				t.Errorf("paid, and the wallet waits for %q", got)
			}
		}},
		{"also behind as many as a wallet may have on their way", func(t *testing.T, w *world) {
			for n := range 17 {
				w.pay(fmt.Sprintf("w%02d", n), "7")
			}
			w.work()
			w.want("w16", payout.Queued, "")
			stall(w)
			w.work()
			w.Clock.Advance(time.Minute)
			w.work()
			w.want("w16", payout.Queued, payout.ReasonFinality)
		}},
		{"a halt of the chain holds what has not begun, for a reason of its own", func(t *testing.T, w *world) {
			for _, state := range []chain.State{chain.StateHalted, chain.StateRestarted, chain.StateWrongChain} {
				id := string(state)
				first := w.pay(id+"-1", "49")
				w.work()
				w.halted = id
				second := w.pay(id+"-2", "59")
				w.settle()
				w.wantPaid(first)
				w.Clock.Advance(time.Minute)
				w.work()
				w.want(id+"-2", payout.Queued, payout.ReasonHalted)
				w.wantUnpaid(second)
				w.halted = ""
				w.work()
				w.settle()
				w.wantPaid(second)
			}
		}},
		{"another state of the watcher stops nothing", func(t *testing.T, w *world) {
			w.halted = string(chain.StateThrottled)
			o := w.pay("w1", "49")
			w.work()
			w.settle()
			w.wantPaid(o)
		}},
	})
}

// TestWhoWaitsIsToldWhy: what keeps the whole wallet from paying stands on each payout
// once it has lasted for a minute, and goes with it.
func TestWhoWaitsIsToldWhy(t *testing.T) {
	t.Parallel()
	runFaults(t, faults{
		{"the chain does not answer", func(t *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.node.set(func(n *node) { n.down = chain.ErrUnreachable })
			w.work()
			w.want("w1", payout.Queued, "")
			w.Clock.Advance(time.Minute)
			w.work()
			w.want("w1", payout.Queued, payout.ReasonChainUnavailable)
			w.node.set(func(n *node) { n.down = nil })
			w.work()
			w.settle()
			w.wantPaid(o)
		}},
		{"the signer does not answer", func(t *testing.T, w *world) {
			w.wallet.Signer = signer.NewClient("/nowhere/at/all")
			w.rebuild()
			orders := []payout.Order{w.pay("w1", "49"), w.pay("w2", "59")}
			w.work()
			w.Clock.Advance(time.Minute)
			w.work()
			for _, o := range orders {
				w.want(o.WithdrawalID, payout.Queued, payout.ReasonSignerUnavailable)
			}
			w.wallet.Signer = w.signer
			w.rebuild()
			w.Clock.Advance(time.Minute)
			w.work()
			w.settle()
			w.wantPaid(orders...)
		}},
		{"the chain does not answer while a refill is awaited", func(t *testing.T, w *world) {
			w.node.fund(usdt, w.wallet.Address, new(big.Int).Neg(wei(99_900)))
			w.pay("w1", "150")
			w.work()
			w.want("w1", payout.Queued, payout.ReasonShort)
			promised := w.find("w1").ExpectedAt
			w.node.set(func(n *node) { n.down = chain.ErrUnreachable })
			w.work()
			w.Clock.Advance(2 * time.Minute)
			w.work()
			w.want("w1", payout.Queued, payout.ReasonChainUnavailable)
			w.node.set(func(n *node) { n.down = nil })
			w.Clock.Advance(time.Hour)
			w.work()
			w.want("w1", payout.Queued, payout.ReasonShort)
			if again := w.find("w1").ExpectedAt; !again.Equal(promised) {
				t.Errorf("the refill was expected by %s, and then by %s", promised, again)
			}
		}},
	})
}

// Nodes that agree on nothing, or too few of them, end no payout under way, begin none,
// and stop no wallet.
func TestNodesThatAgreeOnNothingStopNoWallet(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		orders := []payout.Order{w.pay("w1", "49")}
		w.work()
		for n, fault := range []error{chain.ErrDisagreement, chain.ErrNoQuorum} {
			w.node.set(func(node *node) { node.down = fault })
			waiting := w.pay(fmt.Sprintf("w%d", n+2), "59")
			orders = append(orders, waiting)
			w.settle()
			w.Clock.Advance(time.Minute)
			w.work()
			w.want("w1", payout.Broadcast, "")
			w.want(waiting.WithdrawalID, payout.Queued, payout.ReasonChainUnavailable)
			w.wantUnpaid(waiting)
			if got := w.overview().Breaker; got != "" {
				t.Errorf("%v: breaker %q", fault, got)
			}
		}
		w.node.set(func(n *node) { n.down = nil })
		w.work()
		w.settle()
		w.wantPaid(orders...)
	})
}
