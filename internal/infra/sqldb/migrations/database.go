package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb/postgres"

	// A driver for migrations only; the product's own statements go through the
	// engines' native clients.
	_ "modernc.org/sqlite"
)

const (
	// lockWithin bounds how long a program waits for another one that migrates, and
	// lockEvery how often it looks.
	lockWithin = 10 * time.Minute
	lockEvery  = time.Second
)

var errLocked = errors.New("another program migrates the database since ten minutes")

// Database is one whose schema is looked at or changed.
type Database struct {
	*sql.DB

	Engine Engine
	// path is the file of a SQLite database.
	path string
}

// Open opens the database named by "sqlite:PATH" or a postgres:// address.
func Open(address string) (*Database, error) {
	if path, ok := strings.CutPrefix(address, "sqlite:"); ok {
		db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)")
		if err != nil {
			return nil, fmt.Errorf("open database: %w", err)
		}
		db.SetMaxOpenConns(1)
		return &Database{db, SQLite, path}, nil
	}
	config, err := postgres.ForMigration(address)
	if err != nil {
		return nil, err
	}
	return &Database{stdlib.OpenDB(*config), Postgres, ""}, nil
}

func (db *Database) dialect() goose.Dialect {
	if db.Engine == SQLite {
		return goose.DialectSQLite3
	}
	return goose.DialectPostgres
}

// lock keeps other programs from migrating until it is given back; it ends with this
// program too.
func (db *Database) lock(ctx context.Context) (giveBack func() error, err error) {
	if db.Engine == SQLite {
		return lockFolder(ctx, filepath.Dir(db.path))
	}
	tries := uint64(lockWithin / lockEvery)
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(uint64(lockEvery/time.Second), tries))
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := locker.SessionLock(ctx, conn); err != nil {
		return nil, errors.Join(fmt.Errorf("wait for another program that migrates: %w", err), conn.Close())
	}
	return func() error {
		return errors.Join(locker.SessionUnlock(context.WithoutCancel(ctx), conn), conn.Close())
	}, nil
}

// lockFolder locks the folder of a file, as the file itself is the engine's to lock.
func lockFolder(ctx context.Context, path string) (giveBack func() error, err error) {
	folder, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	for began := time.Now(); ; {
		err := syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return folder.Close, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) || time.Since(began) > lockWithin {
			return nil, errors.Join(errLocked, err, folder.Close())
		}
		if err := clock.Pause(ctx, lockEvery/10); err != nil {
			return nil, errors.Join(err, folder.Close())
		}
	}
}
