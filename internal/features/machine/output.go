package machine

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

const (
	secondsOfDay = 86_400
	// runwayDays is how many days the emission pool lasts at least.
	runwayDays = 30
	// Nine tenths of a day's budget are base output; the rest is for team
	// acceleration.
	baseNumerator, baseDenominator = 9, 10
)

// Day is a closed platform day: the inputs of its output, stored once.
type Day struct {
	Day clock.Day
	// Pool is what P.EMI held at the end of the day, Budget the day's budget.
	Pool, Budget money.Amount
	// Weight is the network's power times its running seconds.
	Weight int64
	// Rate is the output of one T that ran the whole day.
	Rate money.Amount
	// RateSum adds up the rates of all days so far, this one included.
	RateSum money.Amount
	// Paid is what machines have been paid for the day.
	Paid money.Amount
}

// Power is the day's network power in T, rounded down.
func (d Day) Power() int64 { return d.Weight / secondsOfDay }

// dailyBudget is the output budget of a day: never more than a thirtieth of
// what the pool holds, so that it cannot run dry abruptly.
func dailyBudget(most, pool money.Amount) money.Amount {
	return min(most, money.MulDivFloor(pool, 1, runwayDays))
}

// dailyRate is the output of one T for a whole day, rounded down.
func dailyRate(budget money.Amount, weight int64, most money.Amount) money.Amount {
	if weight <= 0 {
		return 0
	}
	return min(most, money.MulDivFloor(budget, baseNumerator*secondsOfDay, baseDenominator*weight))
}

// outputOf is what a machine of this power earns at a rate in some seconds of
// a day, before its cap.
func outputOf(rate money.Amount, power, seconds int64) money.Amount {
	return money.MulDivFloor(rate, power*seconds, secondsOfDay)
}

// miningSeconds is how many whole seconds of a day a machine mined.
func (m *Machine) miningSeconds(d clock.Day, pauses []Pause) int64 {
	if m.StartAt.IsZero() {
		return 0
	}
	from, until := later(d.Start(), m.StartAt), earlier(d.End(), m.MiningUntil)
	return int64(runningBetween(from, until, pauses) / time.Second)
}

// dayBook gives closed days; a missing one has no output.
type dayBook func(d clock.Day) (Day, error)

// outputBefore is what a machine has earned in the days before a given one.
// Days it mined from end to end are taken together from the sum of the rates:
// with whole T nothing is rounded there, so the sum is exact to the atom.
func (m *Machine) outputBefore(d clock.Day, most money.Amount, pauses []Pause, days dayBook) (money.Amount, error) {
	if m.StartAt.IsZero() {
		return 0, nil
	}
	first := clock.DayOf(m.StartAt)
	last := min(d-1, clock.DayOf(m.MiningUntil.Add(-time.Microsecond)))
	if last < first {
		return 0, nil
	}
	if len(pauses) > 0 {
		return m.outputDayByDay(first, last, most, pauses, days)
	}
	sum, err := m.outputDayByDay(first, first, most, nil, days)
	if err != nil || last == first {
		return sum, err
	}
	start, err := days(first)
	if err != nil {
		return 0, err
	}
	before, err := days(last - 1)
	if err != nil {
		return 0, err
	}
	sum += (before.RateSum - start.RateSum) * money.Amount(m.Power)
	end, err := m.outputDayByDay(last, last, most, nil, days)
	return min(most, sum+end), err
}

func (m *Machine) outputDayByDay(first, last clock.Day, most money.Amount, pauses []Pause, days dayBook) (money.Amount, error) {
	var sum money.Amount
	for d := first; d <= last; d++ {
		closed, err := days(d)
		if err != nil {
			return 0, err
		}
		sum = min(most, sum+outputOf(closed.Rate, m.Power, m.miningSeconds(d, pauses)))
	}
	return sum, nil
}
