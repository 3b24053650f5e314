package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
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
		length := b.files.log.pages.Load()
		if greatest = max(greatest, length); wanted(length) {
			return greatest
		}
	}
	t.Fatalf("%s: the log is %d pages long after %d writes", name, b.files.log.pages.Load(), writesMax)
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

// What was copied while the disk refused the database file is copied again,
// and until then the log keeps it.
func TestADiskThatRefusesTheDatabase(t *testing.T) {
	t.Parallel()
	db, b := openWithShortLog(t)
	var refused atomic.Int64
	errDisk := errors.New("the disk refuses")
	before, err := os.ReadFile(databaseFile(b))
	if err != nil {
		t.Fatal(err)
	}
	b.log.keeperLock.Lock()
	b.log.syncDatabase = func() error {
		refused.Add(1)
		return errDisk
	}
	b.log.keeperLock.Unlock()
	greatest := writeUntil(t, db, "refused ", func(length int64) bool { return length > lengthBound })
	if refused.Load() == 0 {
		t.Fatal("nothing was copied")
	}
	b.log.keeperLock.Lock()
	defer b.log.keeperLock.Unlock()
	// A kernel that could not write a page may forget it.
	file, err := os.OpenFile(databaseFile(b), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	if _, err := file.WriteAt(before, 0); err != nil {
		t.Fatal(err)
	}
	pages, err := copyPages(b.log.keeper)
	if err != nil || pages < greatest {
		t.Errorf("%d of %d pages are copied again, %v", pages, greatest, err)
	}
	after, err := os.ReadFile(databaseFile(b))
	if err != nil || len(after) < len(before) || string(after[:len(before)]) == string(before) {
		t.Errorf("the database file is as it was before: %v", err)
	}
	if err := checkIntegrity(b.log.keeper); err != nil {
		t.Error(err)
	}
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
