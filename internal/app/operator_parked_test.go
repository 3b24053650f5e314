package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/jobs"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// Somebody whose income cannot be paid is in the metrics and in the operators'
// list; one of them has the job try again, which is in the audit log.
func TestOperatorsSeeWhoIsParked(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		owner, _ := p.runningMachine(t)
		p.exec(t, `UPDATE machine_machine SET terms = 'lost ' || terms WHERE user_id = $1`, owner)
		p.settings.Clock.(*clock.System).Advance(25 * time.Hour)
		if err := p.payIncome(); err != nil {
			t.Fatal(err)
		}
		p.expectParked(t, 1)
		risk, support := p.staff(t, operator.Risk), p.staff(t, operator.Support)
		list := risk.parked()
		if len(list) != 1 || list[0].Subject != owner || !strings.Contains(list[0].Cause, "are missing") || list[0].Since.IsZero() {
			t.Errorf("parked are %+v", list)
		}
		wantFieldsOf(t, "parked", risk.call("jobs/parked", nil), "list")
		again := map[string]any{"payload": map[string]any{"job": payrun.JobRetry, "subject": owner}, "reason": "its terms are back"}
		for _, path := range []string{"jobs/parked", "jobs/retry"} {
			if r := support.call(path, again); r.Code != operator.ErrForbidden.Code {
				t.Errorf("%s by a role that may not: %+v", path, r)
			}
		}
		p.exec(t, `UPDATE machine_machine SET terms = substr(terms, 6) WHERE user_id = $1`, owner)
		if r := risk.call("jobs/retry", again); r.Code != http.StatusOK {
			t.Fatalf("try again: %+v", r)
		}
		if r := risk.call("jobs/retry", again); r.Code != operator.ErrNothing.Code {
			t.Errorf("a second time: %+v", r)
		}
		if err := p.payIncome(); err != nil {
			t.Fatal(err)
		}
		if list := risk.parked(); len(list) != 0 {
			t.Errorf("afterwards parked are %+v", list)
		}
		p.expectParked(t, 0)
		if got := p.balanceOf(t, ledger.AvailableOf(owner, money.USDT)); got != money.MustParse("0.02") {
			t.Errorf("the owner was paid %s", got)
		}
		logged := p.staff(t, operator.Administrator).call("audit/list", map[string]any{"action": "jobs/retry"})
		if text := string(logged.Data); !strings.Contains(text, owner) || !strings.Contains(text, "its terms are back") {
			t.Errorf("the audit log has %s", text)
		}
	})
}

// wantFieldsOf holds the row that the console's stories show for want of a real one to the
// fields of the first real one.
func wantFieldsOf(t *testing.T, row string, of reply, list string) {
	t.Helper()
	text, err := os.ReadFile("../../web/e2e/rows.json")
	if err != nil {
		t.Fatal(err)
	}
	var shown map[string]map[string]any
	var data map[string]json.RawMessage
	var real []map[string]any
	if err := errors.Join(json.Unmarshal(text, &shown), json.Unmarshal(of.Data, &data), json.Unmarshal(data[list], &real)); err != nil || len(real) == 0 {
		t.Fatalf("%s: %v", of.Data, err)
	}
	kinds := func(row map[string]any) map[string]string {
		out := make(map[string]string)
		for name, value := range row {
			out[name] = fmt.Sprintf("%T", value)
		}
		return out
	}
	if !maps.Equal(kinds(real[0]), kinds(shown[row])) {
		t.Errorf("a real row is %v, the stories show %v", real[0], shown[row])
	}
}

func (p *Program) payIncome() error {
	return jobs.NewRunner(slog.New(slog.DiscardHandler), nil, p.machine.Jobs()...).Drain(context.Background())
}

func (p *Program) exec(t *testing.T, query string, args ...any) {
	t.Helper()
	err := p.db.Update(context.Background(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (p *Program) balanceOf(t *testing.T, a ledger.Account) (sum money.Amount) {
	t.Helper()
	err := p.db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
		sum, err = p.ledger.Balance(tx, a)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// expectParked reads the metric.
func (p *Program) expectParked(t *testing.T, want int64) {
	t.Helper()
	m := newInstruments()
	m.registry.MustRegister(metrics.Read(p.db, slog.New(slog.DiscardHandler), "parked", jobs.Figures))
	recorder := httptest.NewRecorder()
	m.handler(slog.New(slog.DiscardHandler)).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	line := fmt.Sprintf("etld_jobs_parked{job=%q} %d\n", payrun.JobRetry, want)
	if isThere := strings.Contains(recorder.Body.String(), line); isThere != (want > 0) {
		t.Errorf("the metrics have %q: %v", line, isThere)
	}
}

func (one *person) parked() []jobs.ParkedItem {
	one.t.Helper()
	var list struct {
		List []jobs.ParkedItem `json:"list"`
	}
	r := one.call("jobs/parked", nil)
	if err := json.Unmarshal(r.Data, &list); err != nil {
		one.t.Fatalf("%+v: %v", r, err)
	}
	return list.List
}
