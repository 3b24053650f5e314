package team

import (
	"log/slog"
	"maps"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/clock"
	"etld/internal/core/ledger"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestMetrics(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Fund(ledger.LevelPool, "7.5 USDT")
		referrer := w.user("")
		w.flag(referrer)
		w.user(referrer)
		registry := prometheus.NewRegistry()
		registry.MustRegister(metrics.Read(w.DB, slog.New(slog.DiscardHandler), "team", w.team.Figures))
		want := func(when string, figures map[string]float64) {
			t.Helper()
			families, err := registry.Gather()
			if err != nil || len(families) != 5 {
				t.Fatalf("%s: %d metrics, %v", when, len(families), err)
			}
			for _, f := range families {
				if got := f.GetMetric()[0].GetGauge().GetValue(); got != figures[f.GetName()] {
					t.Errorf("%s: %s is %v, want %v", when, f.GetName(), got, figures[f.GetName()])
				}
			}
		}
		pools := map[string]float64{"etld_team_level_pool_usdt": 7.5, "etld_team_flags_open": 1}
		with := func(more map[string]float64) map[string]float64 {
			maps.Copy(more, pools)
			return more
		}
		want("before anything is counted", with(map[string]float64{"etld_team_changes_uncounted": 2}))
		w.work()
		w.moveTo((clock.DayOf(c.Now()) + 2).Start().Add(time.Hour))
		want("after two nights", with(map[string]float64{"etld_team_levels_days_behind": 2, "etld_team_acceleration_days_behind": 1}))
		w.work()
		want("after their work", pools)
	})
}
