package jobs

import "time"

// busyShare is how many times as long as its chunk a backlog rests while users
// make calls: they keep the rest of the writer's time.
const busyShare = 5

// Pacer says how long a backlog rests between two chunks. With nobody calling
// it goes on at once; beside interactive calls it takes about a sixth of the
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
	return max(least, busyShare*took)
}
