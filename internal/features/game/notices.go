package game

import (
	"strconv"

	"etld/internal/infra/sqldb"
)

// notifyRefund tells a user why a round did not count.
func (s *Service) notifyRefund(tx *sqldb.Tx, r Round, e entryRow) error {
	return s.notices.Send(tx, e.UserID, "game_refunded_"+r.Reason,
		map[string]string{"period": r.ID, "points": strconv.FormatInt(e.Amount, 10)}, "/trade?tab=box&period="+r.ID)
}
