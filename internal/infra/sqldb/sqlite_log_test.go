package sqldb

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// While a read lasts, the log grows without being begun anew. The end of the read
// copies it, so that the first commit after it has nothing to copy: it begins the
// log anew and cuts its file to the limit.
func TestALongReadLeavesNoLogToTheNextCommit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		longRead time.Duration
		isCut    bool
	}{{"a long read", 0, true}, {"a short one", time.Hour, false}} {
		path := filepath.Join(t.TempDir(), "log.db")
		if err := Migrate(t.Context(), "sqlite:"+path); err != nil {
			t.Fatal(err)
		}
		b, err := openSQLite(path)
		if err != nil {
			t.Fatal(err)
		}
		b.(*sqliteBackend).longRead = c.longRead
		db := serveForTest(t, b)
		save := func(text string) {
			t.Helper()
			if err := db.Update(t.Context(), func(tx *Tx) error {
				_, err := tx.Exec(`INSERT INTO sqldb_meta (name, value) VALUES ('long', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, text)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		length := func() int64 {
			t.Helper()
			file, err := os.Stat(path + "-wal")
			if err != nil {
				t.Fatal(err)
			}
			return file.Size()
		}
		err = b.read(context.Background(), func(s session) error {
			if err := s.run(context.Background(), []statement{{query: countNotes}}); err != nil {
				return err
			}
			// The engine writes no page that stays as it is.
			for _, letter := range []string{"a", "b", "c", "d", "e"} {
				save(strings.Repeat(letter, 10<<20))
			}
			return nil
		})
		grown := length()
		began := time.Now()
		save("short")
		t.Logf("%s: a log of %d bytes, %d after the next commit, which took %s", c.name, grown, length(), time.Since(began))
		if err != nil || grown < 50<<20 || (length() <= 32<<20) != c.isCut {
			t.Errorf("%s: a log of %d bytes, %d after the next commit, %v", c.name, grown, length(), err)
		}
	}
}
