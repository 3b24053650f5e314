package earning

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

const (
	hoursOfDay = 24
	// NoDay is the first day of a schedule that covers nothing: later than any.
	NoDay clock.Day = 1 << 40
)

// ErrSchedule says that a stored schedule cannot be read.
var ErrSchedule = errors.New("the schedule cannot be read")

// Schedule says what a user's coming events are worth as long as nothing but time
// passes: every machine runs without a pause, none starts, ends or reaches its
// cap. It saves a pay run from reading a million machines a day. Whatever changes
// a user's machines throws the schedule away; a job makes a new one.
type Schedule struct {
	// Until is the earliest event the schedule does not cover; zero while a new
	// schedule is still to be made.
	Until time.Time
	// Interest is an encoded list of dueHour.
	Interest string
	// Power is what mines from FirstDay on, all day, as long as the sum of the
	// rates does not pass RateSumMax.
	Power      int64
	FirstDay   clock.Day
	RateSumMax money.Amount
}

// NoSchedule covers nothing before an instant: the user's next event where no
// schedule can be made, or none (the zero time) where one is still to be made.
func NoSchedule(until time.Time) Schedule { return Schedule{Until: until, FirstDay: NoDay} }

// IsEmpty says that the schedule covers nothing.
func (s *Schedule) IsEmpty() bool { return s.FirstDay == NoDay }

// Covers says that nothing but the schedule is due by an instant.
func (s *Schedule) Covers(until time.Time) bool { return s.Until.After(until) && !s.IsEmpty() }

// Progress is how far a user has been paid, and what comes next.
type Progress struct {
	// NextDueAt is when the next event falls due that is no day's output.
	NextDueAt time.Time
	// InterestThrough is the end of the last clock hour whose interest is paid.
	InterestThrough time.Time
	// OutputNext is the first day whose output is not paid.
	OutputNext clock.Day
	// Mining says that output may be due for OutputNext or a later day.
	Mining        bool
	TotalInterest money.Amount
	TotalOutput   money.Amount
	Schedule      Schedule
}

// OutputDay is the next day whose output a machine of the user may get; pending
// is false where there is none.
func (p *Progress) OutputDay(l Life) (d clock.Day, pending bool) {
	if l.StartAt.IsZero() {
		return 0, false
	}
	d = max(p.OutputNext, clock.DayOf(l.StartAt))
	return d, d.Start().Before(l.MiningUntil)
}

// Running is a machine whose clock runs, for a schedule.
type Running struct {
	Life
	// Mines says that it brings output as well.
	Mines bool
	// ChangesAt is its next event that is no income: a notice, or its end.
	ChangesAt time.Time
}

// MakeSchedule works out what a user's machines bring from now on. until is the
// earliest event of machines that do not run yet. It covers nothing where a
// machine's days bring different amounts: those are not worth scheduling.
func (p Progress) MakeSchedule(machines []Running, until time.Time, days Days) (Schedule, error) {
	s := Schedule{Until: until, RateSumMax: money.Max}
	before, err := days(p.OutputNext - 1)
	if err != nil {
		return Schedule{}, err
	}
	sums := make(map[clock.Hour]money.Amount)
	for _, m := range machines {
		daily := m.Interest / money.Amount(m.TermDays)
		if daily*money.Amount(m.TermDays) != m.Interest {
			return NoSchedule(p.NextDueAt), nil
		}
		s.Until = Earlier(s.Until, m.ChangesAt)
		if at, ok := m.NextInterest(p.InterestThrough); ok {
			sums[clock.HourOf(at)] += daily
		}
		if !m.Mines {
			continue
		}
		if err := s.addOutput(m, p.OutputNext, before, days); err != nil {
			return Schedule{}, err
		}
	}
	var list []dueHour
	for hour, amount := range sums {
		list = insertHour(list, dueHour{hour, amount})
	}
	s.Interest = encodeHours(list)
	return s, nil
}

