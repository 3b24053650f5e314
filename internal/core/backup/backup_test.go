package backup_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"etld/internal/core/backup"
	"etld/internal/core/ledger"
	"etld/internal/core/worldtest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// books is a database with a journal that is linked.
func books(t *testing.T, engine sqldb.Engine) (address string, w *worldtest.World, c dbtest.Clock) {
	t.Helper()
	c = dbtest.NewClock()
	address = dbtest.Address(t, engine)
	w = worldtest.New(t, dbtest.Open(t, address, c), c)
	link(w, c, "5 USDT")
	return address, w, c
}

// link posts an amount and links it.
func link(w *worldtest.World, c dbtest.Clock, amount string) {
	w.Fund(ledger.InterestFree, amount)
	c.Advance(time.Hour)
	w.Update(func(tx *sqldb.Tx) error {
		_, err := ledger.Extend(tx)
		return err
	})
}

func proof(t *testing.T, w *worldtest.World) (p backup.Proof, isThere bool) {
	t.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		p, isThere, err = backup.Newest(tx)
		return err
	})
	return p, isThere
}

// inOrder finds nothing; what it was asked about is kept.
func inOrder(asked *string) func(context.Context, string) error {
	return func(_ context.Context, address string) error {
		*asked = address
		return nil
	}
}

// The newest copy of a folder is restored elsewhere, checked and noted, and stays as it
// is.
func TestTheNewestCopyIsProved(t *testing.T) {
	t.Parallel()
	address, w, c := books(t, sqldb.SQLite)
	folder := t.TempDir()
	if err := (backup.Copy{Of: folder, Live: address, Clock: c, Check: nil}).Prove(t.Context(), io.Discard); !errors.Is(err, backup.ErrNoCopy) {
		t.Errorf("an empty folder: %v", err)
	}
	made := c.Now()
	for i, name := range []string{"b.db", "a.db"} {
		file := filepath.Join(folder, name)
		if err := backup.Make(t.Context(), address, file); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Time{}, dbtest.Start.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.ReadFile(filepath.Join(folder, "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	link(w, c, "1 USDT")
	var asked string
	var out strings.Builder
	if err := (backup.Copy{Of: folder, Live: address, Clock: c, Check: inOrder(&asked)}).Prove(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "a.db\n") || strings.Contains(asked, folder) || !strings.HasPrefix(asked, "sqlite:") {
		t.Errorf("it looked at %s, and said %s", asked, out.String())
	}
	if _, err := os.Stat(strings.TrimPrefix(asked, "sqlite:")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what was restored is left behind: %v", err)
	}
	if after, err := os.ReadFile(filepath.Join(folder, "a.db")); err != nil || string(after) != string(before) {
		t.Errorf("the copy was changed (%v)", err)
	}
	if p, isThere := proof(t, w); !isThere || !p.At.Equal(c.Now()) || p.Reaches.Before(made.Add(-time.Hour)) || p.Reaches.After(made.Add(time.Minute)) {
		t.Errorf("the proof %+v, %v; the copy is of %s", p, isThere, made)
	}
}

// A copy that is not in order, or of another database, proves nothing and leaves the
// last proof as it is.
func TestAWrongCopyProvesNothing(t *testing.T) {
	t.Parallel()
	address, w, c := books(t, sqldb.SQLite)
	other, otherWorld, otherClock := books(t, sqldb.SQLite)
	link(otherWorld, otherClock, "7 USDT")
	file := filepath.Join(t.TempDir(), "other.db")
	if err := backup.Make(t.Context(), other, file); err != nil {
		t.Fatal(err)
	}
	var asked string
	if err := (backup.Copy{Of: file, Live: address, Clock: c, Check: inOrder(&asked)}).Prove(t.Context(), io.Discard); !errors.Is(err, backup.ErrStrange) {
		t.Errorf("a copy of another database: %v", err)
	}
	broken := errors.New("the books are not in order")
	err := backup.Copy{Of: file, Live: other, Clock: c, Check: func(context.Context, string) error { return broken }}.Prove(t.Context(), io.Discard)
	if !errors.Is(err, broken) {
		t.Errorf("a copy that is not in order: %v", err)
	}
	if err := (backup.Copy{Of: file + "x", Live: address, Clock: c, Check: nil}).Prove(t.Context(), io.Discard); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	for _, world := range []*worldtest.World{w, otherWorld} {
		if p, isThere := proof(t, world); isThere {
			t.Errorf("it is noted as proved: %+v", p)
		}
	}
}

// A PostgreSQL database that was restored elsewhere is proved where it lies.
func TestARestoredPostgresIsProved(t *testing.T) {
	t.Parallel()
	dbtest.Cluster(t)
	address := dbtest.Address(t, sqldb.Postgres)
	c := dbtest.NewClock()
	db, err := sqldb.Open(t.Context(), address, c)
	if err != nil {
		t.Fatal(err)
	}
	link(worldtest.New(t, db, c), c, "5 USDT")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	restored := dbtest.Copy(t, address)
	w := worldtest.New(t, dbtest.Open(t, address, c), c)
	var asked string
	if err := (backup.Copy{Of: restored, Live: address, Clock: c, Check: inOrder(&asked)}).Prove(t.Context(), io.Discard); err != nil || asked != restored {
		t.Errorf("%v, it looked at %s", err, asked)
	}
	if _, isThere := proof(t, w); !isThere {
		t.Error("nothing is noted")
	}
}
