package withdrawal

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The signer counts a wallet's 24 hours by its own clock as well as by its statements,
// whose times users choose within minutes. What it would not sign is not approved.
func TestWhatTheSignerStillCountsIsCounted(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		// each is what is withdrawn twice, the second time after a pause.
		each  string
		pause time.Duration
		// isLate: the first is paid only after the second was requested.
		isLate    bool
		approvals int
	}{
		"signed minutes before it was requested":      {"150", terms.Window - time.Minute, false, 1},
		"the same, with what two persons approve":     {"600", terms.Window - time.Minute, false, 2},
		"approved more than a day ago, not yet paid":  {"150", terms.Window + time.Hour, true, 1},
		"paid a day ago: nobody need approve another": {"150", terms.Window + time.Minute, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.In(t, newWorld, func(t *testing.T, w *world) {
				anna := w.user("anna", "5000 USDT")
				p := w.press(anna, test.each, "USDT")
				p.asked.At = w.Clock.Now().Add(-4 * time.Minute)
				first := apitest.Data[RequestOut](t, w.send(p)).WithdrawNo
				w.approveBy(first, w.approvalsOf(first))
				w.node.fall(test.isLate)
				w.pay0()
				w.node.fall(false)
				if !test.isLate {
					w.pay()
				}
				w.Clock.Advance(test.pause)
				second := w.withdraw(anna, test.each, "USDT").WithdrawNo
				if got := w.approvalsOf(second); got != test.approvals {
					t.Errorf("the second needs %d approvals, want %d", got, test.approvals)
				}
				w.approveBy(second, w.approvalsOf(second))
				w.pay()
				for _, id := range []string{first, second} {
					if row := w.record(anna, id); row.Status != Confirmed {
						t.Errorf("%+v", row)
					}
				}
				w.check()
			})
		})
	}
}

// approvalsOf is how many must approve a withdrawal.
func (w *world) approvalsOf(id string) (approvals int) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		one, err := w.service.Changes.find(tx, id)
		approvals = one.Approvals
		return err
	})
	return approvals
}

// approveBy lets as many people approve a withdrawal.
func (w *world) approveBy(id string, approvals int) {
	w.T.Helper()
	for n := range approvals {
		if got := w.colleague(n, operator.FinanceChecker).approveReview(id); got.Code != 200 {
			w.T.Fatalf("approval %d: %d %s", n+1, got.Code, got.Message)
		}
	}
}

// A payout that waited while a later one was paid may have too few approvals by then. It
// is approved anew by as many as the signer wants.
func TestWhatTheSignerFindsTooLittleApprovedIsPaidAfterAll(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		waiting, overtaking string
		// before and after are who must approve the waiting one, at first and anew.
		before, after int
		refusal       *signer.Refusal
	}{
		"approved automatically": {"150", "0.05", 0, 1, signer.ErrAutomaticUserCap},
		"approved by one":        {"600", "0.15", 1, 2, signer.ErrApprovalsMissing},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.In(t, newWorld, func(t *testing.T, w *world) {
				anna := w.user("anna", "5000 USDT", "1 ETH")
				w.node.fund(tokens[money.USDT], w.wallet.Address, new(big.Int).Neg(tokensOf(100_000)))
				waiting := w.withdraw(anna, test.waiting, "USDT").WithdrawNo
				if got := w.approvalsOf(waiting); got != test.before {
					t.Fatalf("%d must approve", got)
				}
				w.approveBy(waiting, test.before)
				overtaking := w.withdraw(anna, test.overtaking, "ETH").WithdrawNo
				w.approveBy(overtaking, w.approvalsOf(overtaking))
				w.pay()
				w.node.fund(tokens[money.USDT], w.wallet.Address, tokensOf(100_000))
				w.Clock.Advance(time.Minute)
				w.pay()
				w.View(func(tx *sqldb.Tx) error {
					list, err := w.payouts.Attention(tx)
					if len(list) != 1 || list[0].Reason != test.refusal.Code {
						t.Errorf("operators see %+v", list)
					}
					return err
				})
				w.run()
				for n := range test.after {
					checker := w.colleague(n, operator.FinanceChecker)
					if got := checker.approve(checker.proposal(kindReissue, waiting)); got.Code != 200 {
						t.Fatalf("approval %d: %d %s", n+1, got.Code, got.Message)
					}
				}
				w.pay()
				for _, id := range []string{waiting, overtaking} {
					if row := w.record(anna, id); row.Status != Confirmed {
						t.Errorf("%+v", row)
					}
				}
				w.check()
			})
		})
	}
}

// Who requests and cancels fills the journal, which only grows, by sixty requests a day at most.
func TestRequestsOfADay(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna, berta := w.user("anna", "1000 USDT"), w.newcomer("berta", "1000 USDT")
		first := w.Clock.Now()
		for range apitest.Data[ConfigOut](t, w.client.Call(configPath, anna)).RequestsMost {
			if got := w.cancel(anna, w.withdraw(anna, "500", "USDT").WithdrawNo); got.Code != 200 {
				t.Fatal(got.Body)
			}
			w.Clock.Advance(time.Minute)
		}
		before := w.count("ledger_transfer") + w.count("operator_audit")
		again := w.press(anna, "10", "USDT")
		if got := w.send(again); got.Code != 1010 || !strings.Contains(got.Body, fmt.Sprintf(`"retryAfter":%d`, 24*3600-60*requestsMost)) {
			t.Errorf("one more: %s", got.Body)
		}
		if after := w.count("ledger_transfer") + w.count("operator_audit"); after != before {
			t.Errorf("%d rows before the refusal, %d after it", before, after)
		}
		w.withdraw(berta, "10", "USDT")
		w.Clock.Advance(first.Add(requestsWithin).Sub(w.Clock.Now()))
		w.withdraw(anna, "10", "USDT")
		if got := w.send(w.press(anna, "10", "USDT")); got.Code != 1010 {
			t.Errorf("the second within the minute: %s", got.Body)
		}
	})
}
