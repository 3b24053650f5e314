package crash

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"etld/internal/base/money"
	"etld/internal/base/skip"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/dbtest/cluster"
	"etld/test/player"
)

const (
	diskSize       = "48m"
	recoveryWithin = 20 * time.Second
	// connectionsEndWithin bounds how long PostgreSQL takes to end connections.
	connectionsEndWithin = 10 * time.Second
)

// trouble is something that befalls a database and passes.
type trouble struct {
	begin, end func(t *testing.T)
	// readsFail says that not even reading is possible meanwhile.
	readsFail bool
}

// befall lets a trouble come and go: what writes is refused in clear words and
// leaves nothing; the same request id works once it is over, without a restart.
func befall(t *testing.T, w *world, trouble trouble) {
	t.Helper()
	p := w.fundedPlayer(1000)
	terms := w.terms(p)["machineSmall"]
	if err := p.Must(t.Context(), purchasePath, purchase("before-the-trouble", "machineSmall", terms, 1), nil); err != nil {
		t.Fatal(err)
	}
	during := purchase("during-the-trouble", "machineSmall", terms, 1)
	trouble.begin(t)
	// A player, like the app, waits for a minute.
	a, err := p.Call(t.Context(), purchasePath, during)
	if err != nil || a.Code != codeMaintenance || a.Message != "Under maintenance" {
		t.Errorf("a purchase meanwhile: %d %q %s %v", a.Code, a.Message, a.Data, err)
	}
	a, err = p.Call(t.Context(), "/api/userAccount/balance", nil)
	if want := map[bool]int{false: http.StatusOK, true: codeMaintenance}[trouble.readsFail]; err != nil || a.Code != want {
		t.Errorf("the balance meanwhile: %d %s %v, want code %d", a.Code, a.Message, err, want)
	}
	trouble.end(t)
	ended := time.Now()
	w.await("service after the trouble", recoveryWithin, func() bool {
		a, err := p.Call(t.Context(), purchasePath, during)
		if err != nil {
			t.Errorf("no answer after the trouble: %v", err)
		}
		return err == nil && a.Code == http.StatusOK
	})
	t.Logf("served again after %s", time.Since(ended).Round(time.Millisecond))
	want := player.Holding{Currency: money.USDT, Available: money.Units(790), Escrow: money.Units(210), Total: money.Units(1000)}
	if h, err := p.Holding(t.Context(), money.USDT); err != nil || h != want {
		t.Errorf("afterwards the wallet holds %+v, want %+v (%v)", h, want, err)
	}
	// The watcher and the jobs have recovered too.
	w.deposit(p, money.Units(5))
	w.awaitAvailable(p, money.Units(795))
	w.check()
}

func TestDiskFull(t *testing.T) {
	t.Parallel()
	disk := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+diskSize, "tmpfs", disk).CombinedOutput(); err != nil {
		skip.Because(t, "a small file system cannot be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", disk).CombinedOutput(); err != nil {
			t.Errorf("umount: %s", out)
		}
	})
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "world"), log: &player.Log{Max: logMax}, database: "sqlite:" + filepath.Join(disk, "etld.db")}
	w.open()
	ballast := filepath.Join(disk, "ballast")
	var reader io.Closer
	befall(t, w, trouble{
		begin: func(t *testing.T) {
			reader = w.keepLogGrowing()
			if err := fill(ballast); err != nil {
				t.Fatal(err)
			}
		},
		end: func(t *testing.T) {
			if err := errors.Join(os.Remove(ballast), reader.Close()); err != nil {
				t.Fatal(err)
			}
		},
	})
}

// keepLogGrowing empties the database's log, and has it not begin anew until it is closed:
// whatever is written takes more of the disk.
func (w *world) keepLogGrowing() io.Closer {
	w.t.Helper()
	conn, err := sqlite.OpenConn(strings.TrimPrefix(w.database, "sqlite:"), sqlite.OpenReadWrite)
	if err != nil {
		w.t.Fatal(err)
	}
	w.await("the log is empty", time.Minute, func() bool {
		isBusy := true
		err := sqlitex.ExecuteTransient(conn, "PRAGMA wal_checkpoint(TRUNCATE)", &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
			isBusy = row.ColumnBool(0)
			return nil
		}})
		return err == nil && !isBusy
	})
	for _, statement := range []string{"BEGIN", "SELECT COUNT(*) FROM ledger_transfer"} {
		if err := sqlitex.ExecuteTransient(conn, statement, nil); err != nil {
			w.t.Fatal(err)
		}
	}
	return conn
}

