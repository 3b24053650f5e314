package app

import (
	"net/http"
	"strings"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/features/game/play"
	"etld/internal/infra/sqldb"
)

// One operator lowers a user's limits, which is in the audit log; nobody raises them.
func TestOperatorsLowerLimitsAndNeverRaiseThem(t *testing.T) {
	t.Parallel()
	p := newDemo(t, sqldb.SQLite)
	_, player := p.invited(t)
	risk, finance, support := p.staff(t, operator.Risk), p.staff(t, operator.FinanceMaker), p.staff(t, operator.Support)
	limits := func(stake, loss any) map[string]any {
		payload := map[string]any{"userId": player}
		if stake != nil {
			payload["dayStake"] = stake
		}
		if loss != nil {
			payload["dayLoss"] = loss
		}
		return map[string]any{"payload": payload, "reason": "asked for by the user"}
	}
	for _, who := range []*person{finance, support} {
		if r := who.call("users/playLimits", limits(100, nil)); r.Code == http.StatusOK {
			t.Error("another role lowered a limit")
		}
	}
	for _, wrong := range []map[string]any{limits(nil, nil), limits(-1, nil), limits(10_000, nil), limits(50_000, nil), limits(100, 5000),
		{"payload": map[string]any{"userId": "NOBODY", "dayStake": 1}, "reason": "asked for"}} {
		if r := risk.call("users/playLimits", wrong); r.Code == http.StatusOK {
			t.Errorf("%v was done", wrong)
		}
	}
	if r := risk.call("users/playLimits", limits(3000, 900)); r.Code != http.StatusOK {
		t.Fatalf("lower: %+v", r)
	}
	for _, wrong := range []map[string]any{limits(3000, nil), limits(nil, 901), limits(4000, 100)} {
		if r := risk.call("users/playLimits", wrong); r.Code == http.StatusOK {
			t.Errorf("%v raised a limit", wrong)
		}
	}
	seen := dataOf[play.Protection](t, support.call("users/play", map[string]any{"userId": player}))
	if seen.Stake.Limit != 3000 || seen.Stake.Most != 3000 || seen.Loss.Limit != 900 || seen.Loss.Most != 900 {
		t.Errorf("lowered: %+v", seen)
	}
	// The user lowers further, and goes no higher than the operator's limit.
	own := int64(3001)
	if err := p.db.Update(t.Context(), func(tx *sqldb.Tx) error { return p.play.SetLimits(tx, player, &own, nil) }); err == nil {
		t.Error("the user chose more than the operator's limit")
	}
	logged := p.staff(t, operator.Administrator).call("audit/list", map[string]any{"action": "users/playLimits"})
	if text := string(logged.Data); !strings.Contains(text, player) || !strings.Contains(text, "asked for by the user") {
		t.Errorf("the audit log has %s", text)
	}
	check, err := p.Violations(t.Context())
	if err != nil || len(check) != 0 {
		t.Errorf("the check found %v, %v", check, err)
	}
}
