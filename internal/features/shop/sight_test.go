package shop

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// seen tells how many addresses operators saw today, as metrics say.
func (w *world) seen() (text string) {
	w.T.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(metrics.Read(w.DB, slog.New(slog.DiscardHandler), "shop", w.shop.Figures))
	families, err := registry.Gather()
	w.Must(err)
	for _, f := range families {
		if f.GetName() != "etld_order_addresses_seen" {
			continue
		}
		for _, m := range f.GetMetric() {
			text += fmt.Sprint(m.GetLabel()[0].GetValue(), " ", m.GetGauge().GetValue(), "; ")
		}
	}
	return text
}

// Each operator's sights of a day are counted and bounded; what was refused counts for
// nothing, and old counts go.
func TestSightsAreCounted(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		see := func(staff string, from, to int, want error) {
			t.Helper()
			var orders []string
			for i := from; i < to; i++ {
				orders = append(orders, fmt.Sprint("order", i))
			}
			err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
				return w.shop.countSights(tx, operator.Staff{ID: staff}, orders...)
			})
			if !errors.Is(err, want) {
				t.Errorf("%s sees %d to %d: %v, want %v", staff, from, to, err, want)
			}
			if f, ok := errors.AsType[fault.Fault](err); ok && f.Params["max"] != "300" {
				t.Errorf("the refusal says %v", f.Params)
			}
		}
		see("ANN", 0, 299, nil)
		see("ANN", 299, 301, ErrSightsMax)
		see("ANN", 299, 300, nil)
		see("ANN", 300, 301, ErrSightsMax)
		// What was seen already is seen again, as after a download that was lost.
		see("ANN", 200, 300, nil)
		see("BOB", 0, 1, nil)
		if got := w.seen(); got != "ANN 300; BOB 1; " {
			t.Errorf("metrics: %q", got)
		}
		c.Advance(24 * time.Hour)
		see("ANN", 0, 1, nil)
		if got := w.seen(); got != "ANN 1; " {
			t.Errorf("metrics of the next day: %q", got)
		}
		c.Advance(sightsKept * 24 * time.Hour)
		w.Drain(w.shop.Jobs())
		w.View(func(tx *sqldb.Tx) error {
			left, err := sqldb.Collect(tx, sightTable.Scan, sightTable.Select(""))
			if len(left) != 1 || left[0].staffID != "ANN" || left[0].seen != 1 {
				t.Errorf("left: %+v", left)
			}
			return err
		})
	})
}
