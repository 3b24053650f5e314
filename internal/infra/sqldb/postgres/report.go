package postgres

import "time"

// Report is what was seen last of the servers.
type Report struct {
	// MayForget says that the address names several hosts while commits wait for no standby:
	// an election may take back what was answered as done.
	MayForget bool
	// Timeline is the number of the history that is written, which an election raises.
	Timeline string
	// ClockAhead is how far the server's clock is ahead of this machine's, below zero behind.
	ClockAhead time.Duration
}

// Report is at most a look old. An address with one host says nothing of others behind it.
func (s *Servers) Report() Report {
	last := s.last.Load()
	seen := Report{MayForget: hasSeveralHosts(s.config.ConnConfig) && last != nil && !last.isNeeded, ClockAhead: time.Duration(s.clockAhead.Load())}
	if last != nil {
		seen.Timeline = last.timeline
	}
	if l := s.line.Load(); l != nil {
		// What is written now may know an election before the watch does.
		seen.Timeline = max(seen.Timeline, timelineOf(l.Conn))
	}
	return seen
}

// ahead is how far a clock was ahead that was read between two moments of this machine's:
// by what it is outside of them.
func ahead(at, asked, answered time.Time) time.Duration {
	switch {
	case at.Before(asked):
		return at.Sub(asked)
	case at.After(answered):
		return at.Sub(answered)
	}
	return 0
}
