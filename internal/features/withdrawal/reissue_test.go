package withdrawal

import (
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A payout that waited until its approvals were too old is approved anew.
func TestApprovedAnew(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna := w.user("anna", "5000 USDT")
		late := w.withdraw(anna, "500", "USDT")
		if got := w.colleague(0, operator.FinanceChecker).approveReview(late.WithdrawNo); got.Code != 200 {
			t.Fatalf("%d %s", got.Code, got.Message)
		}
		w.node.fall(true)
		w.pay0()
		if row := w.record(anna, late.WithdrawNo); row.PayoutState != "queued" {
			t.Errorf("the chain is away: %+v", row)
		}
		c.Advance(25 * time.Hour)
		w.node.fall(false)
		w.pay()
		if row := w.record(anna, late.WithdrawNo); row.PayoutState != "needs_attention" || row.NextStep.Code != "attention" {
			t.Fatalf("its approval is too old: %+v", row)
		}
		w.run()
		w.run()
		checker := w.colleague(0, operator.FinanceChecker)
		if got := checker.approve(checker.proposal(kindReissue, late.WithdrawNo)); got.Code != 200 {
			t.Fatalf("approved anew: %d %s", got.Code, got.Message)
		}
		w.pay()
		row := w.record(anna, late.WithdrawNo)
		again := slices.ContainsFunc(row.Timeline, func(s Step) bool { return s.Code == "payout_again" })
		if row.Status != Confirmed || !again {
			t.Errorf("paid after all: %+v", row)
		}
		w.check()
	})
}

func TestLacksApprovals(t *testing.T) {
	t.Parallel()
	for refusal, want := range map[*signer.Refusal]bool{
		signer.ErrApprovalExpired: true, signer.ErrApprovalSignature: true, signer.ErrApprovalsMissing: true, signer.ErrAutomaticUserCap: true, signer.ErrOperatorUnknown: true,
		signer.ErrRecipient: false, signer.ErrPayoutCap: false, signer.ErrApprovalRepeated: false,
	} {
		if got := lacksApprovals(payout.Payout{Proof: payout.ProofUnsigned, Reason: refusal.Code}); got != want {
			t.Errorf("%s is mended by new approvals: %v", refusal.Code, got)
		}
	}
}

// A network that was taken out of the configuration leaves withdrawals about which
// operators cannot be asked: they are parked with the cause. Once it is back, or
// nobody need be asked any more, none is.
func TestANetworkThatIsGoneParksItsWithdrawals(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna := w.user("anna", "5000 USDT")
		late, fresh, left := w.withdraw(anna, "500", "USDT"), w.withdraw(anna, "400", "USDT"), w.withdraw(anna, "60", "USDT")
		if got := w.colleague(0, operator.FinanceChecker).approveReview(late.WithdrawNo); got.Code != 200 {
			t.Fatalf("%d %s", got.Code, got.Message)
		}
		w.node.fall(true)
		w.pay0()
		c.Advance(25 * time.Hour)
		w.node.fall(false)
		w.pay()
		configured := w.service.Payouts
		gone, err := payout.New(payout.Config{DB: db, Ledger: w.Ledger, Chance: w.chance, Log: quiet()})
		w.Must(err)
		w.service.Payouts = gone
		w.run()
		began := c.Now()
		w.wantParked(reviewJob, 1, late.WithdrawNo, fresh.WithdrawNo, left.WithdrawNo)
		c.Advance(retryAfter - time.Microsecond)
		w.run()
		w.wantParked(reviewJob, 1, late.WithdrawNo, fresh.WithdrawNo, left.WithdrawNo)
		c.Advance(time.Microsecond)
		w.run()
		for _, p := range w.wantParked(reviewJob, 2, late.WithdrawNo, fresh.WithdrawNo, left.WithdrawNo) {
			if !p.Since.Equal(began) || !strings.Contains(p.Cause, payout.ErrNetwork.Name) {
				t.Errorf("parked is %+v", p)
			}
		}
		if got := w.cancel(anna, left.WithdrawNo); got.Code != 200 {
			t.Fatalf("%d %s", got.Code, got.Message)
		}
		c.Advance(retryAfter)
		w.run()
		w.wantParked(reviewJob, 3, late.WithdrawNo, fresh.WithdrawNo)
		w.service.Payouts = configured
		c.Advance(retryAfter)
		w.run()
		w.wantParked(reviewJob, 0)
		for kind, id := range map[string]string{kindReissue: late.WithdrawNo, kindReview: fresh.WithdrawNo} {
			if _, found := w.pending(kind, id); !found {
				t.Errorf("back again: no %s of %s", kind, id)
			}
		}
		w.check()
	})
}

