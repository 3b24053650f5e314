package payout_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/core/payout/recall"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

// journalOf is a signer's journal as the server reads it.
type journalOf struct{ *signer.Local }

func (j journalOf) Past(_ context.Context, s signer.Since) (signer.Past, error) {
	return j.Local.Past(s.Mark)
}

// recall reads on in the signer's journal and says how much of it has no place in the books.
func (w *world) recall() (forgotten int64) {
	w.T.Helper()
	s := &recall.Service{DB: w.DB, Remember: w.service.Remember, Stop: w.service.Stop}
	for more := true; more; {
		var err error
		more, err = s.Read(w.T.Context(), w.wallet, journalOf{w.signer})
		w.Must(err)
	}
	w.View(func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&forgotten), `SELECT COUNT(*) FROM payout_recall_forgotten`)
		return err
	})
	return forgotten
}

func (w *world) resume() {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error { return w.service.Resume(tx, network) })
}

// signFor has the signer sign an order's transfer that the books know nothing of.
func (w *world) signFor(o payout.Order, nonce uint64) {
	w.T.Helper()
	subject, err := w.service.Orders.Subject(o)
	w.Must(err)
	_, err = w.signer.SignPayout(w.T.Context(), signer.Request{Payout: subject, Automatic: true, Nonce: nonce, Fee: signer.Fee{Gas: 60_000, Tip: gwei, FeeCap: 2 * gwei}})
	w.Must(err)
}

// What the journal has and the books had no place for is looked at again once they may have
// one: it is followed then, and nobody is left without a hand that ends it.
func TestWhatWasForgottenIsLookedAtAgain(t *testing.T) {
	t.Parallel()
	runFaults(t, faults{
		{"once its withdrawal is approved again", func(t *testing.T, w *world) {
			o := w.order("w1", money.USDT, "49")
			w.signFor(o, 0)
			w.Must(w.node.Broadcast(t.Context(), w.journal()[0].Raw))
			w.node.mineMany(finalityDepth + 1)
			if got := w.recall(); got != 1 {
				t.Fatalf("%d are forgotten", got)
			}
			w.work()
			w.resume()
			w.enqueue(o)
			w.work()
			if p := w.want("w1", payout.NeedsAttention, signer.ErrWithdrawalUsed.Code); p.Proof != payout.NoProof {
				t.Errorf("a proof: %q", p.Proof)
			}
			if got := w.recall(); got != 0 {
				t.Errorf("%d are forgotten still", got)
			}
			w.work()
			w.wantPaid(o)
		}},
		{"once what stood in its place has failed", func(t *testing.T, w *world) {
			o := w.reverted("w1")
			w.node.set(func(n *node) { n.reverts[o.Recipient] = false })
			w.node.mineMany(finalityDepth + 1)
			p := w.find("w1")
			p.Proof = payout.ProofReverted
			again, err := w.service.Orders.SubjectAgain(p)
			w.Must(err)
			_, err = w.signer.SignPayout(t.Context(), signer.Request{Payout: again, Approvals: w.approvals(again, operators...), Nonce: 1,
				Fee: signer.Fee{Gas: 60_000, Tip: gwei, FeeCap: 2 * gwei}})
			w.Must(err)
			if got := w.recall(); got != 1 {
				t.Fatalf("%d are forgotten", got)
			}
			w.work()
			w.want("w1", payout.NeedsAttention, payout.ReasonReverted)
			if err := w.giveUp("w1"); !errors.Is(err, payout.ErrForgotten) {
				t.Errorf("given up: %v", err)
			}
			if got := w.recall(); got != 0 {
				t.Errorf("%d are forgotten still", got)
			}
			w.work()
			w.settle()
			w.wantPaid(o)
		}},
	})
}

