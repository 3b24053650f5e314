package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A runner has caught up when the owed jobs had nothing left twice in a row. One
// that fails is told of elsewhere and counts as caught up; others are not waited
// for.
func TestARunnerTellsWhatItHasNotCaughtUpWith(t *testing.T) {
	t.Parallel()
	days, events := 2, 2
	runner := NewRunner(slog.New(slog.DiscardHandler), nil,
		// A day is closed when its events are done; until then there is nothing to do.
		Job{Name: "days", Owed: true, Work: func(context.Context) (bool, error) {
			if events > 0 {
				return false, nil
			}
			days--
			return days > 0, nil
		}},
		Job{Name: "events", Owed: true, Work: func(context.Context) (bool, error) { events--; return events > 0, nil }},
		Job{Name: "broken", Owed: true, Work: func(context.Context) (bool, error) { return false, errors.New("broken") }},
		Job{Name: "purge", Work: func(context.Context) (bool, error) { return true, nil }})
	want := func(names ...string) {
		t.Helper()
		if got := runner.NotCaughtUp(); !slices.Equal(got, names) {
			t.Errorf("not caught up: %v, want %v", got, names)
		}
	}
	round := func() {
		for _, job := range runner.jobs {
			_, _ = runner.chunk(t.Context(), job)
		}
	}
	want("days", "events", "broken")
	round() // The days wait; one event is left.
	want("days", "events", "broken")
	round() // The days wait; no event is left.
	want("days", "events")
	round() // One day is left.
	want("days", "events", "broken")
	round() // No day is left, which only the next round shows.
	want("days")
	days = 1
	round()
	want()
	days = 9
	round()
	want()
}

// A runner whose jobs find nothing has caught up at once: the second look does not wait
// as long as the job that looks least often does between two.
func TestARunnerWithNothingToDoHasCaughtUpAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		looks := 0
		runner := NewRunner(slog.New(slog.DiscardHandler), nil,
			Job{Name: "often", Every: time.Second, Owed: true, Work: func(context.Context) (bool, error) { return false, nil }},
			Job{Name: "seldom", Every: time.Hour, Owed: true, Work: func(context.Context) (bool, error) { looks++; return false, nil }})
		go runner.Run(ctx)
		synctest.Wait()
		if got := runner.NotCaughtUp(); len(got) > 0 {
			t.Errorf("not caught up at once: %v", got)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if looks != idleTimes {
			t.Errorf("the job that looks each hour looked %d times in a minute, want %d", looks, idleTimes)
		}
	})
}

// A job whose turn another instance took is not caught up by that.
func TestALostTurnIsNotCaughtUp(t *testing.T) {
	t.Parallel()
	runner := NewRunner(slog.New(slog.DiscardHandler), nil, Job{Name: "elsewhere", Owed: true, Work: func(context.Context) (bool, error) { return false, ErrLost }})
	for range idleTimes {
		_, _ = runner.chunk(t.Context(), runner.jobs[0])
	}
	if got := runner.NotCaughtUp(); !slices.Equal(got, []string{"elsewhere"}) {
		t.Errorf("not caught up: %v", got)
	}
}

// Owed jobs wait for each other. One that has done what it had wakes the others,
// however seldom they look for work by themselves.
func TestAnOwedJobThatFinishesWakesTheOthers(t *testing.T) {
	t.Parallel()
	const days = 100
	var lock sync.Mutex
	paid, closed := 0, 0
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	runner := NewRunner(slog.New(slog.DiscardHandler), nil,
		Job{Name: "close", Every: time.Hour, Owed: true, Work: func(context.Context) (bool, error) {
			lock.Lock()
			defer lock.Unlock()
			if closed > paid || closed == days {
				return false, nil
			}
			closed++
			return true, nil
		}},
		Job{Name: "pay", Every: time.Hour, Owed: true, Work: func(context.Context) (bool, error) {
			lock.Lock()
			defer lock.Unlock()
			if paid == closed {
				return false, nil
			}
			if paid++; paid == days {
				cancel()
			}
			return true, nil
		}})
	runner.Run(ctx)
	if paid != days {
		t.Errorf("%d of %d days were paid within a minute", paid, days)
	}
}

// A job whose work panics has failed: the program and the other jobs go on, it is tried
// again, and the log says where it came from.
func TestAJobThatPanicsHasFailed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var log strings.Builder
		tries, others := 0, 0
		runner := NewRunner(slog.New(slog.NewTextHandler(&log, nil)), nil,
			Job{Name: "mistaken", Every: time.Second, Work: func(context.Context) (bool, error) { tries++; panic("a mistake") }},
			Job{Name: "other", Every: time.Second, Work: func(context.Context) (bool, error) { others++; return false, nil }})
		go runner.Run(ctx)
		time.Sleep(3*retryPause - time.Second/2)
		synctest.Wait()
		if tries != 3 || others < 10 {
			t.Errorf("%d tries, and %d of another", tries, others)
		}
		if last := runner.Board()[0]; last.Failures != 3 || last.Cause != "panic: a mistake" {
			t.Errorf("it is said to be %+v", last)
		}
		if text := log.String(); strings.Count(text, "stack=") != 1 || !strings.Contains(text, "runner_test.go") {
			t.Errorf("it logs %s", text)
		}
	})
}

// Another instance's turn is no failure, and neither is a chunk that the end of the program
// cut off: alarms are for what fails.
func TestWhatDidNotFailIsNotObservedAsAFailure(t *testing.T) {
	t.Parallel()
	ctx, end := context.WithCancel(t.Context())
	broken := errors.New("broken")
	var result, observed error
	runner := NewRunner(slog.New(slog.DiscardHandler), func(_ string, _ time.Duration, err error) { observed = err },
		Job{Name: "only", Work: func(context.Context) (bool, error) { return false, result }})
	expect := func(returned, want error) {
		t.Helper()
		observed, result = errors.New("nothing was observed"), returned
		if _, err := runner.chunk(ctx, runner.jobs[0]); !errors.Is(err, returned) || !errors.Is(observed, want) {
			t.Errorf("%v is observed as %v, want %v", returned, observed, want)
		}
	}
	expect(nil, nil)
	expect(broken, broken)
	expect(fmt.Errorf("move: %w", ErrLost), nil)
	end()
	expect(ctx.Err(), nil)
	expect(broken, nil)
}
