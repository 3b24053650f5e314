package sqldb

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
)

const (
	sqliteReaders     = 4
	sqliteBusyTimeout = 5 * time.Second
	// From longRead on a read copies the log that could not be copied because of
	// it, so that the copy does not stand in a caller's commit.
	longRead = time.Second
)

// sqlitePragmas hold for every connection. FULL makes each commit durable. A
// long log is copied into the database file less often, and a page that changed
// many times only once. After a long read, which kept the log from being copied,
// its file is cut to twice that length. What the small cache lacks comes from the mapped file,
// of which the engine maps two gibibytes at most. A larger cache costs more than
// it saves: after most commits that split pages the engine looks through all of
// it, as long as the file is shorter than a gibibyte (pages that change places go
// by way of the number of the page there).
var sqlitePragmas = []string{
	"PRAGMA journal_mode = WAL",
	"PRAGMA synchronous = FULL",
	"PRAGMA wal_autocheckpoint = 4000",
	"PRAGMA journal_size_limit = 33554432",
	"PRAGMA foreign_keys = ON",
	"PRAGMA temp_store = MEMORY",
	"PRAGMA cache_size = -16384",
	"PRAGMA mmap_size = 2147418112",
}

// readerPragmas let a check that adds up the whole journal sort it on disk.
var readerPragmas = []statement{{query: "PRAGMA query_only = ON"}, {query: "PRAGMA temp_store = FILE"}}

type sqliteBackend struct {
	mu      sync.Mutex
	writer  *sqliteSession
	readers chan *sqliteSession
	// longRead is the constant of that name, except in tests.
	longRead time.Duration
}

