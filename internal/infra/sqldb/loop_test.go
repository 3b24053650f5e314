package sqldb

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"
)

// patience bounds what a test waits for, far above what it should take.
const patience = 30 * time.Second

func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for began := time.Now(); !done(); runtime.Gosched() {
		if time.Since(began) > patience {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// While the disk works for some callers as many others are committed together;
// fewer wait for each other or for the disk.
func TestABatchIsAsLargeAsTheOneBeforeIt(t *testing.T) {
	t.Parallel()
	db, syncing, release := openWithStuckDisk(t)
	ran := make(map[string]chan *Tx)
	answered := make(chan error, 8)
	write := func(name string) {
		told := make(chan *Tx, 1)
		ran[name] = told
		go func() {
			answered <- db.Update(context.Background(), func(tx *Tx) error {
				told <- tx
				_, err := tx.Exec(insertNote, name)
				return err
			})
		}()
	}
	taken := func() bool { return len(db.queue) == 0 }
	write("first")
	<-syncing
	write("second")
	<-ran["second"]
	waitFor(t, "two callers wait for the disk", func() bool { return db.waiting.Load() == 2 })
	for _, name := range []string{"third", "fourth"} {
		write(name)
		waitFor(t, fmt.Sprint(name, " is taken"), func() bool { return len(ran[name]) == 1 || taken() })
	}
	if third, fourth := <-ran["third"], <-ran["fourth"]; third != fourth {
		t.Error("the third was committed alone")
	}
	waitFor(t, "four callers wait for the disk", func() bool { return db.waiting.Load() == 4 })
	write("fifth")
	close(release)
	for range 5 {
		if err := <-answered; err != nil {
			t.Error(err)
		}
	}
	if n := notes(t, db); n != 5 {
		t.Errorf("%d rows", n)
	}
}
