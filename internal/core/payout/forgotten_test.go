package payout_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

// refusing is a signer that refuses everything for one reason.
type refusing struct{ no *signer.Refusal }

func (r refusing) SignPayout(context.Context, signer.Request) (signer.Signed, error) {
	return signer.Signed{}, r.no
}

func (w *world) exec(query string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(query)
		return err
	})
}

// journal is what the signer signed, in order.
func (w *world) journal() []signer.Spent {
	w.T.Helper()
	past, err := w.signer.Past(signer.Mark{})
	w.Must(err)
	return past.List
}

func (w *world) remember(spent signer.Spent) (isKnown bool) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) (err error) {
		isKnown, err = w.service.Remember(tx, network, spent)
		return err
	})
	return isKnown
}

// What the signer signed stays what it is where the books were restored from a copy that
// does not have it: there is no proof that nothing was paid.
func TestWhatTheBooksForgot(t *testing.T) {
	t.Parallel()
	runFaults(t, faults{
		{"a refusal that tells of a signature is no proof", func(t *testing.T, w *world) {
			for i, no := range []*signer.Refusal{signer.ErrWithdrawalUsed, signer.ErrBumpTooSmall, signer.ErrBumpsUsedUp} {
				w.wallet.Signer = refusing{no}
				w.rebuild()
				w.Clock.Advance(time.Minute)
				id := fmt.Sprint("w", i)
				w.pay(id, "49")
				w.work()
				if p := w.want(id, payout.NeedsAttention, no.Code); p.Proof != payout.NoProof {
					t.Errorf("%s is the proof %q", no.Code, p.Proof)
				}
				if got := w.overview().Breaker; got != payout.BreakerForgot {
					t.Errorf("%s trips %q", no.Code, got)
				}
				if err := w.giveUp(id); !errors.Is(err, payout.ErrNotProven) {
					t.Errorf("given up after %s: %v", no.Code, err)
				}
				w.Update(func(tx *sqldb.Tx) error { return w.service.Resume(tx, network) })
			}
			w.wantSound()
		}},
		{"nor is any other while something stands in the journal for it", func(t *testing.T, w *world) {
			w.wallet.Signer = refusing{signer.ErrPayoutCap}
			w.rebuild()
			w.pay("w1", "49")
			w.work()
			w.exec(`INSERT INTO payout_recall_forgotten (id, network, nonce, reference, recipient, asset, quantity, signed_at, found_at) VALUES ('0x1', 'BEP-20', 7, 'w1', '', 'USDT', 1, 0, 0)`)
			if err := w.giveUp("w1"); !errors.Is(err, payout.ErrForgotten) {
				t.Errorf("given up: %v", err)
			}
			w.exec(`DELETE FROM payout_recall_forgotten`)
			w.Must(w.giveUp("w1"))
		}},
	})
}

// What the signer signed for a payout that the books have is taken into them.
func TestWhatTheBooksForgotIsFollowed(t *testing.T) {
	t.Parallel()
	const forget = `DELETE FROM payout_attempt`
	runFaults(t, faults{
		{"a payout without its nonce gets it back and is followed", func(t *testing.T, w *world) {
			o, other := w.pay("w1", "49"), w.pay("w2", "59")
			w.work()
			w.exec(forget)
			w.exec(`DELETE FROM payout_slot`)
			w.exec(`UPDATE payout_payout SET state = 'queued', tx_hash = ''`)
			w.exec(`UPDATE payout_wallet SET next_nonce = 0`)
			stranger := w.journal()[1]
			stranger.Payout = common.Hash{1}
			if w.remember(stranger) {
				t.Error("another payout of that name is taken for it")
			}
			for range 2 {
				for _, spent := range w.journal() {
					if !w.remember(spent) {
						t.Errorf("%s is not known", spent.Reference)
					}
				}
			}
			w.wantSound()
			w.settle()
			w.wantPaid(o, other)
			third := w.pay("w3", "10")
			w.work()
			w.settle()
			w.wantPaid(third)
		}},
		{"a bump that was included is one of its payout's attempts", func(t *testing.T, w *world) {
			isRead := false
			w.wallet.IsRecalled = func(*sqldb.Tx) (bool, error) { return isRead, nil }
			isRead = true
			w.rebuild()
			o := w.pay("w1", "49")
			w.work()
			w.node.set(func(n *node) { n.base = 5 * gwei })
			w.Clock.Advance(3 * time.Minute)
			w.work()
			w.want("w1", payout.Broadcast, payout.ReasonBumped)
			w.exec(forget + ` WHERE number > 1`)
			isRead = false
			w.settle()
			if p := w.find("w1"); p.State != payout.Broadcast {
				t.Errorf("%s before the journal was read", p.State)
			}
			for _, spent := range w.journal() {
				if !w.remember(spent) {
					t.Errorf("%s is not known", spent.Hash)
				}
			}
			isRead = true
			w.work()
			w.wantPaid(o)
			if got := w.overview().Breaker; got != "" {
				t.Errorf("payouts stopped by %s", got)
			}
		}},
	})
}

