package withdrawal

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestTwoPersonsForLargeOnes(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5000 USDT")
		out := w.withdraw(anna, "1000", "USDT")
		first, second := w.colleague(0, operator.FinanceChecker), w.colleague(1, operator.FinanceChecker)
		maker := w.colleague(2, operator.FinanceMaker)
		p := first.proposal(kindReview, out.WithdrawNo)
		if p.Needed != 2 || p.MakerID != "" || !strings.HasPrefix(p.Phrase, "Approve a payout at etld.example as operator ") {
			t.Errorf("proposal: %+v", p)
		}
		forged := p
		forged.PayloadHash = strings.Repeat("0", 64)
		if got := first.approve(forged); got.Code != operator.ErrPayloadChanged.Code {
			t.Errorf("another payload: %d %s", got.Code, got.Message)
		}
		if got := maker.approve(p); got.Code != operator.ErrForbidden.Code {
			t.Errorf("a maker approves: %d %s", got.Code, got.Message)
		}
		if got := first.approve(p); got.Code != 200 {
			t.Fatalf("first: %d %s", got.Code, got.Message)
		}
		if got := first.approve(p); got.Code != operator.ErrApprovedBefore.Code {
			t.Errorf("the same person again: %d %s", got.Code, got.Message)
		}
		row := dataOf[lists.Page[QueueRow]](w, first.call("withdrawals/list", map[string]any{"status": "pending_review"}))
		if len(row.List.List) != 1 || row.List.List[0].ApprovalsNeeded != 2 || len(row.List.List[0].Approvals) != 1 || row.List.List[0].ProposalID != p.ID {
			t.Errorf("half approved: %+v", row)
		}
		if got := w.record(anna, out.WithdrawNo); got.Status != Pending {
			t.Errorf("with one of two: %s", got.Status)
		}
		shown := second.proposal(kindReview, out.WithdrawNo)
		if got := second.approve(shown); got.Code != 200 {
			t.Fatalf("second: %d %s", got.Code, got.Message)
		}
		if got := second.approve(shown); got.Code != operator.ErrClosed.Code {
			t.Errorf("once more: %d %s", got.Code, got.Message)
		}
		w.pay()
		if got := w.record(anna, out.WithdrawNo); got.Status != Confirmed {
			t.Errorf("the signer took both: %+v", got)
		}
		w.check()
	})
}

