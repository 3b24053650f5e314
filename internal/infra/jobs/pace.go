package jobs

import "time"

const (
	// busyShare is how many times as long as its chunk a backlog rests while
	// users make calls: they keep the rest of the writer's time.
	busyShare = 5
	// yieldPart is the part of its chunk's time for which one that gives way
	// rests. Most of that time its chunk waits for the calls before it and for
	// the disk.
	yieldPart = 2
)

// Pacer says how long a backlog rests between two chunks. With nobody calling
// it goes on at once; beside interactive calls it takes about a sixth of the
// writer's time, or a quarter in small pieces when its chunks give way, so
// that people notice little and the work still ends.
type Pacer struct {
	// Calls counts the interactive calls so far; nil means that there are none.
	Calls func() uint64
	// Yields says that a chunk ends early when somebody waits.
	Yields bool
	seen   uint64
}

// Rest is the pause after a chunk that took some time.
func (p *Pacer) Rest(least, took time.Duration) time.Duration {
	if p.Calls == nil {
		return least
	}
	calls := p.Calls()
	busy := calls != p.seen
	p.seen = calls
	switch {
	case !busy:
		return least
	case p.Yields:
		return max(least, took/yieldPart)
	}
	return max(least, busyShare*took)
}