// wantParked compares the withdrawals that a job parked, each of which was tried so often.
func (w *world) wantParked(job string, tries int64, want ...string) (list []jobs.ParkedItem) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		list, err = jobs.Parked(tx, job)
		return err
	})
	var got []string
	for _, p := range list {
		got = append(got, p.Subject)
		if p.Tries != tries {
			w.T.Errorf("%s was tried %d times, want %d", p.Subject, p.Tries, tries)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		w.T.Fatalf("parked are %q, want %q", got, want)
	}
	return list
}

// revert has a withdrawal of 300 USDT approved, and its transfer fail on chain.
func (w *world) revert(userID string, checker *colleague) (withdrawNo string) {
	w.T.Helper()
	w.node.revertTo(wallettest.Address(w.keys[userID]), true)
	out := w.withdraw(userID, "300", "USDT")
	if got := checker.approveReview(out.WithdrawNo); got.Code != 200 {
		w.T.Fatalf("%d %s", got.Code, got.Message)
	}
	w.pay()
	if row := w.record(userID, out.WithdrawNo); row.Status != Approved || row.PayoutState != "needs_attention" {
		w.T.Fatalf("reverted: %+v", row)
	}
	w.Expect("still held", reserved(userID, money.USDT), "300")
	return out.WithdrawNo
}

// One that failed on chain is begun again by two, and paid.
func TestReissue(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		berta := w.user("berta", "5000 USDT")
		checker, second, maker := w.colleague(0, operator.FinanceChecker), w.colleague(1, operator.FinanceChecker), w.colleague(2, operator.FinanceMaker)
		id := w.revert(berta, checker)
		w.run()
		if _, found := w.pending(kindReissue, id); found {
			t.Error("the program proposes to begin it again by itself")
		}
		again := map[string]any{"withdrawNo": id, "reason": "the token works again"}
		if got := maker.call("withdrawals/reissue", again); got.Code != 200 {
			t.Fatalf("reissue: %d %s", got.Code, got.Message)
		}
		if got := checker.call("withdrawals/reissue", again); got.Code != operator.ErrPending.Code {
			t.Errorf("asked twice: %d %s", got.Code, got.Message)
		}
		if p := checker.proposal(kindReissue, id); p.Needed != 2 {
			t.Errorf("an issue after a failure takes %d", p.Needed)
		}
		w.node.revertTo(wallettest.Address(w.keys[berta]), false)
		for _, one := range []*colleague{checker, second} {
			if w.received(berta, money.USDT) != 0 {
				t.Error("paid before both approved")
			}
			if got := one.approve(one.proposal(kindReissue, id)); got.Code != 200 {
				t.Fatalf("%d %s", got.Code, got.Message)
			}
			w.pay()
		}
		if row := w.record(berta, id); row.Status != Confirmed || w.received(berta, money.USDT) != amount("299") {
			t.Errorf("paid: %+v", row)
		}
		w.check()
	})
}

