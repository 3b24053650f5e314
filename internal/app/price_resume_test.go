package app

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"etld/internal/core/operator"
	"etld/internal/core/price"
	"etld/internal/infra/sqldb"
)

// Swaps of a coin that two halts stopped run again when two persons say so, and a
// metric shows that they stand.
func TestTwoPersonsResumeSwapsOfACoin(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		p.prices.Poll(t.Context())
		p.stopSwaps(t)
		find := func() (q price.Quotation) {
			if err := p.db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
				q, err = p.prices.Find(tx, "ETLD")
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return q
		}
		p.prices.Poll(t.Context())
		if q := find(); q.Usable() || q.Reason != price.ReasonStopped {
			t.Fatalf("stopped: %+v", q)
		}
		registry := prometheus.NewRegistry()
		registry.MustRegister(p.prices.Metrics())
		recorder := httptest.NewRecorder()
		promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
		for _, line := range []string{`etld_price_stopped{currency="ETLD"} 1`, `etld_price_stopped{currency="ETH"} 0`} {
			if !strings.Contains(recorder.Body.String(), line) {
				t.Errorf("%s is not in\n%s", line, recorder.Body)
			}
		}
		maker, checker := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker)
		proposed := maker.call("prices/resume", map[string]any{"payload": map[string]any{"currency": "ETLD"}, "reason": "the bids were cancelled by mistake"})
		if proposed.Code != 200 || find().Usable() {
			t.Fatalf("one person alone: %+v", proposed)
		}
		if r := checker.approve(proposed); r.Code != 200 {
			t.Fatalf("the second person: %+v", r)
		}
		if q := find(); !q.Usable() {
			t.Errorf("resumed: %+v", q)
		}
		if r := maker.call("prices/resume", map[string]any{"payload": map[string]any{"currency": "ETLD"}, "reason": "once more"}); r.Code != operator.ErrNothing.Code {
			t.Errorf("with nothing to resume: %+v", r)
		}
	})
}

// What is approved is the end of the halts that were looked at: the price jumped again since.
func TestSwapsAreNotResumedAfterAnotherJump(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		p.prices.Poll(t.Context())
		p.stopSwaps(t)
		maker, checker := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker)
		propose := func() reply {
			return maker.call("prices/resume", map[string]any{"payload": map[string]any{"currency": "ETLD"}, "reason": "the bids were cancelled by mistake"})
		}
		proposed := propose()
		p.brake(t, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE price_state SET halted_at = halted_at + 1 WHERE asset = 'ETLD'`)
			return err
		})
		if r := checker.approve(proposed); r.Code != operator.ErrBasisChanged.Code {
			t.Errorf("after another jump: %+v", r)
		}
	})
}

// stopSwaps stops swaps of ETLD as two halts within an hour do.
func (p *Program) stopSwaps(t *testing.T) {
	t.Helper()
	p.brake(t, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO price_state (asset, price, source, at, fresh_until, reason, halted_until, recent, lowest, highest, halted_at, is_stopped)
			VALUES ('ETLD', 1, 'bids', 1, 1, '', 1, '[]', 1, 1, 1, 1) ON CONFLICT (asset) DO UPDATE SET is_stopped = 1`)
		return err
	})
}
