package payout_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/payout"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// slowSigner stops in the middle of a signature until it is told to go on.
type slowSigner struct {
	payout.Signer
	asked, goOn chan struct{}
}

func (s slowSigner) SignPayout(ctx context.Context, r signer.Request) (signer.Signed, error) {
	s.asked <- struct{}{}
	<-s.goOn
	return s.Signer.SignPayout(ctx, r)
}

// One instance works a wallet. Another takes over when its hold has run out, and
// what the slow one then still does is refused.
func TestOneInstanceAtATime(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		slow := slowSigner{w.signer, make(chan struct{}), make(chan struct{})}
		w.wallet.Signer = slow
		first := w.instance()
		w.wallet.Signer = w.signer
		second := w.instance()
		o := w.pay("w1", "49")
		done := make(chan error, 1)
		go func() {
			for {
				more, err := first.Jobs()[0].Work(context.Background())
				if err != nil || !more {
					done <- err
					return
				}
			}
		}()
		<-slow.asked
		if err := w.workOn(second); err != nil {
			t.Fatal(err)
		}
		if w.node.broadcasts != 0 {
			t.Fatal("the second worked beside the first")
		}
		w.Clock.Advance(31 * time.Second)
		if err := w.workOn(second); err != nil {
			t.Fatal(err)
		}
		hash := w.want("w1", payout.Broadcast, "").TxHash
		slow.goOn <- struct{}{}
		if err := <-done; !errors.Is(err, jobs.ErrLost) {
			t.Fatalf("the first got on with it: %v", err)
		}
		w.node.mineMany(finalityDepth + 1)
		if err := w.workOn(second); err != nil {
			t.Fatal(err)
		}
		w.wantPaid(o)
		if p := w.find("w1"); p.TxHash != hash || w.node.nextNonce(w.wallet.Address) != 1 {
			t.Errorf("paid by %s with %d nonces", p.TxHash, w.node.nextNonce(w.wallet.Address))
		}
	})
}

// tardyChain answers once its time has passed.
type tardyChain struct {
	payout.Chain
	pass func(ctx context.Context) error
}

func (c tardyChain) Nonces(ctx context.Context, account common.Address) (latest, final uint64, err error) {
	if err := c.pass(ctx); err != nil {
		return 0, 0, err
	}
	return c.Chain.Nonces(ctx, account)
}

// An instance whose nodes take longer than its lease keeps the wallet while it works: two
// such would take it from each other for ever, and neither begin anything.
func TestASlowInstanceKeepsItsWallet(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		const lease = 300 * time.Millisecond
		w.wallet.Timing.Lease = lease
		other := w.instance()
		w.wallet.Chain = tardyChain{w.node, func(ctx context.Context) error {
			for range 3 {
				w.Clock.Advance(lease * 2 / 3)
				for patience := time.Now().Add(10 * time.Second); w.leasedUntil().Before(w.Clock.Now().Add(lease)); runtime.Gosched() {
					if time.Now().After(patience) {
						t.Fatal("the lease runs out while its work lasts")
					}
				}
				if _, err := other.Jobs()[0].Work(ctx); err != nil {
					return err
				}
			}
			return nil
		}}
		slow := w.instance()
		w.pay("w1", "49")
		w.Must(w.workOn(slow))
		w.want("w1", payout.Broadcast, "")
	})
}

// leasedUntil is until when an instance has the wallet.
func (w *world) leasedUntil() (until time.Time) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&until), `SELECT held_until FROM payout_wallet`)
		return err
	})
	return until
}

// deafChain is a chain of which an instance hears nothing.
type deafChain struct{ payout.Chain }

func (deafChain) Nonces(context.Context, common.Address) (latest, final uint64, err error) {
	return 0, 0, chain.ErrUnreachable
}

