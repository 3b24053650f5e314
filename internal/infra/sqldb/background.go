package sqldb

import (
	"context"
	"time"
)

const (
	// Beside callers background work gets one part in backgroundShare of the
	// writer's time.
	backgroundShare = 10
	// longestRest bounds a rest, whatever it was that took so long before it.
	longestRest = time.Second
)

// share divides the writer's time between callers and background work. Only
// the write loop uses it. Its times are the machine's, not those of the
// platform's clock, which the demo and tests move.
type share struct {
	// called says that callers were served since the last background work.
	called bool
	// restUntil is when background work may run again beside callers.
	restUntil time.Time
}

// worked notes background work that took some time. With nobody calling it
// goes on at once; otherwise callers have the writer for a while.
func (s *share) worked(now time.Time, took time.Duration, callersWait bool) {
	if s.called || callersWait {
		s.restUntil = now.Add(min(longestRest, (backgroundShare-1)*took))
	}
	s.called = false
}

// Background runs a body of scheduled work like Update, but gives way to
// callers: while they keep the writer busy, background work gets a small share
// of its time. The body should work in slices and end after the first one at
// which Tx.ShouldYield. Hints name what it will read.
//
// On an engine whose commits can be flushed later a crash may undo the body as
// a whole a moment after Background has returned. So it is for work that finds
// out from the database what is left to do. Whatever callers do with its
// effects stands behind them in the engine's log.
func (db *DB) Background(ctx context.Context, body func(*Tx) error, hints ...Hint) error {
	return db.submit(db.background, &request{ctx: ctx, mode: updating, body: body, hints: hints, result: make(chan error, 1)})
}

func (db *DB) callersWait() bool { return len(db.queue) > 0 }

// next waits for a caller. Background work runs meanwhile, and even while
// callers wait once its rest is over; not where nobody is served, as each try may
// take as long as a caller waits.
func (db *DB) next() (first *request, open bool) {
	for {
		rest := time.Until(db.share.restUntil)
		if rest <= 0 && !db.refused.Load() {
			select {
			case r := <-db.background:
				db.runBackground(r)
				continue
			default:
			}
		}
		select {
		case first, open = <-db.queue:
			return first, open
		default:
		}
		background, wake := db.background, (<-chan time.Time)(nil)
		if rest > 0 {
			background, wake = nil, time.After(rest)
		}
		select {
		case first, open = <-db.queue:
			return first, open
		case r := <-background:
			db.runBackground(r)
		case <-wake:
		}
	}
}

// runBackground commits one background body. Where the engine can flush later,
// nobody waits for the disk: the next flush or the engine itself follows.
func (db *DB) runBackground(r *request) {
	t := turn{batch: []*request{r}, deferred: db.backend.canFlush(), isBackground: true, began: time.Now()}
	err := db.take(&t)
	if len(t.batch) == 0 {
		return
	}
	if err == nil {
		err = t.results[0]
	}
	ended := time.Now()
	// Callers of other processes have their share too.
	db.share.worked(ended, ended.Sub(t.began), db.callersWait() || t.others > 0)
	r.result <- err
}

// refuseBackground answers the background work that is left when the database
// closes.
func (db *DB) refuseBackground() {
	for {
		select {
		case r := <-db.background:
			r.result <- errClosed
		default:
			return
		}
	}
}