// The same holds where another payout stood in the place that the nonce has.
func TestAForgottenNonceIsLookedAtAgain(t *testing.T) {
	t.Parallel()
	runFaults(t, faults{
		{"once the nonce that it was signed for is free", func(t *testing.T, w *world) {
			w.wallet.Signer = signer.NewClient("/nowhere/at/all")
			w.rebuild()
			first, o := w.pay("w1", "49"), w.pay("w2", "59")
			w.work()
			w.signFor(o, 0)
			if got := w.recall(); got != 1 {
				t.Fatalf("%d are forgotten", got)
			}
			w.wallet.Signer = w.signer
			w.rebuild()
			w.resume()
			w.Clock.Advance(time.Minute)
			w.work()
			if got := w.overview().Wait; got != payout.WaitNonce {
				t.Errorf("the wallet waits for %q", got)
			}
			if got := w.recall(); got != 0 {
				t.Errorf("%d are forgotten still", got)
			}
			w.work()
			w.settle()
			w.work()
			w.settle()
			w.wantPaid(o, first)
		}},
	})
}

// Nothing is given back where a journal was read once and no wallet is any more.
func TestNothingIsGivenBackWithoutAWallet(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		bare, err := payout.New(payout.Config{DB: w.DB, Ledger: w.Ledger, Chance: entropy.System(), Log: slog.New(slog.DiscardHandler)})
		w.Must(err)
		w.work()
		remembered := func() error {
			return w.DB.View(t.Context(), func(tx *sqldb.Tx) error { return bare.Orders.Remembered(tx, network, "w1") })
		}
		if err := remembered(); err != nil {
			t.Errorf("where no journal ever was: %v", err)
		}
		w.recall()
		if err := remembered(); !errors.Is(err, payout.ErrUnread) {
			t.Errorf("where one was read: %v", err)
		}
	})
}

// Before the journal was read nothing is given back, and nothing signed at a higher fee.
func TestBeforeTheJournalWasRead(t *testing.T) {
	t.Parallel()
	runFaults(t, faults{
		{"nothing is taken out of the queue or given up", func(t *testing.T, w *world) {
			isRead := true
			w.wallet.IsRecalled = func(*sqldb.Tx) (bool, error) { return isRead, nil }
			w.wallet.Signer = refusing{signer.ErrPayoutCap}
			w.rebuild()
			w.pay("w1", "49")
			w.work()
			w.pay("w2", "59")
			isRead = false
			recalled := func() error {
				return w.DB.Update(t.Context(), func(tx *sqldb.Tx) error { return w.service.Orders.Recall(tx, "w2", "slow") })
			}
			for what, err := range map[string]error{"given up": w.giveUp("w1"), "issued again": w.reissue("w1"), "recalled": recalled()} {
				if !errors.Is(err, payout.ErrUnread) {
					t.Errorf("%s: %v", what, err)
				}
			}
			isRead = true
			for what, err := range map[string]error{"given up": w.giveUp("w1"), "recalled": recalled()} {
				if err != nil {
					t.Errorf("then %s: %v", what, err)
				}
			}
		}},
		{"no fee is raised", func(t *testing.T, w *world) {
			isRead := true
			w.wallet.IsRecalled = func(*sqldb.Tx) (bool, error) { return isRead, nil }
			w.rebuild()
			o := w.pay("w1", "49")
			w.work()
			w.node.set(func(n *node) { n.base = 5 * gwei })
			isRead = false
			w.Clock.Advance(3 * time.Minute)
			w.work()
			if got := len(w.journal()); got != 1 {
				t.Errorf("%d are signed", got)
			}
			if got := w.overview().Wait; got != payout.WaitSigner {
				t.Errorf("the wallet waits for %q", got)
			}
			isRead = true
			w.work()
			if got := len(w.journal()); got != 2 {
				t.Errorf("then %d are signed", got)
			}
			w.settle()
			w.wantPaid(o)
			if got := w.overview().Wait; got != "" {
				t.Errorf("paid, and the wallet waits for %q", got)
			}
		}},
	})
}

