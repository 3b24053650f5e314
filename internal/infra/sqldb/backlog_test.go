package sqldb

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"testing"
	"time"
)

// write writes a row within a body.
func write(tx *Tx, name string) error {
	_, err := tx.Exec(insertNote, name)
	return err
}

func TestTheBacklogRestsBesideCallers(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	var turn turns
	work := func(took time.Duration) {
		turn.began = now
		now = now.Add(took)
		turn.ended(now)
	}
	work(10 * spellTime)
	if rest := turn.rest(now); rest > 0 {
		t.Errorf("with nobody calling it rests %s", rest)
	}
	turn.called = true
	work(spellTime / 2)
	if rest := turn.rest(now); rest > 0 {
		t.Errorf("within a spell it rests %s", rest)
	}
	work(spellTime / 2)
	if rest := turn.rest(now); rest != restTimes*spellTime {
		t.Errorf("after a spell it rests %s", rest)
	}
	now = now.Add(restTimes * spellTime)
	work(2 * spellTime)
	if rest := turn.rest(now); rest > 0 {
		t.Errorf("when the callers have gone it rests %s", rest)
	}
}

// The disk is stuck with a caller's batch: work behind is committed all the
// same, and the caller waits.
func TestTheBacklogDoesNotWaitForTheDisk(t *testing.T) {
	t.Parallel()
	db, syncing, release := openWithStuckDisk(t)
	answered := make(chan error, 1)
	go func() {
		answered <- db.Update(context.Background(), func(tx *Tx) error { return write(tx, "caller") })
	}()
	<-syncing
	if err := db.Behind(context.Background(), func(tx *Tx) error { return write(tx, "behind") }); err != nil {
		t.Error(err)
	}
	select {
	case err := <-answered:
		t.Errorf("the caller was answered before the disk, with %v", err)
	default:
	}
	close(release)
	if err := <-answered; err != nil {
		t.Error(err)
	}
	if n := notes(t, db); n != 2 {
		t.Errorf("%d rows", n)
	}
}

func TestTheDiskFollowsTheBacklog(t *testing.T) {
	t.Parallel()
	var synced atomic.Int64
	db := openWithSync(t, func(*os.File) error {
		if synced.Add(1) == 1 {
			return errors.New("no")
		}
		return nil
	})
	if err := db.Behind(context.Background(), func(tx *Tx) error { return write(tx, "behind") }); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the disk has been asked again after it refused", func() bool { return synced.Load() > 1 && !db.owed.Load() })
}

func TestCallersGoBeforeTheBacklog(t *testing.T) {
	t.Parallel()
	db := openWithSync(t, func(*os.File) error { return nil })
	running, release := make(chan bool), make(chan bool)
	answered, order := make(chan error, 3), make(chan string, 3)
	begin := func(submit func(context.Context, func(*Tx) error) error, name string, wait bool) {
		go func() {
			answered <- submit(context.Background(), func(tx *Tx) error {
				if wait {
					running <- true
					<-release
				}
				order <- name
				return write(tx, name)
			})
		}()
	}
	begin(db.Behind, "first", true)
	<-running
	begin(db.Behind, "behind", false)
	waitFor(t, "work waits behind", func() bool { return len(db.backlog) == 1 })
	if db.pressing() {
		t.Error("work behind presses")
	}
	begin(db.Update, "caller", false)
	waitFor(t, "a caller waits", func() bool { return len(db.queue) == 1 })
	if !db.pressing() {
		t.Error("a caller waits and does not press")
	}
	close(release)
	for range 3 {
		if err := <-answered; err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"first", "caller", "behind"} {
		if ran := <-order; ran != name {
			t.Errorf("%s ran where %s should", ran, name)
		}
	}
}

func TestTheBacklogAfterTheEnd(t *testing.T) {
	t.Parallel()
	db := openFile(t)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	err := db.Behind(context.Background(), func(*Tx) error { return nil })
	if !errors.Is(err, ErrUnavailable) {
		t.Errorf("after the end: %v", err)
	}
}
