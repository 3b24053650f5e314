package app

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/meta"
)

// An instance that neither watches the chain nor works knows nothing of either, however
// long it runs: its users do not read that deposits wait, and its metrics, board and
// checklist say nothing of what others see.
func TestAnInstanceSaysNothingOfWhatItDoesNotSee(t *testing.T) {
	t.Parallel()
	for _, sees := range []bool{false, true} {
		// What databases are copied from belongs to no bubble.
		address := dbtest.Address(t, sqldb.SQLite)
		synctest.Test(t, func(t *testing.T) {
			on, err := noChains(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			c := config.Config{Host: testHost, Database: address, Watch: sees, Jobs: sees}
			p, err := offlineOn(t.Context(), meta.Demo, c, on, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = p.Close() }()
			time.Sleep(3 * time.Minute)
			if reason := p.payment.PauseOf(networkName); (reason != "") != sees {
				t.Errorf("it sees: %t; deposits pause because of %q", sees, reason)
			}
			recorder := httptest.NewRecorder()
			p.newServer()
			p.metrics.handler(slog.New(slog.DiscardHandler)).ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
			for _, name := range []string{"etld_chain_crediting", "etld_chain_head", "etld_invariant_violations"} {
				if isThere := strings.Contains(recorder.Body.String(), name+"{"); isThere != sees {
					t.Errorf("it sees: %t; the metrics have %s: %t", sees, name, isThere)
				}
			}
			if !strings.Contains(recorder.Body.String(), `etld_part_stopped{part="sales"} 0`) {
				t.Errorf("it sees: %t; the metrics do not say what stands still", sees)
			}
			if !strings.Contains(recorder.Body.String(), "\netld_node_dividends_unpaid_usdt 0\n") {
				t.Errorf("it sees: %t; the metrics lack the figures of capabilities", sees)
			}
			for _, n := range checklistOf(p).Networks {
				if (n.Status != nil) != sees {
					t.Errorf("it sees: %t; the checklist has a state of %s: %t", sees, n.Name, n.Status != nil)
				}
			}
		})
	}
}
