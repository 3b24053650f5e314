package withdrawal

import (
	"etld/internal/base/entropy"
	"etld/internal/features/withdrawal/underway"
	"etld/internal/infra/sqldb"
)

// UnderWay are the newest withdrawals of a user that have not ended.
func (s *Service) UnderWay(tx *sqldb.Tx, userID string) (list []underway.Leaving, err error) {
	for _, status := range []Status{Pending, Approved} {
		open, err := s.recordsOf(tx, userID, RecordsIn{Status: status}, entropy.LastID, underway.LeavingMax)
		if err != nil {
			return nil, err
		}
		for _, w := range open {
			l := underway.Leaving{WithdrawNo: w.ID, Network: w.Network, Currency: w.Asset, Quantity: w.Quantity, IsCancellable: w.Status.mayBecome(Cancelled)}
			p, _, err := s.Payouts.Orders.Find(tx, w.ID)
			if err != nil {
				return nil, err
			}
			l.Payout = p.State
			if l.UsualMinutes, err = medianMinutes(tx, w.Asset, w.Network); err != nil {
				return nil, err
			}
			list = append(list, l)
		}
	}
	return list, nil
}
