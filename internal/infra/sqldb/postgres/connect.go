// Package postgres connects to PostgreSQL servers, which may be one of several, fall
// silent, crash, or be followed by another one.
//
// Words. A *line* is what one process writes with: a connection for its transactions
// and one for flushes, both to the same run of the same server. A line is *gone* when
// one of the two is, and *doubtful* when a commit did not wait for its standby. A *proof*
// is a commit that the standby confirmed: when it began, no other server had been elected.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// ReadersMax are the connections for reading; a line has two more, and the watch one.
	ReadersMax = 6
	// ConnectWithin bounds how long a connection is waited for.
	ConnectWithin = 5 * time.Second
	// hostWithin bounds how long one of several hosts is waited for. The system of a
	// server that stands still takes connections for it, and the others come after it.
	hostWithin = ConnectWithin / 4
	// AnswerWithin bounds how long a turn or a commit is waited for: what a server that
	// stands still was sent is taken by its system, so that the line looks whole.
	AnswerWithin     = silentMax
	statementTimeout = 60 * time.Second
	// turnWithin bounds how long a process waits for its turn, and turnIdle how
	// long one may stand still in its own before it loses it.
	turnWithin = 8 * time.Second
	turnIdle   = 5 * time.Second
)

// Lookups have an index each. A table that has just grown has no statistics yet, and
// the engine would read it whole. A small table without an index is then thought
// costly, and the engine would compile each statement on it. Engines that only speak
// the protocol may not know the settings.
const byIndex = `SELECT set_config(name, 'off', false) FROM pg_settings WHERE name IN ('enable_seqscan', 'jit')`

// silentMax is how long a server may be silent whose machine or line went away
// without a word: what it was sent stays without an answer of its system, or it
// answers no probe.
const (
	silentMax  = 15 * time.Second
	probeEvery = 5 * time.Second
)

// forServers prepares connections for servers that fall silent and for an address
// with several hosts, of which only one takes writes.
func forServers(config *pgx.ConnConfig) {
	dialer := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: probeEvery, Interval: probeEvery, Count: int(silentMax/probeEvery) - 1},
		Control:         limitSilence,
	}
	config.DialFunc = dialer.DialContext
	if !hasSeveralHosts(config) {
		return
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = hostWithin
	}
	if config.ValidateConnect == nil {
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
}

// hasSeveralHosts looks at the hosts alone: one host may be tried with and without TLS.
func hasSeveralHosts(config *pgx.ConnConfig) bool {
	for _, other := range config.Fallbacks {
		if other.Host != config.Host || other.Port != config.Port {
			return true
		}
	}
	return false
}

// Servers are those that an address names.
type Servers struct {
	// Readers are for snapshots; what writes has a line of its own.
	Readers *pgxpool.Pool
	// CanFlush says that a server can commit now and flush later.
	CanFlush bool

	// config is how connections are opened.
	config *pgxpool.Config
	// givenUp is the address of the server whose line was given up last. A primary that
	// nobody demoted goes on to take connections, so all others are asked before it.
	givenUp atomic.Pointer[string]
	// line is what this process writes with now.
	line atomic.Pointer[Line]
	// last is the last proof; nil where nobody watches.
	last atomic.Pointer[proof]
	// timelines are those that this process knows, with the time since when.
	timelines sync.Map
	// clockAhead is how far the server's clock was ahead when it was looked at last.
	clockAhead atomic.Int64
	// stop ends the watch, and stopped says that it has ended.
	stop    context.CancelFunc
	stopped chan struct{}
}

// askedInVain says that a server gave no answer.
func (s *Servers) askedInVain(conn *pgx.Conn) {
	address := conn.PgConn().Conn().RemoteAddr().String()
	s.givenUp.Store(&address)
}

// askLast has the server that was given up last asked after all others.
func (s *Servers) askLast(config *pgx.ConnConfig) {
	if !hasSeveralHosts(config) {
		return
	}
	validate := config.ValidateConnect
	config.ValidateConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		err := validate(ctx, conn)
		if last := s.givenUp.Load(); err == nil && last != nil && *last == conn.Conn().RemoteAddr().String() {
			// A primary is then used where no other host is.
			return pgconn.ValidateConnectTargetSessionAttrsPreferStandby(ctx, conn)
		}
		return err
	}
}

// Open connects to the servers of an address.
func Open(ctx context.Context, address string) (*Servers, error) {
	s, err := configure(address)
	if err != nil {
		return nil, err
	}
	if s.Readers, err = pgxpool.NewWithConfig(ctx, s.config); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := s.ready(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// ready finds out about the server that is there, and watches it.
func (s *Servers) ready(ctx context.Context) error {
	if err := s.Readers.Ping(ctx); err != nil {
		return fmt.Errorf("reach database: %w", err)
	}
	if err := CheckOrder(func(query string, sorts *bool) error { return s.Readers.QueryRow(ctx, query).Scan(sorts) }); err != nil {
		return err
	}
	if err := s.Readers.QueryRow(ctx, canFlush).Scan(&s.CanFlush); err != nil {
		return fmt.Errorf("ask how the database commits: %w", err)
	}
	return s.watch(ctx)
}

// Close ends the watch and the connections for reading.
func (s *Servers) Close() {
	if s.stop != nil {
		s.stop()
		<-s.stopped
	}
	s.Readers.Close()
}

func configure(address string) (*Servers, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	config.MaxConns = ReadersMax
	config.ConnConfig.RuntimeParams["application_name"] = "etld"
	config.ConnConfig.RuntimeParams["statement_timeout"] = fmt.Sprint(statementTimeout.Milliseconds())
	// Statements are prepared once per connection; every result is binary.
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheStatement
	forServers(config.ConnConfig)
	config.AfterConnect = prepare
	servers := &Servers{config: config}
	servers.askLast(config.ConnConfig)
	return servers, nil
}

// ForMigration is how the connection for migrations is opened, whose statements may
// take as long as they need once they have their locks. While one waits for a lock, all
// who come after it wait too, so it waits as long as a turn may take.
func ForMigration(address string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	config.RuntimeParams["lock_timeout"] = fmt.Sprint(turnWithin.Milliseconds())
	forServers(config)
	return config, nil
}

// GiveUp closes a connection that must not be used again: to a server that only reads,
// as after a failover to a standby, it would stay so for as long as it lives, and the
// next one may lead to the server that writes.
func GiveUp(ctx context.Context, conn *pgx.Conn) {
	// Why closing failed changes nothing.
	_ = conn.Close(ctx)
}

const canFlush = `SELECT current_setting('synchronous_commit') <> 'off'`

// sortsByBytes compares texts that languages sort otherwise: signs before
// letters, capitals beside small letters.
const sortsByBytes = `SELECT 'a' < '~' AND 'Z' < 'a' AND 'a-b' < 'aa' AND 'a~' > 'aZ'`

// ErrTextOrder says that lists would come out wrong.
var ErrTextOrder = errors.New("the database sorts text by the rules of a language, and ids must sort by bytes: " +
	"create it with CREATE DATABASE … TEMPLATE template0 LOCALE 'C' and load the data there")

// CheckOrder refuses a database whose collation does not sort by bytes: ids and
// cursors rely on it.
func CheckOrder(ask func(query string, sorts *bool) error) error {
	var sorts bool
	if err := ask(sortsByBytes, &sorts); err != nil {
		return fmt.Errorf("ask how the database sorts: %w", err)
	}
	if !sorts {
		return ErrTextOrder
	}
	return nil
}
