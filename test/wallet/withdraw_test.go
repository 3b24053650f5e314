package wallet

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"etld/internal/base/money"
	"etld/test/player"
)

func TestTokensReallyArrive(t *testing.T) {
	t.Parallel()
	s := newScene(t, player.Sums{money.USDT: money.Units(5_000)})
	// What an account of less than a day asks for is reviewed.
	s.pass(172_800)
	before := s.onChain(money.USDT)

	told := s.Follow(s.ctx, t, "")
	player.Await(t, told, within, "hello")
	first100 := s.withdraw("100", money.USDT)
	small := s.untilStatus(first100, "confirmed")
	s.hears(told, first100)
	s.expectArrived(before, "99")
	if small.PayoutState != "final" || len(small.TxHash) != 66 || small.Timeline[1].Code != "approved_automatically" {
		t.Errorf("a small one: %+v", small)
	}

	first, second := s.colleague("finance_checker", 1), s.colleague("finance_checker", 2)
	medium := s.withdraw("500", money.USDT)
	if r := s.record(medium); r.Status != "pending_review" || r.NextStep.Code != "review" {
		t.Errorf("a medium one waits: %+v", r)
	}
	if a := first.approve(medium); a.Code != http.StatusOK {
		t.Fatalf("approve: %+v", a)
	}
	s.untilStatus(medium, "confirmed")
	s.expectArrived(before, "598")

	large := s.withdraw("1500", money.USDT)
	if a := first.approve(large); a.Code != http.StatusOK {
		t.Fatalf("first of two: %+v", a)
	}
	if a := first.approve(large); a.Code != 2012 {
		t.Errorf("the same person again: %+v", a)
	}
	if r := s.record(large); r.Status != "pending_review" {
		t.Errorf("approved by one of two: %+v", r)
	}
	if a := second.approve(large); a.Code != http.StatusOK {
		t.Fatalf("second of two: %+v", a)
	}
	s.untilStatus(large, "confirmed")
	s.expectArrived(before, "2097")

	cancelled := s.withdraw("700", money.USDT)
	s.data("/api/userAccount/cancelWithdraw", nil, "withdrawNo", cancelled)
	rejected := s.withdraw("700", money.USDT)
	var shown struct{ ProposalID string }
	first.call("withdrawals/detail", map[string]any{"withdrawNo": rejected}, &shown)
	if a := first.call("withdrawals/reject", map[string]any{"withdrawNo": rejected, "code": "origin_unclear", "note": "call us", "proposalId": shown.ProposalID}, nil); a.Code != http.StatusOK {
		t.Fatalf("reject: %+v", a)
	}
	if r := s.record(rejected); r.Status != "review_rejected" || r.Reason.Note != "call us" || !strings.Contains(r.Reason.Text, "origin") {
		t.Errorf("rejected: %+v", r)
	}
	if got := s.available(money.USDT); got != money.Units(2_900) {
		t.Errorf("%s are left of 5,000 less 100, 500 and 1,500", got)
	}
	s.waitsForARefill(first, before)

	s.process.Check(t)
}

// hears holds that an open app was told of each step of a payout, in their order, the
// last one no earlier than its record says so.
func (s *scene) hears(told <-chan player.Told, withdrawNo string) {
	s.t.Helper()
	confirmed, before := player.Await(s.t, told, within, "withdrawal_confirmed")
	if confirmed.Refs["withdrawNo"] != withdrawNo || !strings.HasPrefix(confirmed.Title, "Withdrawal confirmed: ") || s.record(withdrawNo).Status != "confirmed" {
		s.t.Errorf("told %+v, the record is %+v", confirmed, s.record(withdrawNo))
	}
	// What else reaches an open app meanwhile, such as the session's own notice, is no step.
	steps := slices.DeleteFunc(before, func(kind string) bool { return kind == "withdrawal_step" || !strings.HasPrefix(kind, "withdrawal_") })
	// Who looks at its block only once it is final tells no more than that.
	if !slices.Equal(steps[:min(2, len(steps))], []string{"withdrawal_approved_at_once", "withdrawal_sent"}) || len(steps) > 2 && !slices.Equal(steps[2:], []string{"withdrawal_in_block"}) {
		s.t.Errorf("before it came %v", before)
	}
}

// waitsForARefill: an empty hot wallet keeps the queue waiting with a time, and
// pays by itself once it is filled.
func (s *scene) waitsForARefill(checker *colleague, before money.Amount) {
	s.t.Helper()
	s.must(s.process.Operate(s.ctx, "/demo/hot-wallet?action=drain&currency=USDT"))
	waiting := s.withdraw("300", money.USDT)
	second := s.colleague("finance_checker", 2)
	for _, one := range []*colleague{checker, second} {
		if s.record(waiting).Status != "pending_review" {
			break
		}
		if a := one.approve(waiting); a.Code != http.StatusOK {
			s.t.Fatalf("approve: %+v", a)
		}
	}
	s.until("it waits for a refill", func() bool { return s.record(waiting).NextStep.Code == "queued_refill" })
	if r := s.record(waiting); r.NextStep.At == nil || !strings.Contains(r.NextStep.Text, "Refill expected by") {
		s.t.Errorf("waiting: %+v", r)
	}
	// The chain is asked for the wallet's balance once a minute.
	s.must(s.process.Operate(s.ctx, "/demo/advance?seconds=60"))
	s.until("the operators see what is missing", func() bool {
		var cover struct {
			List []struct {
				Currency money.Asset
				Missing  money.Amount
			}
		}
		a := checker.call("withdrawals/cover", map[string]any{}, &cover)
		return a.Code == http.StatusOK && len(cover.List) > 0 && cover.List[0].Currency == money.USDT && cover.List[0].Missing == money.Units(299)
	})
	s.must(s.process.Operate(s.ctx, "/demo/hot-wallet?action=refill&currency=USDT"))
	s.must(s.process.Operate(s.ctx, "/demo/advance?seconds=60"))
	s.untilStatus(waiting, "confirmed")
	s.expectArrived(before, "2396")
}

func (s *scene) expectArrived(before money.Amount, want string) {
	s.t.Helper()
	if got := s.onChain(money.USDT) - before; got != money.MustParse(want) {
		s.t.Errorf("%s USDT arrived, want %s", got, want)
	}
}
