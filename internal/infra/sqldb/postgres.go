package sqldb

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	postgresConnections      = 8
	postgresStatementTimeout = 60 * time.Second
	postgresAcquireTimeout   = 5 * time.Second
)

type postgresBackend struct {
	pool *pgxpool.Pool
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
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reach database: %w", err)
	}
	return &postgresBackend{pool: pool}, nil
}

func (b *postgresBackend) engine() Engine         { return Postgres }
func (b *postgresBackend) beginStatement() string { return "BEGIN ISOLATION LEVEL SERIALIZABLE" }

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
	conn, err := b.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return fn(&postgresSession{conn: conn.Conn()})
}

func (b *postgresBackend) read(ctx context.Context, fn func(session) error) error {
	conn, err := b.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	// BEGIN travels with the first statement, so that it costs no round trip.
	s := &postgresSession{conn: conn.Conn(), before: []statement{{query: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}}}
	err = fn(s)
	if s.before != nil {
		return err
	}
	end := "COMMIT"
	if err != nil {
		end = "ROLLBACK"
	}
	if endErr := s.run(context.WithoutCancel(ctx), []statement{{query: end}}); endErr != nil && err == nil {
		err = endErr
	}
	return err
}

func (b *postgresBackend) close() error {
	b.pool.Close()
	return nil
}

type postgresSession struct {
	conn   *pgx.Conn
	before []statement
}

func (s *postgresSession) run(ctx context.Context, list []statement) error {
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
	}
	return results.Close()
}

func readResult(results pgx.BatchResults, st *statement) error {
	if st.each == nil {
		tag, err := results.Exec()
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
