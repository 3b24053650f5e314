package machine

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
)

// Statistics sums up the caller's machines.
type Statistics struct {
	Running         int64         `json:"running" doc:"Machines that run, dug out ones included"`
	Power           int64         `json:"power" doc:"T of the caller's machines that mine now"`
	NetworkPower    *int64        `json:"networkPower" doc:"T of the newest closed day; null before the first"`
	Rate            *money.Amount `json:"rate" doc:"ETLD per T of the newest closed day"`
	TodayInterest   money.Amount  `json:"todayInterest" doc:"Posted so far of what fell due today"`
	TodayETLD       money.Amount  `json:"todayEtld" doc:"Posted with a time of effect of today: yesterday's output"`
	TotalInterest   money.Amount  `json:"totalInterest"`
	TotalETLD       money.Amount  `json:"totalEtld"`
	LockedPrincipal money.Amount  `json:"lockedPrincipal"`
	OpenCredit      money.Amount  `json:"openCredit"`
	NextMaturity    *time.Time    `json:"nextMaturity"`
	Calendar        []CalendarDay `json:"calendar" nullable:"false" doc:"Seven days up to today, oldest first"`
	ServerTime      time.Time     `json:"serverTime"`
}

// CalendarDay is what one platform day brought.
type CalendarDay struct {
	Date     string       `json:"date"`
	Interest money.Amount `json:"interest" doc:"Posted so far of what fell due that day, as the day of the income log"`
	ETLD     money.Amount `json:"etld" doc:"Posted with a time of effect of that day: the output of the day before"`
}

const (
	calendarDays = 7
	// At most one interest posting an hour and maturities beside them.
	calendarLinesMax = 1000
)

func (s *Service) statistics(tx *sqldb.Tx, userID string) (Statistics, error) {
	f, err := s.open(tx, userID)
	if err != nil {
		return Statistics{}, err
	}
	credits, err := f.credits()
	if err != nil {
		return Statistics{}, err
	}
	st := Statistics{TotalInterest: f.Payee.TotalInterest, TotalETLD: f.Payee.TotalOutput, ServerTime: tx.Now(), OpenCredit: offer.OpenCredit(credits, tx.Now())}
	for i := range f.machines {
		m := &f.machines[i]
		if m.State.holdsPrincipal() {
			st.LockedPrincipal += m.Price()
		}
		if !m.State.earns() {
			continue
		}
		st.Running++
		if m.State == Running {
			st.Power += m.Power
		}
		if st.NextMaturity == nil || m.EndAt.Before(*st.NextMaturity) {
			st.NextMaturity = timeOrNull(m.EndAt)
		}
	}
	closed, known, err := s.payrun.NewestDay(tx)
	if err != nil {
		return Statistics{}, err
	}
	if known {
		power := closed.Power()
		st.NetworkPower, st.Rate = &power, &closed.Rate
	}
	if st.Calendar, err = s.calendar(tx, userID); err != nil {
		return Statistics{}, err
	}
	today := st.Calendar[calendarDays-1]
	st.TodayInterest, st.TodayETLD = today.Interest, today.ETLD
	return st, nil
}

// calendar reads the journal, so that it shows what the movements show.
func (s *Service) calendar(tx *sqldb.Tx, userID string) ([]CalendarDay, error) {
	today := clock.DayOf(tx.Now())
	first := today - calendarDays + 1
	list := make([]CalendarDay, calendarDays)
	for i := range list {
		list[i].Date = (first + clock.Day(i)).String()
	}
	for _, kind := range []ledger.Type{ledger.MachineIncome, ledger.MiningIncome} {
		lines, err := s.ledger.Lines(tx, ledger.LinesQuery{User: userID, Type: kind, From: first.Start(), To: today.End(), Limit: calendarLinesMax})
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
	if line.RefType == payrun.RefInterest {
		return clock.DayOf(line.At.Add(-time.Hour))
	}
	return clock.DayOf(line.At)
}
