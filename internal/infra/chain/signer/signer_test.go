package signer_test

import (
	"bytes"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/signer"
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
	to, amount, err := contracts.DecodeTransfer(tx.Data())
	if err != nil || to != addressOf(w.user) || amount.String() != "99000000000000000000" {
		t.Errorf("pays %s to %s (%v)", amount, to, err)
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
	mallory := newKey(99)
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
			r.Recipient = addressOf(mallory)
		}, signer.ErrRecipient},
		"another recipient, text changed too": {func(w *world, r *signer.Request) {
			r.Statement.Text = strings.Replace(r.Statement.Text, addressOf(w.user).Hex(), addressOf(mallory).Hex(), 1)
			r.Recipient = addressOf(mallory)
		}, signer.ErrStatementSignature},
		"signed by somebody else": {func(_ *world, r *signer.Request) {
			r.Statement.Signature = signText(mallory, r.Statement.Text)
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
		w.mustRefuse(w.requestBy(newKey(5), "w2", 0, "50"), signer.ErrNonceUsed)
		// The same wish under another withdrawal's name would pay it twice.
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
		w.mustSign(w.approve(w.requestBy(newKey(uint64(20+n)), id(n+2), uint64(n+1), "10000"), w.one, w.two))
	}
	w.mustSign(w.approve(w.requestBy(newKey(30), "w9", 9, "9100"), w.one, w.two))
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
		w.mustSign(w.approve(w.requestBy(newKey(7), "w5", 4, "10"), w.one))
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
			w.mustSign(w.requestBy(newKey(uint64(40+n)), id(n), uint64(n), "150"))
		}
		w.restart()
		w.mustRefuse(w.requestBy(newKey(50), "w4", 3, "51"), signer.ErrAutomaticDayCap)
		w.mustSign(w.requestBy(newKey(50), "w4", 3, "50"))
		// An operator may still approve.
		w.mustSign(w.approve(w.requestBy(newKey(51), "w5", 4, "51"), w.one))
		// A new platform day begins at midnight of UTC+8, twelve hours later.
		w.clock.Advance(12 * time.Hour)
		w.mustSign(w.requestBy(newKey(52), "w6", 5, "150"))
	})
	t.Run("a currency without an automatic limit is never automatic", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		wish := signer.Wish{Quantity: money.Units(21), Currency: money.ETLD, Network: "BEP-20", Fee: money.Units(2), Arrival: money.Units(19),
			Address: addressOf(w.user), RequestID: "r1", At: start}
		r := w.requestFor(w.user, "w1", 0, wish)
		r.Token = etld
		w.mustRefuse(r, signer.ErrAutomaticUserCap)
		w.mustSign(w.approve(r, w.one))
	})
}

func TestApprovals(t *testing.T) {
	t.Parallel()
	stranger := newKey(77)
	for name, test := range map[string]struct {
		quantity string
		approve  func(w *world, r signer.Request) signer.Request
		want     error
	}{
		"one is enough below the threshold": {"999.99999999", func(w *world, r signer.Request) signer.Request { return w.approve(r, w.one) }, nil},
		"one is too few at the threshold":   {"1000", func(w *world, r signer.Request) signer.Request { return w.approve(r, w.one) }, signer.ErrApprovalsMissing},
		"two are enough at the threshold":   {"1000", func(w *world, r signer.Request) signer.Request { return w.approve(r, w.two, w.one) }, nil},
		"none":                              {"300", func(w *world, r signer.Request) signer.Request { return w.approve(r) }, signer.ErrApprovalsMissing},
		"the same operator twice":           {"1000", func(w *world, r signer.Request) signer.Request { return w.approve(r, w.one, w.one) }, signer.ErrApprovalRepeated},
		"somebody who is no operator":       {"1000", func(w *world, r signer.Request) signer.Request { return w.approve(r, w.one, stranger) }, signer.ErrOperatorUnknown},
		"the user approves himself":         {"300", func(w *world, r signer.Request) signer.Request { return w.approve(r, w.user) }, signer.ErrOperatorUnknown},
		"signed by another than it says": {"300", func(w *world, r signer.Request) signer.Request {
			r = w.approve(r, w.one)
			r.Approvals[0].Operator = addressOf(w.two)
			return r
		}, signer.ErrApprovalSignature},
		"for another withdrawal": {"300", func(w *world, r signer.Request) signer.Request {
			other := r
			other.WithdrawalID = "w2"
			r.Automatic, r.Approvals = false, w.approve(other, w.one).Approvals
			return r
		}, signer.ErrApprovalSignature},
		"for another amount": {"300", func(w *world, r signer.Request) signer.Request {
			other := w.request("w1", 0, "200")
			r.Automatic, r.Approvals = false, w.approve(other, w.one).Approvals
			return r
		}, signer.ErrApprovalSignature},
		"expired": {"300", func(w *world, r signer.Request) signer.Request {
			r = w.approve(r, w.one)
			w.clock.Advance(24*time.Hour + time.Second)
			return r
		}, signer.ErrApprovalExpired},
		"dated ahead": {"300", func(w *world, r signer.Request) signer.Request {
			r.Automatic = false
			r.Approvals = []signer.Approval{w.approval(r.Payout, w.one, w.clock.Now().Add(time.Hour))}
			return r
		}, signer.ErrApprovalExpired},
		"too many": {"300", func(w *world, r signer.Request) signer.Request {
			return w.approve(r, w.one, w.one, w.one, w.one, w.one, w.one, w.one, w.one, w.one)
		}, signer.ErrMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			r := test.approve(w, w.request("w1", 0, test.quantity))
			if test.want == nil {
				w.mustSign(r)
				return
			}
			w.mustRefuse(r, test.want)
		})
	}
}

