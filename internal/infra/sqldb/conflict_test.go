package sqldb_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
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
			err := r.db.Command(ctx, func(tx sqldb.Command) error { return add(tx, "shared", 1) }, accounts.Hint("shared"))
			if err != nil {
				r.ended <- err
				return
			}
			r.commits.Add(1)
		}
	}()
	// A transaction sees the connections that were there when it first looked.
	for r.commits.Load() == 0 && len(r.ended) == 0 {
		time.Sleep(time.Millisecond)
	}
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

var errRivalEnded = errors.New("the rival has ended")

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
		if len(r.ended) > 0 {
			return errRivalEnded
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

// While another process writes, a batch gives its turn back before the disk has it, and
// its callers wait for a flush.
func TestTheTurnIsPassedOnBeforeTheDisk(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	alone := dbtest.Open(t, address, dbtest.NewClock())
	tool := connect(t, address)
	flushes := func() (n int64) {
		t.Helper()
		if err := tool.QueryRow(t.Context(), `SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM sqldb_flush`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	deposit := func(tx *sqldb.Tx) error { return add(tx, "own", 1) }
	for range 2 {
		if err := alone.Update(t.Context(), deposit); err != nil {
			t.Fatal(err)
		}
	}
	if n := flushes(); n != 0 {
		t.Errorf("a process alone flushed %d times", n)
	}
	// The rival writes all the time, so whoever begins to write sees it.
	r := startRival(t, address)
	beside := dbtest.Open(t, address, dbtest.NewClock())
	for range 2 {
		if err := beside.Update(t.Context(), deposit); err != nil {
			t.Error(err)
		}
	}
	if flushes() == 0 {
		t.Error("the turn was kept until the disk had the batch")
	}
	r.end(t)
	if got := balance(t, alone, "own"); got != 4 {
		t.Errorf("the balance is %d, want 4", got)
	}
}

// Whoever keeps the turn without a limit of his own, as a person with a tool may, keeps
// the others from writing. They hear so, and go on when he ends.
func TestATurnThatNobodyGivesBackIsNotWaitedForForever(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	tool := connect(t, address)
	exec(t, tool, `BEGIN; LOCK TABLE sqldb_time IN ROW SHARE MODE`)
	db := dbtest.Open(t, address, dbtest.NewClock())
	db.GiveUpAfter(0)
	deposit := func(tx *sqldb.Tx) error { return add(tx, "shared", 1) }
	if err := db.Update(t.Context(), deposit); !errors.Is(err, sqldb.ErrUnavailable) {
		t.Errorf("who waits in vain hears: %v", err)
	}
	exec(t, tool, `ROLLBACK`)
	if err := db.Update(t.Context(), deposit); err != nil {
		t.Error(err)
	}
	if got := balance(t, db, "shared"); got != 1 {
		t.Errorf("the balance is %d, want 1", got)
	}
}

// A process that stands still in its turn loses it. What it writes when it goes on is
// refused, and it begins again behind what others wrote meanwhile.
func TestAProcessThatStandsStillLosesItsTurn(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	db, r := dbtest.Open(t, address, dbtest.NewClock()), startRival(t, address)
	tries := 0
	err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
		var read int64
		if _, err := tx.QueryOne(sqldb.Dest(&read), selectBalance, "shared"); err != nil {
			return err
		}
		if tries++; tries == 1 {
			// Nobody else writes now, until the turn is lost.
			for before := r.commits.Load(); r.commits.Load() < before+2; {
				time.Sleep(10 * time.Millisecond)
			}
		}
		return add(tx, "shared", 1)
	})
	want := r.end(t) + 1
	if got := balance(t, db, "shared"); err != nil || got != want || tries != 2 {
		t.Errorf("after %d tries: %v; the balance is %d, want %d", tries, err, got, want)
	}
}

// Many processes that write to one row lose nothing and hear of nothing.
func TestProcessesWriteInTurns(t *testing.T) {
	t.Parallel()
	const processes, callers, each = 3, 8, 20
	address := dbtest.Address(t, sqldb.Postgres)
	var group errgroup.Group
	for range processes {
		db := dbtest.Open(t, address, dbtest.NewClock())
		for range callers {
			group.Go(func() error {
				for range each {
					// What is read first decides what is written, as with every balance.
					if err := db.Command(t.Context(), func(tx sqldb.Command) error { return add(tx, "shared", 1) }, accounts.Hint("shared")); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := balance(t, dbtest.Open(t, address, dbtest.NewClock()), "shared"); got != processes*callers*each {
		t.Errorf("the balance is %d, want %d", got, processes*callers*each)
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
					// On a connection that was ended the body runs again.
					if _, err := tx.QueryOne(sqldb.Dest(&one), "SELECT 1"); err != nil {
						return err
					}
					met.Done()
					met.Wait()
					return nil
				})
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		exec(t, other, `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		if _, _, err := countOf(t.Context(), db, "none", byClass.Hint("none")); err != nil {
			t.Error(err)
		}
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
