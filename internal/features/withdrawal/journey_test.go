package withdrawal

import (
	"slices"
	"testing"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The worked example of the rules: 250 USDT, reviewed, paid; the other one is
// refused.
func TestTheWorkedExample(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna, berta := w.user("anna", "1000 USDT"), w.user("berta", "1000 USDT")
		out := w.withdraw(anna, "250", "USDT")
		reviewBy := c.Now().Add(24 * time.Hour)
		if out.Status != Pending || out.Quantity != amount("250") || out.Fee != amount("1") || out.Arrival != amount("249") ||
			out.ReviewBy == nil || !out.ReviewBy.Equal(reviewBy) || len(out.Address) != 18 {
			t.Errorf("request: %+v", out)
		}
		w.Expect("what is left", ledger.AvailableOf(anna, "USDT"), "750")
		w.Expect("what is held", reserved(anna, "USDT"), "250")
		row := w.record(anna, out.WithdrawNo)
		if row.Status != Pending || !row.Cancellable || row.PayoutState != "" || row.NextStep.Code != "review" || len(row.Timeline) != 1 || row.Overdue {
			t.Errorf("pending: %+v", row)
		}
		checker := w.colleague(0, operator.FinanceChecker)
		if got := checker.approveReview(out.WithdrawNo); got.Code != 200 {
			t.Fatalf("approve: %d %s %s", got.Code, got.Message, got.Data)
		}
		if row = w.record(anna, out.WithdrawNo); row.Status != Approved || row.Cancellable || row.PayoutState != "queued" || row.NextStep.Code != "queued" {
			t.Errorf("approved: %+v", row)
		}
		if got := w.cancel(anna, out.WithdrawNo); got.Code != 1307 {
			t.Errorf("cancelling what is approved: %s", got.Body)
		}
		w.node.finalise(false)
		w.pay()
		if row = w.record(anna, out.WithdrawNo); row.Status != Approved || row.PayoutState != "mined" || row.NextStep.Code != "in_block" || row.TxHash == "" {
			t.Errorf("in a block: %+v", row)
		}
		// Sent, and in a block.
		if told := w.inbox.told[anna]; !slices.Equal(told, []string{eventStep, eventStep}) {
			t.Errorf("an open app is told %q", told)
		}
		// Its block is taken back and comes again: the notice is there already.
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE payout_payout SET state = 'broadcast'`)
			return err
		})
		w.pay()
		w.node.finalise(true)
		w.pay()
		row = w.record(anna, out.WithdrawNo)
		codes := []StepCode{}
		for _, step := range row.Timeline {
			codes = append(codes, step.Code)
		}
		if row.Status != Confirmed || row.PayoutState != "final" || row.TxHash == "" || row.Explorer != "https://scan.example/tx/"+row.TxHash || row.EndedAt == nil || row.NextStep.Code != "done" ||
			!slices.Equal(codes, []StepCode{"requested", "approved", "payout_queued", "payout_sent", "payout_in_block", "payout_in_block", "confirmed"}) {
			t.Errorf("confirmed: %+v, steps %v", row, codes)
		}
		if got := w.received(anna, "USDT"); got != amount("249") {
			t.Errorf("%s arrived", got)
		}
		w.Expect("nothing is held any more", reserved(anna, "USDT"), "0")
		w.Expect("the fee", feeRevenue("USDT"), "1")
		// 1,000 of capital, two deposits of 1,000, less what left.
		w.Expect("on chain", ledger.House(ledger.ChainBEP20, "USDT"), "2751")
		if got, want := w.lines(anna), []string{"top_up/deposit 1000", "internal_transfer/withdrawal_hold -249", "handling_fee/ -1"}; !slices.Equal(got, want) {
			t.Errorf("lines %q, want %q", got, want)
		}
		if got, want := w.inbox.of(anna), []string{noticeRequested, noticeApproved, noticeSent, noticeInBlock, noticeConfirmed}; !slices.Equal(got, want) {
			t.Errorf("notices %q, want %q", got, want)
		}
		w.expectRefused(berta, checker)
		w.check()
	})
}

// expectRefused has a withdrawal rejected, and looks what remains of it.
func (w *world) expectRefused(berta string, checker *colleague) {
	w.T.Helper()
	refused := w.withdraw(berta, "250", "USDT")
	if got := checker.reject(refused.WithdrawNo, "origin_unclear", "Please send the invoice."); got.Code != 200 {
		w.T.Fatalf("reject: %d %s", got.Code, got.Message)
	}
	row := w.record(berta, refused.WithdrawNo)
	if row.Status != Rejected || row.Reason == nil || *row.Reason != (Reason{"origin_unclear", "The origin of the funds has to be clarified first", "Please send the invoice."}) ||
		row.NextStep.Code != "refunded_rejected" || row.PayoutState != "" || row.TxHash != "" {
		w.T.Errorf("rejected: %+v", row)
	}
	if got, want := w.lines(berta), []string{"top_up/deposit 1000", "internal_transfer/withdrawal_hold -249", "handling_fee/ -1", "withdrawal_refund/ 250"}; !slices.Equal(got, want) {
		w.T.Errorf("lines %q, want %q", got, want)
	}
	w.Expect("all is back", ledger.AvailableOf(berta, "USDT"), "1000")
	if got, want := w.inbox.of(berta), []string{noticeRequested, noticeRejected}; !slices.Equal(got, want) {
		w.T.Errorf("notices %q, want %q", got, want)
	}
}
