package sqldb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"etld/internal/infra/sqldb/postgres"
)

const (
	// Processes write in turns: whoever has the lock writes alone, so that nothing
	// comes between what it reads and what it writes. The engine grants a lock in
	// the order in which it was asked for, and takes the snapshot behind it.
	begin        = "BEGIN ISOLATION LEVEL REPEATABLE READ"
	beginReading = begin + " READ ONLY"
	takeTurn     = "LOCK TABLE sqldb_time IN EXCLUSIVE MODE"
	// lookAround counts the processes that wrote lately, but for this one, and asks
	// whether commits wait for a standby.
	lookAround = `SELECT COUNT(*), CAST(CASE WHEN current_setting('synchronous_standby_names', true) <> '' THEN 1 ELSE 0 END AS BIGINT)
		FROM pg_stat_activity WHERE datname = current_database() AND application_name = '` + postgres.WriterName + `'
		AND pid <> pg_backend_pid() AND state_change > clock_timestamp() - INTERVAL '2 seconds'`
	// othersWait counts the processes that wait for their turn.
	othersWait = `SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'sqldb_time'::regclass
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

	withoutTimeout = "SET LOCAL statement_timeout TO 0"
	commitLater    = "SET LOCAL synchronous_commit TO OFF"
	commit         = "COMMIT"
)

// errAborted says that the engine undid a transaction instead of committing it.
var errAborted = errors.New("the transaction was undone: a statement in it had failed")

type postgresBackend struct {
	servers *postgres.Servers
	// line is what the write loop alone writes with; nil before its first use.
	line         *postgres.Line
	answerWithin time.Duration
}

func openPostgres(ctx context.Context, address string) (backend, error) {
	servers, err := postgres.Open(ctx, address)
	if err != nil {
		return nil, mapError(err)
	}
	return &postgresBackend{servers: servers, answerWithin: postgres.AnswerWithin}, nil
}

func (b *postgresBackend) engine() Engine { return Postgres }

// Servers is what was seen last of the servers of the address; SQLite has none.
func (db *DB) Servers() (seen postgres.Report) {
	if b, isPostgres := db.backend.(*postgresBackend); isPostgres {
		seen = b.servers.Report()
	}
	return seen
}

func (b *postgresBackend) begin(highest *time.Time) []statement {
	return []statement{{query: begin}, {query: takeTurn}, {query: selectTime, each: func(row *Row) error { return row.Scan(highest) }}}
}

func (b *postgresBackend) lookAround(around *surroundings) []statement {
	return []statement{{query: lookAround, each: func(row *Row) error { return row.Scan(&around.writers, &around.standbys) }}}
}

func (b *postgresBackend) othersWait(count *int64) []statement {
	return []statement{{query: othersWait, each: func(row *Row) error { return row.Scan(count) }}}
}

func (b *postgresBackend) canFlush() bool { return b.servers.CanFlush }

func (b *postgresBackend) commit(later bool) []statement {
	if later {
		return []statement{{query: commitLater}, {query: commit}}
	}
	return []statement{{query: commit}}
}

// write runs a transaction on a line that the server still serves; see onLive.
func (b *postgresBackend) write(ctx context.Context, fn func(session) error) (err error) {
	for tried := 1; ; tried++ {
		if b.line == nil || b.line.IsGone() {
			if b.line, err = b.servers.Replace(ctx, b.line); err != nil {
				return fmt.Errorf("%w: %w", ErrUnavailable, err)
			}
			// The server before it may be a primary that nobody demoted: it goes on to
			// answer reads, while another one takes writes.
			b.servers.Readers.Reset()
		}
		s := &postgresSession{conn: b.line.Conn, line: b.line, answerWithin: b.answerWithin}
		if err = fn(s); err == nil {
			// What a command refuses it has read, and its commit has written nothing.
			err = b.proven(ctx, s)
		}
		if s.onlyReads || b.line.IsDoubtful() || s.conn.IsClosed() || errors.Is(err, postgres.ErrSuperseded) {
			b.line.Abandon()
		}
		if err == nil || tried > 1 || !s.wasDead() {
			return err
		}
	}
}

// flusher is what makes durable what is committed next; nil where there is no line
// yet.
func (b *postgresBackend) flusher() flusher {
	if !b.servers.CanFlush || b.line == nil || b.line.IsGone() {
		return nil
	}
	return b.line
}

func (b *postgresBackend) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, postgres.ConnectWithin)
	defer cancel()
	conn, err := b.servers.Readers.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return conn, nil
}

func (b *postgresBackend) read(ctx context.Context, fn func(session) error) error {
	return b.onLive(ctx, func(s *postgresSession) error {
		// BEGIN travels with the first statement, so that it costs no round trip.
		s.before = []statement{{query: beginReading}}
		err := fn(s)
		if s.before != nil {
			return err
		}
		end := commit
		if err != nil {
			end = "ROLLBACK"
		}
		if !s.isCommitted {
			if endErr := s.run(context.WithoutCancel(ctx), []statement{{query: end}}); endErr != nil && err == nil {
				err = endErr
			}
		}
		if err == nil {
			err = b.proven(ctx, s)
		}
		return err
	})
}

// proven says that what was read in a session may be told: no server that was elected
// since may have told more.
func (b *postgresBackend) proven(ctx context.Context, s *postgresSession) error {
	err := b.servers.Proven(ctx, s.conn)
	if err == nil || ctx.Err() != nil {
		return err
	}
	// Those that lie in the pool lead to the same server.
	b.servers.Readers.Reset()
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
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
			postgres.GiveUp(ctx, conn.Conn())
		}
		wasDead := s.wasDead()
		conn.Release()
		if err == nil || !wasDead || ctx.Err() != nil || tried > postgres.ReadersMax {
			return err
		}
	}
}

func (b *postgresBackend) close() error {
	if b.line != nil {
		b.line.Close(context.Background())
	}
	b.servers.Close()
	return nil
}

type postgresSession struct {
	conn   *pgx.Conn
	before []statement
	// line is what the session writes on; nil where it reads.
	line *postgres.Line
	// answerWithin bounds how long a turn or a commit on the line is waited for.
	answerWithin time.Duration
	// answered says that the server has answered a statement.
	answered bool
	// isCommitted says that what was run last has ended the transaction.
	isCommitted bool
	// onlyReads says that the server refused to write.
	onlyReads bool
	// cursors counts those that were opened.
	cursors int
}

// wasDead says that the server had ended the connection before it was used.
func (s *postgresSession) wasDead() bool { return s.conn.IsClosed() && !s.answered && !s.onlyReads }

func (s *postgresSession) run(ctx context.Context, list []statement) error {
	err := s.send(ctx, list)
	if isReadOnly(err) {
		s.onlyReads = true
	}
	if err == nil && s.line != nil && s.line.IsDoubtful() {
		return fmt.Errorf("%w: %w", ErrUnavailable, postgres.ErrNotReplicated)
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
	if s.line != nil && isShort(list) {
		limited, cancel := context.WithTimeout(ctx, s.answerWithin)
		defer cancel()
		ctx = limited
	}
	results := s.conn.SendBatch(ctx, batch)
	for i := range list {
		if err := readResult(results, &list[i]); err != nil {
			// Whoever is given up may still do what it was sent.
			s.answered = s.answered || ctx.Err() != nil
			results.Close()
			return err
		}
		s.answered = true
	}
	s.isCommitted = len(list) > 0 && list[len(list)-1].query == commit
	return results.Close()
}

// isShort says that statements take or end a turn, which takes the server seconds at most.
func isShort(list []statement) bool {
	return len(list) > 0 && (list[0].query == begin || list[len(list)-1].query == commit)
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
