package sqldb

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Every connection waits for the disk at each commit, and none fell back to
// another kind of journal, as the engine does in silence where it cannot have a
// log.
func TestEveryConnectionWaitsForTheDisk(t *testing.T) {
	t.Parallel()
	b, ok := openBackendFile(t).(*sqliteBackend)
	if !ok {
		t.Fatal("the backend is not SQLite's")
	}
	defer b.close()
	sessions := []*sqliteSession{b.writer}
	for range sqliteReaders {
		sessions = append(sessions, <-b.readers)
	}
	for i, s := range sessions {
		for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2"} {
			if got := pragmaOf(t, s.conn, pragma); got != want {
				t.Errorf("connection %d: %s is %s, want %s", i, pragma, got, want)
			}
		}
		if i > 0 {
			b.readers <- s
		}
	}
}

func pragmaOf(t *testing.T, conn *sqlite.Conn, name string) (value string) {
	t.Helper()
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA "+name, &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
		value = row.ColumnText(0)
		return nil
	}}); err != nil {
		t.Fatal(err)
	}
	return value
}

// files is what a disk has of a database.
type files struct{ main, log []byte }

func filesOf(t *testing.T, path string) (f files) {
	t.Helper()
	var err error
	if f.main, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if f.log, err = os.ReadFile(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestAPowerCutKeepsWhatWasAnswered keeps the files as they are when each caller
// hears of success. From every such moment the power may fail while the next
// commit is being written: part of it stands in the log, the rest is what was
// there before, nothing, zeros or noise. All that was answered is there, the next
// commit is there as a whole or not at all, and the database is sound. In the
// middle the log is copied into the database and begins anew.
func TestAPowerCutKeepsWhatWasAnswered(t *testing.T) {
	t.Parallel()
	const commits = 9
	seed := uint64(time.Now().UnixNano())
	chance := rand.New(rand.NewPCG(seed, 1))
	path := filepath.Join(t.TempDir(), "power.db")
	if err := Migrate(t.Context(), "sqlite:"+path); err != nil {
		t.Fatal(err)
	}
	b, err := openBackend(t.Context(), "sqlite:"+path)
	if err != nil {
		t.Fatal(err)
	}
	db := serveForTest(t, b)
	began := notes(t, db)
	var moments []files
	for i := range commits {
		if err := db.Update(t.Context(), func(tx *Tx) error {
			for part := range 1 + i%5 {
				if err := write(tx, fmt.Sprintf("%03d %d %0500d", i, part, chance.Int64())); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		moments = append(moments, filesOf(t, path))
		if i == commits/2 {
			checkpoint(t, path)
			// The copy is synced before the log may begin anew.
			moments[i].main = filesOf(t, path).main
		}
	}
	total := int(began)
	for i, now := range moments {
		total += 1 + i%5
		whole := total
		if i+1 < len(moments) {
			whole += 1 + (i+1)%5
		}
		for kind, log := range torn(chance, now.log, moments[min(i+1, len(moments)-1)].log) {
			if got := survives(t, files{now.main, log}); got != total && got != whole {
				t.Errorf("seed %d: power cut after commit %d, %s: %d rows, answered were %d", seed, i, kind, got, total)
			}
		}
	}
}

// checkpoint copies the log into the database.
func checkpoint(t *testing.T, path string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA wal_checkpoint(FULL)", nil); err != nil {
		t.Fatal(err)
	}
}

// torn are logs that a power cut may leave between two moments.
func torn(chance *rand.Rand, before, after []byte) map[string][]byte {
	first := 0
	for first < min(len(before), len(after)) && before[first] == after[first] {
		first++
	}
	cut := first + chance.IntN(len(after)-first+1)
	noise := make([]byte, len(after)-cut)
	for i := range noise {
		noise[i] = byte(chance.IntN(256))
	}
	written := after[:cut:cut]
	logs := map[string][]byte{
		"nothing of the next": before,
		"all of the next":     after,
		"then zeros":          append(written, make([]byte, len(after)-cut)...),
		"then noise":          append(written, noise...),
	}
	if cut < len(before) {
		logs["then what was there"] = append(written, before[cut:]...)
	} else {
		logs["then nothing"] = written
	}
	return logs
}

// survives opens what the disk has and counts the rows.
func survives(t *testing.T, f files) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "found.db")
	if err := os.WriteFile(path, bytes.Clone(f.main), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"-wal", f.log, 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := openBackend(t.Context(), "sqlite:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	session, ok := b.(*sqliteBackend)
	if !ok {
		t.Fatal("the backend is not SQLite's")
	}
	if found := pragmaOf(t, session.writer.conn, "integrity_check"); found != "ok" {
		t.Errorf("the database is damaged: %s", found)
	}
	rows, err := sqlitex.ResultInt64(session.writer.conn.Prep(countNotes))
	if err != nil {
		t.Fatal(err)
	}
	return int(rows)
}