// What a key before paid is known where it has a slot; else it may be paid, and is not
// taken back.
func TestWhatAKeyBeforeSigned(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.pay("w1", "49")
		w.work()
		w.settle()
		waiting := w.order("w2", money.USDT, "59")
		w.signFor(waiting, 1)
		w.wallet.Address = common.Address{7}
		w.rebuild()
		w.enqueue(waiting)
		if got := w.recall(); got != 1 {
			t.Errorf("%d are forgotten", got)
		}
		w.want("w2", payout.Queued, "")
		if err := w.DB.Update(t.Context(), func(tx *sqldb.Tx) error { return w.service.Orders.Recall(tx, "w2", "slow") }); !errors.Is(err, payout.ErrForgotten) {
			t.Errorf("what may be paid is taken back: %v", err)
		}
	})
}

// A nonce that was signed for what the books do not know is waited for, and nobody is
// refused.
func TestANonceThatTheBooksForgot(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		lost := w.order("lost", money.USDT, "49")
		subject, err := w.service.Orders.Subject(lost)
		w.Must(err)
		_, err = w.signer.SignPayout(t.Context(), signer.Request{Payout: subject, Automatic: true, Fee: signer.Fee{Gas: 60_000, Tip: gwei, FeeCap: 2 * gwei}})
		w.Must(err)
		w.pay("w1", "49")
		w.pay("w2", "59")
		w.work()
		for range 4 {
			w.Clock.Advance(time.Minute)
			w.work()
		}
		if now := w.overview(); now.Wait != payout.WaitNonce || now.NextNonce != 0 || now.Breaker != "" {
			t.Errorf("the wallet waits for %q at %d, stopped by %q", now.Wait, now.NextNonce, now.Breaker)
		}
		w.want("w1", payout.Queued, signer.ErrNonceUsed.Code)
		w.want("w2", payout.Queued, signer.ErrNonceUsed.Code)
		// Its bytes stand in the journal: once they are sent, two people let payouts go on.
		w.Must(w.node.Broadcast(t.Context(), w.journal()[0].Raw))
		w.settle()
		if got := w.overview().Breaker; got != payout.BreakerNonce {
			t.Errorf("stopped by %q", got)
		}
		w.Update(func(tx *sqldb.Tx) error { return w.service.Resume(tx, network) })
		w.work()
		w.settle()
		w.want("w1", payout.Final, "")
		w.want("w2", payout.Final, "")
	})
}

// What an earlier attempt did is seen while a bump waits for its signature.
func TestABumpThatWaitsForTheSignerHidesNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		o := w.pay("w1", "49")
		w.work()
		// Nodes take bytes again that they have.
		w.node.set(func(n *node) { n.base, n.swallow = 5*gwei, true })
		w.wallet.Signer = signer.NewClient("/nowhere/at/all")
		w.rebuild()
		w.Clock.Advance(3 * time.Minute)
		w.work()
		w.want("w1", payout.Broadcast, "")
		var written int64
		w.View(func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&written), `SELECT COUNT(*) FROM payout_attempt WHERE raw = ''`)
			return err
		})
		if written != 1 {
			t.Fatalf("%d bumps wait", written)
		}
		w.node.set(func(n *node) { n.base = gwei })
		w.settle()
		w.wantPaid(o)
	})
}

// Gas that came in is booked once its block is final.
func TestGasIsBookedOnceItIsFinal(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.work()
		before := w.balance(ledger.ChainBEP20, bnb)
		w.node.set(func(n *node) { n.state.add(common.Address{}, w.wallet.Address, big.NewInt(5e18)) })
		w.node.mine()
		w.Clock.Advance(2 * time.Minute)
		w.work()
		if got := w.balance(ledger.ChainBEP20, bnb); got != before {
			t.Errorf("the books have %s before the block is final, %s before", got, before)
		}
		w.node.mineMany(finalityDepth + 1)
		w.Clock.Advance(2 * time.Minute)
		w.work()
		if got := w.balance(ledger.ChainBEP20, bnb); got != before+money.Units(5) {
			t.Errorf("the books have %s, want 5 more than %s", got, before)
		}
	})
}

// A very long timeline is shown by its end.
func TestALongTimelineIsShownByItsEnd(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.pay("w1", "49")
		w.Update(func(tx *sqldb.Tx) error {
			for i := 2; i <= 230; i++ {
				if _, err := tx.Exec(`INSERT INTO payout_event (id, withdrawal_id, state, reason, tx_hash, at) VALUES ($1, 'w1', 'mined', $2, '', 0)`,
					fmt.Sprintf("w1|%06d", i), fmt.Sprint(i)); err != nil {
					return err
				}
			}
			return nil
		})
		if steps := w.history("w1"); len(steps) != 200 || steps[0].Reason != "31" || steps[199].Reason != "230" {
			t.Errorf("%d steps, from %s to %s", len(steps), steps[0].Reason, steps[len(steps)-1].Reason)
		}
	})
}

// The copy may be from between a nonce and its signature.
func TestWhatTheBooksHadNotSigned(t *testing.T) {
	t.Parallel()
	runFaults(t, faults{
		{"what was not signed yet has the bytes that the journal has", func(t *testing.T, w *world) {
			o := w.pay("w1", "49")
			w.work()
			w.exec(`UPDATE payout_attempt SET raw = '', hash = '', signed_at = 0, sent_at = 0, accepted_at = 0`)
			for _, spent := range w.journal() {
				if !w.remember(spent) {
					t.Errorf("%s is not known", spent.Hash)
				}
			}
			w.exec(`DELETE FROM payout_attempt WHERE raw = ''`)
			w.settle()
			w.wantPaid(o)
		}},
	})
}
