package funds

import (
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/operatortest"
	"etld/internal/infra/sqldb/dbtest"
)

// A trial says what would be posted, what accounts would hold and who can decide, and
// leaves nothing: no posting, no proposal, no record, no balance that a later call sees.
func TestATrialChangesNothing(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker, other := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker), w.Person(3, operator.FinanceChecker)
		u := w.User(1, "5 USDT")
		w.Capital("100 USDT")
		head := w.Records()[0].Seq
		ask := func(kind string, payload any) operatortest.Reply {
			return maker.Call("proposals/try", map[string]any{"kind": kind, "payload": payload, "reason": "because of the test"})
		}
		for kind, payload := range map[string]any{kindFunding: usdt("40", "pool", "interest", "evidence", "x"), kindCapital: usdt("40", "move", "to_inventory", "evidence", "x"),
			kindTopUp: usdt("40", "userId", u), kindDebit: usdt("4", "userId", u)} {
			trial := operatortest.Data[operator.Trial](w.Office, ask(kind, payload))
			if len(trial.Postings) != 1 || trial.Needed != 1 || len(trial.Deciders) != 2 || trial.Deciders[0].Bar != "" || len(trial.Since) != 0 || len(trial.Diff) != 2 {
				t.Errorf("%s: %+v", kind, trial)
			}
			if p := trial.Postings[0]; kind == kindTopUp && (p.DebitAfter != "60" || p.CreditAfter != "45" || p.Amount != "40") {
				t.Errorf("a top-up would post %+v", p)
			}
		}
		w.WantCode("more than there is", ask(kindFunding, usdt("101", "pool", "interest", "evidence", "x")), operator.ErrShort.Code)
		w.WantCode("without the role", checker.Call("proposals/try", map[string]any{"kind": kindFunding, "payload": usdt("1", "pool", "interest", "evidence", "x"), "reason": "because"}),
			operator.ErrForbidden.Code)
		if got := w.Records()[0].Seq; got != head {
			t.Errorf("trials left %d records", got-head)
		}
		if w.balance(capitalOf(money.USDT)) != "100" || w.balance(ledger.AvailableOf(u, money.USDT)) != "5" || len(operatortest.Data[struct{ List []operator.Proposal }](w.Office, w.Auditor.Call("proposals/list", nil)).List) != 0 {
			t.Errorf("trials left capital at %s", w.balance(capitalOf(money.USDT)))
		}

		proposed := operatortest.Data[operator.Proposal](w.Office, maker.Propose("users/topUp", usdt("30", "userId", u)))
		w.WantCode("meanwhile", w.Through(maker, other, "pools/fund", usdt("10", "pool", "interest", "evidence", "x")), 200)
		trial := operatortest.Data[operator.Trial](w.Office, checker.Call("proposals/tryApproval", map[string]any{"proposalId": proposed.ID}))
		if len(trial.Since) != 1 || trial.Since[0].Before != "100 → 70" || trial.Since[0].After != "90 → 60" || len(trial.Postings) != 1 || trial.Postings[0].DebitAfter != "60" {
			t.Errorf("since it was proposed: %+v", trial)
		}
		if w.state(proposed.ID) != operator.Pending {
			t.Error("the trial of an approval approved it")
		}
		w.WantCode("the approval", checker.Approve(proposed), 200)
		w.WantCode("of what is closed", checker.Call("proposals/tryApproval", map[string]any{"proposalId": proposed.ID}), operator.ErrClosed.Code)
		w.clean()
	})
}
