package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"etld/internal/base/skip"
	"etld/internal/infra/sqldb/dbtest/cluster"
)

// patience bounds what a test waits for, far above what it should take.
const patience = 30 * time.Second

// startServer is a server of the test's own, which may crash.
func startServer(t *testing.T) (*cluster.Cluster, *Servers) {
	t.Helper()
	server, err := cluster.Start(true)
	if err != nil {
		skip.Missing(t, "no PostgreSQL can be started here: %v", err)
	}
	t.Cleanup(server.Remove)
	servers, err := configure(server.Address)
	if err != nil {
		t.Fatal(err)
	}
	asAdministrator(t, server, "CREATE TABLE sqldb_flush (slot BIGINT PRIMARY KEY, n BIGINT)", "CREATE TABLE note (name TEXT)")
	return server, servers
}

// asAdministrator runs statements that no transaction may hold.
func asAdministrator(t *testing.T, server *cluster.Cluster, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), server.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, statement := range statements {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func replace(t *testing.T, former *Line, servers *Servers) *Line {
	t.Helper()
	l, err := servers.Replace(t.Context(), former)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// save commits a row and leaves the disk to a flush.
func save(t *testing.T, l *Line, name string) {
	t.Helper()
	if _, err := l.Conn.Exec(t.Context(), "BEGIN; SET LOCAL synchronous_commit TO OFF; INSERT INTO note (name) VALUES ('"+name+"'); COMMIT",
		pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
}

// A server that crashes and is back at once may have lost what it committed before. A
// flush on the new line says nothing about the one before, nor does the old one's.
func TestAFlushAfterARestartProvesNothing(t *testing.T) {
	t.Parallel()
	server, servers := startServer(t)
	first := replace(t, nil, servers)
	save(t, first, "first")
	if err := first.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	save(t, first, "second")
	server.Crash()
	if err := server.Resume(); err != nil {
		t.Fatal(err)
	}
	first.Abandon()
	next := replace(t, first, servers)
	defer next.Close(context.Background())
	save(t, next, "third")
	if err := first.Flush(t.Context()); !errors.Is(err, ErrGone) {
		t.Errorf("a flush after a restart says: %v", err)
	}
	if err := next.Flush(t.Context()); err != nil {
		t.Errorf("a flush of what came after the restart: %v", err)
	}
}

// The same where nobody has noticed the restart yet.
func TestAFlushDoesNotReachAnotherRunOfTheServer(t *testing.T) {
	t.Parallel()
	server, servers := startServer(t)
	l := replace(t, nil, servers)
	save(t, l, "first")
	server.Crash()
	if err := server.Resume(); err != nil {
		t.Fatal(err)
	}
	if err := l.Flush(t.Context()); err == nil || !l.IsGone() {
		t.Errorf("a flush after a restart says: %v", err)
	}
}

// A flush that waits for a standby and is cancelled is told as done by the server, with
// a warning.
func TestAFlushThatWaitsForNoStandbyIsNotKnown(t *testing.T) {
	t.Parallel()
	server, servers := startServer(t)
	l := replace(t, nil, servers)
	defer l.Close(context.Background())
	asAdministrator(t, server, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
	save(t, l, "first")
	ended := make(chan error, 1)
	go func() {
		// The server takes the setting on in its own time, and flushes until then.
		var err error
		for err == nil {
			err = l.Flush(context.Background())
		}
		ended <- err
	}()
	for began := time.Now(); len(ended) == 0 && time.Since(began) < patience; {
		asAdministrator(t, server, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
	}
	if err := <-ended; !errors.Is(err, ErrNotReplicated) || !l.IsGone() {
		t.Errorf("a cancelled flush says: %v", err)
	}
}
