package listener

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// However many ask whether the program is ready, the checks are made twice a second at
// most, by one at a time, and each change is logged once.
func TestReadinessIsLookedAtOnceForAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		var fails error
		looks := 0
		r := &readiness{log: slog.New(slog.NewTextHandler(&log, nil)), checks: []Check{
			{Name: "database", Run: func(ctx context.Context) error {
				looks++
				return errors.Join(fails, ctx.Err())
			}},
			{Name: "chain", Run: func(context.Context) error { return nil }}}}
		ask := func(want ...string) {
			t.Helper()
			left, leave := context.WithCancel(t.Context())
			leave()
			var all sync.WaitGroup
			for range 50 {
				all.Go(func() {
					if got := r.missing(left); !slices.Equal(got, want) {
						t.Errorf("missing is %v, want %v", got, want)
					}
				})
			}
			all.Wait()
		}
		ask()
		fails = errors.New("it is away")
		ask()
		if looks != 1 {
			t.Errorf("looked %d times for all", looks)
		}
		for range 3 {
			time.Sleep(readyFor)
			ask("database")
		}
		fails = nil
		time.Sleep(readyFor)
		ask()
		if looks != 5 {
			t.Errorf("looked %d times", looks)
		}
		if text := log.String(); strings.Count(text, "\n") != 2 || !strings.Contains(text, "database: it is away") || !strings.Contains(text, "ready again") {
			t.Errorf("logged: %s", text)
		}
	})
}
