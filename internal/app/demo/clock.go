package demo

import (
	"fmt"
	"sync"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
)

// followedClock is a demo's clock, read by another process of it.
type followedClock struct {
	folder string
	mu     sync.Mutex
	system *clock.System
}

// FollowClock is the clock of the demo in a folder, with every move that the
// demo makes. It refuses a folder that is no demo's.
func FollowClock(folder string) (sqldb.Clock, error) {
	var m marker
	if err := m.load(folder); err != nil || m.Genesis == "" {
		return nil, fmt.Errorf("%s: %w", folder, ErrNotADemo)
	}
	return &followedClock{folder: folder, system: clock.NewSystem(m.ClockOffset)}, nil
}

// Now is the demo's time. While the marker cannot be read, the last offset
// counts: the clock then seems slow, and the signer refuses rather than pays.
func (f *followedClock) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	var m marker
	if err := m.load(f.folder); err == nil && m.ClockOffset > f.system.Offset() {
		f.system.Advance(m.ClockOffset - f.system.Offset())
	}
	return f.system.Now()
}

// NotBefore raises the clock's floor, as the database asks for.
func (f *followedClock) NotBefore(t time.Time) { f.system.NotBefore(t) }
