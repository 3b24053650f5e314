package earning

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

func amount(text string) money.Amount { return money.MustParse(text) }

func TestInterestAddsUpToTheTotal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		total := money.Amount(rapid.Int64Range(0, int64(money.Max)).Draw(rt, "total"))
		n := rapid.Int64Range(1, 3600).Draw(rt, "days")
		var sum money.Amount
		for k := int64(1); k <= n; k++ {
			paid := InterestOfDay(total, n, k)
			if paid < 0 || paid > total/money.Amount(n)+1 {
				rt.Fatalf("day %d of %d pays %s", k, n, paid)
			}
			sum += paid
		}
		if sum != total {
			rt.Fatalf("%d days of %s pay %s", n, total, sum)
		}
	})
}

func TestDueTimesMoveWithPauses(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 2, 4, 30, 0, 0, time.UTC)
	l := Life{TermDays: 90, StartAt: start, Pauses: []Pause{{From: start.Add(30 * time.Hour), Until: start.Add(40 * time.Hour)}, {From: start.Add(70 * time.Hour)}}}
	for k, want := range map[int64]time.Duration{1: 24 * time.Hour, 2: 58 * time.Hour} {
		if due, ok := l.DueAt(k); !ok || !due.Equal(start.Add(want)) {
			t.Errorf("day %d is due at %s, %v", k, due, ok)
		}
	}
	if due, ok := l.DueAt(3); ok {
		t.Errorf("day 3 is due at %s although the clock stands", due)
	}
	for hours, want := range map[int]int64{0: 0, 24: 0, 25: 1, 58: 1, 59: 2, 500: 2} {
		if got := l.DaysDueBefore(start.Add(time.Duration(hours) * time.Hour)); got != want {
			t.Errorf("after %d hours %d days are due, want %d", hours, got, want)
		}
	}
}

// A day falls due exactly when the count of due days passes it, whatever the pauses.
func TestDueTimesAgreeWithTheCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		start := time.UnixMicro(1_772_000_000_000_000)
		l := Life{TermDays: 90, StartAt: start}
		at := start
		for range rapid.IntRange(0, 4).Draw(rt, "pauses") {
			gap := time.Duration(rapid.Int64Range(1, 200*3600).Draw(rt, "gap")) * time.Second
			if rapid.Bool().Draw(rt, "at a due time") {
				gap = time.Duration(rapid.Int64Range(1, 8).Draw(rt, "days")) * day
			}
			from := at.Add(gap)
			at = from.Add(time.Duration(rapid.Int64Range(1, 100*3600).Draw(rt, "length")) * time.Second)
			l.Pauses = append(l.Pauses, Pause{From: from, Until: at})
		}
		k := rapid.Int64Range(1, 88).Draw(rt, "day")
		due, ok := l.DueAt(k)
		if !ok || l.DaysDueBefore(due) != k-1 || l.DaysDueBefore(due.Add(time.Microsecond)) != k {
			rt.Fatalf("day %d due %s (%v): %d before, %d after", k, due, ok, l.DaysDueBefore(due), l.DaysDueBefore(due.Add(time.Microsecond)))
		}
	})
}

// The example of the rules: a budget of 2,000 and 5,000 T.
func TestDailyRateExample(t *testing.T) {
	t.Parallel()
	rate := DailyRate(amount("2000"), 5000*SecondsOfDay, amount("0.8"))
	if rate != amount("0.36") {
		t.Errorf("rate %s", rate)
	}
	if out := OutputOf(rate, 11, SecondsOfDay); out != amount("3.96") {
		t.Errorf("a medium machine gets %s", out)
	}
	if out := OutputOf(rate, 1, SecondsOfDay/2); out != amount("0.18") {
		t.Errorf("a small machine started at noon gets %s", out)
	}
}

func TestDailyRateBounds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pool   string
		weight int64
		want   string
	}{
		"empty pool":      {"0", 5000 * SecondsOfDay, "0"},
		"small pool":      {"30000", 5000 * SecondsOfDay, "0.18"},
		"nobody mines":    {"100000", 0, "0"},
		"one second":      {"100000", 1, "0.8"},
		"tiny network":    {"100000", 100 * SecondsOfDay, "0.8"},
		"rate below atom": {"0.00000030", 5000 * SecondsOfDay, "0"},
	} {
		if got := DailyRate(DailyBudget(amount("2000"), amount(c.pool)), c.weight, amount("0.8")); got != amount(c.want) {
			t.Errorf("%s: rate %s, want %s", name, got, c.want)
		}
	}
}

// The sum of the rates gives to the atom what adding day by day gives.
func TestOutputBeforeAgreesWithEachDay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		first := clock.Day(20_000)
		rates := rapid.SliceOfN(rapid.Int64Range(0, 80_000_000), 1, 40).Draw(rt, "rates")
		book := func(d clock.Day) (Day, error) {
			closed := Day{Day: d}
			for i, rate := range rates {
				if first+clock.Day(i) <= d {
					closed.RateSum += money.Amount(rate)
				}
				if first+clock.Day(i) == d {
					closed.Rate = money.Amount(rate)
				}
			}
			return closed, nil
		}
		l := Life{Power: rapid.Int64Range(1, 120).Draw(rt, "power"), MiningUntil: Never(),
			StartAt: first.Start().Add(time.Duration(rapid.Int64Range(0, 3*SecondsOfDay).Draw(rt, "start")) * time.Second)}
		if rapid.Bool().Draw(rt, "ends") {
			l.MiningUntil = l.StartAt.Add(time.Duration(rapid.Int64Range(1, 30*SecondsOfDay).Draw(rt, "length")) * time.Second)
		}
		l.Cap = money.Amount(rapid.Int64Range(1, 40_000_000_000).Draw(rt, "cap"))
		if rapid.Bool().Draw(rt, "was paused") {
			l.Pauses = []Pause{{From: l.StartAt.Add(time.Hour), Until: l.StartAt.Add(30 * time.Hour)}}
		}
		upTo := first + clock.Day(rapid.IntRange(0, len(rates)).Draw(rt, "day"))
		named := l.DaysBefore(upTo)
		got, err := l.OutputBefore(upTo, func(d clock.Day) (Day, error) {
			if !slices.Contains(named, d) {
				rt.Errorf("%s is asked for, not one of %v", d, named)
			}
			return book(d)
		})
		if err != nil {
			rt.Fatal(err)
		}
		want, err := l.outputDayByDay(first, upTo-1, book)
		if err != nil || got != want {
			rt.Fatalf("together %s, day by day %s, %v", got, want, err)
		}
	})
}
