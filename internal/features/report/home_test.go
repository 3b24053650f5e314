package report

import (
	"testing"
	"time"

	"etld/internal/base/clock"
)

func TestNextDividend(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		parsed, err := time.ParseInLocation(time.DateTime, text, clock.Zone)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	for now, want := range map[string]string{
		"2026-06-15 00:00:00": "2026-07-01 12:00:00",
		"2026-07-01 11:59:59": "2026-07-01 12:00:00",
		"2026-07-01 12:00:00": "2026-08-01 12:00:00",
		"2026-12-31 23:59:59": "2027-01-01 12:00:00",
	} {
		if got := dividends.Next(at(now).UTC()); !got.Equal(at(want)) {
			t.Errorf("after %s comes %s, want %s", now, got.In(clock.Zone), want)
		}
	}
}
