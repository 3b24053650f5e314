package payout_test

import (
	"context"
	"math/big"
	"testing"

	"etld/internal/base/long"
	"etld/internal/core/payout"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// TestKilledWhenTheChainTakesBack kills the worker around what the chain does to a
// payout that was mined: it is reorganised away, while the worker looks or while
// none runs, and it is reverted. The user is paid once, and nothing is issued
// again before what was sent can never be paid. PostgreSQL has those who die once
// it is recorded, and in the long run all.
func TestKilledWhenTheChainTakesBack(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, point string
		count       int
		run         func(*takenBack)
	}{
		{"mined, killed, then reorganised away", "seen mined", 2, (*takenBack).whileNoneRuns},
		{"seen reorganised away", "seen reorganised away", 1, (*takenBack).reorganised},
		{"recorded as reorganised away", "seen reorganised away", 2, (*takenBack).reorganised},
		{"before the same bytes are sent again", "before sending again", 1, (*takenBack).reorganised},
		{"after the same bytes were sent again", "after sending again", 1, (*takenBack).reorganised},
		{"seen reverted", "seen reverted", 1, (*takenBack).reverted},
		{"recorded as reverted", "seen reverted", 2, (*takenBack).reverted},
		{"seen reverted for good", "seen reverted for good", 1, (*takenBack).reverted},
		{"reverted, before the next issue is signed", "before signing the next issue", 1, (*takenBack).reverted},
		{"reverted, after the next issue was signed", "after signing the next issue", 1, (*takenBack).reverted},
		{"reverted, then reorganised away", "seen reorganised away", 1, (*takenBack).revertedThenReorganised},
	}
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		dev := newDevChain(t)
		for _, test := range tests {
			if engine == sqldb.Postgres && test.count == 1 && long.Or(true, false) {
				continue
			}
			t.Run(test.name, func(t *testing.T) {
				s := newScene(t, dev, engine)
				o := s.order("w", "49")
				d := &takenBack{scene: s, order: o, victim: s.start(func(p *plan) { p.Die, p.Count = test.point, test.count })}
				s.untilSent(o)
				test.run(d)
				if d.next == nil {
					t.Error("the worker never came to the point at which it dies")
				} else {
					d.next.stop()
				}
			})
		}
	})
}

// takenBack is a scene with one payout that was sent, and a worker that will die.
type takenBack struct {
	*scene
	order  payout.Order
	victim *child
	// next is the worker that follows the dead one.
	next *child
}

// until waits for a state of the payout, and has another worker follow the one
// that dies.
func (d *takenBack) until(mining bool, is func(p payout.Payout) bool) payout.Payout {
	d.T.Helper()
	return d.scene.until(d.order.WithdrawalID, mining, func(p payout.Payout) bool {
		if d.next == nil && isDead(d.victim) {
			d.follow()
		}
		return is(p)
	})
}

func (d *takenBack) follow() {
	d.T.Helper()
	d.mustDie(d.victim)
	d.wantSound()
	d.next = d.start(nil)
}

func (d *takenBack) reorganise(depth int) {
	d.T.Helper()
	if err := d.dev.process.Control.Reorganise(context.Background(), depth); err != nil {
		d.T.Fatal(err)
	}
	if d.received(d.order).Sign() != 0 {
		d.T.Fatal("the reorganisation did not take it away")
	}
}

// whileNoneRuns reorganises after the worker died, before the next one starts.
func (d *takenBack) whileNoneRuns() {
	d.mine(2)
	d.mustDie(d.victim)
	if p := d.find(d.order.WithdrawalID); p.State != payout.Mined {
		d.T.Fatalf("it is %s", p.State)
	}
	d.reorganise(3)
	d.until(true, inState(payout.Final))
	d.wantPaidOnChain(1, d.order)
}

func (d *takenBack) reorganised() {
	d.mine(2)
	hash := d.until(false, inState(payout.Mined)).TxHash
	d.reorganise(3)
	if p := d.until(true, func(p payout.Payout) bool { return p.State == payout.Final && d.next != nil }); p.TxHash != hash {
		d.T.Errorf("paid by %s, first mined was %s", p.TxHash, hash)
	}
	d.wantPaidOnChain(1, d.order)
}

// revert has the tokens vanish between sending and inclusion.
func (d *takenBack) revert() {
	d.T.Helper()
	d.setTokens(new(big.Int))
	d.mine(1)
	p := d.until(false, inState(payout.NeedsAttention))
	if p.Proof != payout.NoProof || d.reissue(d.order.WithdrawalID) == nil {
		d.T.Fatalf("not final, and yet proof %q", p.Proof)
	}
	d.setTokens(wei(10_000))
}

func (d *takenBack) reverted() {
	d.revert()
	d.until(true, func(p payout.Payout) bool { return p.Proof == payout.ProofReverted })
	d.Clock.Set(d.real.Now())
	if err := d.reissue(d.order.WithdrawalID); err != nil {
		d.T.Fatal(err)
	}
	d.until(true, inState(payout.Final))
	d.wantPaidOnChain(2, d.order)
}

// revertedThenReorganised pays after all: what was reverted is no more, and the
// same bytes go out again.
func (d *takenBack) revertedThenReorganised() {
	d.revert()
	d.reorganise(1)
	// The chain's state is again that of the block before, without the tokens.
	d.setTokens(wei(10_000))
	d.until(true, inState(payout.Final))
	d.wantPaidOnChain(1, d.order)
}
