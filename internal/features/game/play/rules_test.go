package play

import (
	"testing"
	"time"

	"etld/internal/base/clock"
)

func TestALimitFallsAtOnceAndRisesAfterADay(t *testing.T) {
	t.Parallel()
	terms := terms{usual: 5000, most: 20_000}
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	type step struct {
		after  time.Duration
		choose int64
		// holds and waits are what is effective and what waits then.
		holds, waits int64
	}
	for name, steps := range map[string][]step{
		"lowered":                            {{0, 100, 100, none}},
		"to nothing":                         {{0, 0, 0, none}},
		"raised and confirmed":               {{0, 9000, 5000, 9000}, {24 * time.Hour, 9000, 9000, none}},
		"confirmed a microsecond early":      {{0, 9000, 5000, 9000}, {24*time.Hour - time.Microsecond, 9000, 5000, 9000}, {time.Microsecond, 9000, 9000, none}},
		"asked again does not wait anew":     {{0, 9000, 5000, 9000}, {23 * time.Hour, 9000, 5000, 9000}, {time.Hour, 9000, 9000, none}},
		"another raise waits anew":           {{0, 9000, 5000, 9000}, {24 * time.Hour, 9100, 5000, 9100}, {23 * time.Hour, 9100, 5000, 9100}, {time.Hour, 9100, 9100, none}},
		"not confirmed, nothing rises":       {{0, 9000, 5000, 9000}, {900 * time.Hour, 5000, 5000, none}},
		"lowering ends what waits":           {{0, 9000, 5000, 9000}, {25 * time.Hour, 4000, 4000, none}, {0, 9000, 4000, 9000}},
		"back to where it was is a raise":    {{0, 100, 100, none}, {0, 5000, 100, 5000}, {24 * time.Hour, 5000, 5000, none}},
		"a raise after a raise waits a day":  {{0, 9000, 5000, 9000}, {24 * time.Hour, 9000, 9000, none}, {0, 20_000, 9000, 20_000}, {24 * time.Hour, 20_000, 20_000, none}},
		"chosen again changes nothing":       {{0, 5000, 5000, none}, {0, 5000, 5000, none}},
		"less than what waits waits as well": {{0, 9000, 5000, 9000}, {0, 8000, 5000, 8000}, {23 * time.Hour, 8000, 5000, 8000}},
	} {
		l, now := unlimited(), start
		for i, s := range steps {
			now = now.Add(s.after)
			l = l.choose(s.choose, terms, now)
			if l.effective(terms) != s.holds || l.Raise != s.waits {
				t.Errorf("%s, step %d: %d holds and %d waits, want %d and %d", name, i+1, l.effective(terms), l.Raise, s.holds, s.waits)
			}
		}
	}
}

func TestNobodyHasMoreThanTheMaximumOrTheCap(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		what       string
		limit      limit
		terms      terms
		holds, top int64
	}{
		{"nothing was set", unlimited(), terms{5000, 20_000}, 5000, 20_000},
		{"the maximum fell below the default", unlimited(), terms{5000, 3000}, 3000, 3000},
		{"the maximum fell below the own", limit{Own: 19_000, Raise: none, Cap: none}, terms{5000, 6000}, 6000, 6000},
		{"a cap below the own", limit{Own: 9000, Raise: none, Cap: none}.lower(700), terms{5000, 20_000}, 700, 700},
		{"a cap of nothing", unlimited().lower(0), terms{5000, 20_000}, 0, 0},
		{"a cap above the own", limit{Own: 400, Raise: none, Cap: none}.lower(700), terms{5000, 20_000}, 400, 700},
	} {
		if got, top := test.limit.effective(test.terms), test.limit.highest(test.terms); got != test.holds || top != test.top {
			t.Errorf("%s: %d holds and %d is the highest, want %d and %d", test.what, got, top, test.holds, test.top)
		}
	}
	if l := (limit{Own: 100, Raise: 900, Cap: none}).lower(500); l.Raise != none {
		t.Error("a raise above the cap still waits")
	}
	if l := (limit{Own: 100, Raise: 900, Cap: none}).lower(900); l.Raise != 900 {
		t.Error("a raise up to the cap is gone")
	}
}

func TestWhenBreaksEnd(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind        Kind
		from, until string
	}{
		{Day, "2026-02-28 23:59:59", "2026-03-01 23:59:59"},
		{Week, "2026-02-22 12:00:00", "2026-03-01 12:00:00"},
		{ThirtyDay, "2026-01-31 12:00:00", "2026-03-02 12:00:00"},
		{HalfYear, "2026-01-15 12:00:00", "2026-07-15 12:00:00"},
		{HalfYear, "2026-08-31 07:00:00", "2027-02-28 07:00:00"},
		{HalfYear, "2027-08-30 07:00:00", "2028-02-29 07:00:00"},
		{Year, "2028-02-29 00:00:00", "2029-02-28 00:00:00"},
		{Year, "2026-12-31 23:00:00", "2027-12-31 23:00:00"},
		{Permanent, "2026-01-01 00:00:00", "9999-01-01 08:00:00"},
	} {
		from, err := time.ParseInLocation(time.DateTime, test.from, clock.Zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := test.kind.until(from.UTC()).In(clock.Zone).Format(time.DateTime); got != test.until {
			t.Errorf("%s from %s ends at %s, want %s", test.kind, test.from, got, test.until)
		}
	}
}

func TestWhenARealityCheckIsDue(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	play := func(rounds int, every time.Duration) (s sitting, now time.Time) {
		now = start
		for range rounds {
			s = s.played(10, now)
			now = now.Add(every)
		}
		return s, now
	}
	for _, test := range []struct {
		what   string
		rounds int
		every  time.Duration
		pause  time.Duration
		want   bool
	}{
		{"nothing was played", 0, 0, 0, false},
		{"nineteen rounds", 19, time.Minute, 0, false},
		{"twenty rounds", 20, time.Minute, 0, true},
		{"twenty rounds and a night", 20, time.Minute, 10 * time.Hour, true},
		{"less than an hour", 11, 5 * time.Minute, 4 * time.Minute, false},
		{"an hour", 12, 5 * time.Minute, 0, true},
		{"one round, and an hour's pause", 1, 0, time.Hour, false},
		{"one round, and nearly that", 1, 0, time.Hour - time.Second, false},
		{"two rounds in two hours", 2, time.Hour, 0, false},
		{"two rounds in fifty minutes, then a pause of half an hour", 2, 50 * time.Minute, -20 * time.Minute, true},
	} {
		s, now := play(test.rounds, test.every)
		if got := s.isDue(now.Add(test.pause)); got != test.want {
			t.Errorf("%s: due is %v", test.what, got)
		}
	}
	s, now := play(5, time.Minute)
	if s.Staked != 50 || s.Rounds != 5 || !s.Since.Equal(start) {
		t.Errorf("five rounds: %+v", s)
	}
	s = s.settled(Outcome{Stake: 10, Win: 40, StakedAt: start})
	s = s.settled(Outcome{Stake: 10, IsRefunded: true, StakedAt: now.Add(-time.Minute)})
	s = s.settled(Outcome{Stake: 10, Win: 1000, StakedAt: start.Add(-time.Second)})
	if s.Staked != 40 || s.Won != 40 {
		t.Errorf("after a prize, a refund and a prize of an earlier sitting: %+v", s)
	}
}
