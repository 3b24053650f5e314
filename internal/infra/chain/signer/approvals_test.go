package signer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
)

func TestApprovals(t *testing.T) {
	t.Parallel()
	stranger := wallettest.Key("wallet 77")
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
			r.Approvals[0].Operator = wallettest.Address(w.two)
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
		"for other figures than the payout's": {"300", func(w *world, r signer.Request) signer.Request {
			// What a compromised server may show: the small sum, and the hash of the
			// large one.
			small := w.request("w1", 0, "200")
			text := strings.Replace(signer.ApprovalText(host, wallettest.Address(w.one), small.Payout, w.clock.Now()), small.Hash().Hex(), r.Hash().Hex(), 1)
			r.Automatic, r.Approvals = false, []signer.Approval{{Operator: wallettest.Address(w.one), Time: w.clock.Now().UnixMilli(), Signature: wallettest.Sign(w.one, text)}}
			return r
		}, signer.ErrApprovalSignature},
		"for a bare hash": {"300", func(w *world, r signer.Request) signer.Request {
			text := fmt.Sprintf("Approve a payout at %s as operator %s. Payout %s. Time: %d", host, wallettest.Address(w.one).Hex(), r.Hash().Hex(), w.clock.Now().UnixMilli())
			r.Automatic, r.Approvals = false, []signer.Approval{{Operator: wallettest.Address(w.one), Time: w.clock.Now().UnixMilli(), Signature: wallettest.Sign(w.one, text)}}
			return r
		}, signer.ErrApprovalSignature},
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

// TestApprovalsSayWhatIsPaid: what an operator's wallet shows names the sum, the
// currency, the network, the wallet that is paid, the withdrawal and its issue.
func TestApprovalsSayWhatIsPaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := w.request("w1", 0, "1300.5")
	r.Issue = 3
	operator, user := wallettest.Address(w.one).Hex(), wallettest.Address(w.user).Hex()
	want := "Approve a payout at etld.example as operator " + operator + ". Pay 1,299.5 USDT on BEP-20 to " + user +
		". Withdrawal w1, issue 3, payout " + r.Hash().Hex() + ". Time: 1772424000000"
	if got := signer.ApprovalText(host, wallettest.Address(w.one), r.Payout, start); got != want {
		t.Errorf("the wallet shows\n%s\nwant\n%s", got, want)
	}
}

// What a wallet takes in small pieces adds up, over currencies too.
func TestPiecesNeedTwoOperators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSign(w.approve(w.request("w1", 0, "600"), w.one))
	w.mustRefuse(w.approve(w.request("w2", 1, "400"), w.one), signer.ErrApprovalsMissing)
	asked := signer.Withdrawal{Quantity: money.Units(800), Currency: money.ETLD, Network: "BEP-20", Fee: money.Units(2), Arrival: money.Units(798),
		Address: wallettest.Address(w.user), RequestID: "r3", At: start}
	r := w.requestFor(w.user, "w3", 1, asked)
	r.Token = etld
	w.mustRefuse(w.approve(r, w.one), signer.ErrApprovalsMissing)
	w.mustSign(w.approve(r, w.one, w.two))
	w.mustSign(w.approve(w.requestBy(wallettest.Key("wallet 9"), "w4", 2, "400"), w.one))
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
		"chain does not answer": {chain.Outcome{}, errors.New("down"), signer.ErrUndecided},
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
