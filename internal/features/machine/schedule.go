package machine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

const (
	hoursOfDay = 24
	// noDay is later than any day: the first day of a schedule that covers nothing.
	noDay clock.Day = 1 << 40
)

// schedule says what a user's coming events are worth as long as nothing but time
// passes: every machine runs without a pause, none starts, ends or reaches its
// cap. It saves the jobs from reading a million machines a day. Whatever
// changes a user's machines throws the schedule away; a job makes a new one.
type schedule struct {
	// until is the earliest event the schedule does not cover; zero while a new
	// schedule is still to be made.
	until time.Time
	// interest is an encoded list of dueHour.
	interest string
	// power is what mines from firstDay on, all day, as long as the sum of the
	// rates does not pass rateSumMax.
	power      int64
	firstDay   clock.Day
	rateSumMax money.Amount
}

// dueHour is the interest that takes effect at an hour's end and again every
// 24 hours. The hour counts from 1970.
type dueHour struct {
	hour   int64
	amount money.Amount
}

// errSchedule says that a stored schedule cannot be read.
var errSchedule = errors.New("the schedule cannot be read")

// noSchedule covers nothing before an instant: the user's next event where no schedule
// can be made, or none where one is still to be made.
func noSchedule(until time.Time) schedule { return schedule{until: until, firstDay: noDay} }

func (p *schedule) empty() bool { return p.firstDay == noDay }

// covers says that nothing but the schedule is due by an instant.
func (p *schedule) covers(until time.Time) bool { return p.until.After(until) && !p.empty() }