func (s *Schedule) addOutput(m Running, next clock.Day, before Day, days Days) error {
	first := clock.DayOf(m.StartAt)
	if first.Start().Before(m.StartAt) {
		first++
	}
	s.FirstDay = max(s.FirstDay, first)
	s.Power += m.Power
	out, err := m.OutputBefore(next, days)
	if err != nil {
		return err
	}
	// One atom less than the cap leaves: to reach it is not for a schedule.
	rest := m.Cap - out - 1
	s.RateSumMax = min(s.RateSumMax, before.RateSum+max(0, rest)/money.Amount(m.Power))
	return nil
}

// Due is a payment that a schedule makes due: a day's output, or the interest of
// an hour that ends then.
type Due struct {
	At     time.Time
	Day    clock.Day
	Output bool
	Amount money.Amount
}

// Advance follows the schedule up to an instant and lists what that makes due, in
// the order of time. ok is false where the schedule does not reach. Output is due
// for days before openDay.
func (p Progress) Advance(until time.Time, openDay clock.Day, days Days) (after Progress, list []Due, ok bool, err error) {
	if !p.Schedule.Until.After(until) {
		return p, nil, false, nil
	}
	hours, err := decodeHours(p.Schedule.Interest)
	if err != nil {
		return p, nil, false, err
	}
	after = p
	for len(hours) > 0 && !hours[0].hour.Start().After(until) {
		due := hours[0]
		list = append(list, Due{At: due.hour.Start(), Amount: due.amount})
		after.InterestThrough = due.hour.Start()
		after.TotalInterest += due.amount
		hours = insertHour(hours[1:], dueHour{due.hour + hoursOfDay, due.amount})
	}
	for d := p.OutputNext; p.Mining && d < openDay && !d.End().After(until); d++ {
		closed, err := days(d)
		if err != nil {
			return p, nil, false, err
		}
		if d < p.Schedule.FirstDay || closed.RateSum > p.Schedule.RateSumMax {
			return p, nil, false, nil
		}
		out := OutputOf(closed.Rate, p.Schedule.Power, SecondsOfDay)
		list = append(list, Due{At: d.End(), Output: true, Day: d, Amount: out})
		after.OutputNext = d + 1
		after.TotalOutput += out
	}
	after.Schedule.Interest = encodeHours(hours)
	after.NextDueAt = after.Schedule.Until
	if len(hours) > 0 {
		after.NextDueAt = Earlier(after.NextDueAt, hours[0].hour.Start())
	}
	slices.SortStableFunc(list, func(a, b Due) int { return a.At.Compare(b.At) })
	return after, list, true, nil
}

// dueHour is the interest that takes effect when an hour begins and again every
// 24 hours.
type dueHour struct {
	hour   clock.Hour
	amount money.Amount
}

func encodeHours(list []dueHour) string {
	var text strings.Builder
	for i, d := range list {
		if i > 0 {
			text.WriteByte(',')
		}
		text.WriteString(strconv.FormatInt(int64(d.hour), 10))
		text.WriteByte(':')
		text.WriteString(strconv.FormatInt(int64(d.amount), 10))
	}
	return text.String()
}

func decodeHours(text string) ([]dueHour, error) {
	if text == "" {
		return nil, nil
	}
	var list []dueHour
	for part := range strings.SplitSeq(text, ",") {
		hour, atoms, _ := strings.Cut(part, ":")
		h, err := strconv.ParseInt(hour, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %q: %w", ErrSchedule, text, err)
		}
		a, err := strconv.ParseInt(atoms, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %q: %w", ErrSchedule, text, err)
		}
		list = append(list, dueHour{clock.Hour(h), money.Amount(a)})
	}
	return list, nil
}

// insertHour keeps the list sorted, with one element for each hour.
func insertHour(list []dueHour, due dueHour) []dueHour {
	i, exists := slices.BinarySearchFunc(list, due, func(a, b dueHour) int { return int(a.hour - b.hour) })
	if exists {
		list[i].amount += due.amount
		return list
	}
	return slices.Insert(list, i, due)
}
