package sqldb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
)

// writeLoop runs what callers wait for in batches, and background work between
// them.
func (db *DB) writeLoop() {
	defer close(db.done)
	for first, open := db.next(); open; first, open = db.next() {
		db.share.called = true
		db.runBatch(db.gather(first))
	}
	db.refuseBackground()
}

// gather takes what waits. While the disk works for more callers than wait
// here, it waits for more: a batch cannot be durable before the disk is free,
// and a small one costs nearly as many pages as a large one.
func (db *DB) gather(first *request) []*request {
	batch := db.takeWaiting([]*request{first})
	for len(batch) < batchMax && int64(len(batch)) < db.waiting.Load() {
		select {
		case next, open := <-db.queue:
			if !open {
				return batch
			}
			batch = db.takeWaiting(append(batch, next))
		case <-db.fewerWait:
		}
	}
	return batch
}

// takeWaiting adds who waits now.
func (db *DB) takeWaiting(batch []*request) []*request {
	for len(batch) < batchMax {
		select {
		case next, open := <-db.queue:
			if !open {
				return batch
			}
			batch = append(batch, next)
		default:
			return batch
		}
	}
	return batch
}

// runBatch commits the batch as one, or else each of its bodies alone.
func (db *DB) runBatch(batch []*request) {
	// While the disk works for one batch, the next one can run already.
	var later flusher
	if db.callersWait() || db.waiting.Load() > 0 || db.around.passesTurnEarly() {
		later = db.backend.flusher()
	}
	t := turn{batch: batch, grows: true, deferred: later != nil}
	err := db.take(&t)
	switch {
	case len(t.batch) == 0:
	case err == nil && later != nil:
		db.waiting.Add(int64(len(t.batch)))
		db.flushes <- flushing{later, t.batch, t.results}
	case err == nil:
		answer(t.batch, t.results)
	case len(t.batch) == 1 || errors.Is(err, ErrUnavailable):
		for _, r := range t.batch {
			r.result <- err
		}
	default:
		for _, r := range t.batch {
			alone := turn{batch: []*request{r}}
			err := db.take(&alone)
			if err == nil {
				err = alone.results[0]
			}
			r.result <- err
		}
	}
}

// turn is one transaction of the write loop.
type turn struct {
	batch   []*request
	results []error
	// grows says that whoever comes while the turn is waited for has a part in it.
	grows bool
	// deferred leaves the disk to a flush.
	deferred bool
	// isBackground asks whether other processes wait, which callers need not know.
	isBackground bool
	// began is when the turn came, and others how many processes waited at its end.
	began  time.Time
	others int64
	// highest is the time that was stored before.
	highest time.Time
}

// dropCancelled answers those who do not wait any more.
func (t *turn) dropCancelled() {
	live := t.batch[:0]
	for _, r := range t.batch {
		if err := r.ctx.Err(); err != nil {
			r.result <- err
			continue
		}
		live = append(live, r)
	}
	t.batch = live
}

func answer(batch []*request, results []error) {
	for i, r := range batch {
		r.result <- results[i]
	}
}

// flushLoop waits for the disk on behalf of committed batches. A batch that saw
// another's effects is behind it in the engine's log, so whatever becomes
// durable later never stands without what it was built on; and nobody is
// answered before his batch is durable.
func (db *DB) flushLoop() {
	defer close(db.flushed)
	for first := range db.flushes {
		ready := db.committed(first)
		for len(ready) > 0 {
			by, same := ready[0].by, 1
			for same < len(ready) && ready[same].by == by {
				same++
			}
			db.answerFlushed(ready[:same], db.flush(by))
			ready = ready[same:]
		}
	}
}

// committed is a committed batch with those that were committed after it.
func (db *DB) committed(first flushing) []flushing {
	ready := []flushing{first}
	for len(ready) < flushesMax {
		select {
		case next, open := <-db.flushes:
			if !open {
				return ready
			}
			ready = append(ready, next)
		default:
			return ready
		}
	}
	return ready
}

func (db *DB) answerFlushed(ready []flushing, err error) {
	for _, f := range ready {
		db.waiting.Add(-int64(len(f.batch)))
	}
	select {
	case db.fewerWait <- struct{}{}:
	default:
	}
	for _, f := range ready {
		for i, r := range f.batch {
			// Without the flush the outcome is unknown; a repetition under the
			// same request id finds out.
			if err != nil {
				r.result <- err
				continue
			}
			r.result <- f.results[i]
		}
	}
}