// fill writes until the disk takes no more.
func fill(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for _, size := range []int{1 << 20, 4096, 1} {
		for block := make([]byte, size); err == nil; {
			_, err = file.Write(block)
		}
		if !strings.Contains(err.Error(), "no space") {
			return err
		}
		err = nil
	}
	return nil
}

func TestFilesBecomeReadOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	file := strings.TrimPrefix(w.database, "sqlite:")
	files := []string{file, file + "-wal"}
	change := func(flag string) error {
		out, err := exec.Command("chattr", append([]string{flag}, files...)...).CombinedOutput()
		if err != nil {
			return errors.New(string(out))
		}
		return nil
	}
	if err := change("+i"); err != nil {
		skip.Because(t, "files cannot be made immutable here: %v", err)
	}
	t.Cleanup(func() { _ = change("-i") })
	if err := change("-i"); err != nil {
		t.Fatal(err)
	}
	befall(t, w, trouble{
		begin: func(t *testing.T) {
			if err := change("+i"); err != nil {
				t.Fatal(err)
			}
		},
		end: func(t *testing.T) {
			if err := change("-i"); err != nil {
				t.Fatal(err)
			}
		},
	})
}

// TestAnotherProgramHoldsTheFile is an operator with a database tool.
func TestAnotherProgramHoldsTheFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	var lock io.Closer
	befall(t, w, trouble{
		begin: func(t *testing.T) { lock = w.holdLock() },
		end: func(t *testing.T) {
			if err := lock.Close(); err != nil {
				t.Fatal(err)
			}
		},
	})
}

// holdLock keeps everybody else from writing until it is closed.
func (w *world) holdLock() io.Closer {
	w.t.Helper()
	conn, err := sqlite.OpenConn(strings.TrimPrefix(w.database, "sqlite:"), sqlite.OpenReadWrite)
	if err != nil {
		w.t.Fatal(err)
	}
	conn.SetBusyTimeout(10 * time.Second)
	if err := sqlitex.ExecuteTransient(conn, "BEGIN IMMEDIATE", nil); err != nil {
		w.t.Fatal(err)
	}
	return conn
}

func TestPostgresBecomesReadOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.Postgres)
	address, err := url.Parse(w.database)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(address.Path, "/")
	set := func(t *testing.T, statements ...string) {
		conn, err := pgx.Connect(context.Background(), dbtest.Cluster(t))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		for _, statement := range statements {
			if _, err := conn.Exec(context.Background(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	befall(t, w, trouble{
		// Connections made from now on are read-only, as after a failover to a
		// standby; they stay so, and must be given up to get out of it.
		begin: func(t *testing.T) {
			set(t, "ALTER DATABASE "+name+" SET default_transaction_read_only = on",
				fmt.Sprintf("SELECT pg_terminate_backend(pid, %d) FROM pg_stat_activity WHERE datname = '%s'", connectionsEndWithin.Milliseconds(), name))
		},
		end: func(t *testing.T) { set(t, "ALTER DATABASE "+name+" SET default_transaction_read_only = off") },
	})
}

// TestPostgresStops takes the database away while people buy, until everybody was
// refused.
func TestPostgresStops(t *testing.T) {
	t.Parallel()
	dbtest.Cluster(t)
	chance := newRandom(t)
	c, err := cluster.Start(true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Remove)
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "world"), log: &player.Log{Max: logMax}, database: c.Address}
	w.open()
	buyers := w.newBuyers(chance)[:wallets]
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	for _, b := range buyers {
		group.Go(func() error { return b.press(ctx) })
	}
	for range 2 {
		time.Sleep(time.Duration(500+chance.IntN(1000)) * time.Millisecond)
		c.Halt()
		began := time.Now()
		a, err := w.at(buyers[0].wallet).Call(t.Context(), "/api/userAccount/balance", nil)
		if err != nil || a.Code != codeMaintenance {
			t.Errorf("the balance without a database: %d %s %v", a.Code, a.Message, err)
		}
		t.Logf("refused after %s", time.Since(began).Round(time.Millisecond))
		w.awaitAnswers(ctx, buyers)
		if err := c.Resume(); err != nil {
			t.Fatal(err)
		}
		w.await("service with the database back", recoveryWithin, func() bool {
			a, err := w.at(buyers[0].wallet).Call(t.Context(), "/api/userAccount/balance", nil)
			return err == nil && a.Code == http.StatusOK
		})
	}
	w.awaitAnswers(ctx, buyers)
	stop()
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Log(count(buyers))
	w.verify(buyers)
}
