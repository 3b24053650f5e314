package signer_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/big"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/base/entropy"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
)

var (
	rootOne = strings.Repeat("ab", 32)
	rootTwo = strings.Repeat("cd", 32)
)

// newAnchorWorld is a world whose signer signs anchors.
func newAnchorWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.policy.Anchor = &signer.AnchorPolicy{ChainID: 56, FeeCapMax: 50 * gwei, GasMax: 60_000, GasDayMax: 1e16}
	policy, isAnchoring, err := w.policy.ForAnchors()
	if err != nil || !isAnchoring {
		t.Fatal(err)
	}
	w.policy, w.journal = policy, w.journal+".anchors"
	if w.key, err = signer.CreateKeystore(filepath.Join(t.TempDir(), "anchor.json"), passphrase, signer.Light, entropy.System()); err != nil {
		t.Fatal(err)
	}
	w.open()
	return w
}

func (w *world) anchor(period, root string, nonce uint64) signer.Request {
	return signer.Request{Payout: signer.Payout{WithdrawalID: signer.AnchorReference(period), Issue: 1, ChainID: 56, Recipient: w.key.Address(),
		Data: signertest.AnchorText(period, root, 18_649_107)}, Nonce: nonce, Fee: signer.Fee{Gas: 30_000, Tip: gwei, FeeCap: 3 * gwei}}
}

// An anchor is a call of the anchor's wallet to itself that moves nothing.
func TestAnchorsAreSigned(t *testing.T) {
	t.Parallel()
	w := newAnchorWorld(t)
	asked := w.anchor("20250601-145", rootOne, 0)
	signed := w.mustSign(asked)
	tx := decode(t, signed)
	from, err := types.Sender(types.LatestSignerForChainID(big.NewInt(56)), tx)
	if err != nil || from != w.key.Address() || *tx.To() != from || tx.Value().Sign() != 0 || string(tx.Data()) != "ETLDBOX1|20250601-145|"+rootOne+"|18649107" {
		t.Fatalf("from %s to %s: %q, %v", from, tx.To(), tx.Data(), err)
	}
	w.restart()
	if again := w.mustSign(asked); !bytes.Equal(again.Raw, signed.Raw) {
		t.Error("asking again gives other bytes")
	}
	bump := asked
	bump.Fee = signer.Fee{Gas: 30_000, Tip: 2 * gwei, FeeCap: 4 * gwei}
	if decode(t, w.mustSign(bump)).Nonce() != 0 {
		t.Error("a bump has another nonce")
	}
}

// One text for a period and for a nonce, whatever a compromised server asks for.
func TestOnePeriodHasOneAnchor(t *testing.T) {
	t.Parallel()
	w := newAnchorWorld(t)
	w.mustSign(w.anchor("20250601-145", rootOne, 0))
	w.restart()
	w.mustRefuse(w.anchor("20250601-145", rootTwo, 0), signer.ErrWithdrawalUsed)
	w.mustRefuse(w.anchor("20250601-145", rootTwo, 1), signer.ErrWithdrawalUsed)
	w.mustRefuse(w.anchor("20250601-145", rootOne, 1), signer.ErrWithdrawalUsed)
	otherRound := w.anchor("20250601-145", rootOne, 1)
	otherRound.Data = signertest.AnchorText("20250601-145", rootOne, 18_649_108)
	w.mustRefuse(otherRound, signer.ErrWithdrawalUsed)
	again := w.anchor("20250601-145", rootTwo, 1)
	again.Issue = 2
	w.mustRefuse(again, signer.ErrMalformed)
	w.mustRefuse(w.anchor("20250601-146", rootOne, 0), signer.ErrNonceUsed)
	w.mustSign(w.anchor("20250601-146", rootOne, 1))
}

// One text for a day, too.
func TestOneDayHasOneText(t *testing.T) {
	t.Parallel()
	w := newAnchorWorld(t)
	of := func(day, owed string, nonce uint64) signer.Request {
		r := w.anchor(day, rootOne, nonce)
		r.Data = "ETLDSOL1|" + day + "|1|" + owed + "|0|0|" + rootOne + "|41|" + rootTwo
		return r
	}
	w.mustSign(of("20250601", "12300000000", 0))
	w.restart()
	for _, nonce := range []uint64{0, 1} {
		w.mustRefuse(of("20250601", "100", nonce), signer.ErrWithdrawalUsed)
	}
	w.mustSign(of("20250602", "100", 1))
}

