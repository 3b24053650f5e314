package earning

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

// never is the end of what has no end yet.
var never = time.UnixMicro(1 << 60)

// steady gives each closed day the same rate.
func steady(rate money.Amount) Days {
	return func(d clock.Day) (Day, error) { return Day{Day: d, Rate: rate, RateSum: money.Amount(d) * rate}, nil }
}

// drawRunning draws machines that started in the last days, all at rest.
func drawRunning(rt *rapid.T, first clock.Day) []Running {
	machines := make([]Running, rapid.IntRange(1, 4).Draw(rt, "machines"))
	for i := range machines {
		term := rapid.Int64Range(2, 40).Draw(rt, "term")
		start := first.Start().Add(time.Duration(rapid.Int64Range(0, 3*SecondsOfDay).Draw(rt, "start")) * time.Second)
		machines[i] = Running{Mines: rapid.Bool().Draw(rt, "mines"), ChangesAt: start.Add(time.Duration(term) * day),
			Life: Life{Power: rapid.Int64Range(1, 120).Draw(rt, "power"), TermDays: term, Interest: money.Amount(term * rapid.Int64Range(0, 1_000_000).Draw(rt, "daily")),
				Cap: money.Units(1_000_000), StartAt: start, MiningUntil: never}}
	}
	return machines
}

// What a schedule makes due is what the machines themselves bring.
func TestAScheduleBringsWhatTheMachinesBring(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		first := clock.Day(20_000)
		machines, days := drawRunning(rt, first), steady(36_000_000)
		p := Progress{InterestThrough: (first + 3).Start(), OutputNext: first + 4, Mining: true, NextDueAt: never}
		var err error
		if p.Schedule, err = p.MakeSchedule(machines, never, days); err != nil {
			rt.Fatal(err)
		}
		until := p.InterestThrough.Add(time.Duration(rapid.Int64Range(0, 40*24).Draw(rt, "hours")) * time.Hour)
		after, list, ok, err := p.Advance(until, first+1000, days)
		if err != nil || ok != p.Schedule.Until.After(until) {
			rt.Fatalf("covered: %v, %v", ok, err)
		}
		if !ok {
			return
		}
		var interest, output, listed money.Amount
		for _, m := range machines {
			interest += m.InterestBefore(until.Truncate(time.Hour)) - m.InterestBefore(p.InterestThrough)
			for d := p.OutputNext; m.Mines && !d.End().After(until); d++ {
				output += OutputOf(36_000_000, m.Power, m.MiningSeconds(d))
			}
		}
		for i, due := range list {
			listed += due.Amount
			if i > 0 && due.At.Before(list[i-1].At) {
				rt.Fatalf("not in the order of time: %+v", list)
			}
		}
		if after.TotalInterest != interest || after.TotalOutput != output || listed != interest+output {
			rt.Fatalf("interest %s of %s, output %s of %s, listed %s", after.TotalInterest, interest, after.TotalOutput, output, listed)
		}
		if !after.NextDueAt.After(until) {
			rt.Fatalf("due at %s, although paid until %s", after.NextDueAt, until)
		}
	})
}

func TestWhatAScheduleDoesNotCover(t *testing.T) {
	t.Parallel()
	start := clock.Day(20_000).Start()
	quiet := Life{Power: 1, TermDays: 10, Interest: 100, Cap: money.Units(1), StartAt: start, MiningUntil: never}
	p := Progress{InterestThrough: start, OutputNext: 20_000, Mining: true, NextDueAt: start.Add(day)}
	for name, c := range map[string]struct {
		change  func(l *Life)
		rate    money.Amount
		covered bool
	}{
		"a quiet machine":             {func(*Life) {}, 1, true},
		"days of different interest":  {func(l *Life) { l.Interest++ }, 1, false},
		"a cap that is reached":       {func(*Life) {}, money.Units(1), false},
		"a cap reached to the atom":   {func(*Life) {}, money.Units(1) / 2, false},
		"a cap missed by one atom":    {func(*Life) {}, money.Units(1)/2 - 1, true},
		"a start within the open day": {func(l *Life) { l.StartAt = start.Add(time.Hour) }, 1, false},
	} {
		l := quiet
		c.change(&l)
		q, err := p, error(nil)
		q.Schedule, err = p.MakeSchedule([]Running{{Life: l, Mines: true, ChangesAt: start.Add(9 * day)}}, never, steady(0))
		if err != nil {
			t.Fatal(err)
		}
		rates := func(d clock.Day) (Day, error) {
			return Day{Day: d, Rate: c.rate, RateSum: money.Amount(d-20_000+1) * c.rate}, nil
		}
		if _, _, ok, err := q.Advance(start.Add(2*day), 20_002, rates); err != nil || ok != c.covered {
			t.Errorf("%s: covered %v, %v", name, ok, err)
		}
	}
	p.Schedule = Schedule{Until: never, Interest: "7"}
	if _, _, _, err := p.Advance(start.Add(day), 20_001, steady(1)); !errors.Is(err, ErrSchedule) {
		t.Errorf("a schedule that cannot be read: %v", err)
	}
}

func TestHoursOfAScheduleAreMerged(t *testing.T) {
	t.Parallel()
	list := insertHour([]dueHour{{10, 5}, {34, 7}}, dueHour{34, 3})
	list = insertHour(list, dueHour{12, 1})
	want := []dueHour{{10, 5}, {12, 1}, {34, 10}}
	if !slices.Equal(list, want) {
		t.Errorf("%v", list)
	}
	decoded, err := decodeHours(encodeHours(list))
	if err != nil || !slices.Equal(decoded, want) {
		t.Errorf("stored and read: %v, %v", decoded, err)
	}
	if _, err := decodeHours("10:x"); err == nil {
		t.Error("a damaged schedule was read")
	}
}
