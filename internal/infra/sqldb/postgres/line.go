package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A committed write waits for the disk and takes everything before it in the engine's
// log along. Each process has a row for it.
const (
	flushRow  = `INSERT INTO sqldb_flush (slot, n) VALUES ($1, 1) ON CONFLICT (slot) DO UPDATE SET n = sqldb_flush.n + 1`
	flushSlot = 1 << 20
)

// WriterName is what connections that write are known by at the server.
const WriterName = "etld writer"

// What is wrong with a line; the outcome of what was committed on it is not known.
var (
	// ErrNotReplicated says that a commit did not wait for the standby that it should
	// have waited for. It may be lost with the server, so nobody may be told that it
	// is done; a repetition waits.
	ErrNotReplicated = errors.New("a commit did not wait for its standby")
	ErrTwoServers    = errors.New("two connections lead to two servers")
	ErrGone          = errors.New("the connection for flushes is gone")
)

// Line is what one process writes with: a connection for its
// transactions and one for flushes. Both were opened to the same run of the same
// server, and both are given up together. No connection outlives a crash of the
// server, so a flush that succeeds says that what was committed before it on the
// other connection was not lost meanwhile.
type Line struct {
	// Conn is for transactions.
	Conn *pgx.Conn

	disk       *pgx.Conn
	isDoubtful atomic.Bool
	// isGone is set by whichever loop finds a connection closed.
	isGone atomic.Bool
	slot   int64
}

// Replace opens a line as the readers' connections are opened, in the place of one
// that is gone or nil. What is flushed on the former from now on fails. Of several
// servers the former's is asked last, by readers too.
func (s *Servers) Replace(ctx context.Context, former *Line) (l *Line, err error) {
	ctx, cancel := context.WithTimeout(ctx, ConnectWithin)
	defer cancel()
	l = &Line{slot: rand.Int64N(flushSlot)}
	if former != nil {
		l.slot = former.slot
		s.askedInVain(former.Conn)
		GiveUp(ctx, former.Conn)
		// The flush loop may be using it, so it is only cut.
		_ = former.disk.PgConn().Conn().Close()
	}
	config := s.config.ConnConfig.Copy()
	config.RuntimeParams["lock_timeout"] = fmt.Sprint(turnWithin.Milliseconds())
	config.RuntimeParams["idle_in_transaction_session_timeout"] = fmt.Sprint(turnIdle.Milliseconds())
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		if isUnreplicated(n) {
			l.isDoubtful.Store(true)
		}
	}
	for i, conn := range []**pgx.Conn{&l.disk, &l.Conn} {
		if i == 1 {
			config.RuntimeParams["application_name"] = WriterName
		}
		if *conn, err = pgx.ConnectConfig(ctx, config); err == nil {
			err = prepare(ctx, *conn)
		}
		if err != nil {
			l.Close(ctx)
			return nil, err
		}
	}
	if startOf(l.disk) != startOf(l.Conn) {
		l.Close(ctx)
		return nil, ErrTwoServers
	}
	if err := s.outwait(ctx, timelineOf(l.Conn)); err != nil {
		l.Close(ctx)
		return nil, err
	}
	s.line.Store(l)
	return l, nil
}

// cut ends the line while it is being used: what waits on it fails.
func (l *Line) cut() {
	l.Abandon()
	for _, conn := range []*pgx.Conn{l.Conn, l.disk} {
		// The loops that use it find it closed.
		_ = conn.PgConn().Conn().Close()
	}
}

// isUnreplicated recognises the warning by where it comes from: its text is in the
// server's language, and it has no code of its own.
func isUnreplicated(n *pgconn.Notice) bool { return n.Routine == "SyncRepWaitForLSN" }

// IsGone says that the line must be replaced.
func (l *Line) IsGone() bool { return l.isGone.Load() }

// Abandon says that the line must be replaced.
func (l *Line) Abandon() { l.isGone.Store(true) }

// IsDoubtful says that a commit did not wait for its standby.
func (l *Line) IsDoubtful() bool { return l.isDoubtful.Load() }

// Close ends both connections, once nobody uses them.
func (l *Line) Close(ctx context.Context) {
	l.Abandon()
	for _, conn := range []*pgx.Conn{l.Conn, l.disk} {
		if conn != nil {
			GiveUp(ctx, conn)
		}
	}
}

// Flush makes durable what was committed on the line before, or fails.
func (l *Line) Flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, AnswerWithin)
	defer cancel()
	err := ErrGone
	if !l.IsGone() {
		_, err = l.disk.Exec(ctx, flushRow, l.slot)
	}
	if err == nil && l.IsDoubtful() {
		err = ErrNotReplicated
	}
	if err != nil {
		l.Abandon()
		GiveUp(ctx, l.disk)
	}
	return err
}
