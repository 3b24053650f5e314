package sqldb

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestBackgroundWorkLeavesCallersTheirShare(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	for _, c := range []struct {
		name                string
		called, callersWait bool
		took, rest          time.Duration
	}{
		{"nobody calls", false, false, 5 * time.Millisecond, 0},
		{"somebody called before", true, false, 5 * time.Millisecond, 45 * time.Millisecond},
		{"somebody waits", false, true, 5 * time.Millisecond, 45 * time.Millisecond},
		{"a disk held it up", true, true, 8 * time.Second, time.Second},
	} {
		s := share{called: c.called}
		s.worked(now, c.took, c.callersWait)
		if rest := max(0, s.restUntil.Sub(now)); rest != c.rest || s.called && !c.called {
			t.Errorf("%s: it rests %s, want %s", c.name, rest, c.rest)
		}
	}
}

// What waits when background work ends goes before what it does next; and beside
// callers who never pause it comes to its end.
func TestCallersGoBeforeBackgroundWork(t *testing.T) {
	t.Parallel()
	db := serveForTest(t, openBackendFile(t))
	var order []string
	var answered sync.WaitGroup
	once := func(submit func(context.Context, func(*Tx) error) error, name string) {
		answered.Go(func() {
			if err := submit(context.Background(), func(tx *Tx) error {
				order = append(order, name)
				return write(tx, name)
			}); err != nil {
				t.Error(err)
			}
		})
	}
	background := func(ctx context.Context, body func(*Tx) error) error { return db.Background(ctx, body) }
	err := db.Background(context.Background(), func(tx *Tx) error {
		order = append(order, "first")
		once(background, "second")
		once(db.Update, "caller")
		waitFor(t, "both wait", func() bool { return len(db.background) == 1 && tx.ShouldYield() })
		return nil
	})
	if answered.Wait(); err != nil {
		t.Error(err)
	}
	if want := []string{"first", "caller", "second"}; !slices.Equal(order, want) {
		t.Errorf("they ran as %v, want %v", order, want)
	}
}

// heldFile is a database that another program keeps to itself: each turn ends as it is told.
type heldFile struct {
	backend
	turns chan chan error
}

func (h heldFile) write(context.Context, func(session) error) error {
	ends := make(chan error)
	h.turns <- ends
	return <-ends
}

// While turns are waited for in vain, a caller hears so after the turn that is under
// way and his own, not after those of background work as well.
func TestCallersGoBeforeBackgroundWorkWhileNoneIsServed(t *testing.T) {
	t.Parallel()
	held := heldFile{openBackendFile(t), make(chan chan error)}
	db := serveForTest(t, held)
	answered := make(chan string, 3)
	start := func(name string, submit func(context.Context) error) {
		go func() {
			if err := submit(context.Background()); !errors.Is(err, ErrUnavailable) {
				t.Errorf("%s hears: %v", name, err)
			}
			answered <- name
		}()
	}
	call := func(ctx context.Context) error { return db.Update(ctx, func(*Tx) error { return nil }) }
	start("first", call)
	turn := <-held.turns
	start("background", func(ctx context.Context) error { return db.Background(ctx, func(*Tx) error { return nil }) })
	start("caller", call)
	waitFor(t, "both wait", func() bool { return len(db.background) == 1 && len(db.queue) == 1 })
	for _, want := range []string{"first", "caller", "background"} {
		turn <- ErrUnavailable
		if name := <-answered; name != want {
			t.Errorf("%s was answered, want %s", name, want)
		}
		if want != "background" {
			turn = <-held.turns
		}
	}
}

func TestBackgroundWorkIsNotStarved(t *testing.T) {
	t.Parallel()
	db := serveForTest(t, openBackendFile(t))
	ctx, cancel := context.WithCancel(context.Background())
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for ctx.Err() == nil {
				// Only that it keeps the writer busy counts.
				_ = db.Update(ctx, func(*Tx) error { return nil })
			}
		})
	}
	for range 10 {
		if err := db.Background(context.Background(), func(*Tx) error { return nil }); err != nil {
			t.Error(err)
		}
	}
	cancel()
	callers.Wait()
}

// The disk is stuck with callers' batches: background work is committed all the
// same.
func TestBackgroundWorkDoesNotWaitForTheDisk(t *testing.T) {
	t.Parallel()
	db, disk := serveWithSlowDisk(t)
	c := callers{db, make(chan error, 8), make(map[string]chan *Tx)}
	c.writeFirst(disk, "first")
	if err := db.Background(context.Background(), func(tx *Tx) error { return write(tx, "background") }); err != nil {
		t.Error(err)
	}
	select {
	case err := <-c.answered:
		t.Errorf("a caller was answered before the disk, with %v", err)
	default:
	}
	close(disk.ends)
	if err := <-c.answered; err != nil {
		t.Error(err)
	}
	if n := notes(t, db); n != 2 {
		t.Errorf("%d rows", n)
	}
}

func TestBackgroundWorkAfterTheEnd(t *testing.T) {
	t.Parallel()
	db := serve(openBackendFile(t), nil)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	err := db.Background(context.Background(), func(*Tx) error { return nil })
	if !errors.Is(err, ErrUnavailable) {
		t.Errorf("after the end: %v", err)
	}
}
