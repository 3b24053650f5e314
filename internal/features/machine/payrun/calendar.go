package payrun

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const (
	// calendarDays is how many days a user sees, today included.
	calendarDays = 7
	// calendarLinesMax bounds what is read for them: at most one posting of interest
	// an hour, and maturities beside them.
	calendarLinesMax = 1000
)

// CalendarDay is what one platform day brought a user.
type CalendarDay struct {
	Date     string       `json:"date"`
	Interest money.Amount `json:"interest" doc:"Posted so far of what fell due that day, as the day of the income log"`
	ETLD     money.Amount `json:"etld" doc:"Posted with a time of effect of that day: the output of the day before"`
}

// Calendar is what a user's last days up to today brought, the oldest first. It
// reads the journal, so that it shows what the movements show.
func (s *Service) Calendar(tx *sqldb.Tx, userID string) ([]CalendarDay, error) {
	today := clock.DayOf(tx.Now())
	first := today - calendarDays + 1
	list := make([]CalendarDay, calendarDays)
	for i := range list {
		list[i].Date = (first + clock.Day(i)).String()
	}
	for _, kind := range []ledger.Type{ledger.MachineIncome, ledger.MiningIncome} {
		lines, err := s.Ledger.Lines(tx, ledger.LinesQuery{User: userID, Type: kind, From: first.Start(), To: today.End(), Limit: calendarLinesMax})
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			switch d := incomeDay(line); {
			case d < first:
				// Due the day before, in the hour that ends with it.
			case kind == ledger.MachineIncome:
				list[d-first].Interest += line.Amount
			default:
				list[d-first].ETLD += line.Amount
			}
		}
	}
	return list, nil
}

// incomeDay is the day that a payment counts for. An hour's interest takes effect
// at the hour's end, which may already be the next day; it counts for the day on
// which it fell due.
func incomeDay(line ledger.Line) clock.Day {
	if line.RefType == ledger.RefInterest {
		return clock.DayOf(line.At.Add(-time.Hour))
	}
	return clock.DayOf(line.At)
}
