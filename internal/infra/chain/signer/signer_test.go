package signer_test

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/base/money"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
)

func TestSignsExactlyWhatWasAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := w.request("w1", 7, "100")
	tx := decode(t, w.mustSign(r))
	from, err := types.Sender(types.LatestSignerForChainID(big.NewInt(56)), tx)
	if err != nil || from != w.key.Address() || tx.Nonce() != 7 || *tx.To() != usdt || tx.Value().Sign() != 0 || tx.ChainId().Uint64() != 56 {
		t.Errorf("from %s, nonce %d, to %s, value %s (%v)", from, tx.Nonce(), tx.To(), tx.Value(), err)
	}
	to, amount, isTransfer := chaintest.TransferIn(tx.Data())
	if !isTransfer || to != wallettest.Address(w.user) || amount.String() != "99000000000000000000" {
		t.Errorf("pays %s to %s (%t)", amount, to, isTransfer)
	}
	if tx.Gas() != fee.Gas || tx.GasTipCap().Uint64() != fee.Tip || tx.GasFeeCap().Uint64() != fee.FeeCap {
		t.Errorf("fee %d %s %s", tx.Gas(), tx.GasTipCap(), tx.GasFeeCap())
	}
}

// A repetition is answered alike whatever has changed: after a restart, beyond
// the caps, after approvals expired.
func TestARepetitionGetsTheSameBytes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := w.approve(w.request("w1", 0, "900"), w.one)
	first := w.mustSign(r)
	w.restart()
	w.clock.Advance(90 * 24 * time.Hour)
	r.Approvals = nil
	if again := w.mustSign(r); !bytes.Equal(first.Raw, again.Raw) {
		t.Error("the bytes differ")
	}
}

func TestRefusesAnotherPayload(t *testing.T) {
	t.Parallel()
	mallory := wallettest.Key("wallet 99")
	for name, test := range map[string]struct {
		change func(w *world, r *signer.Request)
		want   error
	}{
		"no withdrawal":        {func(_ *world, r *signer.Request) { r.WithdrawalID = "" }, signer.ErrMalformed},
		"a separator in an id": {func(_ *world, r *signer.Request) { r.WithdrawalID = "a|b" }, signer.ErrMalformed},
		"amount 0":             {func(_ *world, r *signer.Request) { r.Units = "0" }, signer.ErrMalformed},
		"amount signed":        {func(_ *world, r *signer.Request) { r.Units = "-5" }, signer.ErrMalformed},
		"amount above 2^256":   {func(_ *world, r *signer.Request) { r.Units = strings.Repeat("9", 78) }, signer.ErrMalformed},
		"tip above the cap":    {func(_ *world, r *signer.Request) { r.Fee.Tip = r.Fee.FeeCap + 1 }, signer.ErrMalformed},
		"automatic and approved": {func(w *world, r *signer.Request) {
			*r = w.approve(*r, w.one)
			r.Automatic = true
		}, signer.ErrMalformed},
		"another chain": {func(_ *world, r *signer.Request) { r.ChainID = 1 }, signer.ErrNetwork},
		"a token that is not listed": {func(_ *world, r *signer.Request) {
			r.Token = common.HexToAddress("0x77")
		}, signer.ErrToken},
		"the native coin, not listed": {func(_ *world, r *signer.Request) { r.Token = common.Address{} }, signer.ErrToken},
		"a listed token of another currency": {func(_ *world, r *signer.Request) {
			r.Token = etld
		}, signer.ErrStatementElsewhere},
		"an absurd fee": {func(_ *world, r *signer.Request) { r.Fee.FeeCap = 101 * gwei }, signer.ErrFeeTooHigh},
		"absurd gas":    {func(_ *world, r *signer.Request) { r.Fee.Gas = 200_001 }, signer.ErrFeeTooHigh},
		"no statement":  {func(_ *world, r *signer.Request) { r.Statement.Text = "" }, signer.ErrStatementForm},
		"another site's": {func(_ *world, r *signer.Request) {
			r.Statement.Text = strings.Replace(r.Statement.Text, host, "evil.example", 1)
		}, signer.ErrStatementForm},
		"another spelling": {func(_ *world, r *signer.Request) {
			r.Statement.Text = strings.Replace(r.Statement.Text, "fee 1,", "fee 1.0,", 1)
		}, signer.ErrStatementForm},
		"another recipient": {func(_ *world, r *signer.Request) {
			r.Recipient = wallettest.Address(mallory)
		}, signer.ErrRecipient},
		"another recipient, text changed too": {func(w *world, r *signer.Request) {
			r.Statement.Text = strings.Replace(r.Statement.Text, wallettest.Address(w.user).Hex(), wallettest.Address(mallory).Hex(), 1)
			r.Recipient = wallettest.Address(mallory)
		}, signer.ErrStatementSignature},
		"signed by somebody else": {func(_ *world, r *signer.Request) {
			r.Statement.Signature = wallettest.Sign(mallory, r.Statement.Text)
		}, signer.ErrStatementSignature},
		"no signature":      {func(_ *world, r *signer.Request) { r.Statement.Signature = "" }, signer.ErrStatementSignature},
		"one unit more":     {func(_ *world, r *signer.Request) { r.Units = "99000000000000000001" }, signer.ErrAmount},
		"the fee paid out":  {func(_ *world, r *signer.Request) { r.Units = "100000000000000000000" }, signer.ErrAmount},
		"too old":           {func(w *world, _ *signer.Request) { w.clock.Advance(31 * 24 * time.Hour) }, signer.ErrStatementAge},
		"from the future":   {func(w *world, _ *signer.Request) { w.clock.Advance(-time.Hour) }, signer.ErrStatementAge},
		"a second issue":    {func(_ *world, r *signer.Request) { r.Issue = 2 }, signer.ErrNotFailed},
		"without approvals": {func(_ *world, r *signer.Request) { r.Automatic = false }, signer.ErrApprovalsMissing},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			r := w.request("w1", 0, "100")
			test.change(w, &r)
			w.mustRefuse(r, test.want)
			// The refusal left nothing behind: the honest request is signed.
			w.clock.Set(start)
			w.mustSign(w.request("w1", 0, "100"))
		})
	}
}

