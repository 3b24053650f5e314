package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"zombiezen.com/go/sqlite"
)

const (
	selectFile = "SELECT file FROM pragma_database_list WHERE name = 'main'"
	// rescueLog copies the whole log into the database file and syncs that.
	rescueLog = "PRAGMA wal_checkpoint(TRUNCATE)"
)

var errLogBusy = errors.New("the log could not be copied into the database file")

// sqliteLog makes SQLite's write-ahead log durable on behalf of the commits
// that are in it.
type sqliteLog struct {
	mu sync.Mutex
	// keeper is a connection of its own, for checkpoints and the rescue.
	keeperLock sync.Mutex
	keeper     *sqliteSession
	path       string
	file       *os.File
	// database is the database file. It is closed after the connections:
	// closing any opening of a file gives up the locks of all others.
	database *os.File
	// sync is syncFile; tests replace it.
	sync func(*os.File) error
	// doubtful says that the disk refused the log once. A kernel may forget
	// what it could not write and report success the next time, so that only a
	// copy of everything into the database file restores trust in the log.
	doubtful bool
	// broken is why the database file cannot be trusted until the next start.
	broken atomic.Pointer[error]
}

func openSQLiteLog(path string) (*sqliteLog, error) {
	keeper, err := openSQLiteSession(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, fmt.Errorf("open database %s for its log: %w", path, err)
	}
	l := &sqliteLog{keeper: keeper, sync: syncFile}
	var database string
	if err := keeper.run(context.Background(), []statement{{query: selectFile, each: func(row *Row) error { return row.Scan(&database) }}}); err != nil {
		return nil, err
	}
	l.path = database + "-wal"
	l.database, err = os.OpenFile(database, os.O_RDWR, 0)
	return l, err
}

// flush waits until everything committed before it is on disk.
func (l *sqliteLog) flush(ctx context.Context) (err error) {
	if err := l.failed(); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.doubtful {
		err = l.rescue(ctx)
	} else {
		err = l.syncLog()
	}
	l.doubtful = err != nil
	return err
}

func (l *sqliteLog) syncLog() error {
	if l.file == nil {
		// The engine makes the file with the first commit and keeps it for as
		// long as it is open.
		file, err := os.OpenFile(l.path, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		// A file is found after a power cut only if its folder knows it.
		if err := syncFolder(filepath.Dir(l.path)); err != nil {
			return errors.Join(err, file.Close())
		}
		l.file = file
	}
	return l.sync(l.file)
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (l *sqliteLog) rescue(ctx context.Context) error {
	l.keeperLock.Lock()
	defer l.keeperLock.Unlock()
	if err := l.syncDatabase(); err != nil {
		return err
	}
	if _, _, err := checkpoint(ctx, l.keeper, rescueLog); err != nil {
		return err
	}
	return l.syncLog()
}

// copy copies what it can of the log into the database file and tells how far.
// It waits for the disk, for which the engine waits only when the whole log was
// copied: that would leave all of it to the writer.
func (l *sqliteLog) copy() (pages int64, err error) {
	l.keeperLock.Lock()
	defer l.keeperLock.Unlock()
	if _, pages, err = checkpoint(context.Background(), l.keeper, copyLog); err != nil {
		return 0, err
	}
	return pages, l.syncDatabase()
}

// syncDatabase waits until the database file is on disk. The engine notes how
// much of the log it has copied, and when the disk refuses, a kernel may forget
// some of that and report success the next time. So nothing may be copied
// behind it and the log must not start anew: from then on nothing is written
// and nobody is told that his write is safe. The next start reads the whole
// log and copies all of it.
func (l *sqliteLog) syncDatabase() error {
	if err := l.failed(); err != nil {
		return err
	}
	err := l.sync(l.database)
	if err != nil {
		err = fmt.Errorf("the disk refuses the database file, a restart is needed: %w", err)
		l.broken.Store(&err)
	}
	return err
}

// failed is why the database file cannot be trusted, if so.
func (l *sqliteLog) failed() error {
	if err := l.broken.Load(); err != nil {
		return *err
	}
	return nil
}

func (l *sqliteLog) close() error {
	err := l.keeper.conn.Close()
	if l.file != nil {
		err = errors.Join(err, l.file.Close())
	}
	return errors.Join(err, l.database.Close())
}
