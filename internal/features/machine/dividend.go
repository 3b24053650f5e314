package machine

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/features/machine/rules"
	"etld/internal/infra/sqldb"
)

// StartedUntil is the pay run's.
func (s *Service) StartedUntil(tx sqldb.Command) (time.Time, error) { return s.PayRun.StartedUntil(tx) }

// DividendShares are the shares of the new part that pools of nodes can be promised.
func (s *Service) DividendShares(tx sqldb.Command) (diamond, star, king money.Ratio, err error) {
	return rules.DividendShares(tx)
}
