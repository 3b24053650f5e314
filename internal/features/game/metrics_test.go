package game

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb/dbtest"
)

// The figures tell a late anchor from a late beacon, and what rounds came to.
func TestMetrics(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		expect := func(what string, lines ...string) {
			t.Helper()
			registry := prometheus.NewRegistry()
			registry.MustRegister(metrics.Read(w.DB, slog.New(slog.DiscardHandler), "game", w.game.Figures))
			recorder := httptest.NewRecorder()
			promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			got := recorder.Body.String()
			for _, line := range lines {
				if !strings.Contains(got, line+"\n") {
					t.Errorf("%s: %q is not in\n%s", what, line, got)
				}
			}
		}
		expect("before the first", `etld_game_rounds{for="entries"} 0`, `etld_game_bankroll_points 100000`, `etld_beacon_age_seconds 0`)
		player := w.player(0, 5000)
		w.mustJoin(player, 1, 1000)
		expect("open", `etld_game_rounds{for="entries"} 1`, `etld_game_round_late_seconds{for="entries"} 0`,
			`etld_game_bankroll_points 97000`)
		first := PeriodOf(start)
		w.moveTo(first.LockAt())
		w.work()
		w.chain.lag, w.chain.sending = time.Hour, "broadcast"
		w.moveTo(first.BeaconFrom().Add(time.Minute))
		w.work()
		expect("the anchor is stuck", `etld_game_rounds{for="anchor"} 1`, `etld_game_round_late_seconds{for="anchor"} 60`, `etld_game_round_late_seconds{for="beacon"} 0`)
		w.chain.lag, w.chain.sending, w.beacon.missing = 0, "", true
		w.moveTo(first.BeaconFrom().Add(2 * time.Minute))
		w.work()
		expect("the beacon is late", `etld_game_rounds{for="beacon"} 1`, `etld_game_round_late_seconds{for="beacon"} 120`, `etld_game_round_late_seconds{for="anchor"} 0`)
		w.beacon.missing = false
		w.work()
		expect("drawn", `etld_game_rounds{for="beacon"} 0`, `etld_game_stakes_points 1000`)
		second := PeriodOf(w.Clock.Now()) + 1
		w.moveTo(second.OpenAt())
		w.mustJoin(player, 1, 100)
		w.moveTo(second.DrawAt())
		w.work()
		expect("refunded", `etld_game_rounds_refunded_total{reason="no_anchor"} 1`, `etld_game_rounds_refunded_total{reason="no_beacon"} 0`)
	})
}
