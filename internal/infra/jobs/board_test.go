package jobs

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"
)

// The board says how each job went last: when, whether more is left, and since how many
// chunks and why it fails.
func TestTheBoardOfJobs(t *testing.T) {
	t.Parallel()
	var fails error
	runner := NewRunner(slog.New(slog.DiscardHandler), nil,
		Job{Name: "busy", Every: time.Hour, Pause: time.Second, Work: func(context.Context) (bool, error) { return true, nil }},
		Job{Name: "broken", Every: time.Hour, Work: func(context.Context) (bool, error) { return false, fails }},
		Job{Name: "new", Every: time.Minute})
	round := func(err error) {
		fails = err
		for _, job := range runner.jobs[:2] {
			_, _ = runner.chunk(t.Context(), job)
		}
	}
	round(errors.New("no disk"))
	round(errors.New("no room"))
	board := runner.Board()
	busy, broken, fresh := board[0], board[1], board[2]
	if busy.Job != "busy" || !busy.IsBehind || busy.Failures != 0 || busy.At.IsZero() || busy.Next.Sub(busy.At.Add(busy.Took)) != time.Second {
		t.Errorf("a busy job: %+v", busy)
	}
	if broken.Failures != 2 || broken.Cause != "no room" || broken.IsBehind || broken.Next.Sub(broken.At.Add(broken.Took)) != retryPause {
		t.Errorf("a broken job: %+v", broken)
	}
	if fresh.Job != "new" || !fresh.At.IsZero() || fresh.Every != time.Minute {
		t.Errorf("a job that did not run: %+v", fresh)
	}
	round(ErrLost)
	if got := runner.Board()[1]; got.Failures != 0 || got.Cause != "" {
		t.Errorf("a lost turn is a failure: %+v", got)
	}
	round(nil)
	if got := runner.Board()[1]; got.Failures != 0 || got.Next.Sub(got.At.Add(got.Took)) != time.Hour {
		t.Errorf("mended: %+v", got)
	}
}
