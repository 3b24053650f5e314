package sqldb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"etld/internal/base/skip"
	"etld/internal/infra/sqldb/dbtest/cluster"
	"etld/internal/infra/sqldb/postgres"
)

// startServer is a server of the test's own, which may crash.
func startServer(t *testing.T) *cluster.Cluster {
	t.Helper()
	server, err := cluster.Start(true)
	if err != nil {
		skip.Missing(t, "no PostgreSQL can be started here: %v", err)
	}
	t.Cleanup(server.Remove)
	if err := Migrate(t.Context(), server.Address); err != nil {
		t.Fatal(err)
	}
	return server
}

func openServer(t *testing.T, address string) *postgresBackend {
	t.Helper()
	b, err := openBackend(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return b.(*postgresBackend)
}

// asAdministrator runs statements that no transaction may hold.
func asAdministrator(t *testing.T, address string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
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

// setReadOnly sets whether a server only reads, and waits until it goes by that.
func setReadOnly(t *testing.T, server *cluster.Cluster, value string) {
	t.Helper()
	asAdministrator(t, server.Address, "ALTER SYSTEM SET default_transaction_read_only = "+value, "SELECT pg_reload_conf()")
	waitFor(t, "the setting is taken on", func() bool {
		conn, err := pgx.Connect(t.Context(), server.Address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		var is string
		if err := conn.QueryRow(t.Context(), "SHOW default_transaction_read_only").Scan(&is); err != nil {
			t.Fatal(err)
		}
		return is == value
	})
}

// save commits a row and leaves the disk to a flush.
func save(t *testing.T, b *postgresBackend, name string) {
	t.Helper()
	err := b.write(t.Context(), func(s session) error {
		list := append(b.begin(new(time.Time)), statement{query: insertNote, args: []any{name}})
		return s.run(t.Context(), append(list, b.commit(true)...))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A commit that waits for a standby and is cancelled is told as done by the server,
// with a warning. Nobody is told that it is: it would be lost with the server.
func TestACommitThatWaitsForNoStandbyIsNotKnown(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	b := openServer(t, server.Address)
	defer b.close()
	asAdministrator(t, server.Address, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
	ended := make(chan error, 1)
	go func() {
		// The server takes the setting on in its own time, and answers until then.
		var err error
		for err == nil {
			err = b.write(context.Background(), func(s session) error {
				list := append(b.begin(new(time.Time)), statement{query: insertNote, args: []any{"after"}})
				return s.run(context.Background(), append(list, b.commit(false)...))
			})
		}
		ended <- err
	}()
	waitFor(t, "the commit is cancelled", func() bool {
		asAdministrator(t, server.Address, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
		return len(ended) > 0
	})
	if err := <-ended; !errors.Is(err, postgres.ErrNotReplicated) || !errors.Is(err, ErrUnavailable) {
		t.Errorf("a cancelled commit says: %v", err)
	}
	if b.flusher() != nil {
		t.Error("the line is used again")
	}
}

// The turn is passed on before the disk only where no commit waits for a standby.
func TestAProcessKnowsWhetherCommitsWaitForAStandby(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	look := func() (seen surroundings) {
		b := openServer(t, server.Address)
		defer b.close()
		conn, err := b.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
		if err := (&postgresSession{conn: conn.Conn()}).run(t.Context(), b.lookAround(&seen)); err != nil {
			t.Error(err)
		}
		return seen
	}
	if seen := look(); seen.standbys != 0 {
		t.Errorf("without a standby: %+v", seen)
	}
	asAdministrator(t, server.Address, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
	waitFor(t, "the standby is seen", func() bool { return look().standbys == 1 })
	for seen, want := range map[surroundings]bool{{}: false, {writers: 1}: true, {writers: 1, standbys: 1}: false, {standbys: 1}: false} {
		if seen.passesTurnEarly() != want {
			t.Errorf("%+v: the turn is passed on early: %t", seen, !want)
		}
	}
}

// addressOf names several servers, in this order.
func addressOf(servers ...*cluster.Cluster) string {
	hosts := ""
	for i, c := range servers {
		if i > 0 {
			hosts += ","
		}
		hosts += strings.TrimSuffix(strings.TrimPrefix(c.Address, "postgres://etld@"), "/postgres?sslmode=disable")
	}
	return "postgres://etld@" + hosts + "/postgres?sslmode=disable"
}

// Of several hosts the one that takes writes is used, for reading too and by
// migrations, whichever stands first.
func TestOfSeveralHostsTheWritingOneIsUsed(t *testing.T) {
	t.Parallel()
	reads, writes := startServer(t), startServer(t)
	setReadOnly(t, reads, "on")
	both := addressOf(reads, writes)
	if err := Migrate(t.Context(), both); err != nil {
		t.Error(err)
	}
	b := openServer(t, both)
	defer b.close()
	save(t, b, "here")
	var found int64
	err := b.read(t.Context(), func(s session) error {
		return s.run(t.Context(), []statement{{query: countNotes, each: func(row *Row) error { return row.Scan(&found) }}})
	})
	if err != nil || found == 0 {
		t.Errorf("%d rows, %v", found, err)
	}
}

// A server that stands still, whose system goes on to take what it is sent, is given up:
// what was committed there is not known, is not repeated by itself, and the next write
// goes to the server that takes its place.
func TestACommitThatIsNeverAnsweredIsNotKnown(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	b := openServer(t, server.Address)
	defer b.close()
	asAdministrator(t, server.Address, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
	b.answerWithin = 300 * time.Millisecond
	// The server takes the setting on in its own time, and answers until then.
	var err error
	tries := 0
	for err == nil {
		tries = 0
		err = b.write(t.Context(), func(s session) error {
			tries++
			list := append(b.begin(new(time.Time)), statement{query: insertNote, args: []any{"never answered"}})
			return s.run(t.Context(), append(list, b.commit(false)...))
		})
	}
	if mapped := mapError(err); !errors.Is(mapped, ErrUnavailable) || tries != 1 {
		t.Errorf("after %d tries: %v", tries, mapped)
	}
	if b.flusher() != nil {
		t.Error("the line is used again")
	}
	asAdministrator(t, server.Address, "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
	b.answerWithin = postgres.AnswerWithin
	save(t, b, "afterwards")
}

// A primary that nobody demoted, as its guard stands still, goes on to answer reads on
// connections that are open. Once the line was given up and another server writes, it is
// the one that is read.
func TestReadsFollowTheLineToAnotherServer(t *testing.T) {
	t.Parallel()
	elected, former := startServer(t), startServer(t)
	setReadOnly(t, elected, "on")
	b := openServer(t, addressOf(elected, former))
	defer b.close()
	read := func() (found int64) {
		t.Helper()
		err := b.read(t.Context(), func(s session) error {
			return s.run(t.Context(), []statement{{query: `SELECT COUNT(*) FROM sqldb_meta WHERE name = 'elected'`, each: func(row *Row) error { return row.Scan(&found) }}})
		})
		if err != nil {
			t.Error(err)
		}
		return found
	}
	save(t, b, "before")
	read()
	setReadOnly(t, elected, "off")
	asAdministrator(t, former.Address, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
	writeUntilUnanswered(t, b)
	save(t, b, "elected")
	if read() != 1 {
		t.Error("what was written on the elected server is not read")
	}
}

// A primary that nobody demoted takes connections and writes, and answers no commit. Once
// it was given up, it is asked after all others, wherever it stands in the address.
func TestTheHostThatWasGivenUpIsAskedLast(t *testing.T) {
	t.Parallel()
	former, elected := startServer(t), startServer(t)
	setReadOnly(t, elected, "on")
	b := openServer(t, addressOf(former, elected))
	defer b.close()
	save(t, b, "before")
	setReadOnly(t, elected, "off")
	asAdministrator(t, former.Address, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
	writeUntilUnanswered(t, b)
	err := b.write(t.Context(), func(s session) error {
		list := append(b.begin(new(time.Time)), statement{query: insertNote, args: []any{"elected"}})
		return s.run(t.Context(), append(list, b.commit(false)...))
	})
	if err != nil {
		t.Fatalf("the next write: %v", err)
	}
	var found int64
	err = b.read(t.Context(), func(s session) error {
		return s.run(t.Context(), []statement{{query: `SELECT COUNT(*) FROM sqldb_meta WHERE name = 'elected'`, each: func(row *Row) error { return row.Scan(&found) }}})
	})
	if err != nil || found != 1 {
		t.Errorf("%d rows are read of what was written on the elected server (%v)", found, err)
	}
}

// writeUntilUnanswered writes until a commit is given up: the server takes a changed
// setting on in its own time, and answers until then.
func writeUntilUnanswered(t *testing.T, b *postgresBackend) {
	t.Helper()
	b.answerWithin = 300 * time.Millisecond
	var err error
	for n := 0; err == nil; n++ {
		err = b.write(t.Context(), func(s session) error {
			list := append(b.begin(new(time.Time)), statement{query: insertNote, args: []any{fmt.Sprint("never answered ", n)}})
			return s.run(t.Context(), append(list, b.commit(false)...))
		})
	}
	b.answerWithin = postgres.AnswerWithin
}
