package sqldb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"etld/internal/base/clock"
)

// Engine names a database engine.
type Engine string

// The two engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

const (
	batchMax      = 256
	queueMax      = 4096
	conflictTries = 12
	conflictPause = 2 * time.Millisecond
	// conflictTime ends the repetitions of attempts that each take long, as when
	// another program keeps a SQLite file to itself: callers wait a minute at
	// most and should get an answer before.
	conflictTime    = 8 * time.Second
	// timeAhead is how far ahead the highest time is stored, and so how often.
	timeAhead = time.Second
	// flushesMax bounds how far the write loop may run ahead of the disk.
	flushesMax = 8

	commitLater = "SET LOCAL synchronous_commit TO OFF"
)

// Clock is the platform's clock, whose floor the database raises to the
// highest time it has stored.
type Clock interface {
	clock.Clock
	NotBefore(time.Time)
}

// backend is what an engine offers.
type backend interface {
	engine() Engine
	// write runs fn on the writing connection, outside any transaction.
	write(ctx context.Context, fn func(session) error) error
	// read runs fn in a read-only snapshot.
	read(ctx context.Context, fn func(session) error) error
	beginStatement() string
	// canFlush says that a commit can be made visible first and durable by a
	// later flush.
	canFlush() bool
	// flush makes everything committed before it durable.
	flush(ctx context.Context) error
	close() error
}

// DB is an open database.
type DB struct {
	backend backend
	clock   clock.Clock
	queue   chan *request
	done    chan struct{}
	closing sync.Once
	mu      sync.RWMutex
	closed  bool
	// raised is the time stored, which no transaction has passed; only the
	// write loop touches it.
	raised time.Time
	// flushes takes batches that are committed and not yet durable.
	flushes chan flushing
	flushed chan struct{}
	waiting atomic.Int64
	// commands counts the commands handed in since the start.
	commands atomic.Uint64
}

// flushing is a committed batch whose callers wait for the disk.
type flushing struct {
	batch   []*request
	results []error
}

type request struct {
	ctx    context.Context
	mode   mode
	body   func(*Tx) error
	hints  []Hint
	result chan error
}

// PanicError is what a body's panic becomes.
type PanicError struct {
	Reason any
	Stack  string
}

// Error names the reason; the stack is for the log.
func (p *PanicError) Error() string { return fmt.Sprintf("panic in a transaction: %v", p.Reason) }

func stack() string { return string(debug.Stack()) }

// Open opens the database named by "sqlite:PATH" or a postgres:// address.
// The schema is not touched; see Migrate.
func Open(ctx context.Context, address string, c clock.Clock) (*DB, error) {
	b, err := openBackend(ctx, address)
	if err != nil {
		return nil, err
	}
	db := &DB{backend: b, clock: c, queue: make(chan *request, queueMax), done: make(chan struct{}),
		flushes: make(chan flushing, flushesMax), flushed: make(chan struct{})}
	go db.writeLoop()
	go db.flushLoop()
	return db, nil
}

func openBackend(ctx context.Context, address string) (backend, error) {
	if path, ok := strings.CutPrefix(address, "sqlite:"); ok {
		return openSQLite(path)
	}
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		return openPostgres(ctx, address)
	}
	return nil, fmt.Errorf("database address %q: want sqlite:PATH or postgres://…", address)
}

// Engine tells which engine serves the database.
func (db *DB) Engine() Engine { return db.backend.engine() }

// Close waits for the running batch and closes the connections.
func (db *DB) Close() error {
	var err error
	db.closing.Do(func() {
		db.mu.Lock()
		db.closed = true
		close(db.queue)
		db.mu.Unlock()
		<-db.done
		close(db.flushes)
		<-db.flushed
		err = db.backend.close()
	})
	return err
}

// Update runs a body of free statements; an error it returns undoes all it did.
func (db *DB) Update(ctx context.Context, body func(*Tx) error) error {
	return db.submit(&request{ctx: ctx, mode: updating, body: body, result: make(chan error, 1)})
}

// Command runs a body that reads through lookups and writes through writes,
// batched with the other commands that wait. Hints name what it will read.
func (db *DB) Command(ctx context.Context, body func(*Tx) error, hints ...Hint) error {
	db.commands.Add(1)
	return db.submit(&request{ctx: ctx, mode: commanding, body: body, hints: hints, result: make(chan error, 1)})
}

// Commands counts the commands handed in so far: what users do, as against
// scheduled work.
func (db *DB) Commands() uint64 { return db.commands.Load() }

// View runs a body that reads one consistent snapshot.
func (db *DB) View(ctx context.Context, body func(*Tx) error) error {
	return mapError(db.backend.read(ctx, func(s session) error {
		tx := &Tx{ctx: ctx, engine: db.Engine(), session: s, now: db.clock.Now(), mode: viewing, cache: make(map[cacheKey]cached)}
		return protect(func() error { return body(tx) })
	}))
}

