package sqldb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	postgresConnections      = 8
	postgresStatementTimeout = 60 * time.Second
	postgresAcquireTimeout   = 5 * time.Second
)

const (
	// A committed write waits for the disk and takes everything before it in
	// the engine's log along.
	flushRow  = `INSERT INTO sqldb_flush (slot, n) VALUES ($1, 1) ON CONFLICT (slot) DO UPDATE SET n = sqldb_flush.n + 1`
	canDefer  = `SELECT COUNT(*) FROM pg_settings WHERE name = 'synchronous_commit' AND setting <> 'off'`
	flushSlot = 1 << 20

	// Lookups have an index each. A table that has just grown has no statistics
	// yet, and the engine would read it whole; a serialisable transaction that
	// did so would also conflict with every write to the table. A small table
	// without an index is then thought costly, and the engine would compile
	// each statement on it. Engines that only speak the protocol may not know
	// the settings.
	byIndex = `SELECT set_config(name, 'off', false) FROM pg_settings WHERE name IN ('enable_seqscan', 'jit')`

	// Serialisable transactions share a lock. One that met a conflict is repeated
	// with the lock to itself: then nothing comes between, and it needs no
	// serialisable snapshot. With one it could fail for ever and without another
	// writer: as long as any database of the server has an older transaction, the
	// engine keeps traces of what has ended, and takes them for conflicts when they
	// are many. A lock is taken before the snapshot.
	beginShared = "BEGIN ISOLATION LEVEL SERIALIZABLE"
	shareLock   = "LOCK TABLE sqldb_time IN ROW SHARE MODE"
	beginAlone  = "BEGIN ISOLATION LEVEL REPEATABLE READ"
	lockAlone   = "LOCK TABLE sqldb_time IN EXCLUSIVE MODE"
	// A process that stands still in a transaction must not hold up the others:
	// who waits for the lock gives up soon, who has it alone loses it.
	waitShortly = "SET LOCAL lock_timeout TO '1s'"
	workOn      = "SET LOCAL idle_in_transaction_session_timeout TO '5s'"
	tryLock     = "BEGIN; " + shareLock + "; ROLLBACK"

	withoutTimeout = "SET LOCAL statement_timeout TO 0"
	commitLater    = "SET LOCAL synchronous_commit TO OFF"
	commit         = "COMMIT"
)

// sortsByBytes compares texts that languages sort otherwise: signs before
// letters, capitals beside small letters.
const sortsByBytes = `SELECT 'a' < '~' AND 'Z' < 'a' AND 'a-b' < 'aa' AND 'a~' > 'aZ'`

// ErrTextOrder says that lists would come out wrong.
var ErrTextOrder = errors.New("the database sorts text by the rules of a language, and ids must sort by bytes: " +
	"create it with CREATE DATABASE … TEMPLATE template0 LOCALE 'C' and load the data there")

// checkOrder refuses a database whose collation does not sort by bytes: ids and
// cursors rely on it.
func checkOrder(ask func(query string, sorts *bool) error) error {
	var sorts bool
	if err := ask(sortsByBytes, &sorts); err != nil {
		return fmt.Errorf("ask how the database sorts: %w", mapError(err))
	}
	if !sorts {
		return ErrTextOrder
	}
	return nil
}

// errAborted says that the engine undid a transaction instead of committing it.
var errAborted = errors.New("the transaction was undone: a statement in it had failed")

type postgresBackend struct {
	pool *pgxpool.Pool
	// deferring says that the engine can commit now and flush later.
	deferring bool
	// locks says that the engine knows locks of tables. Those that only speak
	// PostgreSQL's protocol may not.
	locks bool
	// slot is this process's row for flushes.
	slot int64
}

func openPostgres(ctx context.Context, address string) (backend, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	config.MaxConns = postgresConnections
	config.ConnConfig.RuntimeParams["application_name"] = "etld"
	config.ConnConfig.RuntimeParams["statement_timeout"] = fmt.Sprint(postgresStatementTimeout.Milliseconds())
	// Statements are prepared once per connection; every result is binary.
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheStatement
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, byIndex)
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reach database: %w", err)
	}
	if err := checkOrder(func(query string, sorts *bool) error { return pool.QueryRow(ctx, query).Scan(sorts) }); err != nil {
		pool.Close()
		return nil, err
	}
	b := &postgresBackend{pool: pool, slot: rand.Int64N(flushSlot)}
	var settings int64
	// Engines that only speak PostgreSQL's protocol may not know the setting.
	if err := pool.QueryRow(ctx, canDefer).Scan(&settings); err == nil {
		b.deferring = settings == 1
	}
	_, err = pool.Exec(ctx, tryLock, pgx.QueryExecModeSimpleProtocol)
	b.locks = err == nil || isUndefinedTable(err)
	return b, nil
}

