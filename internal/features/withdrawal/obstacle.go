package withdrawal

import (
	"log/slog"
	"time"

	"etld/internal/infra/jobs"
)

const (
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
	reminder jobs.Reminder
	last     time.Time
}

// note takes what one run met; now is a stopwatch's.
func (o *obstacles) note(now time.Time, found []obstacle) {
	for _, one := range found {
		m, isKnown := o.met[one]
		if !isKnown {
			m.reminder = jobs.Reminder{First: remindFirst, Max: remindMax}
		}
		if tell, lasting := m.reminder.Tell(now); tell {
			o.log.Error(one.text, "withdrawal", one.withdrawal, "refusal", one.refusal, "for", lasting.Round(time.Second))
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
