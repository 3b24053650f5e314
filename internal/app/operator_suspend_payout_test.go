package app

import (
	"encoding/json"
	"net/http"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/features/withdrawal"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// What was approved before a suspension stays approved and queued, until somebody of
// finance recalls it; what waits for a reviewer goes on waiting.
func TestASuspensionLeavesWhatWasApproved(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		d := p.drawer(t)
		risk, checker, maker := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker), p.staff(t, operator.FinanceMaker)
		approved, err := d.request(300)
		if err != nil {
			t.Fatal(err)
		}
		asked := dataOf[httpapi.List[json.RawMessage]](t, checker.call("proposals/list", map[string]any{"state": "pending"})).List
		if len(asked) != 1 {
			t.Fatalf("%d reviews wait", len(asked))
		}
		if r := checker.approve(reply{Data: asked[0]}); r.Code != http.StatusOK {
			t.Fatalf("approve: %+v", r)
		}
		waiting, err := d.request(200)
		if err != nil {
			t.Fatal(err)
		}
		if r := risk.call("users/suspend", map[string]any{"payload": map[string]any{"userId": d.id, "days": 7}, "reason": "a stolen key"}); r.Code != http.StatusOK {
			t.Fatalf("suspend: %+v", r)
		}
		states := func() (first, second withdrawal.Status, queued payout.State) {
			status := func(no string) withdrawal.Status {
				rows := dataOf[httpapi.List[withdrawal.QueueRow]](t, maker.call("withdrawals/list", map[string]any{"ids": []string{no}})).List
				if len(rows) != 1 {
					t.Fatalf("%d withdrawals have the number %s", len(rows), no)
				}
				return rows[0].Status
			}
			err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
				one, _, err := p.payout.Orders.Find(tx, approved.ID)
				queued = one.State
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			first, second = status(approved.ID), status(waiting.ID)
			return first, second, queued
		}
		if first, second, queued := states(); first != withdrawal.Approved || second != withdrawal.Pending || queued != payout.Queued {
			t.Errorf("after the suspension %s, %s, payout %s", first, second, queued)
		}
		if r := maker.call("withdrawals/recall", map[string]any{"withdrawNo": approved.ID, "reason": "a stolen key"}); r.Code != http.StatusOK {
			t.Fatalf("recall: %+v", r)
		}
		if first, _, queued := states(); first != withdrawal.Approved || queued != payout.NeedsAttention {
			t.Errorf("after the recall %s, payout %s", first, queued)
		}
	})
}