func encodeHours(list []dueHour) string {
	var text strings.Builder
	for i, d := range list {
		if i > 0 {
			text.WriteByte(',')
		}
		text.WriteString(strconv.FormatInt(d.hour, 10))
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
			return nil, fmt.Errorf("%w: %q: %w", errSchedule, text, err)
		}
		a, err := strconv.ParseInt(atoms, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %q: %w", errSchedule, text, err)
		}
		list = append(list, dueHour{h, money.Amount(a)})
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

func hourNumber(end time.Time) int64  { return end.Unix() / int64(time.Hour/time.Second) }
func hourTime(number int64) time.Time { return time.Unix(number*int64(time.Hour/time.Second), 0).UTC() }

// makeSchedule looks at the user's machines and schedules ahead, unless one of them is
// not of the quiet kind.
func (h *holder) makeSchedule() error {
	h.account.schedule = noSchedule(h.account.NextDueAt)
	if h.s.withoutSchedules {
		return nil
	}
	p := schedule{until: never, rateSumMax: money.Max}
	sums := make(map[int64]money.Amount)
	before, err := h.s.closedDay(h.tx)(h.account.OutputNext - 1)
	if err != nil {
		return err
	}
	for i := range h.machines {
		m := &h.machines[i]
		if m.Pauses > 0 || m.State.final() {
			return nil
		}
		if m.State == Cooling {
			p.until = earlier(p.until, m.CoolingEndAt)
		}
		if !m.State.earns() {
			continue
		}
		t, err := h.terms(m)
		if err != nil {
			return err
		}
		if t.InterestTotal%money.Amount(t.TermDays) != 0 {
			// Days of different amounts are not worth scheduling.
			return nil
		}
		h.scheduleInterest(m, t, &p, sums)
		if m.State == Running {
			if err := h.scheduleOutput(m, t, &p, before); err != nil {
				return err
			}
		}
	}
	var list []dueHour
	for hour, amount := range sums {
		list = insertHour(list, dueHour{hour, amount})
	}
	p.interest = encodeHours(list)
	h.account.schedule = p
	return nil
}

func (h *holder) scheduleInterest(m *Machine, t Terms, p *schedule, sums map[int64]money.Amount) {
	p.until = earlier(p.until, m.EndAt)
	if !m.EndingNoticed {
		p.until = earlier(p.until, m.EndAt.Add(-endingNotice))
	}
	k := m.daysDueBefore(h.account.InterestThrough, t.TermDays, nil) + 1
	if due, ok := m.dueAt(k, nil); ok && k < t.TermDays {
		sums[hourNumber(hourEnd(due))] += t.InterestTotal / money.Amount(t.TermDays)
	}
}

func (h *holder) scheduleOutput(m *Machine, t Terms, p *schedule, before Day) error {
	first := clock.DayOf(m.StartAt)
	if first.Start().Before(m.StartAt) {
		first++
	}
	p.firstDay = max(p.firstDay, first)
	p.power += m.Power
	out, err := m.outputBefore(h.account.OutputNext, t.ETLDCap, nil, h.s.closedDay(h.tx))
	if err != nil {
		return err
	}
	// One atom less than the cap leaves: to reach it is not for a schedule.
	rest := t.ETLDCap - out - 1
	p.rateSumMax = min(p.rateSumMax, before.RateSum+max(0, rest)/money.Amount(m.Power))
	return nil
}

// scheduleSome makes the schedules that are still to be made for users to whom
// something falls due by an instant, one chunk of them, and returns these.
// Making a schedule reads what is stored and settles nothing, so it needs no order
// across users and goes by their ids.
func (s *Service) scheduleSome(tx *sqldb.Tx, by time.Time) (users []account, err error) {
	for range chunkParts {
		part, err := selectAccounts(tx, selectToSchedule, by, partReads)
		if err != nil || len(part) == 0 {
			return users, err
		}
		users = append(users, part...)
		if err := s.scheduleAll(tx, part); err != nil || tx.ShouldYield() {
			return users, err
		}
	}
	return users, nil
}

func (s *Service) scheduleAll(tx *sqldb.Tx, users []account) error {
	keys := make([]string, len(users))
	for i, a := range users {
		keys[i] = a.UserID
		s.store.accounts.Set(tx, a.UserID, a)
	}
	if err := s.store.machines.Load(tx, keys); err != nil {
		return err
	}
	for _, userID := range keys {
		h, err := s.open(tx, userID)
		if err != nil {
			return err
		}
		if err := h.makeSchedule(); err != nil {
			return fmt.Errorf("schedule user %s: %w", userID, err)
		}
		s.store.putSchedule(tx, h.account)
	}
	return nil
}

// scheduled is a payment that a schedule makes due.
type scheduled struct {
	at     time.Time
	day    clock.Day
	output bool
	amount money.Amount
}

// advance moves the account along its schedule up to an instant and lists what
// that makes due, in the order of time. It refuses where the schedule does not
// reach.
func (a *account) advance(until time.Time, openDay clock.Day, days dayBook) (list []scheduled, ok bool, err error) {
	if !a.schedule.until.After(until) {
		return nil, false, nil
	}
	hours, err := decodeHours(a.schedule.interest)
	if err != nil {
		return nil, false, err
	}
	moved := *a
	for len(hours) > 0 && !hourTime(hours[0].hour).After(until) {
		due := hours[0]
		list = append(list, scheduled{at: hourTime(due.hour), amount: due.amount})
		moved.InterestThrough = hourTime(due.hour)
		moved.TotalInterest += due.amount
		hours = insertHour(hours[1:], dueHour{due.hour + hoursOfDay, due.amount})
	}
	for d := a.OutputNext; a.Mining && d < openDay && !d.End().After(until); d++ {
		closed, err := days(d)
		if err != nil {
			return nil, false, err
		}
		if d < a.schedule.firstDay || closed.RateSum > a.schedule.rateSumMax {
			return nil, false, nil
		}
		out := outputOf(closed.Rate, a.schedule.power, secondsOfDay)
		list = append(list, scheduled{at: d.End(), output: true, day: d, amount: out})
		moved.OutputNext = d + 1
		moved.TotalOutput += out
	}
	moved.schedule.interest = encodeHours(hours)
	moved.NextDueAt = moved.schedule.until
	if len(hours) > 0 {
		moved.NextDueAt = earlier(moved.NextDueAt, hourTime(hours[0].hour))
	}
	slices.SortStableFunc(list, func(a, b scheduled) int { return a.at.Compare(b.at) })
	*a = moved
	return list, true, nil
}
