package withdrawal

import (
	"log/slog"
	"time"

	"etld/internal/infra/jobs"
)

const (
	remindFirst = time.Hour
	remindMax   = 24 * time.Hour
	// forgetAfter is how long after its last failure a withdrawal counts as parked.
	// It is longer than the pause before the next try.
	forgetAfter = 3 * reopenAfter
)

// parked is a withdrawal about which operators cannot be asked now, for example
// because its network was taken out of the configuration. It holds up no other.
type parked struct{ text, withdrawal, refusal string }

// parkedLog logs each parked withdrawal once, and then seldom. It remembers no more
// of them than the job takes on within forgetAfter.
type parkedLog struct {
	log *slog.Logger
	met map[parked]sighting
}

type sighting struct {
	reminder jobs.Reminder
	last     time.Time
}

// appendHistory takes what one run met; now is a stopwatch's.
func (o *parkedLog) record(now time.Time, found []parked) {
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
