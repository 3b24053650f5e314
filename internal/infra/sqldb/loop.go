package sqldb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"etld/internal/base/clock"
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
	batch := []*request{first}
	for len(batch) < batchMax {
		select {
		case next, open := <-db.queue:
			if !open {
				return batch
			}
			batch = append(batch, next)
			continue
		default:
		}
		if int64(len(batch)) >= db.waiting.Load() {
			return batch
		}
		select {
		case next, open := <-db.queue:
			if !open {
				return batch
			}
			batch = append(batch, next)
		case <-db.fewerWait:
		}
	}
	return batch
}

// runBatch commits the batch as one, or else each of its bodies alone.
func (db *DB) runBatch(batch []*request) {
	live := batch[:0]
	for _, r := range batch {
		if err := r.ctx.Err(); err != nil {
			r.result <- err
			continue
		}
		live = append(live, r)
	}
	if len(live) == 0 {
		return
	}
	// While the disk works for one batch, the next one can run already.
	deferred := db.backend.canFlush() && (db.callersWait() || db.waiting.Load() > 0)
	results, err := db.tryBatch(live, deferred)
	if err == nil && deferred {
		db.waiting.Add(int64(len(live)))
		db.flushes <- flushing{live, results}
		return
	}
	if err == nil {
		answer(live, results)
		return
	}
	if len(live) == 1 || errors.Is(err, ErrUnavailable) {
		for _, r := range live {
			r.result <- err
		}
		return
	}
	for _, r := range live {
		alone, err := db.tryBatch([]*request{r}, false)
		if err == nil {
			err = alone[0]
		}
		r.result <- err
	}
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
		db.answerFlushed(ready, db.flush())
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
func (db *DB) flush() error {
	if err := db.backend.flush(context.Background()); err != nil {
		db.refused.Store(true)
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	db.refused.Store(false)
	return nil
}

// tryBatch repeats the batch on conflicts with other processes, alone then, so that
// it succeeds however long it takes and however busy they are. Unless it is
// deferred, it is durable when this returns.
func (db *DB) tryBatch(batch []*request, deferred bool) ([]error, error) {
	began := time.Now()
	for alone := false; ; alone = true {
		results, err := db.attempt(batch, deferred, alone)
		if !isConflict(err) || alone && time.Since(began) > db.conflictTime {
			err = mapError(err)
			if errors.Is(err, ErrUnavailable) {
				db.refused.Store(true)
			}
			return results, err
		}
		if alone {
			time.Sleep(rand.N(conflictPause))
		}
	}
}

func (db *DB) attempt(batch []*request, deferred, alone bool) (results []error, err error) {
	// The batch is not bound to one caller's context; each statement has the
	// engine's own time limit.
	ctx := context.Background()
	err = db.backend.write(ctx, func(s session) error {
		tx := &Tx{ctx: ctx, engine: db.Engine(), session: s, cache: make(map[*lookupID]map[string]cached)}
		// Others wait for one that is alone, also those of other processes.
		tx.callersWait = func() bool { return alone || db.callersWait() }
		begin := append(db.backend.begin(alone), db.prefetch(tx, batch)...)
		if err := s.run(ctx, begin); err != nil {
			return rollback(ctx, s, err)
		}
		// It may have waited for others, whose time has come before.
		tx.now = db.clock.Now()
		results = make([]error, len(batch))
		// What undoes a lone body undoes its transaction, which needs no savepoint.
		isLone := len(batch) == 1 && batch[0].mode == updating
		for i, r := range batch {
			if isLone {
				results[i] = tx.runAlone(r)
			} else {
				results[i] = tx.runBody(r)
			}
			if tx.broken != nil {
				return rollback(ctx, s, tx.broken)
			}
		}
		if isLone && results[0] != nil {
			return s.run(ctx, []statement{{query: "ROLLBACK"}})
		}
		raise, bound := db.raiseTime(tx.now)
		end := append(tx.takeStaged(), raise...)
		if err := s.run(ctx, append(end, db.backend.commit(deferred)...)); err != nil {
			return rollback(ctx, s, err)
		}
		db.raised = bound
		if !deferred {
			db.refused.Store(false)
		}
		return nil
	})
	return results, err
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
	return protect(func() error { return r.body(tx) })
}

// prefetch reads what the commands hinted at, one statement per lookup.
func (db *DB) prefetch(tx *Tx, batch []*request) (list []statement) {
	if db.Engine() == SQLite {
		// In process a single read costs a few microseconds; nothing to gain.
		return nil
	}
	keys := make(map[*lookupID][]string)
	var order []*lookupID
	for _, r := range batch {
		for _, hint := range r.hints {
			seen := tx.known(hint.lookup)
			if _, again := seen[hint.key]; again {
				continue
			}
			seen[hint.key] = cached{}
			if keys[hint.lookup] == nil {
				order = append(order, hint.lookup)
			}
			keys[hint.lookup] = append(keys[hint.lookup], hint.key)
		}
	}
	for _, id := range order {
		list = append(list, id.load(tx, keys[id]))
	}
	return list
}
