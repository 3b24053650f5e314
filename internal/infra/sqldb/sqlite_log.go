package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

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
	// keeper is a connection of its own, for checkpoints and the rescue; lost
	// says that the database file may lack what was copied into it.
	keeperLock sync.Mutex
	keeper     *sqliteSession
	files      *sqliteFiles
	lost       bool
	path       string
	mu         sync.Mutex
	file       *os.File
	// sync is syncFile and syncDatabase that of files; tests replace them.
	sync         func(*os.File) error
	syncDatabase func() error
	// doubtful says that the disk refused once. A kernel may forget what it
	// could not write and report success the next time, so that only a copy of
	// everything into the database file restores trust in the log.
	doubtful bool
}

func openSQLiteLog(path string) (*sqliteLog, error) {
	files, err := newSQLiteFiles()
	if err != nil {
		return nil, err
	}
	keeper, err := openSQLiteSession(files.uri(path), sqlite.OpenReadWrite)
	if err != nil {
		return nil, fmt.Errorf("open database %s for its log: %w", path, err)
	}
	l := &sqliteLog{keeper: keeper, files: files, sync: syncFile, syncDatabase: files.syncDatabase}
	err = keeper.run(context.Background(), []statement{{query: selectFile, each: func(row *Row) error { return row.Scan(&l.path) }}})
	l.path += "-wal"
	return l, err
}

// flush waits until everything committed before it is on disk.
func (l *sqliteLog) flush(ctx context.Context) (err error) {
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
	if err := l.findLost(); err != nil {
		return err
	}
	var busy bool
	var pages, copied int64
	err := l.keeper.run(ctx, []statement{{query: rescueLog, each: func(row *Row) error { return row.Scan(&busy, &pages, &copied) }}})
	if err == nil && busy {
		err = errLogBusy
	}
	if err != nil {
		return err
	}
	return l.syncLog()
}

// copy copies what it can of the log into the database file and tells how far.
// It waits for the disk, for which the engine waits only when the whole log was
// copied: that would leave all of it to the writer. If the disk refuses, what
// was copied counts as not copied.
func (l *sqliteLog) copy() (pages int64, err error) {
	l.keeperLock.Lock()
	defer l.keeperLock.Unlock()
	if err := l.findLost(); err != nil {
		return 0, err
	}
	if pages, err = copyPages(l.keeper); err != nil {
		return 0, err
	}
	if err = l.syncDatabase(); err != nil {
		l.lost = true
		return 0, errors.Join(err, l.findLost())
	}
	return pages, nil
}

// findLost has everything copied again after the disk refused the database file.
func (l *sqliteLog) findLost() error {
	if !l.lost {
		return nil
	}
	err := l.files.forgetCopies()
	l.lost = err != nil
	return err
}

func (l *sqliteLog) close() error {
	var err error
	if l.file != nil {
		err = l.file.Close()
	}
	return errors.Join(err, l.keeper.conn.Close(), l.files.close())
}
