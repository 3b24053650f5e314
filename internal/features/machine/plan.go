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
	// noDay is later than any day: the first day of a plan that covers nothing.
	noDay clock.Day = 1 << 40
)

// plan says what a user's coming events are worth as long as nothing but time
// passes: every machine runs without a pause, none starts, ends or reaches its
// cap. It saves the jobs from reading a million machines a day. Whatever
// changes a user's machines throws the plan away; a job makes a new one.
type plan struct {
	// until is the earliest event the plan does not cover; zero while a new
	// plan is still to be made.
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

// errPlan says that a stored plan cannot be read.
var errPlan = errors.New("the plan cannot be read")

// noPlan covers nothing before an instant: the user's next event where no plan
// can be made, or none where one is still to be made.
func noPlan(until time.Time) plan { return plan{until: until, firstDay: noDay} }

func (p *plan) empty() bool { return p.firstDay == noDay }

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
			return nil, fmt.Errorf("%w: %q: %w", errPlan, text, err)
		}
		a, err := strconv.ParseInt(atoms, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %q: %w", errPlan, text, err)
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

// makePlan looks at the user's machines and plans ahead, unless one of them is
// not of the quiet kind.
func (h *holder) makePlan() error {
	h.account.plan = noPlan(h.account.NextDueAt)
	if h.s.withoutPlans {
		return nil
	}
	p := plan{until: never, rateSumMax: money.Max}
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
			// Days of different amounts are not worth planning.
			return nil
		}
		h.planInterest(m, t, &p, sums)
		if m.State == Running {
			if err := h.planOutput(m, t, &p, before); err != nil {
				return err
			}
		}
	}
	var list []dueHour
	for hour, amount := range sums {
		list = insertHour(list, dueHour{hour, amount})
	}
	p.interest = encodeHours(list)
	h.account.plan = p
	return nil
}

func (h *holder) planInterest(m *Machine, t Terms, p *plan, sums map[int64]money.Amount) {
	p.until = earlier(p.until, m.EndAt)
	if !m.EndingNoticed {
		p.until = earlier(p.until, m.EndAt.Add(-endingNotice))
	}
	k := m.daysDueBefore(h.account.InterestThrough, t.TermDays, nil) + 1
	if due, ok := m.dueAt(k, nil); ok && k < t.TermDays {
		sums[hourNumber(hourEnd(due))] += t.InterestTotal / money.Amount(t.TermDays)
	}
}

func (h *holder) planOutput(m *Machine, t Terms, p *plan, before Day) error {
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
	// One atom less than the cap leaves: to reach it is not for a plan.
	rest := t.ETLDCap - out - 1
	p.rateSumMax = min(p.rateSumMax, before.RateSum+max(0, rest)/money.Amount(m.Power))
	return nil
}

// planSome makes the plans that are still to be made for users to whom
// something falls due by an instant, one chunk of them, and returns these.
// Making a plan reads what is stored and settles nothing, so it needs no order
// across users and goes by their ids.
func (s *Service) planSome(tx *sqldb.Tx, by time.Time) (users []account, err error) {
	for range chunkSlices {
		slice, err := selectAccounts(tx, selectToPlan, by, sliceUsers)
		if err != nil {
			return users, err
		}
		for len(slice) > 0 {
			part := slice[:min(partReads, len(slice))]
			slice, users = slice[len(part):], append(users, part...)
			if err := s.planAll(tx, part); err != nil || tx.Pressing() {
				return users, err
			}
		}
		if len(users)%sliceUsers != 0 || len(users) == 0 {
			break
		}
	}
	return users, nil
}

func (s *Service) planAll(tx *sqldb.Tx, users []account) error {
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
		if err := h.makePlan(); err != nil {
			return fmt.Errorf("plan user %s: %w", userID, err)
		}
		s.store.putPlan(tx, h.account)
	}
	return nil
}

// planned is what a plan makes due by an instant.
type planned struct {
	at     time.Time
	day    clock.Day
	output bool
	amount money.Amount
}

// follow moves the account along its plan up to an instant and lists what to
// post, in the order of time. It refuses where the plan does not reach.
func (a *account) follow(until time.Time, openDay clock.Day, days dayBook) (list []planned, ok bool, err error) {
	if !a.plan.until.After(until) {
		return nil, false, nil
	}
	hours, err := decodeHours(a.plan.interest)
	if err != nil {
		return nil, false, err
	}
	moved := *a
	for len(hours) > 0 && !hourTime(hours[0].hour).After(until) {
		due := hours[0]
		list = append(list, planned{at: hourTime(due.hour), amount: due.amount})
		moved.InterestThrough = hourTime(due.hour)
		moved.TotalInterest += due.amount
		hours = insertHour(hours[1:], dueHour{due.hour + hoursOfDay, due.amount})
	}
	for d := a.OutputNext; a.Mining && d < openDay && !d.End().After(until); d++ {
		closed, err := days(d)
		if err != nil {
			return nil, false, err
		}
		if d < a.plan.firstDay || closed.RateSum > a.plan.rateSumMax {
			return nil, false, nil
		}
		out := outputOf(closed.Rate, a.plan.power, secondsOfDay)
		list = append(list, planned{at: d.End(), output: true, day: d, amount: out})
		moved.OutputNext = d + 1
		moved.TotalOutput += out
	}
	moved.plan.interest = encodeHours(hours)
	moved.NextDueAt = moved.plan.until
	if len(hours) > 0 {
		moved.NextDueAt = earlier(moved.NextDueAt, hourTime(hours[0].hour))
	}
	slices.SortStableFunc(list, func(a, b planned) int { return a.at.Compare(b.at) })
	*a = moved
	return list, true, nil
}