// A payout whose nonce lies above one that was signed and never sent cannot be included, and
// operators read why.
func TestANonceBelowWasNotSent(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.signFor(w.order("lost", money.USDT, "39"), 0)
		o := w.pay("w1", "49")
		w.signFor(o, 1)
		if got := w.recall(); got != 1 {
			t.Fatalf("%d are forgotten", got)
		}
		w.resume()
		later := w.pay("w2", "59")
		w.work()
		w.settle()
		w.want("w1", payout.Broadcast, "")
		if got := w.overview().Wait; got != payout.WaitNonce {
			t.Errorf("the wallet waits for %q", got)
		}
		w.Must(w.node.Broadcast(t.Context(), w.journal()[0].Raw))
		w.settle()
		w.work()
		w.settle()
		w.wantPaid(o, later)
		if got := w.overview().Wait; got != "" {
			t.Errorf("paid, and the wallet waits for %q", got)
		}
	})
}

// While a bump waits for a signer that is away, the wallet says so once, and the bytes that
// were signed are offered on.
func TestASignerIsAwayForABump(t *testing.T) {
	t.Parallel()
	for name, others := range map[string]int64{"with nothing else to pay": 0, "with another payout": 59, "with another that the wallet is short of": 99_999} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				var said bytes.Buffer
				w.log = slog.New(slog.NewTextHandler(&said, nil))
				o := w.pay("w1", "49")
				w.work()
				w.node.forgetPool()
				w.node.set(func(n *node) { n.base = 5 * gwei })
				w.wallet.Signer = signer.NewClient("/nowhere/at/all")
				w.rebuild()
				if others > 0 {
					w.pay("w2", money.Units(others).String())
				}
				w.Clock.Advance(3 * time.Minute)
				w.work()
				since, sent := w.overview().WaitSince, w.node.broadcasts
				for range 20 {
					w.Clock.Advance(time.Second)
					w.work()
				}
				if got := w.overview(); got.Wait != payout.WaitSigner || !got.WaitSince.Equal(since) {
					t.Errorf("the wallet waits for %q since %s, and did since %s", got.Wait, got.WaitSince, since)
				}
				if got := strings.Count(said.String(), "reason=signer_unavailable"); got != 1 {
					t.Errorf("said %d times:\n%s", got, said.String())
				}
				if got := w.node.broadcasts - sent; got != 1 {
					t.Errorf("offered %d times in 20 seconds", got)
				}
				w.node.set(func(n *node) { n.base = gwei })
				w.settle()
				w.wantPaid(o)
			})
		})
	}
}

// Why payouts wait does not change by itself while they are stopped and the chain is away.
func TestWhoIsStoppedReadsNothingElse(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.pay("w1", "49")
		w.work()
		w.pay("w2", "59")
		w.Update(func(tx *sqldb.Tx) error { return w.service.Stop(tx, network, payout.BreakerOperator, "drill") })
		w.node.set(func(n *node) { n.down = chain.ErrUnreachable })
		for range 5 {
			w.Clock.Advance(time.Minute)
			w.work()
		}
		w.want("w2", payout.Queued, payout.ReasonStopped)
		if steps := w.history("w2"); len(steps) != 2 {
			t.Errorf("told %d times: %v", len(steps), steps)
		}
	})
}

// Gas counts as come in by the lower of two balances: that of the final block and that of
// the newest.
func TestTheLowerOfTwoBalancesIsWhatCameIn(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.work()
		before := w.balance(ledger.ChainBEP20, bnb)
		w.node.fund(common.Address{}, w.wallet.Address, big.NewInt(5e18))
		w.node.set(func(n *node) { n.state.add(common.Address{}, w.wallet.Address, big.NewInt(-4e18)) })
		w.Clock.Advance(2 * time.Minute)
		w.work()
		if got := w.balance(ledger.ChainBEP20, bnb); got != before+money.Unit {
			t.Errorf("the books have %s, want 1 more than %s", got, before)
		}
		if got := w.balance(ledger.Capital, bnb); got != before+money.Unit {
			t.Errorf("the capital is %s, want 1 more than %s", got, before)
		}
	})
}
