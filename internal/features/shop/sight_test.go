package shop

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// seen tells how many addresses operators saw today, as metrics say.
func (w *world) seen() (text string) {
	w.T.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(w.shop.Metrics())
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
		see := func(staff string, addresses int, want error) {
			t.Helper()
			err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
				return w.shop.countSights(tx, operator.Staff{ID: staff}, addresses)
			})
			if !errors.Is(err, want) {
				t.Errorf("%s sees %d: %v, want %v", staff, addresses, err, want)
			}
			var f fault.Fault
			if errors.As(err, &f) && f.Params["max"] != "300" {
				t.Errorf("the refusal says %v", f.Params)
			}
		}
		see("ANN", 299, nil)
		see("ANN", 2, ErrSightsMax)
		see("ANN", 1, nil)
		see("ANN", 1, ErrSightsMax)
		see("BOB", 1, nil)
		if got := w.seen(); got != "ANN 300; BOB 1; " {
			t.Errorf("metrics: %q", got)
		}
		c.Advance(24 * time.Hour)
		see("ANN", 1, nil)
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
