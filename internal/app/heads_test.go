package app

import (
	"errors"
	"io"
	"strings"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/features/transparency"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Who can write the database can rewrite its hash chains: alone they show nothing
// then, and against a head that was kept elsewhere they do. A wallet on the list of
// operators that nobody put there is named without one.
func TestTamperingIsNamedAgainstAHeadKeptElsewhere(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newBrakeWorld(t, engine)
		w.p.staff(t, operator.Auditor)
		w.p.staff(t, operator.Risk)
		w.exec(`INSERT INTO ledger_chain (seq, entry_id, hash, at) SELECT 1, MIN(entry_id), 'kept', MIN(posted_at) FROM ledger_transfer`)
		var out struct {
			Text string
		}
		if err := w.user.Must(t.Context(), "/api/open/heads", nil, &out); err != nil {
			t.Fatal(err)
		}
		run := func(more ...string) (string, error) {
			var text strings.Builder
			err := Run(t.Context(), append([]string{"check", "--database", w.p.settings.Config.Database, "--log-level", "error"}, more...), &text, io.Discard)
			return text.String(), err
		}
		if text, _ := run("--head", out.Text); strings.Contains(text, "kept elsewhere") {
			t.Errorf("untouched: %s", text)
		}
		// Of what nobody kept a head of, nothing says whether it was rewritten.
		journal, audit, _ := strings.Cut(out.Text, ",")
		for given, missing := range map[string]string{journal: "audit", audit: "journal", "journal:0:," + audit: "journal"} {
			if text, err := run("--head", given); !strings.Contains(text, "NOT LOOKED UP: "+missing+": ") || err == nil {
				t.Errorf("--head %s: %v: %s", given, err, text)
			}
		}
		w.exec(`UPDATE operator_audit SET hash = 'rewritten' WHERE seq = (SELECT seq FROM operator_audit_head WHERE id = 1)`)
		if text, _ := run("--head", out.Text); !strings.Contains(text, "of the audit log is not the one that was kept elsewhere") {
			t.Errorf("the audit log rewritten up to its head: %s", text)
		}
		w.exec(`DELETE FROM operator_audit WHERE seq = (SELECT seq FROM operator_audit_head WHERE id = 1)`)
		w.exec(`UPDATE operator_audit_head SET seq = seq - 1, hash = (SELECT hash FROM operator_audit WHERE seq = operator_audit_head.seq - 1) WHERE id = 1`)
		w.exec(`UPDATE ledger_chain SET hash = 'rewritten' WHERE seq = 1`)
		if text, _ := run(); strings.Contains(text, "kept elsewhere") || strings.Contains(text, "audit log ends") {
			t.Errorf("without a head: %s", text)
		}
		text, err := run("--head", out.Text)
		for _, want := range []string{"I10: link 1 of the journal's chain is not the one that was kept elsewhere", "audit: the audit log ends before record ", "is on the list, and no record says who put them there"} {
			if !errors.Is(err, ErrViolated) || !strings.Contains(text, want) {
				t.Errorf("%q is not in %s, %v", want, text, err)
			}
		}
		for _, wrong := range []string{"journal:1", "journal:x:y,audit:1:z", "ledger:1:a"} {
			if _, err := run("--head", wrong); !errors.Is(err, transparency.ErrHead) {
				t.Errorf("--head %s: %v", wrong, err)
			}
		}
	})
}
