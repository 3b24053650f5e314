package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestPeriodsOfADay(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ at, period string }{
		{"2025-06-01T04:00:00Z", "20250601-145"}, {"2025-06-01T04:04:59Z", "20250601-145"}, {"2025-06-01T04:05:00Z", "20250601-146"},
		{"2025-12-31T15:59:59Z", "20251231-288"}, {"2025-12-31T16:00:00Z", "20260101-001"}, {"2028-02-28T16:00:00Z", "20280229-001"},
	} {
		at, err := time.Parse(time.RFC3339, test.at)
		if err != nil {
			t.Fatal(err)
		}
		if p := PeriodOf(at); p.String() != test.period {
			t.Errorf("%s lies in %s, not in %s", test.at, p, test.period)
		}
	}
}

func TestAPeriodLocksAndNamesWhatDecides(t *testing.T) {
	t.Parallel()
	p, err := ParsePeriod("20250601-145")
	if err != nil {
		t.Fatal(err)
	}
	if got := stamp(p.OpenAt()) + " " + stamp(p.LockAt()) + " " + stamp(p.BeaconFrom()) + " " + stamp(p.DrawAt()); got != "2025-06-01T04:00:00Z 2025-06-01T04:04:30Z 2025-06-01T04:04:45Z 2025-06-01T04:04:50Z" {
		t.Error(got)
	}
}

func TestPeriodsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		// From 1970 to 2200.
		p := Period(rapid.Int64Range(0, 230*366*periodsPerDay).Draw(t, "period"))
		if back, err := ParsePeriod(p.String()); err != nil || back != p {
			t.Fatalf("%s → %d, %v", p, back, err)
		}
		if PeriodOf(p.OpenAt()) != p || PeriodOf(p.OpenAt().Add(periodLength-1)) != p || (p-1).String() >= p.String() {
			t.Fatalf("%s has other bounds, or sorts before its predecessor", p)
		}
	})
}

func TestWhatIsNoPeriod(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "-", "20250601", "20250601-", "20250601-000", "20250601-289", "20250601-1", "20250601-0145", "20250601-+45", "20250229-001", "2025-06-01-145", "20250601-145 ", "20250601-145\n", "99999999-001",
		"00000101-001", "00010101-001", "19691231-288"} {
		if p, err := ParsePeriod(text); err == nil {
			t.Errorf("%q is read as %s", text, p)
		}
	}
}
