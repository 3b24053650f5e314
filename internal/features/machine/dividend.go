package machine

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/features/machine/rules"
	"etld/internal/infra/sqldb"
)

// StartedUntil is the instant before which no machine will start any more, but
// for those of users whose catching up fails.
func (s *Service) StartedUntil(tx sqldb.Command) (time.Time, error) {
	v, err := s.payrun.State(tx)
	return v.OpenDay.Start(), err
}

// DayPaid is a closed day's output budget, and whether everybody has been paid of it.
func (s *Service) DayPaid(tx *sqldb.Tx, d clock.Day) (budget money.Amount, isPaid bool, err error) {
	return s.payrun.DayPaid(tx, d)
}

// OutputOwed is what a closed day still brings a user whose catching up fails, at most.
func (s *Service) OutputOwed(tx *sqldb.Tx, userID string, d clock.Day) (money.Amount, error) {
	return s.payrun.OutputOwed(tx, userID, d)
}

// DividendShares are the shares of the new part that pools of nodes can be promised.
func (s *Service) DividendShares(tx sqldb.Command) (diamond, star, king money.Ratio, err error) {
	return rules.DividendShares(tx)
}
