package sqldb

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// write writes a row within a body.
func write(tx *Tx, name string) error {
	_, err := tx.Exec(insertNote, name)
	return err
}

// worker is a backlog beside callers, on a clock of its own.
type worker struct {
	turns
	now time.Time
}

// night works for a second beside callers, whose rates are given for the
// backlog's rests and for its turns. It returns the share of their usual rate
// that they kept and the backlog's share of the time.
func (w *worker) night(usual, meanwhile float64) (kept, share float64) {
	var total, busy time.Duration
	served := 0.0
	pass := func(took time.Duration, rate float64) {
		w.now, total = w.now.Add(took), total+took
		before := int(served)
		served += rate * took.Seconds()
		w.calls += int(served) - before
	}
	for total < time.Second {
		pass(max(0, w.rest(w.now)), usual)
		w.begin(w.now)
		pass(5*time.Millisecond, meanwhile)
		busy += 5 * time.Millisecond
		w.called = usual > 0
		w.ended(w.now)
	}
	return served / (usual * total.Seconds()), busy.Seconds() / total.Seconds()
}

func TestTheBacklogCostsCallersALittleOfTheirRate(t *testing.T) {
	t.Parallel()
	w := worker{now: time.Unix(1_800_000_000, 0)}
	if _, share := w.night(0, 0); share < 1 {
		t.Errorf("with nobody calling it works %.2f of the time", share)
	}
	for _, c := range []struct {
		name             string
		usual, meanwhile float64
		kept, share      float64
	}{
		{"callers wait for its turns to end", 10_000, 0, 0.875, 0.125},
		{"callers lose half of what it takes", 10_000, 5_000, 0.875, 0.25},
		{"callers lose more than it takes", 10_000, -5_000, 0.875, 0.083},
		{"callers lose nothing", 10_000, 10_000, 1, 0.25},
		{"callers are few", 3, 3, 1, 0.5},
		{"callers are many again", 10_000, 0, 0.875, 0.125},
	} {
		for range 15 {
			w.night(c.usual, c.meanwhile)
		}
		kept, share := w.night(c.usual, c.meanwhile)
		if math.Abs(kept-c.kept) > 0.02 || math.Abs(share-c.share) > 0.03 {
			t.Errorf("%s: they keep %.3f, it works %.3f of the time", c.name, kept, share)
		}
	}
}