// A payload that was changed in the database after it was proposed convinces
// nobody, and a review of a withdrawal that says something else is refused.
func TestAPayloadChangedAfterwards(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5000 USDT")
		out := w.withdraw(anna, "500", "USDT")
		checker := w.colleague(0, operator.FinanceChecker)
		p := checker.proposal(kindReview, out.WithdrawNo)
		var d reviewPayload
		w.Must(json.Unmarshal(p.Payload, &d))
		for name, change := range map[string]func(d *reviewPayload){
			"recipient": func(d *reviewPayload) { d.Recipient = "0x000000000000000000000000000000000000dEaD" },
			"arrival":   func(d *reviewPayload) { d.Arrival += 1 },
			"units":     func(d *reviewPayload) { d.Units += "0" },
			"statement": func(d *reviewPayload) { d.Statement += "!" },
			"token":     func(d *reviewPayload) { d.Token = d.Recipient },
			"chain":     func(d *reviewPayload) { d.ChainID = 1 },
			"issue":     func(d *reviewPayload) { d.Issue = 2 },
		} {
			changed := d
			change(&changed)
			err := w.DB.Update(w.T.Context(), func(tx *sqldb.Tx) error { _, err := w.service.reviews.describeReview(tx, changed); return err })
			if !errors.Is(err, operator.ErrPayloadChanged) {
				t.Errorf("%s: %v", name, err)
			}
		}
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE operator_proposal SET payload = REPLACE(payload, '"quantity":"500"', '"quantity":"400"') WHERE id = $1`, p.ID)
			return err
		})
		if got := checker.approve(p); got.Code != operator.ErrPayloadChanged.Code {
			t.Errorf("changed in the database: %d %s", got.Code, got.Message)
		}
		if got := w.record(anna, out.WithdrawNo); got.Status != Pending {
			t.Errorf("%s", got.Status)
		}
	})
}

// What takes one person when it is proposed may take two when it is approved:
// the signer adds up the wallet's 24 hours as well.
func TestASecondPersonIsAskedForLater(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5000 USDT")
		one, other := w.withdraw(anna, "600", "USDT"), w.withdraw(anna, "600", "USDT")
		first, second := w.colleague(0, operator.FinanceChecker), w.colleague(1, operator.FinanceChecker)
		if p := first.proposal(kindReview, one.WithdrawNo); p.Needed != 1 {
			t.Errorf("when it was proposed: %d", p.Needed)
		}
		for _, id := range []string{one.WithdrawNo, other.WithdrawNo} {
			if got := first.approveReview(id); got.Code != 200 {
				t.Fatalf("%d %s", got.Code, got.Message)
			}
			if row := w.record(anna, id); row.Status != Pending {
				t.Errorf("approved by one: %+v", row)
			}
			if got := second.approveReview(id); got.Code != 200 {
				t.Fatalf("%d %s", got.Code, got.Message)
			}
		}
		w.pay()
		for _, id := range []string{one.WithdrawNo, other.WithdrawNo} {
			if row := w.record(anna, id); row.Status != Confirmed {
				t.Errorf("%+v", row)
			}
		}
		w.check()
	})
}

func TestRejecting(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5000 USDT")
		out := w.withdraw(anna, "500", "USDT")
		checker, maker, auditor := w.colleague(0, operator.FinanceChecker), w.colleague(1, operator.FinanceMaker), w.colleague(2, operator.Auditor)
		for name, got := range map[string]answer{"maker": maker.reject(out.WithdrawNo, "asked_by_user", ""), "auditor": auditor.reject(out.WithdrawNo, "asked_by_user", "")} {
			if got.Code != operator.ErrForbidden.Code {
				t.Errorf("%s: %d %s", name, got.Code, got.Message)
			}
		}
		for name, test := range map[string][3]string{"unknown code": {out.WithdrawNo, "because", "1002"}, "other without a note": {out.WithdrawNo, "other", "1002"},
			"the program's own code": {out.WithdrawNo, string(reasonSignature), "1002"},
			"unknown withdrawal":     {"0123456789", "asked_by_user", "1005"}} {
			if got := checker.reject(test[0], test[1], ""); test[2] != jsonText(got.Code) {
				t.Errorf("%s: %d %s", name, got.Code, got.Message)
			}
		}
		if got := checker.reject(out.WithdrawNo, "other", strings.Repeat("x", noteMax+1)); got.Code != 1002 {
			t.Errorf("a long note: %d", got.Code)
		}
		if got := checker.call("withdrawals/reject", map[string]any{"withdrawNo": out.WithdrawNo, "code": "asked_by_user", "note": "", "proposalId": "another"}); got.Code != operator.ErrBasisChanged.Code {
			t.Errorf("another review than is open was shown: %d", got.Code)
		}
		if got := checker.reject(out.WithdrawNo, "asked_by_user", ""); got.Code != 200 {
			t.Fatalf("reject: %d %s", got.Code, got.Message)
		}
		if got := checker.reject(out.WithdrawNo, "asked_by_user", ""); got.Code != ErrStatus.Code {
			t.Errorf("twice: %d %s", got.Code, got.Message)
		}
		// The console's own button for proposals rejects as well.
		for reason, want := range map[string]Reason{"wallet_at_risk: call us": {Code: reasonWallet, Note: "call us"}, "I do not like it": {Code: reasonOther, Note: "I do not like it"}} {
			next := w.withdraw(anna, "500", "USDT")
			p := checker.proposal(kindReview, next.WithdrawNo)
			if got := checker.call("proposals/reject", map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "reason": reason}); got.Code != 200 {
				t.Fatalf("%s: %d %s", reason, got.Code, got.Message)
			}
			if row := w.record(anna, next.WithdrawNo); row.Status != Rejected || row.Reason.Code != want.Code || row.Reason.Note != want.Note {
				t.Errorf("%s: %+v", reason, row.Reason)
			}
		}
		w.Expect("all is back", ledger.AvailableOf(anna, money.USDT), "5000")
		w.check()
	})
}

func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// A review ends before its approvals are too old for the signer, and another one
// is opened in its place.
func TestReviewsStayOpen(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna := w.user("anna", "5000 USDT")
		out := w.withdraw(anna, "1000", "USDT")
		first, second := w.colleague(0, operator.FinanceChecker), w.colleague(1, operator.FinanceChecker)
		before := first.proposal(kindReview, out.WithdrawNo)
		if got := first.approve(before); got.Code != 200 {
			t.Fatalf("%d %s", got.Code, got.Message)
		}
		w.run()
		if again := second.proposal(kindReview, out.WithdrawNo); again.ID != before.ID {
			t.Errorf("another review is open: %+v", again)
		}
		c.Advance(reviewLifetime)
		second = w.colleague(1, operator.FinanceChecker)
		if got := second.approve(before); got.Code != operator.ErrProposalExpired.Code {
			t.Errorf("after its time: %d %s", got.Code, got.Message)
		}
		w.run()
		w.run()
		first = w.colleague(0, operator.FinanceChecker)
		after := first.proposal(kindReview, out.WithdrawNo)
		if after.ID == before.ID || len(after.Given) != 0 || after.Needed != 2 {
			t.Errorf("opened again: %+v", after)
		}
		for _, one := range []*colleague{first, second} {
			if got := one.approve(one.proposal(kindReview, out.WithdrawNo)); got.Code != 200 {
				t.Fatalf("%d %s", got.Code, got.Message)
			}
		}
		w.pay()
		if row := w.record(anna, out.WithdrawNo); row.Status != Confirmed {
			t.Errorf("%+v", row)
		}
		w.check()
	})
}

func TestOverdueReviewsAreToldOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna := w.user("anna", "5000 USDT")
		out := w.withdraw(anna, "500", "USDT")
		c.Advance(24 * time.Hour)
		w.run()
		if row := w.record(anna, out.WithdrawNo); row.Overdue || row.NextStep.Code != "review" {
			t.Errorf("at its goal: %+v", row)
		}
		w.expectStats(Stats{Pending: 1, Oldest: 24 * time.Hour, AutomaticRest: amount("5000")})
		c.Advance(time.Microsecond)
		w.run()
		w.run()
		w.expectStats(Stats{Pending: 1, Overdue: 1, Oldest: 24*time.Hour + time.Microsecond, AutomaticRest: amount("5000")})
		row := w.record(anna, out.WithdrawNo)
		if !row.Overdue || row.NextStep.Code != "review_overdue" || !row.Cancellable || row.Timeline[len(row.Timeline)-1].Code != "overdue" {
			t.Errorf("late: %+v", row)
		}
		if got, want := w.inbox.of(anna), []string{noticeRequested, noticeOverdue}; !slices.Equal(got, want) {
			t.Errorf("notices %q", got)
		}
		checker := w.colleague(0, operator.FinanceChecker)
		if got := checker.approveReview(out.WithdrawNo); got.Code != 200 {
			t.Errorf("late, and approved: %d %s", got.Code, got.Message)
		}
		w.expectStats(Stats{AutomaticRest: amount("5000")})
		w.check()
	})
}

// Whoever cannot be told that the review is late is parked and told later; others are
// told meanwhile.
func TestAnOverdueReviewThatFailsHarmsNoOther(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna, berta := w.user("anna", "5000 USDT"), w.user("berta", "5000 USDT")
		failing := w.withdraw(anna, "500", "USDT").WithdrawNo
		w.withdraw(berta, "500", "USDT")
		w.Clock.Advance(24*time.Hour + time.Microsecond)
		told := func(when, userID string, want ...string) {
			t.Helper()
			if got := w.inbox.of(userID); !slices.Equal(got, append([]string{noticeRequested}, want...)) {
				t.Errorf("%s: notices %q", when, got)
			}
		}
		w.inbox.fullFor = anna
		w.run()
		w.wantParked(overdueJob, 1, failing)
		told("while one fails", berta, noticeOverdue)
		told("while one fails", anna)
		w.inbox.fullFor = ""
		w.Clock.Advance(retryAfter)
		w.run()
		w.wantParked(overdueJob, 0)
		told("later", berta, noticeOverdue)
		told("later", anna, noticeOverdue)
		w.check()
	})
}

// Operators see that the queue grows because the day's automatic approvals are
// used up; a platform day later they are there again.
func TestWhatIsLeftOfTheDayIsShown(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna, berta := w.user("anna", "5000 USDT"), w.user("berta", "5000 USDT")
		w.withdraw(anna, "150", "USDT")
		w.expectStats(Stats{AutomaticRest: amount("4850")})
		w.setParameter("withdrawal.worth_automatic_day_max", int64(money.Units(150)))
		w.expectStats(Stats{AutomaticRest: 0})
		if out := w.withdraw(berta, "10", "USDT"); out.Status != Pending {
			t.Errorf("above the day: %+v", out)
		}
		w.expectStats(Stats{Pending: 1, AutomaticRest: 0})
		c.Advance(24 * time.Hour)
		w.expectStats(Stats{Pending: 1, Oldest: 24 * time.Hour, AutomaticRest: amount("150")})
	})
}

func (w *world) expectStats(want Stats) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		got, err := w.service.Stats(tx)
		if got != want {
			w.T.Errorf("stats %+v, want %+v", got, want)
		}
		return err
	})
}

// pickyReviews does not open the review of one withdrawal.
type pickyReviews struct {
	Proposals
	refused string
}

func (p *pickyReviews) Open(tx *sqldb.Tx, o operator.Request) (operator.Proposal, error) {
	if d, isReview := o.Payload.(reviewPayload); isReview && d.WithdrawNo == p.refused {
		return operator.Proposal{}, operator.ErrPending
	}
	return p.Proposals.Open(tx, o)
}

// A review that cannot be opened holds up no other, and is tried again.
func TestAReviewThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		reviews := &pickyReviews{}
		w := newWorldWith(t, db, c, func(config *Config) { reviews.Proposals, config.Proposals = config.Proposals, reviews })
		anna := w.user("anna", "5000 USDT")
		stuck, other := w.withdraw(anna, "500", "USDT").WithdrawNo, w.withdraw(anna, "300", "USDT").WithdrawNo
		c.Advance(reviewLifetime)
		reviews.refused = stuck
		w.run()
		w.expectReviews(map[string]bool{stuck: false, other: true})
		reviews.refused = ""
		c.Advance(retryAfter)
		w.run()
		w.expectReviews(map[string]bool{stuck: true, other: true})
		w.check()
	})
}

func (w *world) expectReviews(want map[string]bool) {
	w.T.Helper()
	for id, isOpen := range want {
		if _, found := w.pending(kindReview, id); found != isOpen {
			w.T.Errorf("a review of %s is open: %v, want %v", id, found, isOpen)
		}
	}
}