func openSQLite(path string) (backend, error) {
	writer, err := openSQLiteSession(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	b := &sqliteBackend{writer: writer, readers: make(chan *sqliteSession, sqliteReaders), longRead: longRead}
	for range sqliteReaders {
		reader, err := openSQLiteSession(path, sqlite.OpenReadWrite)
		if err != nil {
			return nil, fmt.Errorf("open database %s for reading: %w", path, err)
		}
		if err := reader.run(context.Background(), readerPragmas); err != nil {
			return nil, err
		}
		b.readers <- reader
	}
	return b, nil
}

func openSQLiteSession(path string, flags sqlite.OpenFlags) (*sqliteSession, error) {
	conn, err := sqlite.OpenConn(path, flags|sqlite.OpenURI)
	if err != nil {
		return nil, err
	}
	conn.SetBusyTimeout(sqliteBusyTimeout)
	s := &sqliteSession{conn: conn, prepared: make(map[string]*sqliteStatement)}
	for _, pragma := range sqlitePragmas {
		if err := s.run(context.Background(), []statement{{query: pragma}}); err != nil {
			return nil, fmt.Errorf("%s: %w", pragma, err)
		}
	}
	return s, nil
}

func (b *sqliteBackend) engine() Engine { return SQLite }

// Every writer is alone, once it has begun.
func (b *sqliteBackend) begin(*time.Time) []statement { return []statement{{query: "BEGIN IMMEDIATE"}} }

// A commit is durable when it returns.
func (b *sqliteBackend) othersWait(*int64) []statement        { return nil }
func (b *sqliteBackend) lookAround(*surroundings) []statement { return nil }
func (b *sqliteBackend) canFlush() bool                       { return false }
func (b *sqliteBackend) commit(bool) []statement              { return []statement{{query: "COMMIT"}} }
func (b *sqliteBackend) flusher() flusher                     { return nil }

func (b *sqliteBackend) write(_ context.Context, fn func(session) error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fn(b.writer)
}

func (b *sqliteBackend) read(ctx context.Context, fn func(session) error) error {
	var s *sqliteSession
	select {
	case s = <-b.readers:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { b.readers <- s }()
	s.conn.SetInterrupt(ctx.Done())
	defer s.conn.SetInterrupt(nil)
	began := time.Now()
	if err := s.run(ctx, []statement{{query: "BEGIN"}}); err != nil {
		return err
	}
	err := fn(s)
	s.conn.SetInterrupt(nil)
	if endErr := s.run(ctx, []statement{{query: "COMMIT"}}); endErr != nil && err == nil {
		err = endErr
	}
	if time.Since(began) >= b.longRead {
		// The writer goes on meanwhile. Where this fails, its next commit copies.
		_ = s.run(ctx, []statement{{query: "PRAGMA wal_checkpoint(PASSIVE)"}})
	}
	return err
}

func (b *sqliteBackend) close() error {
	for range sqliteReaders {
		(<-b.readers).conn.Close()
	}
	return b.writer.conn.Close()
}

// sqliteSession is one connection with its prepared statements.
type sqliteSession struct {
	conn     *sqlite.Conn
	prepared map[string]*sqliteStatement
}

type sqliteStatement struct {
	stmt *sqlite.Stmt
	// order maps a bind position to the argument it takes: SQLite numbers
	// $n by first appearance, not by n.
	order []int
	row   *Row
}

func (s *sqliteSession) prepare(query string) (*sqliteStatement, error) {
	if p, ok := s.prepared[query]; ok {
		return p, nil
	}
	stmt, err := s.conn.Prepare(query)
	if err != nil {
		return nil, err
	}
	p, err := newSQLiteStatement(stmt)
	if err != nil {
		return nil, err
	}
	s.prepared[query] = p
	return p, nil
}

func newSQLiteStatement(stmt *sqlite.Stmt) (*sqliteStatement, error) {
	p := &sqliteStatement{stmt: stmt}
	for i := 1; i <= stmt.BindParamCount(); i++ {
		n, err := strconv.Atoi(stmt.BindParamName(i)[1:])
		if err != nil {
			return nil, fmt.Errorf("parameter %q is not of the form $1", stmt.BindParamName(i))
		}
		p.order = append(p.order, n-1)
	}
	p.row = &Row{columns: stmt.ColumnCount(), column: func(i int) (value, error) { return sqliteValue(stmt, i) }}
	return p, nil
}

func (s *sqliteSession) run(_ context.Context, list []statement) error {
	for i := range list {
		if err := s.runOne(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *sqliteSession) runOne(st *statement) (err error) {
	if st.query == "ROLLBACK" && s.conn.AutocommitEnabled() {
		// A full disk and some other failures end the transaction by themselves.
		return nil
	}
	p, err := s.prepare(st.query)
	if err != nil {
		return err
	}
	if err := p.bind(*st); err != nil {
		return err
	}
	defer func() {
		if resetErr := p.stmt.Reset(); err == nil {
			err = resetErr
		}
	}()
	for {
		more, err := p.stmt.Step()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if st.each != nil {
			if err := st.each(p.row); err != nil {
				return err
			}
		}
	}
	if st.affected != nil {
		*st.affected = int64(s.conn.Changes())
	}
	return nil
}

func (p *sqliteStatement) bind(st statement) error {
	if len(p.order) != len(st.args) {
		return fmt.Errorf("sqldb: %d arguments for %d parameters: %s", len(st.args), len(p.order), st.query)
	}
	for i, n := range p.order {
		switch arg := st.args[n].(type) {
		case nil:
			p.stmt.BindNull(i + 1)
		case int64:
			p.stmt.BindInt64(i+1, arg)
		case string:
			p.stmt.BindText(i+1, arg)
		default:
			return fmt.Errorf("sqldb: an argument of type %T cannot be bound", arg)
		}
	}
	return nil
}

func sqliteValue(stmt *sqlite.Stmt, i int) (value, error) {
	switch stmt.ColumnType(i) {
	case sqlite.TypeNull:
		return value{null: true}, nil
	case sqlite.TypeInteger:
		return value{isInt: true, integer: stmt.ColumnInt64(i)}, nil
	case sqlite.TypeText:
		return value{text: stmt.ColumnText(i)}, nil
	}
	return value{}, fmt.Errorf("%s is not in the portable subset", stmt.ColumnType(i))
}
