package earning

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

// SecondsOfDay are the seconds of a platform day.
const SecondsOfDay = 86_400

const (
	// runwayDays is how many days the emission pool lasts at least.
	runwayDays = 30
	// Nine tenths of a day's budget are base output; the rest is for team
	// acceleration.
	baseNumerator, baseDenominator = 9, 10
)

// Day is a closed platform day: the inputs of its output, stored once.
type Day struct {
	Day clock.Day
	// Pool is what P.EMI held at the day's end less unpaid earlier days, Budget the day's budget.
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
func (d Day) Power() int64 { return d.Weight / SecondsOfDay }

// HasRate tells whether machines mined on the day: without power there is no
// output per T, and a rate of 0 would say that there is.
func (d Day) HasRate() bool { return d.Weight > 0 }

// Days gives closed days; a missing one has no output.
type Days func(d clock.Day) (Day, error)

// DailyBudget is the output budget of a day: never more than a thirtieth of
// what the pool holds, so that it cannot run dry abruptly.
func DailyBudget(most, pool money.Amount) money.Amount {
	return min(most, money.MulDivFloor(pool, 1, runwayDays))
}

// DailyRate is the output of one T for a whole day, rounded down.
func DailyRate(budget money.Amount, weight int64, most money.Amount) money.Amount {
	if weight <= 0 {
		return 0
	}
	return min(most, money.MulDivFloor(budget, baseNumerator*SecondsOfDay, baseDenominator*weight))
}

// OutputOf is what a machine of this power earns at a rate in some seconds of
// a day, before its cap.
func OutputOf(rate money.Amount, power, seconds int64) money.Amount {
	return money.MulDivFloor(rate, power*seconds, SecondsOfDay)
}

// MiningSeconds is how many whole seconds of a day the machine mined.
func (l Life) MiningSeconds(d clock.Day) int64 {
	if l.StartAt.IsZero() {
		return 0
	}
	from, until := Later(d.Start(), l.StartAt), Earlier(d.End(), l.MiningUntil)
	return int64(l.runningBetween(from, until) / time.Second)
}

// OutputSoFar is what the machine would be paid for the day of an instant if it were
// closed then, at the rate of the newest closed day.
func (l Life) OutputSoFar(now time.Time, newest Day, days Days) (money.Amount, error) {
	today := clock.DayOf(now)
	l.MiningUntil = Earlier(l.MiningUntil, now)
	output := OutputOf(newest.Rate, l.Power, max(0, l.MiningSeconds(today)))
	// It has not earned more than one that mined on each day; only near its cap the days
	// are looked at.
	if output == 0 || OutputOf(newest.RateSum, l.Power, SecondsOfDay)+output <= l.Cap {
		return output, nil
	}
	before, err := l.OutputBefore(today, days)
	return max(0, min(output, l.Cap-before)), err
}

// OutputBefore is what the machine has earned in the days before a given one.
// Days it mined from end to end are taken together from the sum of the rates:
// with whole T nothing is rounded there, so the sum is exact to the atom.
func (l Life) OutputBefore(d clock.Day, days Days) (money.Amount, error) {
	first, last := l.minedBefore(d)
	if last < first {
		return 0, nil
	}
	if len(l.Pauses) > 0 {
		return l.outputDayByDay(first, last, days)
	}
	sum, err := l.outputDayByDay(first, first, days)
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
	sum += (before.RateSum - start.RateSum) * money.Amount(l.Power)
	end, err := l.outputDayByDay(last, last, days)
	return min(l.Cap, sum+end), err
}

// DaysBefore are the days that OutputBefore asks for.
func (l Life) DaysBefore(d clock.Day) (list []clock.Day) {
	first, last := l.minedBefore(d)
	for day := first; day <= last; day++ {
		if day == first || day >= last-1 || len(l.Pauses) > 0 {
			list = append(list, day)
		}
	}
	return list
}

// minedBefore are the first and the last day before a given one on which the machine was
// to mine. The last is before the first where there is none.
func (l Life) minedBefore(d clock.Day) (first, last clock.Day) {
	if l.StartAt.IsZero() {
		return 1, 0
	}
	return clock.DayOf(l.StartAt), min(d-1, clock.DayOf(l.MiningUntil.Add(-time.Microsecond)))
}

func (l Life) outputDayByDay(first, last clock.Day, days Days) (money.Amount, error) {
	var sum money.Amount
	for d := first; d <= last; d++ {
		closed, err := days(d)
		if err != nil {
			return 0, err
		}
		sum = min(l.Cap, sum+OutputOf(closed.Rate, l.Power, l.MiningSeconds(d)))
	}
	return sum, nil
}
