package machine

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

// Today estimates what a user's machines have put out since midnight, at the
// newest closed day's rate, and tells the power they do it with. What is
// really paid is known when the day is closed.
func (s *Service) Today(tx *sqldb.Tx, userID string) (output money.Amount, power int64, rate money.Amount, asOf time.Time, err error) {
	f, err := s.open(tx, userID)
	if err != nil {
		return 0, 0, 0, time.Time{}, err
	}
	now := tx.Now()
	closed, _, err := s.payrun.NewestDay(tx)
	if err != nil {
		return 0, 0, 0, time.Time{}, err
	}
	for i := range f.machines {
		m := &f.machines[i]
		if m.State != Running {
			continue
		}
		power += m.Power
		since := earning.Later(clock.DayOf(now).Start(), m.StartAt)
		output += earning.OutputOf(closed.Rate, m.Power, int64(max(0, now.Sub(since))/time.Second))
	}
	return output, power, closed.Rate, now, nil
}