// The anchor's key pays nothing and says nothing else.
func TestAnchorsMoveNothing(t *testing.T) {
	t.Parallel()
	w := newAnchorWorld(t)
	for name, change := range map[string]func(r *signer.Request){
		"to somebody else":     func(r *signer.Request) { r.Recipient = common.Address{1} },
		"of a token":           func(r *signer.Request) { r.Token = usdt },
		"with coins":           func(r *signer.Request) { r.Units = "1" },
		"with a statement":     func(r *signer.Request) { r.Statement.Text = "Withdraw" },
		"with an approval":     func(r *signer.Request) { r.Approvals = []signer.Approval{{}} },
		"called automatic":     func(r *signer.Request) { r.Automatic = true },
		"of another period":    func(r *signer.Request) { r.WithdrawalID = "anchor-20250601-146" },
		"named a withdrawal":   func(r *signer.Request) { r.WithdrawalID = "w1" },
		"of capital letters":   func(r *signer.Request) { r.Data = strings.ReplaceAll(r.Data, "ab", "AB") },
		"with a line more":     func(r *signer.Request) { r.Data += "\n" },
		"with a short root":    func(r *signer.Request) { r.Data = strings.Replace(r.Data, "ab", "", 1) },
		"of round 0":           func(r *signer.Request) { r.Data = signertest.AnchorText("20250601-145", rootOne, 0) },
		"of a round like 01":   func(r *signer.Request) { r.Data = "ETLDBOX1|20250601-145|" + rootOne + "|01" },
		"with something more":  func(r *signer.Request) { r.Data += "|1" },
		"a transfer":           func(r *signer.Request) { r.Data = "\xa9\x05\x9c\xbb" + strings.Repeat("\x00", 64) },
		"with an empty fee":    func(r *signer.Request) { r.Fee = signer.Fee{} },
		"of another game":      func(r *signer.Request) { r.Data = strings.Replace(r.Data, "ETLDBOX1", "ETLDBOX2", 1) },
		"of a long period":     func(r *signer.Request) { r.Data = signertest.AnchorText("20250601-1455", rootOne, 1) },
		"with a huge round":    func(r *signer.Request) { r.Data += strings.Repeat("0", 40) },
		"with a fee not its":   func(r *signer.Request) { r.Fee.Tip = 9 * gwei },
		"of a zero-length one": func(r *signer.Request) { r.Data = "|" },
	} {
		r := w.anchor("20250601-145", rootOne, 0)
		change(&r)
		if _, err := w.sign(r); !errors.Is(err, signer.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	elsewhere := w.anchor("20250601-145", rootOne, 0)
	elsewhere.ChainID = 1
	w.mustRefuse(elsewhere, signer.ErrNetwork)
	dear := w.anchor("20250601-145", rootOne, 0)
	dear.Fee.FeeCap = 51 * gwei
	w.mustRefuse(dear, signer.ErrFeeTooHigh)
	heavy := w.anchor("20250601-145", rootOne, 0)
	heavy.Fee.Gas = 60_001
	w.mustRefuse(heavy, signer.ErrFeeTooHigh)
	w.mustRefuse(w.anchor("20250601-145", rootOne, 64), signer.ErrNonceAhead)
	// What the server cannot have signed as an anchor it cannot have paid either.
	w.mustRefuse(w.request(id(1), 0, "100"), signer.ErrPurpose)
}

// The signer of payouts signs no anchor, not even one that is called a withdrawal.
func TestPayoutsSignNoAnchor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustRefuse(w.anchor("20250601-145", rootOne, 0), signer.ErrPurpose)
	w.mustRefuse(w.request("anchor-20250601-145", 0, "100"), signer.ErrMalformed)
}

// Anchors have gas of their own for a day.
func TestGasOfAnchorsIsCapped(t *testing.T) {
	t.Parallel()
	w := newAnchorWorld(t)
	dear := signer.Fee{Gas: 60_000, Tip: gwei, FeeCap: 50 * gwei}
	for n, period := range []string{"20250601-001", "20250601-002", "20250601-003"} {
		r := w.anchor(period, rootOne, uint64(n))
		r.Fee = dear
		w.mustSign(r)
	}
	r := w.anchor("20250601-004", rootOne, 3)
	r.Fee = dear
	w.mustRefuse(r, signer.ErrGasDayCap)
	w.clock.Advance(24 * time.Hour)
	w.mustSign(r)
}

// One socket serves both keys, each for its own purpose.
func TestTheSocketServesAnchors(t *testing.T) {
	t.Parallel()
	pays, anchors := newWorld(t), newAnchorWorld(t)
	path := filepath.Join(t.TempDir(), "s.sock")
	listener, err := signer.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- signer.Serve(ctx, listener, signer.Desk{Payouts: pays.local, Anchors: anchors.local}, slog.New(slog.DiscardHandler))
	}()
	client := signer.NewClient(path)
	if hot, err := client.Wallet(ctx); err != nil || hot != pays.key.Address() {
		t.Errorf("the hot wallet is %s, %v", hot, err)
	}
	if own, err := client.Anchor(ctx); err != nil || own != anchors.key.Address() {
		t.Errorf("the anchor's wallet is %s, %v", own, err)
	}
	if _, err := client.SignPayout(ctx, anchors.anchor("20250601-145", rootOne, 0)); err != nil {
		t.Error(err)
	}
	if _, err := client.SignPayout(ctx, pays.request(id(1), 0, "100")); err != nil {
		t.Error(err)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
