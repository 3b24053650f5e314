package play

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
)

// Kind is how long a break is.
type Kind string

// The kinds: cool-offs and exclusions.
const (
	Day       Kind = "24h"
	Week      Kind = "7d"
	ThirtyDay Kind = "30d"
	HalfYear  Kind = "6m"
	Year      Kind = "12m"
	Permanent Kind = "permanent"
)

func (Kind) Values() []string { return each.Texts(Day, Week, ThirtyDay, HalfYear, Year, Permanent) }

// never is when a permanent break ends.
var never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// until is when a break that begins now ends. Months are those of the platform's
// calendar; a day that a month lacks is its last.
func (k Kind) until(now time.Time) time.Time {
	switch k {
	case Day:
		return now.Add(24 * time.Hour)
	case Week:
		return now.Add(7 * 24 * time.Hour)
	case ThirtyDay:
		return now.Add(30 * 24 * time.Hour)
	case HalfYear:
		return monthsOn(now, 6)
	case Year:
		return monthsOn(now, 12)
	case Permanent:
	}
	return never
}

func monthsOn(now time.Time, months int) time.Time {
	local := now.In(clock.Zone)
	later := local.AddDate(0, months, 0)
	if later.Day() != local.Day() {
		later = later.AddDate(0, 0, -later.Day())
	}
	return later.UTC()
}

// breakError refuses play during a break, and says until when it lasts.
func breakError(until time.Time) error {
	if !until.Before(never) {
		return ErrBreak.With("time", "∞").With("time.en", "∞ (permanent)").With("time.zhtw", "∞（永久）").With("time.ru", "∞ (бессрочно)")
	}
	return ErrBreak.With("time", clock.Text(until))
}
