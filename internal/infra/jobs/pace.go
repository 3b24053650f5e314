package jobs

import "time"

// busyPart is the part of its chunk's time for which a backlog rests while
// users make calls. Most of that time a chunk waits for the calls before it
// and for the disk, so that even without any rest it would leave more than
// half of the writer's time to them.
const busyPart = 2

// Pacer says how long a backlog rests between two chunks. With nobody calling
// it goes on at once; beside interactive calls it takes about a quarter of the
// writer's time, so that people notice little and the work still ends.
type Pacer struct {
	// Calls counts the interactive calls so far; nil means that there are none.
	Calls func() uint64
	seen  uint64
}

// Rest is the pause after a chunk that took some time.
func (p *Pacer) Rest(least, took time.Duration) time.Duration {
	if p.Calls == nil {
		return least
	}
	calls := p.Calls()
	busy := calls != p.seen
	p.seen = calls
	if !busy {
		return least
	}
	return max(least, took/busyPart)
}