// By day the backlog has little to do. That is no spell, however long it takes
// to add up to one, and what callers did at night says nothing about them now.
func TestTheBacklogDoesNotRestForLittle(t *testing.T) {
	t.Parallel()
	for _, by := range []float64{2, 20, 500, 8_000} {
		w := worker{now: time.Unix(1_800_000_000, 0)}
		for range 20 {
			w.night(10_000, 5_000)
		}
		w.now = w.now.Add(time.Minute)
		for range 2_000 {
			w.begin(w.now)
			w.now = w.now.Add(time.Millisecond)
			w.ended(w.now)
			w.calls, w.called = w.calls+int(by/2), true
			if rest := w.rest(w.now); rest > 0 {
				t.Fatalf("beside %.0f calls a second it rests %s", by, rest)
			}
			w.now = w.now.Add(500 * time.Millisecond)
		}
	}
	w := worker{now: time.Unix(1_800_000_000, 0)}
	w.night(10_000, 0)
	w.now = w.now.Add(time.Minute)
	w.begin(w.now)
	w.now, w.called = w.now.Add(8*time.Second), true
	w.ended(w.now)
	if rest := w.rest(w.now); rest > longestRest {
		t.Errorf("after a body that a disk held up it rests %s", rest)
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

// While more callers wait for the disk than for the writer, the writer has time.
func TestTheBacklogWorksWhileABatchWaitsForTheDisk(t *testing.T) {
	t.Parallel()
	db, syncing, release := openWithStuckDisk(t)
	answered := make(chan error, 3)
	call := func(name string) {
		answered <- db.Update(context.Background(), func(tx *Tx) error { return write(tx, name) })
	}
	go call("first")
	<-syncing
	go call("second")
	waitFor(t, "two wait for the disk", func() bool { return db.waiting.Load() == 2 })
	done := make(chan error, 1)
	if err := db.Behind(context.Background(), func(*Tx) error {
		go call("third")
		go func() {
			done <- db.Behind(context.Background(), func(tx *Tx) error {
				if tx.Pressing() || db.turns.gathered != 1 {
					return fmt.Errorf("with %d callers gathered, pressing is %v where the disk works for two", db.turns.gathered, tx.Pressing())
				}
				return nil
			})
		}()
		return both(db)
	}); err != nil {
		t.Error(err)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the writer waits with the callers")
	}
	close(release)
	for range 3 {
		if err := <-answered; err != nil {
			t.Error(err)
		}
	}
}

// both waits, in a body, until a caller and the backlog wait behind it.
func both(db *DB) error {
	for began := time.Now(); len(db.backlog) == 0 || len(db.queue) == 0; runtime.Gosched() {
		if time.Since(began) > time.Minute {
			return errors.New("they do not come")
		}
	}
	return nil
}

// Where the disk is so fast that no batch waits for it, the backlog has its
// turn all the same.
func TestTheBacklogIsNotStarvedByAFastDisk(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		busy int
		then []string
	}{
		{busyBatches - 1, []string{"first", "behind", "second"}},
		{0, []string{"first", "second", "behind"}},
	} {
		db := openWithSync(t, func(*os.File) error { return nil })
		answered, order := make(chan error, 3), make(chan string, 3)
		body := func(name string) func(*Tx) error {
			return func(tx *Tx) error {
				order <- name
				return write(tx, name)
			}
		}
		err := db.Update(context.Background(), func(tx *Tx) error {
			db.turns.busy = c.busy
			go func() { answered <- db.Behind(context.Background(), body("behind")) }()
			go func() { answered <- db.Update(context.Background(), body("second")) }()
			if err := both(db); err != nil {
				return err
			}
			return body("first")(tx)
		})
		if err := errors.Join(err, <-answered, <-answered); err != nil {
			t.Error(err)
		}
		for _, name := range c.then {
			if ran := <-order; ran != name {
				t.Errorf("after %d busy batches %s ran where %s should", c.busy, ran, name)
			}
		}
	}
}

// The next of a body's transactions waits behind callers and behind others of
// the backlog, and the first one that fails is the last.
func TestABodyOfTheBacklogRunsAgain(t *testing.T) {
	t.Parallel()
	db := openWithSync(t, func(*os.File) error { return nil })
	failure := errors.New("no")
	answered := make(chan error, 2)
	var order []string
	once := func(name string) func(*Tx) error {
		return func(tx *Tx) error {
			order = append(order, name)
			return write(tx, name)
		}
	}
	runs, committed := 0, 0
	err := db.RepeatBehind(context.Background(), func(tx *Tx) error {
		runs++
		if runs == 1 {
			go func() { answered <- db.Behind(context.Background(), once("behind")) }()
			go func() { answered <- db.Update(context.Background(), once("caller")) }()
			if err := both(db); err != nil {
				return err
			}
		}
		if err := once(fmt.Sprintf("run %d", runs))(tx); err != nil || runs < 3 {
			return err
		}
		return failure
	}, func() bool {
		committed++
		return true
	})
	if !errors.Is(err, failure) {
		t.Errorf("its end: %v", err)
	}
	if err := errors.Join(<-answered, <-answered); err != nil {
		t.Error(err)
	}
	if want := []string{"run 1", "caller", "behind", "run 2", "run 3"}; !slices.Equal(order, want) {
		t.Errorf("they ran as %v, want %v", order, want)
	}
	if n := notes(t, db); n != 4 || runs != 3 || committed != 2 {
		t.Errorf("%d rows after %d runs, of which %d were committed", n, runs, committed)
	}
}

// A body that would run again and finds no room is handed in anew.
func TestABodyOfTheBacklogFindsNoRoom(t *testing.T) {
	t.Parallel()
	db := openWithSync(t, func(*os.File) error { return nil })
	var others sync.WaitGroup
	runs := 0
	err := db.RepeatBehind(context.Background(), func(tx *Tx) error {
		if runs++; runs == 1 {
			for range cap(db.backlog) {
				others.Go(func() {
					if err := db.Behind(context.Background(), func(*Tx) error { return nil }); err != nil {
						t.Error(err)
					}
				})
			}
			for len(db.backlog) < cap(db.backlog) {
				runtime.Gosched()
			}
		}
		return write(tx, fmt.Sprintf("run %d", runs))
	}, func() bool { return runs < 2 })
	others.Wait()
	if n := notes(t, db); err != nil || n != 2 {
		t.Errorf("%d rows: %v", n, err)
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
	behind := func(ctx context.Context, body func(*Tx) error) error { return db.Behind(ctx, body) }
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
	begin(behind, "first", true)
	<-running
	begin(behind, "behind", false)
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
