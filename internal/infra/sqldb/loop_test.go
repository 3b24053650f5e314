package sqldb

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"etld/internal/base/clock"
)

const (
	insertNote = `INSERT INTO sqldb_meta (name, value) VALUES ($1, '')`
	countNotes = `SELECT COUNT(*) FROM sqldb_meta WHERE value = ''`
	// patience bounds what a test waits for, far above what it should take.
	patience = 30 * time.Second
)

// slowDisk is an engine that commits first and flushes later. It tells of each
// flush and ends none before its error is sent.
type slowDisk struct {
	backend
	flushing chan bool
	ends     chan error
}

func (d slowDisk) canFlush() bool   { return true }
func (d slowDisk) flusher() flusher { return d }
func (d slowDisk) Flush(context.Context) error {
	d.flushing <- true
	return <-d.ends
}

func openBackendFile(t *testing.T) backend {
	t.Helper()
	address := "sqlite:" + filepath.Join(t.TempDir(), "loop.db")
	if err := Migrate(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	b, err := openBackend(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func serveForTest(t *testing.T, b backend) *DB {
	t.Helper()
	db := serve(b, clock.NewManual(time.Unix(1_800_000_000, 0)))
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func serveWithSlowDisk(t *testing.T) (*DB, slowDisk) {
	t.Helper()
	disk := slowDisk{openBackendFile(t), make(chan bool, 16), make(chan error, 16)}
	return serveForTest(t, disk), disk
}

func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for began := time.Now(); !done(); runtime.Gosched() {
		if time.Since(began) > patience {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

func write(tx *Tx, name string) error {
	_, err := tx.Exec(insertNote, name)
	return err
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

// callers write rows and collect their answers.
type callers struct {
	db       *DB
	answered chan error
	// ran is told of the transaction that each row is written in.
	ran map[string]chan *Tx
}

func (c *callers) write(name string) {
	told := make(chan *Tx, 1)
	c.ran[name] = told
	go func() {
		c.answered <- c.db.Update(context.Background(), func(tx *Tx) error {
			told <- tx
			return write(tx, name)
		})
	}()
}

// writeFirst writes a row as if the disk worked for somebody already, so that it
// is flushed later, and returns when the disk works for it.
func (c *callers) writeFirst(disk slowDisk, name string) {
	c.db.waiting.Add(1)
	c.write(name)
	<-disk.flushing
	c.db.waiting.Add(-1)
}

// While the disk works for some callers as many others are committed together;
// fewer wait for each other or for the disk.
func TestABatchIsAsLargeAsTheOneBeforeIt(t *testing.T) {
	t.Parallel()
	db, disk := serveWithSlowDisk(t)
	c := callers{db, make(chan error, 8), make(map[string]chan *Tx)}
	c.writeFirst(disk, "first")
	c.write("second")
	waitFor(t, "two callers wait for the disk", func() bool { return db.waiting.Load() == 2 })
	for _, name := range []string{"third", "fourth"} {
		c.write(name)
		waitFor(t, name+" is taken", func() bool { return len(c.ran[name]) == 1 || !db.callersWait() })
	}
	if third, fourth := <-c.ran["third"], <-c.ran["fourth"]; third != fourth {
		t.Error("the third was committed alone")
	}
	waitFor(t, "four callers wait for the disk", func() bool { return db.waiting.Load() == 4 })
	c.write("fifth")
	close(disk.ends)
	for range 5 {
		if err := <-c.answered; err != nil {
			t.Error(err)
		}
	}
	if n := notes(t, db); n != 5 {
		t.Errorf("%d rows", n)
	}
}

// Nobody is answered before the disk has what he wrote. When it refuses, the
// outcome is open: the callers hear so, and nothing is repeated behind their
// backs.
func TestAnswersWaitForTheDisk(t *testing.T) {
	t.Parallel()
	errDisk := errors.New("the disk refuses")
	for _, outcome := range []error{nil, errDisk} {
		db, disk := serveWithSlowDisk(t)
		c := callers{db, make(chan error, 8), make(map[string]chan *Tx)}
		c.writeFirst(disk, "first")
		c.write("second")
		waitFor(t, "both are committed", func() bool { return db.waiting.Load() == 2 })
		select {
		case err := <-c.answered:
			t.Fatalf("answered before the disk was, with %v", err)
		default:
		}
		disk.ends <- outcome
		disk.ends <- outcome
		for range 2 {
			if err := <-c.answered; !errors.Is(err, outcome) || (outcome != nil) != errors.Is(err, ErrUnavailable) {
				t.Errorf("the disk says %v, the caller hears %v", outcome, err)
			}
		}
		if n := notes(t, db); n != 2 {
			t.Errorf("%d rows after the disk said %v", n, outcome)
		}
	}
}
