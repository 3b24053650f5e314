package machine

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Statistics sums up the caller's machines.
type Statistics struct {
	Running         int64                `json:"running" doc:"As many as findMyList has with this status"`
	DugOut          int64                `json:"dugOut" doc:"Machines that dug out all they may and earn interest on"`
	Power           int64                `json:"power" doc:"T of the caller's machines that mine now"`
	NetworkPower    *int64               `json:"networkPower" doc:"T of the newest closed day; null before the first"`
	Rate            *money.Amount        `json:"rate" doc:"ETLD per T of the newest closed day; null where no machine mined on it"`
	TodayInterest   money.Amount         `json:"todayInterest" doc:"Posted so far of what fell due today"`
	TodayETLD       money.Amount         `json:"todayEtld" doc:"Posted with a time of effect of today: yesterday's output"`
	TotalInterest   money.Amount         `json:"totalInterest"`
	TotalETLD       money.Amount         `json:"totalEtld"`
	LockedPrincipal money.Amount         `json:"lockedPrincipal"`
	OpenCredit      money.Amount         `json:"openCredit"`
	NextMaturity    *time.Time           `json:"nextMaturity"`
	Calendar        []payrun.CalendarDay `json:"calendar" nullable:"false" doc:"Seven days up to today, oldest first"`
	ServerTime      time.Time            `json:"serverTime"`
}

func (s views) statistics(tx *sqldb.Tx, userID string) (Statistics, error) {
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
		if m.State == Running {
			st.Running++
			st.Power += m.Power
		} else {
			st.DugOut++
		}
		if st.NextMaturity == nil || m.EndAt.Before(*st.NextMaturity) {
			st.NextMaturity = httpapi.OrNull(m.EndAt)
		}
	}
	closed, known, err := s.payrun.NewestDay(tx)
	if err != nil {
		return Statistics{}, err
	}
	if known {
		power := closed.Power()
		st.NetworkPower = &power
		if closed.HasRate() {
			st.Rate = &closed.Rate
		}
	}
	if st.Calendar, err = s.payrun.Calendar(tx, userID); err != nil {
		return Statistics{}, err
	}
	today := st.Calendar[len(st.Calendar)-1]
	st.TodayInterest, st.TodayETLD = today.Interest, today.ETLD
	return st, nil
}

// rate is the newest closed day, if machines mined on it: any other tells
// nothing of what a machine would put out.
func (s views) rate(tx sqldb.Command) (d earning.Day, known bool, err error) {
	d, found, err := s.payrun.NewestDay(tx)
	return d, found && d.HasRate(), err
}

// Today estimates what a user's machines have put out since midnight, at the
// newest closed day's rate, and tells the power they do it with now: also those
// that stand still or ended today, and no time in which they stood. The rate is
// nil, and the output 0, where no machine mined on that day. What is really
// paid is known when the day is closed.
func (s views) Today(tx sqldb.Command, userID string) (output money.Amount, power int64, rate *money.Amount, asOf time.Time, err error) {
	f, err := s.open(tx, userID)
	if err != nil {
		return 0, 0, nil, time.Time{}, err
	}
	now := tx.Now()
	closed, known, err := s.rate(tx)
	if err != nil {
		return 0, 0, nil, time.Time{}, err
	}
	if known {
		rate = &closed.Rate
	}
	for i := range f.machines {
		m, err := f.At(i)
		if err != nil {
			return 0, 0, nil, time.Time{}, err
		}
		if f.machines[i].State == Running {
			power += m.Power
		}
		made, err := m.OutputSoFar(now, closed, s.payrun.Days(tx))
		if err != nil {
			return 0, 0, nil, time.Time{}, err
		}
		output += made
	}
	return output, power, rate, now, nil
}