func (b *postgresBackend) engine() Engine { return Postgres }

func (b *postgresBackend) begin(alone bool) []statement {
	switch {
	case !b.locks:
		return []statement{{query: beginShared}}
	case alone:
		return []statement{{query: beginAlone}, {query: waitShortly}, {query: workOn}, {query: lockAlone}}
	}
	return []statement{{query: beginShared}, {query: shareLock}}
}

func (b *postgresBackend) canFlush() bool { return b.deferring }

func (b *postgresBackend) commit(later bool) []statement {
	if later {
		return []statement{{query: commitLater}, {query: commit}}
	}
	return []statement{{query: commit}}
}

func (b *postgresBackend) flush(ctx context.Context) error {
	conn, err := b.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err = conn.Exec(ctx, flushRow, b.slot); isReadOnly(err) {
		giveUp(ctx, conn)
	}
	return err
}

// giveUp closes a connection to a server that only reads, as after a failover
// to a standby: it would stay so for as long as it lives, and the next one may
// lead to the server that writes.
func giveUp(ctx context.Context, conn *pgxpool.Conn) {
	// The pool drops a closed connection; why closing failed changes nothing.
	_ = conn.Conn().Close(ctx)
}

func (b *postgresBackend) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, postgresAcquireTimeout)
	defer cancel()
	conn, err := b.pool.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return conn, nil
}

func (b *postgresBackend) write(ctx context.Context, fn func(session) error) error {
	return b.onLive(ctx, func(s *postgresSession) error { return fn(s) })
}

func (b *postgresBackend) read(ctx context.Context, fn func(session) error) error {
	return b.onLive(ctx, func(s *postgresSession) error {
		// BEGIN travels with the first statement, so that it costs no round trip.
		s.before = []statement{{query: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}}
		err := fn(s)
		if s.before != nil {
			return err
		}
		end := commit
		if err != nil {
			end = "ROLLBACK"
		}
		if endErr := s.run(context.WithoutCancel(ctx), []statement{{query: end}}); endErr != nil && err == nil {
			err = endErr
		}
		return err
	})
}

// onLive runs a transaction on a connection that the server still serves. One
// that the server has ended while it lay in the pool, as in a restart, says so
// only when it is used: it closes before anything is answered, so nothing has
// happened, and the transaction begins again on another one.
func (b *postgresBackend) onLive(ctx context.Context, fn func(*postgresSession) error) error {
	for tried := 1; ; tried++ {
		conn, err := b.acquire(ctx)
		if err != nil {
			return err
		}
		s := &postgresSession{conn: conn.Conn()}
		err = fn(s)
		if s.onlyReads {
			giveUp(ctx, conn)
		}
		wasDead := s.conn.IsClosed() && !s.answered && !s.onlyReads
		conn.Release()
		if err == nil || !wasDead || ctx.Err() != nil || tried > postgresConnections {
			return err
		}
	}
}

func (b *postgresBackend) close() error {
	b.pool.Close()
	return nil
}

type postgresSession struct {
	conn   *pgx.Conn
	before []statement
	// answered says that the server has answered a statement.
	answered bool
	// onlyReads says that the server refused to write.
	onlyReads bool
	// cursors counts those that were opened.
	cursors int
}

func (s *postgresSession) run(ctx context.Context, list []statement) error {
	err := s.send(ctx, list)
	if isReadOnly(err) {
		s.onlyReads = true
	}
	return err
}

func (s *postgresSession) send(ctx context.Context, list []statement) error {
	if s.before != nil {
		list = append(s.before, list...)
		s.before = nil
	}
	batch := &pgx.Batch{}
	for _, st := range list {
		batch.Queue(st.query, st.args...)
	}
	results := s.conn.SendBatch(ctx, batch)
	for i := range list {
		if err := readResult(results, &list[i]); err != nil {
			results.Close()
			return err
		}
		s.answered = true
	}
	return results.Close()
}

func readResult(results pgx.BatchResults, st *statement) error {
	if st.each == nil {
		tag, err := results.Exec()
		if err == nil && st.query == commit && tag.String() != commit {
			// A statement failed before, and nobody said so.
			return errAborted
		}
		if err == nil && st.affected != nil {
			*st.affected = tag.RowsAffected()
		}
		return err
	}
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	fields := rows.FieldDescriptions()
	var raw [][]byte
	row := &Row{columns: len(fields), column: func(i int) (value, error) { return pgValue(fields[i].DataTypeOID, raw[i]) }}
	for rows.Next() {
		if len(fields) == 0 {
			fields = rows.FieldDescriptions()
			row.columns = len(fields)
		}
		raw = rows.RawValues()
		if err := st.each(row); err != nil {
			return err
		}
	}
	return rows.Err()
}
