package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"etld/internal/base/clock"
)

// All times here are the machine's, not those of the platform's clock, which may be moved.
const (
	// proofHolds is how long answers may be given after a proof began. Nothing is written
	// on a server that was elected before a process has known it for as long, so that
	// what it says first is newer than the last answer of the server before it.
	proofHolds = 2 * time.Second
	// proofEvery is the pause between two proofs, and lookEvery between two looks where
	// none are needed.
	proofEvery = proofHolds / 4
	lookEvery  = proofHolds
	// proofWithin bounds how long a server is asked for a proof before another one is.
	proofWithin = ConnectWithin
)

const (
	// whichServer tells a server from another one. The timeline is the number of its
	// history, which each election raises, and empty where it follows another server; the
	// start tells it from itself after a restart.
	whichServer = `SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END,
		CAST(pg_postmaster_start_time() AS TEXT)`
	needsProof = `SELECT COALESCE(current_setting('synchronous_standby_names', true), '') <> '' AND NOT pg_is_in_recovery(), pg_is_in_recovery(),
		clock_timestamp()`
	// prove writes to the log alone, and its commit waits for the standby.
	prove = `SELECT pg_logical_emit_message(true, 'etld', '')`
)

// Why an answer is not given.
var (
	// ErrSuperseded says that another server was elected since the connection was opened.
	ErrSuperseded = errors.New("another server was elected")
	ErrNoProof    = errors.New("no standby confirms that the server still leads")
	errElected    = errors.New("the server was elected since the connection was opened")
)

// proof is the last one, or what is known without one.
type proof struct {
	isNeeded bool
	timeline string
	// began is when its commit began, or zero.
	began time.Time
	// next is closed when another one follows.
	next chan struct{}
}

func newProof(timeline string) *proof {
	return &proof{timeline: timeline, next: make(chan struct{})}
}

func (p *proof) holds() bool { return time.Since(p.began) <= proofHolds }

// Where a connection keeps what it was opened on.
const (
	timelineKey = "timeline"
	startKey    = "start"
)

// timelineOf is the timeline that a connection was opened on.
func timelineOf(conn *pgx.Conn) string {
	timeline, _ := conn.PgConn().CustomData()[timelineKey].(string)
	return timeline
}

// startOf is the run of the server that a connection leads to.
func startOf(conn *pgx.Conn) string {
	start, _ := conn.PgConn().CustomData()[startKey].(string)
	return start
}

// prepare makes a new connection ready: it is bound to indexes, and knows its timeline and
// the server's run.
func prepare(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, byIndex); err != nil {
		return err
	}
	var timeline, start string
	if err := conn.QueryRow(ctx, whichServer).Scan(&timeline, &start); err != nil {
		return fmt.Errorf("ask which server it is: %w", err)
	}
	conn.PgConn().CustomData()[timelineKey] = timeline
	conn.PgConn().CustomData()[startKey] = start
	return nil
}

// watch proves from now on that the server leads, where commits wait for a standby. The
// server that is found first counts as elected now.
func (s *Servers) watch(ctx context.Context) error {
	w := &watcher{servers: s}
	if err := w.connect(ctx); err != nil {
		return err
	}
	p := newProof(timelineOf(w.conn))
	if err := w.look(ctx, p); err != nil {
		w.giveUp()
		return fmt.Errorf("ask whether commits wait for a standby: %w", err)
	}
	s.last.Store(p)
	watching, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop, s.stopped = stop, make(chan struct{})
	go w.loop(watching)
	return s.outwait(ctx, p.timeline)
}

// Proven waits until what was read on a connection may be told: another server may have
// been elected, and have told more, unless the one that was read has proved since that it
// leads.
func (s *Servers) Proven(ctx context.Context, conn *pgx.Conn) error {
	return s.proven(ctx, timelineOf(conn))
}

