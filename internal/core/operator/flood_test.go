package operator

import (
	"strings"
	"testing"

	"etld/internal/infra/sqldb/dbtest"
)

// The audit log keeps refusals for ever, and an auditor opens its export in a
// spreadsheet: whoever may do nothing can neither fill it nor put a formula
// there.
func TestRefusedCallsDoNotFillTheAuditLog(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		support := w.staff(1, Support)
		long := strings.Repeat("x", 60_000)
		before := len(w.audit())
		propose := func(reason string) reply {
			return support.call("proposals/create", map[string]any{"kind": "act", "payload": testAct{About: "a"}, "reason": reason})
		}
		for name, r := range map[string]reply{
			"a long reason":            propose(long),
			"no reason":                propose(""),
			"a reason with a bell":     propose("ring \a ring"),
			"a formula":                propose(`=HYPERLINK("https://evil.example")`),
			"a formula of another way": propose("@SUM(A1)"),
			"text that turns":          propose("safe \u202egnp.exe"),
			"a long kind":              support.call("proposals/create", map[string]any{"kind": long, "payload": testAct{}, "reason": "because of the test"}),
			"a long proposal":          support.call("proposals/approve", map[string]any{"proposalId": long, "payloadHash": "x", "signedAt": 1, "signature": "0x"}),
			"a long rejection":         support.call("proposals/reject", map[string]any{"proposalId": long, "reason": "because of the test"}),
			"no proposal":              support.call("proposals/reject", map[string]any{"proposalId": "", "reason": "because of the test"}),
		} {
			w.expect(name, r, 1002)
		}
		if got := len(w.audit()) - before; got != 0 {
			t.Errorf("%d records of what was not even a call", got)
		}
		w.expect("a good reason", propose("because of the test"), ErrForbidden.Code)
		if got := w.last(); got != "proposals/create refused role_missing" {
			t.Errorf("the newest record is %q", got)
		}
	})
}
