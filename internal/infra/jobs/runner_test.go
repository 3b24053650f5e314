package jobs

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
)

// A runner has caught up when each job once had nothing left. One that fails is
// told of elsewhere and counts as caught up.
func TestARunnerTellsWhatItHasNotCaughtUpWith(t *testing.T) {
	t.Parallel()
	left := 2
	runner := NewRunner(slog.New(slog.DiscardHandler), nil,
		Job{Name: "backlog", Work: func(context.Context) (bool, error) { left--; return left > 0, nil }},
		Job{Name: "idle", Work: func(context.Context) (bool, error) { return false, nil }},
		Job{Name: "broken", Work: func(context.Context) (bool, error) { return false, errors.New("broken") }},
		Job{Name: "elsewhere", Work: func(context.Context) (bool, error) { return false, ErrLost }})
	want := func(names ...string) {
		t.Helper()
		if got := runner.NotCaughtUp(); !slices.Equal(got, names) {
			t.Errorf("not caught up: %v, want %v", got, names)
		}
	}
	want("backlog", "idle", "broken", "elsewhere")
	for _, job := range runner.jobs {
		_, _ = runner.chunk(t.Context(), job)
	}
	want("backlog", "elsewhere")
	_, _ = runner.chunk(t.Context(), runner.jobs[0])
	want("elsewhere")
}