func (s *Servers) proven(ctx context.Context, timeline string) error {
	var timeout <-chan time.Time
	for {
		p := s.last.Load()
		switch {
		case p == nil:
			return nil
		case timeline < p.timeline:
			return ErrSuperseded
		case !p.isNeeded:
			return nil
		case timeline == p.timeline && p.holds():
			return nil
		}
		if timeout == nil {
			timeout = time.After(turnWithin)
		}
		select {
		case <-p.next:
		case <-timeout:
			return ErrNoProof
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// outwait waits until no process has a proof from before the election of a timeline.
func (s *Servers) outwait(ctx context.Context, timeline string) error {
	if p := s.last.Load(); p == nil || !p.isNeeded {
		return nil
	}
	return clock.Pause(ctx, time.Until(s.seen(timeline).Add(proofHolds)))
}

// seen is when this process first knew a timeline.
func (s *Servers) seen(timeline string) time.Time {
	at, _ := s.timelines.LoadOrStore(timeline, time.Now())
	return at.(time.Time)
}

// watcher has a connection of its own, so that proofs wait for no turn and no reader.
type watcher struct {
	servers *Servers
	conn    *pgx.Conn
	// isDoubtful says that a proof was not confirmed.
	isDoubtful atomic.Bool
}

func (w *watcher) loop(ctx context.Context) {
	defer close(w.servers.stopped)
	for {
		pause := lookEvery
		if w.servers.last.Load().isNeeded {
			pause = proofEvery
		}
		if clock.Pause(ctx, pause) != nil {
			w.giveUp()
			return
		}
		w.prove(ctx)
	}
}

func (w *watcher) connect(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, ConnectWithin)
	defer cancel()
	config := w.servers.config.ConnConfig.Copy()
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		if isUnreplicated(n) {
			w.isDoubtful.Store(true)
		}
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	if err := prepare(ctx, conn); err != nil {
		GiveUp(ctx, conn)
		return err
	}
	w.isDoubtful.Store(false)
	w.conn = conn
	w.servers.seen(timelineOf(conn))
	return nil
}

// prove asks for a proof, and gives a server up that gives none.
func (w *watcher) prove(ctx context.Context) {
	if w.conn == nil || w.conn.IsClosed() {
		// Why there is no connection changes nothing: it is tried again.
		if w.connect(ctx) != nil {
			return
		}
	}
	ctx, cancel := context.WithTimeout(ctx, proofWithin)
	defer cancel()
	p := newProof(timelineOf(w.conn))
	p.began = time.Now()
	err := w.look(ctx, p)
	if err == nil && p.isNeeded {
		err = w.confirm(ctx)
	}
	if err != nil || w.isDoubtful.Load() {
		if errors.Is(err, ErrSuperseded) || ctx.Err() != nil {
			w.servers.askedInVain(w.conn)
		}
		w.giveUp()
		return
	}
	w.servers.follow(p)
}

// look asks whether a proof is needed. A server that followed when the connection was
// opened, and was elected since, has a timeline that the connection does not know.
func (w *watcher) look(ctx context.Context, p *proof) error {
	var follows bool
	var at time.Time
	asked := time.Now()
	if err := w.conn.QueryRow(ctx, needsProof).Scan(&p.isNeeded, &follows, &at); err != nil {
		return err
	}
	w.servers.clockAhead.Store(int64(ahead(at, asked, time.Now())))
	if follows != (p.timeline == "") {
		return errElected
	}
	return nil
}

// confirm waits for the standby. While it does not confirm, it may be gone, or have been
// elected: that none of the other hosts leads proves as much.
func (w *watcher) confirm(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	confirmed := make(chan error, 1)
	go func() {
		_, err := w.conn.Exec(ctx, prove)
		confirmed <- err
	}()
	for {
		select {
		case err := <-confirmed:
			return err
		case <-time.After(proofEvery):
		}
		p := newProof(timelineOf(w.conn))
		p.isNeeded, p.began = true, time.Now()
		switch w.servers.askWhoLeads(ctx, startOf(w.conn)) {
		case nobodyElse:
			w.servers.follow(p)
		case another:
			cancel()
			return errors.Join(ErrSuperseded, <-confirmed)
		case notKnown:
		}
	}
}

func (w *watcher) giveUp() {
	if w.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), ConnectWithin)
		defer cancel()
		GiveUp(ctx, w.conn)
		w.conn = nil
	}
}

// follow takes a proof over, and cuts what still leads to a server before it: a commit
// that waits there waits for a standby that has left.
func (s *Servers) follow(p *proof) {
	former := s.last.Load()
	if p.timeline < former.timeline {
		// A standby has confirmed what a server before the last says: an operator's doing,
		// which a new start takes over.
		return
	}
	s.last.Store(p)
	close(former.next)
	if l := s.line.Load(); l != nil && timelineOf(l.Conn) < p.timeline {
		l.cut()
	}
}