func TestRefusesASecondPayload(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.request("w1", 0, "50")
	w.mustSign(first)
	for _, round := range []string{"in one life", "after a restart"} {
		other := first
		other.Nonce = 1
		w.mustRefuse(other, signer.ErrWithdrawalUsed)
		other = w.request("w1", 0, "60")
		w.mustRefuse(other, signer.ErrWithdrawalUsed)
		w.mustRefuse(w.requestBy(wallettest.Key("wallet 5"), "w2", 0, "50"), signer.ErrNonceUsed)
		// The same statement under another withdrawal's name would pay it twice.
		other = first
		other.WithdrawalID, other.Nonce = "w3", 1
		w.mustRefuse(other, signer.ErrStatementUsed)
		t.Log(round)
		w.restart()
	}
}

func TestBumps(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := w.approve(w.request("w1", 0, "900"), w.one)
	first := decode(t, w.mustSign(r))
	// The approval has expired since; what was decided stays decided.
	w.clock.Advance(48 * time.Hour)
	bump := func(tip, feeCap uint64) signer.Request {
		b := r
		b.Fee.Tip, b.Fee.FeeCap = tip, feeCap
		return b
	}
	w.mustRefuse(bump(fee.Tip*11/10-1, fee.FeeCap*11/10), signer.ErrBumpTooSmall)
	w.mustRefuse(bump(fee.Tip*11/10, fee.FeeCap*11/10-1), signer.ErrBumpTooSmall)
	w.mustRefuse(bump(fee.Tip/2, fee.FeeCap/2), signer.ErrBumpTooSmall)
	w.mustRefuse(bump(fee.Tip*2, 101*gwei), signer.ErrFeeTooHigh)
	higher := bump(fee.Tip*11/10, fee.FeeCap*11/10)
	second := decode(t, w.mustSign(higher))
	if second.Nonce() != first.Nonce() || !bytes.Equal(second.Data(), first.Data()) || second.Hash() == first.Hash() {
		t.Error("the bump is not the same transfer at another fee")
	}
	w.restart()
	if again := w.mustSign(higher); again.Hash != second.Hash() {
		t.Error("a repeated bump has other bytes")
	}
	w.mustRefuse(bump(higher.Fee.Tip+1, higher.Fee.FeeCap+1), signer.ErrBumpTooSmall)
	// A bump takes nothing from the caps: the day still has room for the rest.
	w.clock.Set(start)
	w.mustSign(bump(higher.Fee.Tip*2, higher.Fee.FeeCap*2))
	for n := range 2 {
		w.mustSign(w.approve(w.requestBy(wallettest.Key(fmt.Sprint("wallet ", 20+n)), id(n+2), uint64(n+1), "10000"), w.one, w.two))
	}
	w.mustSign(w.approve(w.requestBy(wallettest.Key("wallet 30"), "w9", 9, "9100"), w.one, w.two))
}