func (db *DB) submit(r *request) error {
	db.mu.RLock()
	if db.closed {
		db.mu.RUnlock()
		return fmt.Errorf("%w: closed", ErrUnavailable)
	}
	select {
	case db.queue <- r:
		db.mu.RUnlock()
	case <-r.ctx.Done():
		db.mu.RUnlock()
		return r.ctx.Err()
	}
	// Once queued the outcome is waited for: an early return would leave the
	// caller without an answer about something that may have been committed.
	return <-r.result
}

func (db *DB) writeLoop() {
	defer close(db.done)
	for first := range db.queue {
		batch := []*request{first}
		for len(batch) < batchMax {
			select {
			case next, open := <-db.queue:
				if !open {
					db.runBatch(batch)
					return
				}
				batch = append(batch, next)
				continue
			default:
			}
			break
		}
		db.runBatch(batch)
	}
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
	deferred := db.backend.canFlush() && (len(db.queue) > 0 || db.waiting.Load() > 0)
	results, err := db.tryBatch(live, deferred)
	if err == nil && deferred {
		db.waiting.Add(1)
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

// flushLoop waits for the disk on behalf of committed batches. A batch that
// saw another's effects is behind it in the engine's log, so whatever becomes
// durable later never stands without what it was built on; and nobody is
// answered before his batch is durable.
func (db *DB) flushLoop() {
	defer close(db.flushed)
	for first := range db.flushes {
		ready := []flushing{first}
		for more := true; more && len(ready) < flushesMax; {
			select {
			case next, open := <-db.flushes:
				if more = open; open {
					ready = append(ready, next)
				}
			default:
				more = false
			}
		}
		err := mapError(db.backend.flush(context.Background()))
		db.waiting.Add(-int64(len(ready)))
		for _, f := range ready {
			for i, r := range f.batch {
				// Without the flush the outcome is unknown; a repetition under
				// the same request id finds out.
				if err != nil {
					r.result <- err
					continue
				}
				r.result <- f.results[i]
			}
		}
	}
}

// tryBatch repeats the batch on conflicts with other processes.
func (db *DB) tryBatch(batch []*request, deferred bool) ([]error, error) {
	began := time.Now()
	for try := 1; ; try++ {
		results, err := db.attempt(batch, deferred)
		if err == nil || !isConflict(err) || try == conflictTries || time.Since(began) > conflictTime {
			return results, mapError(err)
		}
		time.Sleep(time.Duration(rand.Int64N(int64(conflictPause) * int64(min(try, 6)) * 2)))
	}
}

func (db *DB) attempt(batch []*request, deferred bool) (results []error, err error) {
	// The batch is not bound to one caller's context; each statement has the
	// engine's own time limit.
	ctx := context.Background()
	err = db.backend.write(ctx, func(s session) error {
		tx := &Tx{ctx: ctx, engine: db.Engine(), session: s, now: db.clock.Now(), cache: make(map[cacheKey]cached)}
		begin := append([]statement{{query: db.backend.beginStatement()}}, db.prefetch(tx, batch)...)
		if err := s.run(ctx, begin); err != nil {
			return rollback(ctx, s, err)
		}
		results = make([]error, len(batch))
		for i, r := range batch {
			results[i] = tx.runBody(r)
			if tx.broken != nil {
				return rollback(ctx, s, tx.broken)
			}
		}
		raise, bound := db.raiseTime(tx.now)
		end := append(tx.takeStaged(), raise...)
		if deferred {
			end = append(end, statement{query: commitLater})
		}
		if err := s.run(ctx, append(end, statement{query: "COMMIT"})); err != nil {
			return rollback(ctx, s, err)
		}
		db.raised = bound
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

// prefetch reads what the commands hinted at, one statement per lookup.
func (db *DB) prefetch(tx *Tx, batch []*request) []statement {
	if db.Engine() == SQLite {
		// In process a single read costs a few microseconds; nothing to gain.
		return nil
	}
	keys := make(map[*lookupID][]string)
	var order []*lookupID
	seen := make(map[cacheKey]bool)
	for _, r := range batch {
		for _, hint := range r.hints {
			at := cacheKey{hint.lookup, hint.key}
			if seen[at] {
				continue
			}
			seen[at] = true
			if keys[hint.lookup] == nil {
				order = append(order, hint.lookup)
			}
			keys[hint.lookup] = append(keys[hint.lookup], hint.key)
		}
	}
	list := make([]statement, len(order))
	for i, id := range order {
		list[i] = id.load(tx, keys[id])
	}
	return list
}
