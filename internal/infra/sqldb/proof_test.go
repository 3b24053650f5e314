package sqldb

import (
	"context"
	"errors"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb/dbtest/cluster"
	"etld/internal/infra/sqldb/postgres"
)

// election is a primary that nobody demotes and the one that was elected in its place.
type election struct{ former, elected *cluster.Cluster }

// startElection starts both with what was saved before, and what their commits wait for.
// Once it is called, leave takes its standby from the former, as its election does.
func startElection(t *testing.T) (e election, leave func()) {
	t.Helper()
	e.former = startServer(t)
	asAdministrator(t, e.former.Address, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
	e.former.Halt()
	var err error
	if e.elected, err = e.former.Elected(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.elected.Remove)
	if err := e.former.Resume(); err != nil {
		t.Fatal(err)
	}
	leave = follow(t, e.former)
	t.Cleanup(follow(t, e.elected))
	return e, leave
}

func follow(t *testing.T, server *cluster.Cluster) (leave func()) {
	t.Helper()
	leave, err := server.Follow("standby")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(leave)
	return leave
}

func openDB(t *testing.T, address string) *DB {
	t.Helper()
	db, err := Open(t.Context(), address, &clock.System{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// named counts what was noted under a name, or says why it cannot.
func named(db *DB, name string) (found int64, err error) {
	return namedWithin(db, name, 2*time.Second)
}

func namedWithin(db *DB, name string, limit time.Duration) (found int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	err = db.View(ctx, func(tx *Tx) error {
		return tx.Query(func(row *Row) error { return row.Scan(&found) }, countNotesOf, name)
	})
	return found, err
}

// mustRead waits until an instance reads, and holds that it then reads what was noted.
func mustRead(t *testing.T, db *DB, name string) {
	t.Helper()
	waitFor(t, name+" is read", func() bool {
		n, err := named(db, name)
		if err == nil && n != 1 {
			t.Fatalf("what is read is older than %s", name)
		}
		return err == nil
	})
}

const countNotesOf = `SELECT COUNT(*) FROM sqldb_meta WHERE name = $1`

// Whoever has been told by the elected server reads nothing older at an instance that
// still knows the one before, whether it reads or is refused.
func TestNobodyReadsWhatAnElectedServerHasPassed(t *testing.T) {
	t.Parallel()
	servers, leave := startElection(t)
	behind := openDB(t, servers.former.Address)
	if err := behind.Update(t.Context(), func(tx *Tx) error { return write(tx, "before") }); err != nil {
		t.Fatal(err)
	}
	mustRead(t, behind, "before")
	leave()
	ahead := openDB(t, servers.elected.Address)
	if err := ahead.Update(t.Context(), func(tx *Tx) error { return write(tx, "told") }); err != nil {
		t.Fatal(err)
	}
	if n, err := named(behind, "told"); err == nil {
		t.Errorf("what was told is read as %d", n)
	}
	refused := errors.New("refused by what was read")
	err := behind.Update(t.Context(), func(*Tx) error { return refused })
	if errors.Is(err, refused) || !errors.Is(err, ErrUnavailable) {
		t.Errorf("a call that writes nothing says: %v", err)
	}
	mustRead(t, ahead, "told")
	// A standby that comes back says that the server has led all the while.
	follow(t, servers.former)
	waitFor(t, "the standby is back", func() bool { _, err := named(behind, "before"); return err == nil })
}

// A line that was opened to the former while the elected one was already known is given up
// with the first answer on it.
func TestALineToTheFormerServerIsGivenUp(t *testing.T) {
	t.Parallel()
	servers, _ := startElection(t)
	b := openServer(t, servers.elected.Address)
	defer b.close()
	former, err := postgres.Open(t.Context(), servers.former.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer former.Close()
	if b.line, err = former.Replace(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	err = b.write(t.Context(), func(s session) error {
		return s.run(t.Context(), append(b.begin(new(time.Time)), b.commit(false)...))
	})
	if !errors.Is(err, postgres.ErrSuperseded) || !errors.Is(err, ErrUnavailable) {
		t.Errorf("what is answered on the former says: %v", err)
	}
	save(t, b, "elected")
}

// While no standby confirms anything, but no other host can have been elected either, as
// no server runs there, reads are answered and writes wait.
func TestReadsGoOnWhereNobodyElseLeads(t *testing.T) {
	t.Parallel()
	servers, leave := startElection(t)
	servers.elected.Halt()
	db := openDB(t, addressOf(servers.former, servers.elected))
	if err := db.Update(t.Context(), func(tx *Tx) error { return write(tx, "before") }); err != nil {
		t.Fatal(err)
	}
	leave()
	// Far longer than what a standby has confirmed is enough for.
	for began := time.Now(); time.Since(began) < 5*time.Second; {
		if n, err := namedWithin(db, "before", patience); n != 1 || err != nil {
			t.Fatalf("without a standby: %d, %v", n, err)
		}
	}
	if err := servers.elected.Resume(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "another host leads", func() bool { _, err := named(db, "before"); return err != nil })
}

// An instance that knows both finds the elected one by itself, and what waits for a
// standby at the former is given up.
func TestAnInstanceFindsTheElectedServer(t *testing.T) {
	t.Parallel()
	servers, leave := startElection(t)
	setReadOnly(t, servers.elected, "on")
	both := openDB(t, addressOf(servers.former, servers.elected))
	if err := both.Update(t.Context(), func(tx *Tx) error { return write(tx, "before") }); err != nil {
		t.Fatal(err)
	}
	former := both.Servers().Timeline
	leave()
	setReadOnly(t, servers.elected, "off")
	waiting := make(chan error, 1)
	go func() {
		waiting <- both.Update(context.Background(), func(tx *Tx) error { return write(tx, "waits at the former") })
	}()
	ahead := openDB(t, servers.elected.Address)
	if err := ahead.Update(t.Context(), func(tx *Tx) error { return write(tx, "told") }); err != nil {
		t.Fatal(err)
	}
	mustRead(t, both, "told")
	if err := <-waiting; !errors.Is(err, ErrUnavailable) {
		t.Errorf("what waited at the former says: %v", err)
	}
	if err := both.Update(t.Context(), func(tx *Tx) error { return write(tx, "afterwards") }); err != nil {
		t.Error(err)
	}
	mustRead(t, ahead, "afterwards")
	if now := both.Servers().Timeline; former == "" || now <= former {
		t.Errorf("the history is %q after %q", now, former)
	}
}
