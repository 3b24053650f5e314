package signer_test

// A server that was taken over asks for all it can think of.

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/chain/walletsig/wallettest"
)

// TestOneKeyMovesOnlyItsShare: 200 fresh wallets, each below what needs two
// operators, with one operator's approval each.
func TestOneKeyMovesOnlyItsShare(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	moved, nonce := money.Amount(0), uint64(0)
	for n := range 200 {
		r := w.approve(w.requestBy(wallettest.Key(fmt.Sprint("wallet ", 1_000+n)), fmt.Sprintf("w%d", n), nonce, "999"), w.one)
		if _, err := w.sign(r); err == nil {
			moved += money.Units(999)
			nonce++
		} else if !errors.Is(err, signer.ErrApprovalsMissing) {
			t.Fatalf("wallet %d: %v", n, err)
		}
	}
	if limit := w.policy.Networks[0].Currencies[0].OneDayMax; moved > limit || moved < limit-money.Units(999) {
		t.Errorf("one operator alone moved %s, allowed are %s", moved, limit)
	}
	// Two still move more, and the next day one may again.
	w.mustSign(w.approve(w.requestBy(wallettest.Key("wallet 2_000"), "two", nonce, "999"), w.one, w.two))
	w.clock.Advance(24 * time.Hour)
	w.mustSign(w.approve(w.requestBy(wallettest.Key("wallet 2_001"), "next", nonce+1, "999"), w.two))
}

// TestOneKeysShareIsOfAllCurrencies: what one operator moved of a currency leaves
// less of another.
func TestOneKeysShareIsOfAllCurrencies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for n := range 5 {
		w.mustSign(w.approve(w.requestBy(wallettest.Key(id(n)), id(n), uint64(n), "999"), w.one))
	}
	// 4,995 of 5,000 USDT are moved, and a tenth of the day's ETLD is asked for.
	quantity, by := money.Units(1_999), wallettest.Key("another wallet")
	other := w.requestFor(by, "other", 5, signer.Withdrawal{Quantity: quantity, Currency: money.ETLD, Network: "BEP-20", Fee: money.Units(1),
		Arrival: quantity - money.Units(1), Address: wallettest.Address(by), RequestID: "other", At: w.clock.Now()})
	other.Token = etld
	w.mustRefuse(w.approve(other, w.one), signer.ErrApprovalsMissing)
	w.mustSign(w.approve(other, w.one, w.two))
}

// TestBackdatedStatementsAddUp: one wallet's statements of 29 different days,
// offered on one day.
func TestBackdatedStatementsAddUp(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		quantity string
		approve  func(w *world, r signer.Request) signer.Request
		want     error
		signed   int
	}{
		"with one approval each": {"400", func(w *world, r signer.Request) signer.Request { return w.approve(r, w.one) }, signer.ErrApprovalsMissing, 2},
		"automatic":              {"90", func(_ *world, r signer.Request) signer.Request { return r }, signer.ErrAutomaticUserCap, 2},
	} {
		w := newWorld(t)
		signed := 0
		for n := range 29 {
			quantity := money.MustParse(test.quantity)
			asked := signer.Withdrawal{Quantity: quantity, Currency: money.USDT, Network: "BEP-20", Fee: money.Units(1), Arrival: quantity - money.Units(1),
				Address: wallettest.Address(w.user), RequestID: fmt.Sprintf("r%d", n), At: w.clock.Now().Add(-time.Duration(n) * 25 * time.Hour)}
			_, err := w.sign(test.approve(w, w.requestFor(w.user, fmt.Sprintf("w%d", n), uint64(n), asked)))
			switch {
			case err == nil:
				signed++
			case !errors.Is(err, test.want):
				t.Fatalf("%s: statement %d: %v", name, n, err)
			}
		}
		if signed != test.signed {
			t.Errorf("%s: %d were signed, want %d", name, signed, test.signed)
		}
	}
}

