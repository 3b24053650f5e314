package withdrawal

import (
	"testing"

	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb/dbtest"
)

// self is a colleague who is a user with the same wallet too.
func (w *world) self(name string, role operator.Role, balances ...string) (c *colleague, userID string) {
	w.T.Helper()
	userID = w.user(name, balances...)
	return w.colleagueWith(w.keys[userID], role), userID
}

// barred holds an answer to the refusal in three languages.
func (c *colleague) barred(what string, do func() answer) {
	c.w.T.Helper()
	for language, want := range map[string]string{"en_US": "Another person must decide on a withdrawal to your own wallet", "zh_cn": "提領至您本人錢包的申請，須由他人決定",
		"ru_RU": "Решение о выводе на ваш собственный кошелёк должен принять другой человек"} {
		c.language = language
		if got := do(); got.Code != ErrOwnWithdrawal.Code || got.Message != want {
			c.w.T.Errorf("%s, %s: %d %s", what, language, got.Code, got.Message)
		}
	}
	c.language = "en_US"
}

func (c *colleague) rejectProposal(p operator.Proposal) answer {
	c.w.T.Helper()
	return c.call("proposals/reject", map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "approvals": len(p.Given), "reason": "asked_by_user"})
}

// signable is a proposal about a withdrawal with the text that the colleague's
// wallet would sign, which the program does not offer to whom it bars.
func (c *colleague) signable(kind, withdrawNo string) operator.Proposal {
	c.w.T.Helper()
	p := c.proposal(kind, withdrawNo)
	if p.Phrase != "" {
		c.w.T.Errorf("%s: a text to sign is offered: %q", kind, p.Phrase)
	}
	if p.Phrase = operator.Phrase(testHost, wallettest.Address(c.key).Hex(), p); kind != kindGiveUp {
		var d reviewPayload
		c.w.Must(jsonOf(p.Payload, &d))
		p.Phrase = c.w.service.reviews.phrase(d, wallettest.Address(c.key).Hex())
	}
	return p
}

// Whose wallet is paid decides nothing about it: neither alone, nor as one of
// two; others do.
func TestNobodyReviewsTheOwnWithdrawal(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		self, userID := w.self("self", operator.FinanceChecker, "5000 USDT")
		first, second := w.colleague(0, operator.FinanceChecker), w.colleague(1, operator.FinanceChecker)
		for _, test := range []struct {
			quantity  string
			reviewers []*colleague
		}{{"500", []*colleague{first}}, {"1000", []*colleague{first, second}}} {
			id := w.withdraw(userID, test.quantity, "USDT").WithdrawNo
			p := self.signable(kindReview, id)
			self.barred("approve "+test.quantity, func() answer { return self.approve(p) })
			self.barred("reject "+test.quantity, func() answer { return self.reject(id, "asked_by_user", "") })
			self.barred("reject the proposal "+test.quantity, func() answer { return self.rejectProposal(p) })
			if row := w.record(userID, id); row.Status != Pending || len(row.Timeline) != 1 {
				t.Errorf("%s: %+v", test.quantity, row)
			}
			if now, found := w.pending(kindReview, id); !found || len(now.Given) != 0 {
				t.Errorf("%s: the review is %+v", test.quantity, now)
			}
			for _, one := range test.reviewers {
				if got := one.approveReview(id); got.Code != 200 {
					t.Fatalf("%s by another: %d %s", test.quantity, got.Code, got.Message)
				}
			}
			w.pay()
			if row := w.record(userID, id); row.Status != Confirmed {
				t.Errorf("%s, approved by others: %+v", test.quantity, row)
			}
		}
		another := w.user("another", "5000 USDT")
		self = w.colleagueWith(self.key, operator.FinanceChecker)
		if got := self.approveReview(w.withdraw(another, "500", "USDT").WithdrawNo); got.Code != 200 {
			t.Errorf("another's: %d %s", got.Code, got.Message)
		}
		w.check()
	})
}

// Nor whether its payout is begun again or given up.
func TestNobodyEndsTheOwnPayout(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		_, makerID := w.self("maker", operator.FinanceMaker, "5000 USDT")
		checker, checkerID := w.self("checker", operator.FinanceChecker, "5000 USDT")
		maker := w.colleagueWith(w.keys[makerID], operator.FinanceMaker)
		otherMaker, other := w.colleague(0, operator.FinanceMaker), w.colleague(1, operator.FinanceChecker)
		propose := func(by *colleague, id string) answer {
			return by.call("withdrawals/giveUp", map[string]any{"payload": map[string]any{"withdrawNo": id, "code": "payout_impossible", "note": ""}, "reason": "reverted"})
		}
		again := func(by *colleague, id string) answer {
			return by.call("withdrawals/reissue", map[string]any{"withdrawNo": id, "reason": "the token works again"})
		}

		queued := w.withdraw(makerID, "100", "USDT").WithdrawNo
		maker.barred("recall", func() answer {
			return maker.call("withdrawals/recall", map[string]any{"withdrawNo": queued, "reason": "doubts"})
		})
		w.pay()
		if row := w.record(makerID, queued); row.Status != Confirmed {
			t.Errorf("not recalled: %+v", row)
		}

		id := w.revert(makerID, other)
		maker.barred("propose giving up", func() answer { return propose(maker, id) })
		maker.barred("propose to begin again", func() answer { return again(maker, id) })
		for _, kind := range []string{kindGiveUp, kindReissue} {
			if p, found := w.pending(kind, id); found {
				t.Errorf("proposed: %+v", p)
			}
		}

		id = w.revert(checkerID, other)
		for kind, proposed := range map[string]answer{kindGiveUp: propose(otherMaker, id), kindReissue: again(otherMaker, id)} {
			if proposed.Code != 200 {
				t.Fatalf("%s: %d %s", kind, proposed.Code, proposed.Message)
			}
			p := checker.signable(kind, id)
			checker.barred("approve "+kind, func() answer { return checker.approve(p) })
			checker.barred("reject "+kind, func() answer { return checker.rejectProposal(p) })
			if now, found := w.pending(kind, id); !found || len(now.Given) != 0 {
				t.Errorf("%s: %+v", kind, now)
			}
		}
		w.Expect("nothing has moved", reserved(checkerID, "USDT"), "300")
		if got := other.approve(other.proposal(kindGiveUp, id)); got.Code != 200 {
			t.Fatalf("another gives up: %d %s", got.Code, got.Message)
		}
		w.Expect("it is back", ledger.AvailableOf(checkerID, "USDT"), "5000")
		w.check()
	})
}
