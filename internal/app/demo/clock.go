package demo

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
)

// followedClock is a demo's clock, read by another process of it.
type followedClock struct {
	path   string
	mu     sync.Mutex
	system *clock.System
}

// FollowClock is the clock of the demo in a folder, with every move that the
// demo makes. It refuses a folder that is no demo's.
func FollowClock(folder string) (sqldb.Clock, error) {
	f := &followedClock{path: filepath.Join(folder, markerName)}
	m, err := f.read()
	if err != nil || m.Genesis == "" {
		return nil, fmt.Errorf("%s: %w", folder, ErrNotADemo)
	}
	f.system = clock.NewSystem(m.ClockOffset)
	return f, nil
}

func (f *followedClock) read() (m marker, err error) {
	text, err := os.ReadFile(f.path)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(text, &m)
}

// Now is the demo's time. While the marker cannot be read, the last offset
// counts: the clock then seems slow, and the signer refuses rather than pays.
func (f *followedClock) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	if m, err := f.read(); err == nil && m.ClockOffset > f.system.Offset() {
		f.system.Advance(m.ClockOffset - f.system.Offset())
	}
	return f.system.Now()
}

// NotBefore raises the clock's floor, as the database asks for.
func (f *followedClock) NotBefore(t time.Time) { f.system.NotBefore(t) }
