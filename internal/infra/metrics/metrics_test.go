package metrics_test

import (
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestRead(t *testing.T) {
	t.Parallel()
	errAway := errors.New("away")
	for name, test := range map[string]struct {
		read func(*sqldb.Tx, *metrics.Set) error
		want string
	}{
		"all are shown": {func(_ *sqldb.Tx, set *metrics.Set) error {
			set.Gauge("test_pool", "What the pool holds.", 12)
			set.Counter("test_rounds_total", "Rounds by state.", 3, "state", "drawn")
			return nil
		}, `
# HELP test_pool What the pool holds.
# TYPE test_pool gauge
test_pool 12
# HELP test_rounds_total Rounds by state.
# TYPE test_rounds_total counter
test_rounds_total{state="drawn"} 3
`},
		"after a failure none is": {func(_ *sqldb.Tx, set *metrics.Set) error {
			set.Gauge("test_pool", "What the pool holds.", 0)
			return errAway
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, _ := dbtest.SQLite(t)
			c := metrics.Read(db, slog.New(slog.DiscardHandler), "test", test.read)
			if got := scrape(t, c); got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("shown:\n%s", got)
			}
		})
	}
}

func TestTogether(t *testing.T) {
	t.Parallel()
	told := metrics.Tell(func(set *metrics.Set) { set.Gauge("test_stale", "1 while stale.", metrics.Truth(true)) })
	counted := prometheus.NewCounter(prometheus.CounterOpts{Name: "test_answers_total", Help: "Answers."})
	got := scrape(t, metrics.Together{told, counted})
	for _, want := range []string{"test_stale 1", "test_answers_total 0"} {
		if !strings.Contains(got, "\n"+want+"\n") {
			t.Errorf("without %q:\n%s", want, got)
		}
	}
}

func scrape(t *testing.T, c prometheus.Collector) string {
	t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(c)
	answer := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	return answer.Body.String()
}
