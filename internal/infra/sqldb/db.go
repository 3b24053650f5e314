package sqldb

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/infra/sqldb/migrations"
)

// Engine names a database engine.
type Engine = migrations.Engine

// The two engines.
const (
	SQLite   = migrations.SQLite
	Postgres = migrations.Postgres
)

const (
	batchMax = 256
	queueMax = 4096
	// conflictPause bounds the pause before a repetition.
	conflictPause = 10 * time.Millisecond
	// conflictTime ends the repetitions, as when another program keeps a SQLite file
	// to itself: callers wait a minute at most and should get an answer before.
	conflictTime = 8 * time.Second
	// timeAhead is how far ahead the highest time is stored, and so how often.
	timeAhead = time.Second
	// inspectedMax bounds the rows of one lookup that a check remembers.
	inspectedMax = 1000
	// flushesMax bounds how far the write loop may run ahead of the disk.
	flushesMax = 8
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
	// begin begins a transaction that writes: it takes the turn, so that no other one of
	// whatever process begins before its end, and reads the highest time that another
	// process may have stored.
	begin(highest *time.Time) []statement
	// lookAround reads what is around this process, and othersWait counts the others that
	// wait to write now. They have no statements where a database has one process.
	lookAround(around *surroundings) []statement
	othersWait(count *int64) []statement
	// canFlush says that a commit can be made visible first and durable by a
	// later flush.
	canFlush() bool
	// flusher is what makes durable what is committed after it was asked for; nil
	// where a commit has to do so itself.
	flusher() flusher
	// commit is what ends a transaction durably; later leaves the disk to a
	// flush.
	commit(later bool) []statement
	close() error
}

// flusher makes everything committed before it durable, or fails.
type flusher interface {
	Flush(ctx context.Context) error
}

// DB is an open database.
type DB struct {
	backend backend
	clock   Clock
	queue   chan *request
	// background takes bodies that give way to callers; see share.
	background chan *request
	share      share
	done       chan struct{}
	closing    sync.Once
	mu         sync.RWMutex
	closed     bool
	// raised is the time stored, which no transaction has passed; only the
	// write loop touches it.
	raised time.Time
	// around is what was seen last; only the write loop touches it.
	around surroundings
	// flushes takes batches that are committed and not yet durable.
	flushes chan flushing
	flushed chan struct{}
	// waiting is how many callers wait for the disk; fewerWait holds a token
	// when it has fallen.
	waiting   atomic.Int64
	fewerWait chan struct{}
	// refused says that the database did not take the last write.
	refused atomic.Bool
	// conflictTime is the constant of that name, except in tests.
	conflictTime time.Duration
}

// surroundings are what decides how a process commits.
type surroundings struct {
	// writers are the other processes that wrote lately; standbys is 1 where commits wait
	// for a standby, otherwise 0.
	writers, standbys int64
}

// passesTurnEarly says that the turn is passed on before the disk has the batch, as
// other processes wait for it. Where commits wait for a standby it is not for them: that may
// take seconds. For callers of this process it is all the same (decision 27).
func (s surroundings) passesTurnEarly() bool { return s.writers > 0 && s.standbys == 0 }

// flushing is a committed batch whose callers wait for the disk.
type flushing struct {
	by      flusher
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

var errClosed = fmt.Errorf("%w: closed", ErrUnavailable)

// Open opens the database named by "sqlite:PATH" or a postgres:// address.
// The schema is not touched; see Migrate.
func Open(ctx context.Context, address string, c Clock) (*DB, error) {
	b, err := openBackend(ctx, address)
	if err != nil {
		return nil, err
	}
	return serve(b, c), nil
}

// serve starts the loops that write to a backend.
func serve(b backend, c Clock) *DB {
	db := &DB{backend: b, clock: c, queue: make(chan *request, queueMax), background: make(chan *request, queueMax), done: make(chan struct{}),
		flushes: make(chan flushing, flushesMax), flushed: make(chan struct{}), fewerWait: make(chan struct{}, 1), conflictTime: conflictTime}
	go db.writeLoop()
	go db.flushLoop()
	return db
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

// Now is the platform's time, for what happens outside of a transaction.
func (db *DB) Now() time.Time { return db.clock.Now() }

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
	return db.submit(db.queue, &request{ctx: ctx, mode: updating, body: body, result: make(chan error, 1)})
}

// Command runs a body that looks up and stages, batched with the other commands that
// wait. Hints name what it will read.
func (db *DB) Command(ctx context.Context, body func(Command) error, hints ...Hint) error {
	held := func(tx *Tx) error { return body(command{tx}) }
	return db.submit(db.queue, &request{ctx: ctx, mode: commanding, body: held, hints: hints, result: make(chan error, 1)})
}

// View runs a body that reads one consistent snapshot.
func (db *DB) View(ctx context.Context, body func(*Tx) error) error {
	return mapError(db.backend.read(ctx, func(s session) error {
		tx := db.viewing(ctx, s)
		return fault.Protect(func() error { return body(tx) })
	}))
}

func (db *DB) viewing(ctx context.Context, s session) *Tx {
	return &Tx{ctx: ctx, engine: db.Engine(), session: s, now: db.clock.Now(), mode: viewing, cache: make(map[*lookupID]map[string]cached)}
}

// Inspect is View for a check that reads everything: its statements may take as
// long as they need, and what lookups remember of it is bounded. It holds one of
// the few connections for readers.
func (db *DB) Inspect(ctx context.Context, body func(*Tx) error) error {
	return db.View(ctx, func(tx *Tx) error {
		tx.cacheMax = inspectedMax
		if tx.engine == Postgres {
			if err := tx.send([]statement{{query: withoutTimeout}}); err != nil {
				return err
			}
		}
		return body(tx)
	})
}

// Value runs a body by View, Update or another of their kind, and is what it gave.
func Value[T any](ctx context.Context, run func(context.Context, func(*Tx) error) error, body func(*Tx) (T, error)) (v T, err error) {
	err = run(ctx, func(tx *Tx) (err error) { v, err = body(tx); return err })
	return v, err
}

func (db *DB) submit(queue chan<- *request, r *request) error {
	db.mu.RLock()
	if db.closed {
		db.mu.RUnlock()
		return errClosed
	}
	select {
	case queue <- r:
		db.mu.RUnlock()
	case <-r.ctx.Done():
		db.mu.RUnlock()
		return r.ctx.Err()
	}
	// Once queued the outcome is waited for: an early return would leave the
	// caller without an answer about something that may have been committed.
	return <-r.result
}

const saveTried = `INSERT INTO sqldb_meta (name, value) VALUES ('tried', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`

// Ready tells whether the database answers now and takes writes. It writes only
// after a write that was refused, to find out whether that is over: a time, as
// the engine writes no page that stays as it is.
func (db *DB) Ready(ctx context.Context) error {
	err := db.View(ctx, func(tx *Tx) error {
		return tx.Query(func(*Row) error { return nil }, `SELECT 1`)
	})
	if err != nil || !db.refused.Load() {
		return err
	}
	return db.Update(ctx, func(tx *Tx) error { return tx.Do(saveTried, tx.Now().Format(time.RFC3339Nano)) })
}