// An instance that reaches no signer, or no chain, keeps no wallet from one that does. Alone
// it goes on as soon as it can.
func TestAnInstanceThatCannotPayKeepsNoWallet(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		whole := w.wallet
		for _, one := range []struct {
			name string
			lose func()
			wait payout.Wait
		}{
			{"signer", func() { w.wallet.Signer = signer.NewClient("/nowhere/at/all") }, payout.WaitSigner},
			{"chain", func() { w.wallet.Chain = deafChain{w.node} }, payout.WaitChain},
		} {
			one.lose()
			unable := w.instance()
			w.wallet = whole
			able := w.instance()
			o := w.pay("without-"+one.name, "49")
			w.Must(w.workOn(unable))
			if got := w.overview().Wait; got != one.wait {
				t.Errorf("without a %s it waits for %q", one.name, got)
			}
			w.Must(w.workOn(unable))
			w.Must(w.workOn(able))
			w.want(o.WithdrawalID, payout.Broadcast, "")
			w.Must(w.workOn(unable))
			if got := w.overview().Wait; got != "" {
				t.Errorf("whoever lacks the %s has the wallet again and waits for %q", one.name, got)
			}
			w.node.mineMany(finalityDepth + 1)
			w.Must(w.workOn(able))
			w.wantPaid(o)
			w.Must(able.GiveBack(t.Context()))
		}
	})
}

// An instance that reaches everything keeps its wallet although another one waited for the
// chain before: only what it meets itself is a reason to give the wallet back.
func TestAnInheritedWaitGivesNoWalletBack(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		first, second := w.instance(), w.instance()
		w.Must(w.workOn(second))
		w.Must(second.GiveBack(t.Context()))
		o := w.pay("w1", "49")
		w.Must(w.workOn(first))
		w.node.set(func(n *node) { n.down = chain.ErrUnreachable })
		w.Must(w.workOn(first))
		w.node.set(func(n *node) { n.down = nil })
		w.Must(w.workOn(second))
		if got := w.overview().Wait; got != payout.WaitChain {
			t.Errorf("the wallet waits for %q", got)
		}
		w.node.mineMany(finalityDepth + 1)
		w.Must(w.workOn(first))
		w.want("w1", payout.Broadcast, "")
		w.Must(w.workOn(second))
		w.wantPaid(o)
	})
}

// A stop in good order leaves the wallets to whoever comes next, and takes none from
// whoever has it by then.
func TestAStopLeavesTheWalletsFree(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		first, second, third := w.instance(), w.instance(), w.instance()
		w.Must(w.workOn(first))
		o := w.pay("w1", "49")
		w.Must(w.workOn(second))
		w.want("w1", payout.Queued, "")
		w.Must(first.GiveBack(t.Context()))
		w.Must(w.workOn(second))
		w.want("w1", payout.Broadcast, "")
		w.Must(first.GiveBack(t.Context()))
		w.node.mineMany(finalityDepth + 1)
		w.Must(w.workOn(third))
		w.want("w1", payout.Broadcast, "")
		w.Must(w.workOn(second))
		w.wantPaid(o)
	})
}

// A hot wallet that was exchanged for another begins anew; while the old one has
// something on its way, the new one may not take over.
func TestAnotherHotWallet(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		first := w.pay("w1", "49")
		w.work()
		old := w.wallet.Address
		w.wallet.Address = wallettest.Address(wallettest.Key("another hot wallet"))
		w.rebuild()
		w.Clock.Advance(time.Minute)
		if err := w.workOn(w.service); err == nil {
			t.Fatal("the new wallet took over too soon")
		}
		w.wallet.Address = old
		w.rebuild()
		w.settle()
		w.wantPaid(first)
		w.wallet.Address = wallettest.Address(wallettest.Key("another hot wallet"))
		w.rebuild()
		w.Clock.Advance(time.Minute)
		w.work()
		if got := w.overview().Address; got != w.wallet.Address.Hex() {
			t.Errorf("the wallet is still %s", got)
		}
	})
}

// After a start nothing is begun before what the signer signed earlier has been read: a
// restored copy would begin what was paid since.
func TestNothingBeginsBeforeTheSignersJournalWasRead(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		isRead := false
		w.wallet.IsRecalled = func(*sqldb.Tx) (bool, error) { return isRead, nil }
		w.rebuild()
		o := w.pay("w1", "49")
		w.work()
		w.want("w1", payout.Queued, "")
		if got := w.overview().Wait; got != payout.ReasonSignerUnavailable {
			t.Errorf("the wallet waits for %q", got)
		}
		isRead = true
		w.work()
		w.settle()
		w.wantPaid(o)
		if got := w.overview().Wait; got != "" {
			t.Errorf("paid, and the wallet waits for %q", got)
		}
	})
}
