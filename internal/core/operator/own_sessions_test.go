package operator

import (
	"testing"

	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb/dbtest"
)

// Everybody sees and ends the own sessions, and nobody else's.
func TestOwnSessions(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		risk, other := w.staff(1, Risk), w.staff(2, Risk)
		first := *risk
		w.expect("a second session", risk.signIn(), 200)
		list := func(p *person) []SessionRow {
			return data[struct{ List []SessionRow }](w, p.call("sessions/list", httpapi.None{})).List
		}
		all := list(risk)
		if len(all) != 2 || !all[0].This || all[1].This || all[0].IP != "192.0.2.1" {
			t.Fatalf("the sessions are %+v", all)
		}
		w.expect("somebody else's", other.call("sessions/end", endIn{ID: all[1].ID}), fault.NotFound.Code)
		w.expect("one of the own", risk.call("sessions/end", endIn{ID: all[1].ID}), 200)
		w.expect("the one that was ended", first.call("sessions/list", httpapi.None{}), fault.SignInAgain.Code)
		if left := list(risk); len(left) != 1 || left[0].ID != all[0].ID {
			t.Errorf("left are %+v", left)
		}
		w.clean()
	})
}

// What waits for somebody is what the roles decide, and what is neither the person's own
// nor approved by the person already.
func TestProposalsThatWaitForMe(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, first, second := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker), w.staff(3, FinanceChecker)
		p := maker.propose("two", 2)
		waiting := func(who *person) int {
			return len(data[struct{ List []Proposal }](w, who.call("proposals/list", map[string]any{"state": Pending, "forMe": true, "withoutQueues": true})).List)
		}
		if got := []int{waiting(maker), waiting(first), waiting(second)}; got[0] != 0 || got[1] != 1 || got[2] != 1 {
			t.Errorf("for maker and checkers wait %v", got)
		}
		w.expect("the first of two", first.approve(p), 200)
		if got := []int{waiting(first), waiting(second)}; got[0] != 0 || got[1] != 1 {
			t.Errorf("after one approval wait %v", got)
		}
	})
}
