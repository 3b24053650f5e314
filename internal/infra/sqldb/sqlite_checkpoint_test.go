package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	testLengthMax = 60
	// lengthBound is where the writer waits, and a transaction.
	lengthBound = (aheadMax + 1) * testLengthMax
	writesMax   = 20_000
)

func openWithShortLog(t *testing.T) (*DB, *sqliteBackend) {
	t.Helper()
	db := openWithSync(t, func(*os.File) error { return nil })
	b := db.backend.(*sqliteBackend)
	b.copies.lengthMax = testLengthMax
	return db, b
}

// writeUntil writes rows until the log's length is as wanted; it tells the
// greatest length on the way.
func writeUntil(t *testing.T, db *DB, name string, wanted func(length int64) bool) (greatest int64) {
	t.Helper()
	b := db.backend.(*sqliteBackend)
	for i := range writesMax {
		if err := note(db, fmt.Sprint(name, i, strings.Repeat("x", 2000))); err != nil {
			t.Fatal(err)
		}
		length := b.copies.length.Load()
		if greatest = max(greatest, length); wanted(length) {
			return greatest
		}
	}
	t.Fatalf("%s: the log is %d pages long after %d writes", name, b.copies.length.Load(), writesMax)
	return 0
}

// Under steady writes the log starts anew each time.
func TestTheLogStartsAnew(t *testing.T) {
	t.Parallel()
	db, _ := openWithShortLog(t)
	for round := range 5 {
		writeUntil(t, db, fmt.Sprint("long ", round), func(length int64) bool { return length >= testLengthMax })
		if greatest := writeUntil(t, db, fmt.Sprint("short ", round), func(length int64) bool { return length < testLengthMax/2 }); greatest > lengthBound {
			t.Errorf("the log grew to %d pages", greatest)
		}
	}
}

// A reader of an old state holds up the log and nobody else; when it has gone
// the log starts anew.
func TestAReaderHoldsUpTheLog(t *testing.T) {
	t.Parallel()
	db, _ := openWithShortLog(t)
	if err := note(db, "before"); err != nil {
		t.Fatal(err)
	}
	var seen, still int64
	count := func(tx *Tx, n *int64) error {
		_, err := tx.QueryOne(Dest(n), countNotes)
		return err
	}
	if err := db.View(t.Context(), func(tx *Tx) error {
		if err := count(tx, &seen); err != nil {
			return err
		}
		writeUntil(t, db, "meanwhile ", func(length int64) bool { return length > lengthBound })
		return count(tx, &still)
	}); err != nil {
		t.Fatal(err)
	}
	if seen != 1 || still != 1 {
		t.Errorf("the reader saw %d and then %d rows", seen, still)
	}
	writeUntil(t, db, "after ", func(length int64) bool { return length < testLengthMax })
}

// When the disk refuses the database file nobody is told that his write is
// safe, the log stays, and the next start copies all of it, also what a kernel
// has forgotten meanwhile.
func TestADiskThatRefusesTheDatabase(t *testing.T) {
	t.Parallel()
	db := openFile(t)
	b := db.backend.(*sqliteBackend)
	b.copies.lengthMax = testLengthMax
	errDisk := errors.New("the disk refuses")
	b.log.sync = func(file *os.File) error {
		if strings.HasSuffix(file.Name(), "-wal") {
			return nil
		}
		return errDisk
	}
	before, err := os.ReadFile(databaseFile(b))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Failed(); err != nil {
		t.Fatal(err)
	}
	written := int64(0)
	write := func() error {
		err := note(db, fmt.Sprint(written, strings.Repeat("x", 2000)))
		if err == nil {
			written++
		}
		return err
	}
	for b.copies.length.Load() < testLengthMax/2 {
		if err := write(); err != nil {
			t.Fatal(err)
		}
	}
	// With a reader the engine copies a part, for which it does not wait itself.
	err = db.View(t.Context(), func(tx *Tx) error {
		var n int64
		if _, err := tx.QueryOne(Dest(&n), countNotes); err != nil {
			return err
		}
		for written < writesMax {
			if err := write(); err != nil {
				return err
			}
		}
		return nil
	})
	if !errors.Is(err, ErrUnavailable) || !errors.Is(err, errDisk) {
		t.Fatalf("after %d writes: %v", written, err)
	}
	if err := note(db, "later"); !errors.Is(err, ErrUnavailable) {
		t.Errorf("later: %v", err)
	}
	if err := db.Failed(); !errors.Is(err, errDisk) {
		t.Errorf("the database has not failed: %v", err)
	}
	if err := db.Close(); !errors.Is(err, errDisk) {
		t.Errorf("close: %v", err)
	}
	restarted := afterCrash(t, databaseFile(b), before)
	defer restarted.Close()
	if n := notes(t, restarted); n < written {
		t.Errorf("%d of %d notes are left", n, written)
	}
	if err := checkIntegrity(restarted.backend.(*sqliteBackend).log.keeper); err != nil {
		t.Error(err)
	}
}

// afterCrash opens a copy of what a crash leaves: the log, and of the database
// file's first pages what they were.
func afterCrash(t *testing.T, path string, first []byte) *DB {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy.db")
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if suffix == "" {
			copy(content, first)
		}
		if err := os.WriteFile(copied+suffix, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return openAt(t, copied)
}

func databaseFile(b *sqliteBackend) string { return strings.TrimSuffix(b.log.path, "-wal") }

func checkIntegrity(s *sqliteSession) error {
	var result string
	err := s.run(context.Background(), []statement{{query: "PRAGMA integrity_check", each: func(row *Row) error { return row.Scan(&result) }}})
	if err == nil && result != "ok" {
		err = errors.New(result)
	}
	return err
}
