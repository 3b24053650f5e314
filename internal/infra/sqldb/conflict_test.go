package sqldb_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/dbtest/cluster"
)

// rival is another process that writes to one row as fast as it can.
type rival struct {
	db      *sqldb.DB
	commits atomic.Int64
	ended   chan error
	stop    context.CancelFunc
}

func startRival(t *testing.T, address string) *rival {
	ctx, stop := context.WithCancel(t.Context())
	r := &rival{db: dbtest.Open(t, address, dbtest.NewClock()), ended: make(chan error, 1), stop: stop}
	go func() {
		for {
			err := r.db.Command(ctx, func(tx *sqldb.Tx) error { return add(tx, "shared", 1) }, accounts.Hint("shared"))
			if err != nil {
				r.ended <- err
				return
			}
			r.commits.Add(1)
		}
	}()
	return r
}

// end stops it and tells how much it has added.
func (r *rival) end(t *testing.T) int64 {
	t.Helper()
	r.stop()
	if err := <-r.ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the rival hears: %v", err)
	}
	return r.commits.Load()
}

const countWaiting = `SELECT COUNT(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`

// slowly adds to the row it has read, but not before the rival has, or waits for it.
func (r *rival) slowly(tx *sqldb.Tx) error {
	var read, waiting int64
	if _, err := tx.QueryOne(sqldb.Dest(&read), selectBalance, "shared"); err != nil {
		return err
	}
	for before := r.commits.Load(); waiting == 0 && r.commits.Load() < before+2; {
		if _, err := tx.QueryOne(sqldb.Dest(&waiting), countWaiting); err != nil {
			return err
		}
	}
	return add(tx, "shared", 1)
}

// Whoever is always slower than another process gets his turn all the same.
func TestASlowBodyIsNotStarvedByAnotherProcess(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	db, r := dbtest.Open(t, address, dbtest.NewClock()), startRival(t, address)
	background := func(ctx context.Context, body func(*sqldb.Tx) error) error { return db.Background(ctx, body) }
	for range 2 {
		for name, run := range map[string]func(context.Context, func(*sqldb.Tx) error) error{"a call": db.Update, "background work": background} {
			if err := run(context.Background(), r.slowly); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	want := r.end(t) + 4
	if got := balance(t, db, "shared"); got != want {
		t.Errorf("the balance is %d, want %d", got, want)
	}
}

// As long as any database of the server has an old transaction, the engine takes
// transactions for conflicts that ended long ago, once they are many. The one writer
// of a database works on all the same.
func TestAnOldTransactionOfAnotherDatabaseStopsNoWriter(t *testing.T) {
	t.Parallel()
	dbtest.Cluster(t)
	// Other tests' databases would meet the same.
	server, err := cluster.Start(false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Remove)
	if err := sqldb.Migrate(t.Context(), server.Address); err != nil {
		t.Fatal(err)
	}
	old := connect(t, strings.Replace(server.Address, "/postgres?", "/template1?", 1))
	exec(t, old, `BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT pg_current_xact_id()`)
	db := dbtest.Open(t, server.Address, dbtest.NewClock())
	deposit := func(tx *sqldb.Tx) error { return add(tx, "shared", 1) }
	for range 20 {
		if err := db.Update(t.Context(), deposit); err != nil {
			t.Fatal(err)
		}
	}
	exec(t, connect(t, server.Address), strings.Repeat(`BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT * FROM ledger_account; COMMIT;`, 4000))
	for range 5 {
		if err := db.Update(t.Context(), deposit); err != nil {
			t.Error(err)
		}
	}
	if got := balance(t, db, "shared"); got != 25 {
		t.Errorf("the balance is %d, want 25", got)
	}
}

// A process that stands still and shares the lock keeps nobody from sharing it. Only
// who needs it alone hears that the database is busy.
func TestAProcessThatStandsStillIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	exec(t, connect(t, address), `BEGIN; LOCK TABLE sqldb_time IN ROW SHARE MODE`)
	db, r := dbtest.Open(t, address, dbtest.NewClock()), startRival(t, address)
	db.GiveUpAfter(0)
	if err := db.Update(t.Context(), r.slowly); !errors.Is(err, sqldb.ErrUnavailable) {
		t.Errorf("who meets a conflict hears: %v", err)
	}
	want := r.end(t) + 1
	if err := db.Update(t.Context(), func(tx *sqldb.Tx) error { return add(tx, "shared", 1) }); err != nil {
		t.Error(err)
	}
	if got := balance(t, db, "shared"); got != want {
		t.Errorf("the balance is %d, want %d", got, want)
	}
}

// A process that stands still while it has the lock alone loses it, and repeats.
func TestAProcessThatStandsStillLosesItsTurn(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	db, r := dbtest.Open(t, address, dbtest.NewClock()), startRival(t, address)
	tries := 0
	err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
		if err := r.slowly(tx); err != nil {
			return err
		}
		if tries++; tries == 2 {
			// Nobody else writes now, until the turn is lost.
			before := r.commits.Load()
			for r.commits.Load() == before {
				time.Sleep(10 * time.Millisecond)
			}
		}
		return nil
	})
	want := r.end(t) + 1
	if got := balance(t, db, "shared"); err != nil || got != want || tries != 3 {
		t.Errorf("after %d tries: %v; the balance is %d, want %d", tries, err, got, want)
	}
}

// Connections that the server has ended while nobody used them, as when it starts
// again, cost nobody an answer.
func TestConnectionsThatTheServerHasEndedCostNobodyAnAnswer(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	db, other := dbtest.Open(t, address, dbtest.NewClock()), connect(t, address)
	deposit := func(tx *sqldb.Tx) error { return add(tx, "shared", 1) }
	const readers, rounds = 6, 5
	for range rounds {
		// Readers that wait for each other have a connection each.
		var met sync.WaitGroup
		met.Add(readers)
		var group errgroup.Group
		for range readers {
			group.Go(func() error {
				return db.View(t.Context(), func(tx *sqldb.Tx) error {
					var one int64
					_, err := tx.QueryOne(sqldb.Dest(&one), "SELECT 1")
					met.Done()
					met.Wait()
					return err
				})
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		exec(t, other, `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		if err := db.Update(t.Context(), deposit); err != nil {
			t.Error(err)
		}
	}
	if got := balance(t, db, "shared"); got != rounds {
		t.Errorf("the balance is %d, want %d", got, rounds)
	}
}

func connect(t *testing.T, address string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func exec(t *testing.T, conn *pgx.Conn, query string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), query, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
}
