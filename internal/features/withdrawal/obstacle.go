package withdrawal

import (
	"log/slog"
	"time"
)

const (
	// What goes on being in the way is told of again after an hour, then after
	// twice as long each time: who got up for the first line needs no other.
	remindFirst = time.Hour
	remindMax   = 24 * time.Hour
	// forgetAfter is when what was not met again counts as over. It is longer than
	// the pauses in which all is tried again.
	forgetAfter = 3 * reopenAfter
)

// obstacle keeps the program from asking operators about a withdrawal: its network
// was taken out of the configuration, say. It holds up no other withdrawal.
type obstacle struct{ text, withdrawal, refusal string }

// obstacles logs what is in the way, once and then seldom. It remembers no more
// than the job that meets them takes on within forgetAfter.
type obstacles struct {
	log *slog.Logger
	met map[obstacle]meeting
}

type meeting struct {
	since, last, remindAt time.Time
	pause                 time.Duration
}

// note takes what one run met; now is a stopwatch's.
func (o *obstacles) note(now time.Time, found []obstacle) {
	for _, one := range found {
		m, isKnown := o.met[one]
		switch {
		case !isKnown:
			m = meeting{since: now, remindAt: now.Add(remindFirst), pause: remindFirst}
			o.log.Error(one.text, "withdrawal", one.withdrawal, "refusal", one.refusal)
		case !now.Before(m.remindAt):
			m.pause = min(2*m.pause, remindMax)
			m.remindAt = now.Add(m.pause)
			o.log.Error(one.text, "withdrawal", one.withdrawal, "refusal", one.refusal, "for", now.Sub(m.since).Round(time.Second))
		}
		m.last = now
		o.met[one] = m
	}
	for one, m := range o.met {
		if now.Sub(m.last) > forgetAfter {
			delete(o.met, one)
		}
	}
}