// Two give a payout up that is proven impossible; the money returns, with a
// reason.
func TestGivingUp(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		berta := w.user("berta", "5000 USDT")
		checker, maker := w.colleague(0, operator.FinanceChecker), w.colleague(2, operator.FinanceMaker)
		giveUp := func(id, code string) answer {
			return maker.call("withdrawals/giveUp", map[string]any{"payload": map[string]any{"withdrawNo": id, "code": code, "note": "the token refuses your wallet"}, "reason": "reverted"})
		}
		queued := w.withdraw(berta, "100", "USDT").WithdrawNo
		if got := giveUp(queued, "payout_impossible"); got.Code != payout.ErrNotProven.Code {
			t.Errorf("given up before anything failed: %d %s", got.Code, got.Message)
		}
		w.pay()
		id := w.revert(berta, checker)
		if got := giveUp(id, "no_such_code"); got.Code != 1002 {
			t.Errorf("an unknown reason: %d %s", got.Code, got.Message)
		}
		if got := maker.call("withdrawals/reissue", map[string]any{"withdrawNo": id, "reason": "perhaps"}); got.Code != 200 {
			t.Fatalf("reissue: %d %s", got.Code, got.Message)
		}
		tried := maker.call("proposals/try", map[string]any{"kind": "withdrawal_give_up", "payload": map[string]any{"withdrawNo": id, "code": "payout_impossible", "note": "x"}, "reason": "reverted"})
		if tried.Code != 200 || !strings.Contains(string(tried.Data), `"name":"I3"`) {
			t.Errorf("the trial: %d %s %s", tried.Code, tried.Message, tried.Data)
		}
		if got := giveUp(id, "payout_impossible"); got.Code != 200 {
			t.Fatalf("propose: %d %s", got.Code, got.Message)
		}
		if got := giveUp(id, "payout_impossible"); got.Code != operator.ErrPending.Code {
			t.Errorf("proposed twice: %d %s", got.Code, got.Message)
		}
		w.Expect("one alone returns nothing", reserved(berta, money.USDT), "300")
		if got := checker.approve(checker.proposal(kindGiveUp, id)); got.Code != 200 {
			t.Fatalf("give up: %d %s", got.Code, got.Message)
		}
		row := w.record(berta, id)
		if row.Status != Rejected || row.Reason.Code != "payout_impossible" || row.Reason.Note != "the token refuses your wallet" || row.NextStep.Code != "refunded_rejected" {
			t.Errorf("given up: %+v", row)
		}
		if _, found := w.pending(kindReissue, id); found {
			t.Error("it can still be begun again")
		}
		w.Expect("all is back but what was paid", ledger.AvailableOf(berta, money.USDT), "4900")
		w.node.revertTo(wallettest.Address(w.keys[berta]), false)
		w.pay()
		if got := w.received(berta, money.USDT); got != amount("99") {
			t.Errorf("%s arrived", got)
		}
		w.check()
	})
}

func (w *world) pending(kind, id string) (p operator.Proposal, found bool) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		p, found, err = w.staff.Pending(tx, kind, id)
		return err
	})
	return p, found
}

// pay0 runs the payouts' work once, whatever it says.
func (w *world) pay0() {
	w.T.Helper()
	// The chain is away: the job says so, and that is the point.
	_, _ = w.payouts.Jobs()[0].Work(w.T.Context())
}

func TestRecall(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5000 USDT")
		out := w.withdraw(anna, "100", "USDT")
		maker, checker := w.colleague(0, operator.FinanceMaker), w.colleague(1, operator.FinanceChecker)
		if got := maker.call("withdrawals/recall", map[string]any{"withdrawNo": out.WithdrawNo, "reason": "doubts"}); got.Code != 200 {
			t.Fatalf("recall: %d %s", got.Code, got.Message)
		}
		w.pay()
		w.run()
		row := w.record(anna, out.WithdrawNo)
		if row.Status != Approved || row.PayoutState != "needs_attention" || w.received(anna, money.USDT) != 0 {
			t.Errorf("recalled: %+v", row)
		}
		detail := dataOf[DetailOut](w, checker.call("withdrawals/detail", map[string]any{"withdrawNo": out.WithdrawNo}))
		if detail.ProposalID != "" || detail.PayoutReason != payoutRecalled || len(detail.Timeline) < 3 || detail.UserByState[Approved] != 1 || detail.Statement == "" {
			t.Errorf("detail: %+v", detail)
		}
		if last := detail.Timeline[len(detail.Timeline)-1]; last.Code != "" || last.Payout != payout.NeedsAttention || last.Detail != payoutRecalled {
			t.Errorf("the recall is told as %+v", last)
		}
		if first := detail.Timeline[0]; first.Code != stepRequested || first.Payout != "" {
			t.Errorf("the request is told as %+v", first)
		}
		if got := maker.call("withdrawals/recall", map[string]any{"withdrawNo": out.WithdrawNo, "reason": "doubts"}); got.Code != payout.ErrNotProven.Code {
			t.Errorf("twice: %d %s", got.Code, got.Message)
		}
		if got := maker.call("withdrawals/reissue", map[string]any{"withdrawNo": out.WithdrawNo, "reason": "no doubts"}); got.Code != 200 {
			t.Fatalf("reissue: %d %s", got.Code, got.Message)
		}
		if got := checker.approve(checker.proposal(kindReissue, out.WithdrawNo)); got.Code != 200 {
			t.Fatalf("%d %s", got.Code, got.Message)
		}
		w.pay()
		if row := w.record(anna, out.WithdrawNo); row.Status != Confirmed {
			t.Errorf("after all: %+v", row)
		}
		w.check()
	})
}
