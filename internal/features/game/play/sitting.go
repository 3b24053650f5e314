package play

import "time"

const (
	// A reality check is due after so many rounds or so much time of one sitting.
	checkRounds = 20
	checkAfter  = 60 * time.Minute
	// sittingPause ends a sitting.
	sittingPause = 60 * time.Minute
)

// sitting is what a user played without a long pause, since the last reality check.
type sitting struct {
	// Since is when it began; zero where there is none.
	Since time.Time
	// Last is when the last stake was made.
	Last   time.Time
	Rounds int64
	Staked int64
	Won    int64
}

// at is the sitting that goes on at a time: none after a pause, unless its check is
// still due.
func (s sitting) at(now time.Time) sitting {
	if s.Rounds < checkRounds && now.Sub(s.Last) >= sittingPause {
		return sitting{}
	}
	return s
}

// isDue says that a reality check must come before the next round.
func (s sitting) isDue(now time.Time) bool {
	s = s.at(now)
	return s.Rounds >= checkRounds || s.Rounds > 0 && now.Sub(s.Since) >= checkAfter
}

// played adds a round.
func (s sitting) played(stake int64, now time.Time) sitting {
	if s = s.at(now); s.Rounds == 0 {
		s.Since = now
	}
	s.Last = now
	s.Rounds++
	s.Staked += stake
	return s
}

// settled adds what came of a stake, if it was made in this sitting.
func (s sitting) settled(o Outcome) sitting {
	switch {
	case s.Rounds == 0 || o.StakedAt.Before(s.Since):
	case o.IsRefunded:
		s.Staked -= o.Stake
	default:
		s.Won += o.Win
	}
	return s
}
