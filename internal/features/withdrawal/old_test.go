package withdrawal

import (
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb/dbtest"
)

// What the signer would not sign any more is not approved, and given back by who decides.
func TestAReviewOfAnOldStatement(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5000 USDT", "1000 ETLD")
		old, last := w.withdraw(anna, "500", "USDT").WithdrawNo, w.withdraw(anna, "900", "ETLD").WithdrawNo
		w.Clock.Advance(30*24*time.Hour - time.Minute)
		w.run()
		checker := w.colleague(0, operator.FinanceChecker)
		if got := checker.approveReview(last); got.Code != 200 {
			t.Errorf("on its last day: %d %s", got.Code, got.Message)
		}
		w.pay()
		if row := w.record(anna, last); row.Status != Confirmed {
			t.Errorf("approved on its last day: %+v", row)
		}
		w.Clock.Advance(time.Minute)
		p := checker.proposal(kindReview, old)
		for what, got := range map[string]answer{"tried": checker.call("proposals/tryApproval", map[string]any{"proposalId": p.ID}), "approved": checker.approve(p)} {
			if got.Code != ErrStatementOld.Code {
				t.Errorf("%s too late: %d %s", what, got.Code, got.Message)
			}
		}
		if row := w.record(anna, old); row.Status != Pending {
			t.Errorf("approved too late: %+v", row)
		}
		if got := checker.reject(old, "asked_by_user", ""); got.Code != 200 {
			t.Errorf("rejected: %d %s", got.Code, got.Message)
		}
		w.Expect("all is back", ledger.AvailableOf(anna, money.USDT), "5000")
		w.check()
	})
}

// What the signer would not sign any more is not begun again, and can be given up.
func TestReissueOfAnOldStatement(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		berta := w.user("berta", "5000 USDT")
		id := w.revert(berta, w.colleague(0, operator.FinanceChecker))
		w.Clock.Advance(30 * 24 * time.Hour)
		checker, second, maker := w.colleague(0, operator.FinanceChecker), w.colleague(1, operator.FinanceChecker), w.colleague(2, operator.FinanceMaker)
		if got := maker.call("withdrawals/reissue", map[string]any{"withdrawNo": id, "reason": "the token works again"}); got.Code != 200 {
			t.Fatalf("reissue: %d %s", got.Code, got.Message)
		}
		p := checker.proposal(kindReissue, id)
		if one, two := checker.approve(p), second.approve(second.proposal(kindReissue, id)); one.Code != 200 || two.Code != ErrStatementOld.Code {
			t.Errorf("approved: %d %s, %d %s", one.Code, one.Message, two.Code, two.Message)
		}
		if got := maker.call("withdrawals/giveUp", map[string]any{"payload": map[string]any{"withdrawNo": id, "code": "payout_impossible"}, "reason": "too old"}); got.Code != 200 {
			t.Fatalf("give up: %d %s", got.Code, got.Message)
		}
		if got := checker.approve(checker.proposal(kindGiveUp, id)); got.Code != 200 {
			t.Errorf("give up: %d %s", got.Code, got.Message)
		}
		w.Expect("all is back", ledger.AvailableOf(berta, money.USDT), "5000")
		w.check()
	})
}
