package sqldb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"etld/internal/base/clock"
)

const (
	insertNote = `INSERT INTO sqldb_meta (name, value) VALUES ($1, '')`
	countNotes = `SELECT COUNT(*) FROM sqldb_meta`
)

// openWithSync opens a SQLite database whose disk is the given function.
func openWithSync(t *testing.T, sync func(*os.File) error) *DB {
	t.Helper()
	db := openFile(t)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	db.backend.(*sqliteBackend).log.sync = sync
	return db
}

// openWithStuckDisk opens one whose disk tells of each sync and ends none before
// release is closed.
func openWithStuckDisk(t *testing.T) (db *DB, syncing, release chan bool) {
	t.Helper()
	syncing, release = make(chan bool, 16), make(chan bool)
	return openWithSync(t, func(*os.File) error {
		syncing <- true
		<-release
		return nil
	}), syncing, release
}

// openFile opens a SQLite database that the test closes.
func openFile(t *testing.T) *DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.db")
	if err := Migrate(t.Context(), "sqlite:"+path); err != nil {
		t.Fatal(err)
	}
	return openAt(t, path)
}

func openAt(t *testing.T, path string) *DB {
	t.Helper()
	db, err := Open(t.Context(), "sqlite:"+path, clock.NewManual(time.Unix(1_800_000_000, 0)))
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func note(db *DB, name string) error {
	return db.Update(context.Background(), func(tx *Tx) error {
		_, err := tx.Exec(insertNote, name)
		return err
	})
}

func notes(t *testing.T, db *DB) (n int64) {
	t.Helper()
	if err := db.View(t.Context(), func(tx *Tx) error {
		_, err := tx.QueryOne(Dest(&n), countNotes)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

// Nobody is answered before the disk has what he wrote, and the writer goes on
// meanwhile.
func TestAnswersWaitForTheDisk(t *testing.T) {
	t.Parallel()
	syncing, release := make(chan bool, 16), make(chan bool)
	db := openWithSync(t, func(file *os.File) error {
		syncing <- true
		<-release
		return syncFile(file)
	})
	answered := make(chan error, 3)
	write := func(name string) { go func() { answered <- note(db, name) }() }
	write("first")
	<-syncing
	select {
	case err := <-answered:
		t.Fatalf("answered before the disk was: %v", err)
	default:
	}
	close(release)
	if err := <-answered; err != nil {
		t.Error(err)
	}
	write("second")
	write("third")
	for range 2 {
		if err := <-answered; err != nil {
			t.Error(err)
		}
	}
	if n := notes(t, db); n != 3 {
		t.Errorf("%d notes", n)
	}
}

// A disk that refuses the log leaves the outcome open: the callers hear so, nothing is
// repeated behind their backs, and once the disk is well again everything
// committed before has been copied to safety.
func TestADiskThatRefuses(t *testing.T) {
	t.Parallel()
	var refuses atomic.Bool
	errDisk := errors.New("the disk refuses")
	db := openWithSync(t, func(file *os.File) error {
		if refuses.Load() && strings.HasSuffix(file.Name(), "-wal") {
			return errDisk
		}
		return syncFile(file)
	})
	if err := note(db, "before"); err != nil {
		t.Fatal(err)
	}
	refuses.Store(true)
	for _, name := range []string{"meanwhile", "and again"} {
		if err := note(db, name); !errors.Is(err, ErrUnavailable) || !errors.Is(err, errDisk) {
			t.Errorf("%s: %v", name, err)
		}
	}
	refuses.Store(false)
	if err := note(db, "after"); err != nil {
		t.Error(err)
	}
	if n := notes(t, db); n != 4 {
		t.Errorf("%d notes", n)
	}
	log := db.backend.(*sqliteBackend).log
	if info, err := os.Stat(log.path); err != nil || info.Size() != 0 {
		t.Errorf("the log was not copied: %v bytes, %v", info.Size(), err)
	}
}