func TestCaps(t *testing.T) {
	t.Parallel()
	t.Run("per payout", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.mustRefuse(w.approve(w.request("w1", 0, "10000.00000001"), w.one, w.two), signer.ErrPayoutCap)
		w.mustSign(w.approve(w.request("w1", 0, "10000"), w.one, w.two))
	})
	t.Run("per day, also after a restart", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		for n := range 3 {
			w.mustSign(w.approve(w.request(id(n), uint64(n), "10000"), w.one, w.two))
			w.restart()
		}
		w.mustRefuse(w.approve(w.request("w4", 4, "10"), w.one), signer.ErrDayCap)
		w.clock.Advance(24 * time.Hour)
		w.mustSign(w.approve(w.requestBy(wallettest.Key("wallet 7"), "w5", 4, "10"), w.one))
	})
	t.Run("automatic per wallet and 24 hours", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.mustSign(w.request("w1", 0, "120"))
		w.restart()
		w.clock.Advance(23 * time.Hour)
		w.mustRefuse(w.request("w2", 1, "80.00000001"), signer.ErrAutomaticUserCap)
		w.mustSign(w.request("w2", 1, "80"))
		w.clock.Advance(2 * time.Hour)
		w.mustSign(w.request("w3", 2, "120"))
	})
	t.Run("automatic of everybody per day", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		for n := range 3 {
			w.mustSign(w.requestBy(wallettest.Key(fmt.Sprint("wallet ", 40+n)), id(n), uint64(n), "150"))
		}
		w.restart()
		w.mustRefuse(w.requestBy(wallettest.Key("wallet 50"), "w4", 3, "51"), signer.ErrAutomaticDayCap)
		w.mustSign(w.requestBy(wallettest.Key("wallet 50"), "w4", 3, "50"))
		// An operator may still approve.
		w.mustSign(w.approve(w.requestBy(wallettest.Key("wallet 51"), "w5", 4, "51"), w.one))
		// A new platform day begins at midnight of UTC+8, twelve hours later.
		w.clock.Advance(12 * time.Hour)
		w.mustSign(w.requestBy(wallettest.Key("wallet 52"), "w6", 5, "150"))
	})
	t.Run("a currency without an automatic limit is never automatic", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		asked := signer.Withdrawal{Quantity: money.Units(21), Currency: money.ETLD, Network: "BEP-20", Fee: money.Units(2), Arrival: money.Units(19),
			Address: wallettest.Address(w.user), RequestID: "r1", At: start}
		r := w.requestFor(w.user, "w1", 0, asked)
		r.Token = etld
		w.mustRefuse(r, signer.ErrAutomaticUserCap)
		w.mustSign(w.approve(r, w.one))
	})
}

// What was signed is told in order, bumps too, from the row that is asked for. Where the
// journal has no such row it is another one, and told from its beginning.
func TestThePastIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, second := w.request("w1", 0, "100"), w.request("w2", 1, "100")
	bump := first
	bump.Fee = signer.Fee{Gas: fee.Gas, Tip: fee.Tip * 2, FeeCap: fee.FeeCap * 2}
	signed := []signer.Signed{w.mustSign(first), w.mustSign(second), w.mustSign(bump)}
	past := func(after signer.Mark) signer.Past {
		t.Helper()
		p, err := w.local.Past(after)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	all := past(signer.Mark{})
	if len(all.List) != 3 || all.Row != 3 || all.Seal == "" {
		t.Fatalf("the past is %+v", all)
	}
	for i, one := range all.List {
		if one.Hash != signed[i].Hash || !bytes.Equal(one.Raw, signed[i].Raw) || one.IsBump != (i == 2) || one.Issue != 1 {
			t.Errorf("row %d is %+v", i+1, one)
		}
	}
	if all.List[2].Fee != bump.Fee || all.List[2].Payout != bump.Hash() {
		t.Errorf("the bump is %+v", all.List[2])
	}
	if end := past(all.Mark); len(end.List) != 0 || end.Mark != all.Mark {
		t.Errorf("after the end is %+v", end)
	}
	for _, other := range []signer.Mark{{Row: 3, Seal: "another"}, {Row: 9, Seal: all.Seal}, {Row: 2}} {
		if again := past(other); len(again.List) != 3 || again.Mark != all.Mark {
			t.Errorf("after row %d of another journal is %+v", other.Row, again)
		}
	}
}
