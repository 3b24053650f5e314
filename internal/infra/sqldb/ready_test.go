package sqldb

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"zombiezen.com/go/sqlite"
)

// fullDisk is an engine whose disk takes no writes while it is full.
type fullDisk struct {
	backend
	isFull *atomic.Bool
	writes *atomic.Int64
}

func (d fullDisk) write(ctx context.Context, fn func(session) error) error {
	d.writes.Add(1)
	if d.isFull.Load() {
		return sqlite.ResultFull.ToError()
	}
	return d.backend.write(ctx, fn)
}

// A disk that refuses writes is no ready database, though it can be read. It is
// ready again once the disk is, whether anybody else writes or not.
func TestADatabaseThatTakesNoWritesIsNotReady(t *testing.T) {
	t.Parallel()
	disk := fullDisk{openBackendFile(t), new(atomic.Bool), new(atomic.Int64)}
	db := serveForTest(t, disk)
	ready := func(want error) {
		t.Helper()
		if err := db.Ready(t.Context()); !errors.Is(err, want) {
			t.Errorf("ready says %v, want %v", err, want)
		}
	}
	ready(nil)
	if n := disk.writes.Load(); n != 0 {
		t.Errorf("asking a sound database wrote %d times", n)
	}
	disk.isFull.Store(true)
	if err := db.Update(t.Context(), func(tx *Tx) error { return write(tx, "refused") }); !errors.Is(err, ErrUnavailable) {
		t.Errorf("a full disk answers %v", err)
	}
	ready(ErrUnavailable)
	// What changes nothing proves nothing.
	refusal := errors.New("refused by a rule")
	disk.isFull.Store(false)
	if err := db.Update(t.Context(), func(*Tx) error { return refusal }); !errors.Is(err, refusal) || !db.refused.Load() {
		t.Errorf("a body refused with %v; the disk counts as sound", err)
	}
	ready(nil)
	if db.refused.Load() {
		t.Error("the disk still counts as full")
	}
}