// TestGasIsCapped: payouts of next to nothing, each at the highest fee there is,
// and fees that are raised again and again.
func TestGasIsCapped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	atom := w.request("atom", 0, "1.00000001")
	w.mustRefuse(atom, signer.ErrPayoutTooSmall)
	dearest := signer.Fee{Gas: 200_000, Tip: gwei, FeeCap: 100 * gwei}
	small := func(n int) signer.Request {
		r := w.requestBy(wallettest.Key(fmt.Sprint("wallet ", 1_000+n)), fmt.Sprintf("w%d", n), uint64(n), "2")
		r.Fee = dearest
		return r
	}
	// 10^18 wei a day are 50 times 200,000 gas at 100 gwei.
	cheap := small(0)
	cheap.Fee.FeeCap = 50 * gwei
	w.mustSign(cheap)
	for n := 1; n < 50; n++ {
		w.mustSign(small(n))
	}
	w.mustRefuse(small(50), signer.ErrGasDayCap)
	raised := cheap
	raised.Fee = signer.Fee{Gas: 200_000, Tip: 2 * gwei, FeeCap: 100 * gwei}
	w.mustSign(raised)
	w.restart()
	tiny := small(50)
	tiny.Fee = signer.Fee{Gas: 21_000, Tip: 1, FeeCap: 1}
	w.mustRefuse(tiny, signer.ErrGasDayCap)
	w.clock.Advance(24 * time.Hour)
	w.mustSign(small(50))
}

// TestARaiseCountsWholeOnAnotherDay: what a slot cost yesterday makes no raise of
// today cheaper.
func TestARaiseCountsWholeOnAnotherDay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.policy.Networks[0].GasDayMax = 200_000 * 100 * gwei
	w.restart()
	slow := w.request("slow", 0, "2")
	slow.Fee = signer.Fee{Gas: 200_000, Tip: gwei, FeeCap: 50 * gwei}
	w.mustSign(slow)
	w.clock.Advance(24 * time.Hour)
	slow.Fee.Tip, slow.Fee.FeeCap = 2*gwei, 100*gwei
	w.mustSign(slow)
	tiny := w.requestBy(wallettest.Key("another wallet"), "tiny", 1, "2")
	tiny.Fee = signer.Fee{Gas: 21_000, Tip: 1, FeeCap: 1}
	w.mustRefuse(tiny, signer.ErrGasDayCap)
}

// TestNoncesFarAheadAreRefused: bytes for a nonce that is long in coming would
// stay good after everything else was put right.
func TestNoncesFarAheadAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustRefuse(w.request("far", 64, "2"), signer.ErrNonceAhead)
	w.mustSign(w.request("w0", 0, "2"))
	w.mustSign(w.requestBy(wallettest.Key("wallet 5"), "near", 63, "2"))
	w.chain.final = 1
	w.mustSign(w.requestBy(wallettest.Key("wallet 6"), "next", 64, "2"))
	w.mustRefuse(w.requestBy(wallettest.Key("wallet 7"), "far", 65, "2"), signer.ErrNonceAhead)
	w.chain.down = errors.New("down")
	if _, err := w.sign(w.requestBy(wallettest.Key("wallet 7"), "far", 65, "2")); !errors.Is(err, signer.ErrUndecided) {
		t.Errorf("the chain does not answer: %v", err)
	}
}

// TestARolledBackJournalIsNoticed: an older copy of the journal does not know what
// was paid since; the chain does.
func TestARolledBackJournalIsNoticed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSign(w.request("w0", 0, "2"))
	old, log := w.copied()
	second := w.requestBy(wallettest.Key("wallet 5"), "w1", 1, "2")
	w.mustSign(second)
	w.chain.final = 2
	if err := w.local.CheckJournal(context.Background()); err != nil {
		t.Errorf("a whole journal: %v", err)
	}
	local, err := w.tryOpen(placed(t, old, log))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = local.Close() })
	if err := local.CheckJournal(context.Background()); !errors.Is(err, signer.ErrJournal) || !strings.Contains(err.Error(), "firstNonce") {
		t.Errorf("an older copy: %v", err)
	}
	second.Nonce = 2
	if _, err := local.SignPayout(context.Background(), second); err == nil || signertest.IsRefusal(err) {
		t.Errorf("the second payment: %v", err)
	}
	used := newWorld(t)
	used.policy.Networks[0].FirstNonce = 3
	for final, isWhole := range map[uint64]bool{3: true, 4: false} {
		used.chain.final = final
		fresh, err := used.tryOpen(filepath.Join(t.TempDir(), "journal"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = fresh.Close() })
		if err := fresh.CheckJournal(context.Background()); errors.Is(err, signer.ErrJournal) == isWhole {
			t.Errorf("a new journal of a wallet that had used 3 nonces, with %d on the chain: %v", final, err)
		}
	}
	w.chain.down = errors.New("down")
	if err := local.CheckJournal(context.Background()); err == nil || errors.Is(err, signer.ErrJournal) {
		t.Errorf("the chain does not answer: %v", err)
	}
}
