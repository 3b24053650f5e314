package game

import (
	"context"
	"sync"
)

// ending is when a process ends in the middle of a job: its context is over, and with
// it the transaction that it is in.
type ending struct {
	mu    sync.Mutex
	point string
	left  int
	stop  context.CancelFunc
}

// at is called at a point that a process may end at.
func (e *ending) at(point string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.stop == nil || e.point != point {
		return nil
	}
	if e.left--; e.left > 0 {
		return nil
	}
	e.stop()
	e.stop = nil
	return context.Canceled
}

// workUntil lets jobs work until a point was reached so many times, where their
// process ends; a new one goes on.
func (w *world) workUntil(point string, times int) (hasEnded bool) {
	w.T.Helper()
	ctx, stop := context.WithCancel(w.T.Context())
	defer stop()
	w.end.point, w.end.left, w.end.stop = point, times, stop
	for range len(w.game.Jobs()) {
		for _, job := range w.game.Jobs() {
			_, err := job.Work(ctx)
			if err != nil && ctx.Err() == nil {
				w.T.Fatal(err)
			}
		}
	}
	hasEnded = w.end.stop == nil
	w.end.stop = nil
	w.restart()
	return hasEnded
}