// flush waits until what was committed is durable. When that fails the outcome
// is unknown, which must not be taken for a batch that can be repeated.
func (db *DB) flush(by flusher) error {
	if err := by.Flush(context.Background()); err != nil {
		db.refused.Store(true)
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	db.refused.Store(false)
	return nil
}

// take takes a turn, and takes it again where another process did not let it through:
// one that stood still, or one that keeps a SQLite file to itself. Unless it is
// deferred, it is durable when this returns.
func (db *DB) take(t *turn) error {
	t.dropCancelled()
	if len(t.batch) == 0 {
		return nil
	}
	for began := time.Now(); ; {
		err := db.attempt(t)
		if !isConflict(err) || time.Since(began) > db.conflictTime {
			err = mapError(err)
			if errors.Is(err, ErrUnavailable) {
				db.refused.Store(true)
			}
			return err
		}
		time.Sleep(rand.N(conflictPause))
	}
}

func (db *DB) attempt(t *turn) error {
	// The batch is not bound to one caller's context; each statement has the
	// engine's own time limit.
	ctx := context.Background()
	return db.backend.write(ctx, func(s session) error {
		tx := &Tx{ctx: ctx, engine: db.Engine(), session: s, cache: make(map[*lookupID]map[string]cached), callersWait: db.callersWait}
		if err := db.beginTurn(tx, t); err != nil {
			return rollback(ctx, s, err)
		}
		t.began = time.Now()
		// It may have waited for others, whose time has come before or is ahead: what is
		// written later has a later time, whichever process's clock is wrong.
		switch {
		case t.highest.After(db.raised):
			db.clock.NotBefore(t.highest.Add(-timeAhead))
		case !t.highest.IsZero():
			// A crash, or a failover, may have taken back what this process stored.
			db.raised = t.highest
		}
		tx.now = db.clock.Now()
		t.results = make([]error, len(t.batch))
		// What undoes a lone body undoes its transaction, which needs no savepoint.
		isLone := len(t.batch) == 1 && t.batch[0].mode == updating
		for i, r := range t.batch {
			if isLone {
				t.results[i] = tx.runAlone(r)
			} else {
				t.results[i] = tx.runBody(r)
			}
			if tx.broken != nil {
				return rollback(ctx, s, tx.broken)
			}
		}
		if isLone && t.results[0] != nil {
			return s.run(ctx, []statement{{query: "ROLLBACK"}})
		}
		raise, bound := db.raiseTime(tx.now)
		end := append(tx.takeStaged(), raise...)
		if len(raise) > 0 {
			end = append(end, db.backend.lookAround(&db.around)...)
		}
		if t.isBackground {
			end = append(end, db.backend.othersWait(&t.others)...)
		}
		if err := s.run(ctx, append(end, db.backend.commit(t.deferred)...)); err != nil {
			return rollback(ctx, s, err)
		}
		db.raised = bound
		if !t.deferred {
			db.refused.Store(false)
		}
		return nil
	})
}

// beginTurn begins the transaction and reads what its callers hinted at, in one
// round trip. Where other processes write too, it waits for the turn first and
// takes along who came meanwhile: a large batch costs little more than a small one.
func (db *DB) beginTurn(tx *Tx, t *turn) error {
	list := db.backend.begin(&t.highest)
	if t.grows && db.around.writers > 0 {
		if err := tx.session.run(tx.ctx, list); err != nil {
			return err
		}
		t.batch = db.takeWaiting(t.batch)
		t.dropCancelled()
		list = nil
	}
	var hints []Hint
	for _, r := range t.batch {
		hints = append(hints, r.hints...)
	}
	list = append(list, tx.fetches(hints)...)
	if len(list) == 0 {
		return nil
	}
	return tx.session.run(tx.ctx, list)
}

// raiseTime stores a time that this and the next transactions do not pass, at
// most once a second: a crash leaves no moment to store the last one's, and
// time must not go back past what was committed.
func (db *DB) raiseTime(now time.Time) (list []statement, bound time.Time) {
	if !now.After(db.raised) {
		return nil, db.raised
	}
	bound = now.Add(timeAhead)
	return []statement{{query: raiseTime, args: []any{clock.Micros(bound)}}}, bound
}

func rollback(ctx context.Context, s session, cause error) error {
	if err := s.run(ctx, []statement{{query: "ROLLBACK"}}); err != nil {
		return fmt.Errorf("%w (and the rollback failed: %w)", cause, err)
	}
	return cause
}

func (tx *Tx) runBody(r *request) error {
	tx.mode = r.mode
	if r.mode == commanding {
		err := tx.Try(func() error { return r.body(tx) })
		tx.undo = tx.undo[:0]
		return err
	}
	return tx.Try(func() error { return r.body(tx) })
}

func (tx *Tx) runAlone(r *request) error {
	tx.mode = r.mode
	return fault.Protect(func() error { return r.body(tx) })
}
