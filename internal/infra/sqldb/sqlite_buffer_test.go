package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
	"zombiezen.com/go/sqlite"
)

// crash opens what a process that is killed now would leave on the disk.
func crash(t *testing.T, b *sqliteBackend) *sqliteSession {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "left.db")
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(databaseFile(b) + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied+suffix, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := openSQLiteSession(copied, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.conn.Close() })
	return s
}

func notesIn(t *testing.T, s *sqliteSession) (n int64) {
	t.Helper()
	if err := s.run(context.Background(), []statement{{query: countNotes, each: func(row *Row) error { return row.Scan(&n) }}}); err != nil {
		t.Fatal(err)
	}
	return n
}

// Whatever is committed is in the log's file at once, for every other
// connection and for the next process: small transactions, and one that does
// not fit the cache, whose pages go to the log early and change there again.
func TestCommitsReachTheLog(t *testing.T) {
	t.Parallel()
	db := openWithSync(t, syncFile)
	b := db.backend.(*sqliteBackend)
	long := strings.Repeat("x", 3000)
	var rows int64
	for i, size := range []int{1, 2, 7, 40, 9000, 3} {
		if err := db.Update(t.Context(), func(tx *Tx) error {
			for n := range size {
				if _, err := tx.Exec(insertNote, fmt.Sprint(i, n, long)); err != nil {
					return err
				}
			}
			_, err := tx.Exec(`UPDATE sqldb_meta SET value = $1 WHERE name < $2`, fmt.Sprint("changed ", i), fmt.Sprint(i))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		rows += int64(size)
		if n := notes(t, db); n != rows {
			t.Errorf("transaction %d: a reader sees %d of %d rows", i, n, rows)
		}
		left := crash(t, b)
		if n := notesIn(t, left); n != rows {
			t.Errorf("transaction %d: a crash leaves %d of %d rows", i, n, rows)
		}
		if err := checkIntegrity(left); err != nil {
			t.Errorf("transaction %d: %v", i, err)
		}
	}
}

// A log that cannot be written fails the commit, whichever of its writes it
// is; nothing of the transaction remains and the next one finds order.
func TestALogThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	db := openWithSync(t, syncFile)
	b := db.backend.(*sqliteBackend)
	if err := note(db, "before"); err != nil {
		t.Fatal(err)
	}
	large := func(name string) error {
		return db.Update(context.Background(), func(tx *Tx) error {
			for n := range 60 {
				if _, err := tx.Exec(insertNote, fmt.Sprint(name, n, strings.Repeat("x", 3000))); err != nil {
					return err
				}
			}
			return nil
		})
	}
	whole := b.files.log.through
	writes, fails := 0, 0
	faulty := func(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
		if writes++; writes == fails {
			return lib.SQLITE_FULL
		}
		return whole(tls, file, data, n, offset)
	}
	rows := int64(1)
	for fails = 1; ; fails++ {
		writes = 0
		setWrite(b, faulty)
		err := large(fmt.Sprint("attempt ", fails, " "))
		setWrite(b, whole)
		if writes < fails {
			break
		}
		if !errors.Is(err, ErrUnavailable) {
			t.Fatalf("write %d failed and the commit said %v", fails, err)
		}
		if err := note(db, fmt.Sprint("after ", fails)); err != nil {
			t.Fatal(err)
		}
		rows++
		left := crash(t, b)
		if n, kept := notes(t, db), notesIn(t, left); n != rows || kept != rows {
			t.Fatalf("after failure %d: %d rows, %d after a crash, want %d", fails, n, kept, rows)
		}
		if err := checkIntegrity(left); err != nil {
			t.Fatalf("after failure %d: %v", fails, err)
		}
	}
	if fails < 4 {
		t.Errorf("only %d writes were tried", fails-1)
	}
}

// setWrite replaces what writes the log, between two transactions.
func setWrite(b *sqliteBackend, write moveBytes) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.files.log.through = write
}

// The log reaches its file in few pieces.
func TestTheLogIsWrittenInLargePieces(t *testing.T) {
	t.Parallel()
	db := openWithSync(t, syncFile)
	b := db.backend.(*sqliteBackend)
	if err := note(db, "before"); err != nil {
		t.Fatal(err)
	}
	began := b.files.log.pages.Load()
	whole := b.files.log.through
	writes := 0
	counting := func(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
		writes++
		return whole(tls, file, data, n, offset)
	}
	setWrite(b, counting)
	if err := db.Update(t.Context(), func(tx *Tx) error {
		for n := range 200 {
			if _, err := tx.Exec(insertNote, fmt.Sprint(n, strings.Repeat("x", 3000))); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	pages := b.files.log.pages.Load() - began
	if pages < 200 || writes > int(pages)/20 {
		t.Errorf("%d writes for %d pages", writes, pages)
	}
}

// Any path names its own file, whatever a URI would make of it.
func TestPathsAreNoURIs(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"plain.db", "with space.db", "100%.db", "a&vfs=unix.db"} {
		path := filepath.Join(t.TempDir(), name)
		if err := Migrate(t.Context(), "sqlite:"+path); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		before, err := os.Stat(path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		files, err := newSQLiteFiles()
		if err != nil {
			t.Fatal(err)
		}
		s, err := openSQLiteSession(files.uri(path), sqlite.OpenReadWrite)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var opened string
		if err := s.run(t.Context(), []statement{{query: selectFile, each: func(row *Row) error { return row.Scan(&opened) }}}); err != nil {
			t.Error(err)
		}
		after, err := os.Stat(opened)
		if err != nil || !os.SameFile(before, after) {
			t.Errorf("%s opens %s, %v", name, opened, err)
		}
		if err := errors.Join(s.conn.Close(), files.close()); err != nil {
			t.Error(err)
		}
	}
}