// What a wallet takes in small pieces adds up, over currencies too.
func TestPiecesNeedTwoOperators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSign(w.approve(w.request("w1", 0, "600"), w.one))
	w.mustRefuse(w.approve(w.request("w2", 1, "400"), w.one), signer.ErrApprovalsMissing)
	wish := signer.Wish{Quantity: money.Units(800), Currency: money.ETLD, Network: "BEP-20", Fee: money.Units(2), Arrival: money.Units(798),
		Address: addressOf(w.user), RequestID: "r3", At: start}
	r := w.requestFor(w.user, "w3", 1, wish)
	r.Token = etld
	w.mustRefuse(w.approve(r, w.one), signer.ErrApprovalsMissing)
	w.mustSign(w.approve(r, w.one, w.two))
	w.mustSign(w.approve(w.requestBy(newKey(9), "w4", 2, "400"), w.one))
}

func TestIssuesAfterTheFirst(t *testing.T) {
	t.Parallel()
	tx := common.Hash{1}
	for name, test := range map[string]struct {
		outcome chain.Outcome
		down    error
		want    error
	}{
		"open":                  {chain.Outcome{}, nil, signer.ErrNotFailed},
		"paid":                  {chain.Outcome{Tx: tx, Succeeded: true, IsFinal: true}, nil, signer.ErrNotFailed},
		"reverted, not final":   {chain.Outcome{Tx: tx}, nil, signer.ErrNotFailed},
		"reverted and final":    {chain.Outcome{Tx: tx, IsFinal: true}, nil, nil},
		"nonce used elsewhere":  {chain.Outcome{IsSuperseded: true}, nil, nil},
		"chain does not answer": {chain.Outcome{}, errors.New("down"), signer.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			r := w.request("w1", 0, "50")
			w.mustSign(r)
			w.chain.outcome[0], w.chain.down = test.outcome, test.down
			r.Issue, r.Nonce = 2, 5
			again := w.approve(r, w.one, w.two)
			if test.want != nil {
				if _, err := w.sign(again); !errors.Is(err, test.want) {
					t.Fatalf("got %v", err)
				}
				return
			}
			w.mustRefuse(w.approve(r, w.one), signer.ErrApprovalsMissing)
			// Approvals of the first issue are used up.
			old := r
			old.Issue = 1
			stale := r
			stale.Automatic, stale.Approvals = false, w.approve(old, w.one, w.two).Approvals
			w.mustRefuse(stale, signer.ErrApprovalSignature)
			w.mustSign(again)
			// And the first is over for good.
			first := w.request("w1", 6, "50")
			w.mustRefuse(first, signer.ErrWithdrawalUsed)
		})
	}
}

func TestContractWallets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	wallet := common.HexToAddress("0x00000000000000000000000000000000000000c0")
	wish := signer.Wish{Quantity: money.Units(50), Currency: money.USDT, Network: "BEP-20", Fee: money.Units(1), Arrival: money.Units(49),
		Address: wallet, RequestID: "r1", At: start}
	r := w.requestFor(w.user, "w1", 0, wish)
	w.mustRefuse(r, signer.ErrStatementSignature)
	w.chain.code[wallet] = []byte{1}
	w.mustRefuse(r, signer.ErrStatementSignature)
	w.chain.accepts, w.chain.down = true, errors.New("down")
	if _, err := w.sign(r); !errors.Is(err, signer.ErrUnavailable) || signer.IsRefusal(err) {
		t.Fatalf("got %v", err)
	}
	w.chain.down = nil
	if to, _, err := contracts.DecodeTransfer(decode(t, w.mustSign(r)).Data()); err != nil || to != wallet {
		t.Errorf("pays %s (%v)", to, err)
	}
}

func TestStatements(t *testing.T) {
	t.Parallel()
	wish := signer.Wish{Quantity: money.MustParse("100.5"), Currency: money.USDT, Network: "BEP-20", Fee: money.Units(1), Arrival: money.MustParse("99.5"),
		Address: addressOf(newKey(1)), RequestID: "01ABC", At: start}
	text := signer.StatementText(host, wish)
	want := "Withdraw from my account at etld.example. Withdraw 100.5 USDT on BEP-20, fee 1, arrival 99.5, to " + wish.Address.Hex() + ". Request 01ABC. Time: 1772424000000"
	if text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	if back, err := signer.ReadStatement(host, text); err != nil || back != wish {
		t.Errorf("%+v %v", back, err)
	}
	wish.Arrival = wish.Quantity
	if _, err := signer.ReadStatement(host, signer.StatementText(host, wish)); !errors.Is(err, signer.ErrStatementForm) {
		t.Errorf("parts that do not add up: %v", err)
	}
}

// FuzzReadStatement: whatever is read is spelled exactly as it would be written.
func FuzzReadStatement(f *testing.F) {
	wish := signer.Wish{Quantity: money.Units(5), Currency: money.USDT, Network: "BEP-20", Fee: 1, Arrival: money.Units(5) - 1, RequestID: "r", At: start}
	f.Add(signer.StatementText(host, wish))
	f.Add(signer.StatementPhrase(host))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := signer.ReadStatement(host, text)
		if err != nil {
			return
		}
		if signer.StatementText(host, w) != text || w.Arrival <= 0 || w.Arrival > w.Quantity {
			t.Fatalf("%q was read as %+v", text, w)
		}
	})
}
