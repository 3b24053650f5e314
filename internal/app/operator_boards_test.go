package app

import (
	"net/http"
	"testing"

	"etld/internal/core/board"
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/emergency/emergencytest"
	"etld/internal/core/payment/incoming"
	"etld/internal/features/transparency"
	"etld/internal/infra/httpapi"
)

// A proposal waits for who can decide it and for nobody else; what stands still is
// everybody's.
func TestTheBoardSaysWhatWaitsForWhom(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		owner := p.world(t).User(0xA0, "5 USDT")
		maker, checker, editor := p.staff(t, operator.FinanceMaker), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Editor)
		proposed := maker.call("users/debit", map[string]any{"payload": map[string]any{"userId": owner, "currency": "USDT", "amount": "1"}, "reason": "paid twice"})
		if proposed.Code != http.StatusOK {
			t.Fatalf("propose: %+v", proposed)
		}
		today := func(who *person) board.Today {
			return dataOf[board.Today](t, who.call("boards/today", map[string]any{}))
		}
		got := today(checker)
		if len(got.Decide) != 1 || got.Decide[0].Kind != "backend_debit" || got.Mine != 1 || len(got.Stops) != 0 {
			t.Errorf("for the checker: %+v", got)
		}
		if len(today(maker).Decide) != 0 || len(today(editor).Decide) != 0 {
			t.Errorf("others decide too: %+v, %+v", today(maker).Decide, today(editor).Decide)
		}
		emergencytest.Stop(t, p.db, emergency.Game, true)
		if after := today(editor); len(after.Stops) != 1 || after.Stops[0].Name != string(emergency.Game) {
			t.Errorf("stops: %+v", after.Stops)
		}
		if after := today(checker); after.Version == got.Version {
			t.Error("the version stays when something stops")
		}
	})
}

// The chain's board and the lists of payments answer whom they concern.
func TestOperatorsSeeChainsPaymentsAndFigures(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		maker, support := p.staff(t, operator.FinanceMaker), p.staff(t, operator.Support)
		out := dataOf[board.Outside](t, maker.call("boards/chain", map[string]any{}))
		if len(out.Networks) != 0 || len(out.Prices) != 2 {
			t.Errorf("the chain, on an instance that does not watch it: %+v", out)
		}
		if page := dataOf[httpapi.List[incoming.TransferRow]](t, maker.call("payments/transfers", map[string]any{"state": "credited"})); len(page.List) != 0 {
			t.Errorf("transfers: %+v", page)
		}
		if page := dataOf[httpapi.List[incoming.IntentRow]](t, maker.call("payments/intents", map[string]any{"state": "open"})); len(page.List) != 0 {
			t.Errorf("intents: %+v", page)
		}
		if r := maker.call("figures/days", map[string]any{}); r.Code != http.StatusOK {
			t.Errorf("figures: %+v", r)
		}
		if tr := dataOf[transparency.Trail](t, p.staff(t, operator.Auditor).call("audit/chain", map[string]any{})); tr.Head.Seq == 0 || int64(len(tr.Records)) != tr.Head.Seq {
			t.Errorf("the trail: %+v", tr)
		}
		for _, path := range []string{"boards/chain", "payments/transfers", "payments/intents", "payments/intent", "figures/days", "audit/chain"} {
			if r := support.call(path, map[string]any{}); r.Code != operator.ErrForbidden.Code {
				t.Errorf("support calls %s: %+v", path, r)
			}
		}
	})
}
