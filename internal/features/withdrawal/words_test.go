package withdrawal

import (
	"strings"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// What operators write is held to what the audit log, and the spreadsheets in
// which auditors read it, can bear.
func TestOperatorsWords(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5000 USDT")
		checker := w.colleague(0, operator.FinanceChecker)
		paying := w.revert(anna, w.colleague(1, operator.FinanceChecker))
		pending := w.withdraw(anna, "500", "USDT").WithdrawNo
		for _, call := range []string{"reissue", "recall"} {
			for name, reason := range map[string]string{"none": "", "short": "no", "long": strings.Repeat("x", 501), "formula": "=1+1", "turned around": "a\u202eb", "control": "because\x07"} {
				if got := checker.call("withdrawals/"+call, map[string]any{"withdrawNo": paying, "reason": reason}); got.Code != 1002 {
					t.Errorf("%s, %s: %d %s", call, name, got.Code, got.Message)
				}
			}
		}
		for _, id := range []string{"", "=1+1", strings.Repeat("0", 1_000), "a b"} {
			for call, in := range map[string]map[string]any{"detail": {}, "reject": {"code": "asked_by_user", "note": ""}, "reissue": {"reason": "it works"}, "recall": {"reason": "doubts"}} {
				in["withdrawNo"] = id
				if got := checker.call("withdrawals/"+call, in); got.Code != 1002 {
					t.Errorf("%s of %q: %d %s", call, id, got.Code, got.Message)
				}
			}
		}
		for _, code := range []string{"=1+1", ""} {
			if got := checker.reject(pending, code, "=1+1"); got.Code != 1002 {
				t.Errorf("reject with %q: %d %s", code, got.Code, got.Message)
			}
		}
		w.View(func(tx *sqldb.Tx) error {
			var n int64
			_, err := tx.QueryOne(sqldb.Dest(&n), `SELECT COUNT(*) FROM operator_audit WHERE subject LIKE '=%' OR reason LIKE '=%'`)
			if n != 0 {
				t.Errorf("%d records are formulas", n)
			}
			return err
		})
		if row := w.record(anna, pending); row.Status != Pending {
			t.Errorf("%+v", row)
		}
		if _, found := w.pending(kindReissue, paying); found {
			t.Error("a re-issue is proposed")
		}
		w.check()
	})
}
