package calendar

import (
	"cmp"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/payrun"
)

// Kinds of lines, besides those of a machine's income.
const (
	Dividend     = "dividend"
	Referral     = "referral"
	LevelReward  = "level"
	Acceleration = "acceleration"
	BreakEnds    = "break"
)

var kindOfType = map[ledger.Type]string{
	ledger.MachineIncome:    payrun.IncomeInterest,
	ledger.MiningIncome:     payrun.IncomeOutput,
	ledger.NodeDividends:    Dividend,
	ledger.ReferralRewards:  Referral,
	ledger.LevelRewards:     LevelReward,
	ledger.TeamAcceleration: Acceleration,
	ledger.InternalTransfer: payrun.IncomePrincipal,
}

// Line is what of one kind a day brought, or will.
type Line struct {
	Kind     string        `json:"kind" enum:"interest,output,dividend,referral,level,acceleration,principal,break"`
	Currency money.Asset   `json:"currency" optional:"true" doc:"Empty where no money moves: at the end of a break"`
	Amount   *money.Amount `json:"amount" doc:"Null where nobody knows it yet: of coming dividends"`
	Count    int64         `json:"count" doc:"Of payments"`
	At       time.Time     `json:"at" doc:"Time of effect; of several payments that of the last"`
	MinerNo  string        `json:"minerNo" doc:"Whose principal it is; empty otherwise"`
	Posted   bool          `json:"posted" doc:"It stands in the journal; otherwise it is certain to come"`
	day      clock.Day
}

// isWith says that two lines are told as one.
func (l Line) isWith(other Line) bool {
	return l.day == other.day && l.Kind == other.Kind && l.Currency == other.Currency && l.MinerNo == other.MinerNo && l.Posted == other.Posted
}

// dayOf is the day that an hour's income counts for.
func dayOf(h ledger.HourIncome) clock.Day {
	if h.RefType == ledger.RefInterest {
		return clock.DayOf((h.Hour - 1).Start())
	}
	return clock.DayOf(h.Hour.Start())
}

// posted are the lines of what the journal has.
func posted(income []ledger.HourIncome) []Line {
	list := make([]Line, len(income))
	for i, h := range income {
		sum := h.Sum
		list[i] = Line{Kind: kindOfType[h.Type], Currency: h.Asset, Amount: &sum, Count: h.Count, At: h.LastAt, MinerNo: h.PrincipalOf, Posted: true, day: dayOf(h)}
	}
	return list
}

// paid are the lines of what one machine was paid.
func paid(rows []payrun.IncomeRow, machineID string) []Line {
	var list []Line
	for _, row := range rows {
		if row.Amount == 0 {
			continue
		}
		l := Line{Kind: row.Kind, Currency: row.Currency, Amount: &row.Amount, Count: 1, At: row.At, Posted: true, day: clock.DayOf(row.At)}
		switch {
		case row.Interest != nil:
			l.day = clock.DayOf(row.Interest.DueAt)
		case row.Kind == payrun.IncomePrincipal:
			l.MinerNo = machineID
		}
		list = append(list, l)
	}
	return list
}

// span is from one instant up to another. Somebody may have a thousand machines of a
// thousand days, of which a month shows thirty.
type span struct{ from, to time.Time }

// always has every instant that there can be something in.
var always = span{to: time.Date(3000, 1, 1, 0, 0, 0, 0, time.UTC)}

func (s span) has(at time.Time) bool { return !at.Before(s.from) && at.Before(s.to) }

// coming are the lines that are certain of one machine once its first days of interest
// were paid: the interest that falls due within a span, and the last day whenever that
// comes. The days after a pause that lasts are not known.
func coming(m payrun.Earner, paidDays int64, within span) []Line {
	if !m.IsUnderway() {
		return nil
	}
	var list []Line
	for k := paidDays + 1; k <= m.TermDays; k++ {
		due, ok := m.DueAt(k)
		if !ok {
			break
		}
		if k < m.TermDays && !within.has(due) {
			continue
		}
		at := earning.HourEnd(due)
		if k == m.TermDays {
			at = due
			list = append(list, Line{Kind: payrun.IncomePrincipal, Currency: money.USDT, Amount: &m.Price, Count: 1, At: due, MinerNo: m.RefID, day: clock.DayOf(due)})
		}
		if sum := earning.InterestOfDay(m.Interest, m.TermDays, k); sum > 0 {
			list = append(list, Line{Kind: payrun.IncomeInterest, Currency: money.USDT, Amount: &sum, Count: 1, At: at, day: clock.DayOf(due)})
		}
	}
	return list
}

// Sum is what one currency's income comes to, without principals.
type Sum struct {
	Currency money.Asset  `json:"currency"`
	Posted   money.Amount `json:"posted"`
	Coming   money.Amount `json:"coming" doc:"What is certain to come besides"`
}

// sums adds up the income in lines, USDT first.
func sums(lines []Line) []Sum {
	list := []Sum{}
	for _, l := range lines {
		if l.Amount == nil || l.Kind == payrun.IncomePrincipal {
			continue
		}
		i := slices.IndexFunc(list, func(s Sum) bool { return s.Currency == l.Currency })
		if i < 0 {
			i = len(list)
			list = append(list, Sum{Currency: l.Currency})
		}
		if l.Posted {
			list[i].Posted += *l.Amount
		} else {
			list[i].Coming += *l.Amount
		}
	}
	slices.SortFunc(list, func(a, b Sum) int { return cmp.Compare(b.Currency, a.Currency) })
	return list
}

// Day is a day on which something happens.
type Day struct {
	Day   string `json:"day"`
	Sums  []Sum  `json:"sums" nullable:"false" doc:"Income by currency, without principals"`
	Lines []Line `json:"lines" nullable:"false" doc:"In the order of time"`
}

// days are the days within two on which there are lines, each line with those like it.
func days(lines []Line, first, last clock.Day) []Day {
	list := []Day{}
	byDay := make(map[clock.Day][]Line)
	for _, l := range lines {
		if l.day < first || l.day > last {
			continue
		}
		of := byDay[l.day]
		if i := slices.IndexFunc(of, l.isWith); i < 0 {
			byDay[l.day] = append(of, l)
		} else {
			of[i] = with(of[i], l)
		}
	}
	for d := first; d <= last; d++ {
		if of := byDay[d]; len(of) > 0 {
			slices.SortStableFunc(of, func(a, b Line) int { return a.At.Compare(b.At) })
			list = append(list, Day{Day: d.String(), Sums: sums(of), Lines: of})
		}
	}
	return list
}

// with is one line of two that are told as one.
func with(a, b Line) Line {
	if a.Amount != nil && b.Amount != nil {
		sum := *a.Amount + *b.Amount
		a.Amount = &sum
	}
	a.Count, a.At = a.Count+b.Count, earning.Later(a.At, b.At)
	return a
}
