package transparency

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"etld/internal/infra/sqldb/dbtest"
)

// Jobs are run at each step of a demo's clock and when the program catches up.
func TestHeadsGoOutOnceAnHour(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		var lines strings.Builder
		w.service.Log = slog.New(slog.NewTextHandler(&lines, nil))
		job := w.service.Jobs()[2]
		for step, want := range []int{1, 1, 1, 2, 2} {
			if _, err := job.Work(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(lines.String(), "heads to keep elsewhere"); got != want {
				t.Errorf("step %d: %d lines, want %d", step, got, want)
			}
			w.Clock.Advance(20 * time.Minute)
			if step == 2 {
				w.Clock.Advance(20 * time.Minute)
			}
		}
	})
}
