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
	f, err := s.owners.open(tx, userID)
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
	closed, known, err := s.PayRun.NewestDay(tx)
	if err != nil {
		return Statistics{}, err
	}
	if known {
		st.NetworkPower = new(closed.Power())
		if closed.HasRate() {
			st.Rate = &closed.Rate
		}
	}
	if st.Calendar, err = s.PayRun.Calendar(tx, userID); err != nil {
		return Statistics{}, err
	}
	today := st.Calendar[len(st.Calendar)-1]
	st.TodayInterest, st.TodayETLD = today.Interest, today.ETLD
	return st, nil
}

// rate is the newest closed day, if machines mined on it: any other tells
// nothing of what a machine would put out.
func (s views) rate(tx sqldb.Command) (d earning.Day, known bool, err error) {
	d, found, err := s.PayRun.NewestDay(tx)
	return d, found && d.HasRate(), err
}

// Today is what the caller's machines put out today so far.
type Today struct {
	ETLD  money.Amount  `json:"etld" doc:"An estimate at the newest closed day's rate, until the day is closed"`
	Power int64         `json:"power" doc:"In T"`
	Rate  *money.Amount `json:"rate" doc:"ETLD per T of the newest closed day; null where no machine mined on it, and etld is 0 then"`
	AsOf  time.Time     `json:"asOf"`
	First *FirstMachine `json:"first" doc:"The machine that will pay first; null where none runs or is going to, and once any has paid"`
}

// FirstMachine is the one that somebody waits for who was not paid yet.
type FirstMachine struct {
	MinerNo    string    `json:"minerNo"`
	Size       string    `json:"size" enum:"small,medium,large"`
	Waits      bool      `json:"waits" doc:"In its cooling-off, until startAt"`
	StartAt    time.Time `json:"startAt"`
	InterestAt time.Time `json:"interestAt" doc:"When its first interest is posted"`
}

// Today estimates what a user's machines have put out since midnight, at the
// newest closed day's rate, and tells the power they do it with now: also those
// that stand still or ended today, and no time in which they stood. The rate is
// nil, and the output 0, where no machine mined on that day. What is really
// paid is known when the day is closed.
func (s views) Today(tx sqldb.Command, userID string) (Today, error) {
	f, err := s.owners.open(tx, userID)
	if err != nil {
		return Today{}, err
	}
	closed, known, err := s.rate(tx)
	if err != nil {
		return Today{}, err
	}
	today := Today{AsOf: tx.Now()}
	if known {
		today.Rate = &closed.Rate
	}
	var first *Machine
	for i := range f.machines {
		m, err := f.At(i)
		if err != nil {
			return Today{}, err
		}
		own := &f.machines[i]
		if own.State == Running {
			today.Power += m.Power
		}
		if (own.State == Running || own.State == Cooling) && (first == nil || own.firstDue().Before(first.firstDue())) {
			first = own
		}
		made, err := m.OutputSoFar(today.AsOf, closed, s.PayRun.Days(tx))
		if err != nil {
			return Today{}, err
		}
		today.ETLD += made
	}
	if first == nil || f.Payee.TotalInterest > 0 || f.Payee.TotalOutput > 0 {
		return today, nil
	}
	t, err := s.owners.termsOf(tx, first.TermsVersion)
	today.First = &FirstMachine{MinerNo: first.ID, Size: t.Size, Waits: first.State == Cooling, StartAt: first.begins(),
		InterestAt: earning.HourEnd(first.firstDue())}
	return today, err
}

// firstDue is when the first interest of a machine that runs, or is going to, falls due.
func (m *Machine) firstDue() time.Time { return m.begins().Add(24*time.Hour + m.Paused) }

// begins is when a machine started, or starts by itself.
func (m *Machine) begins() time.Time {
	if m.State == Cooling {
		return m.CoolingEndAt
	}
	return m.StartAt
}
