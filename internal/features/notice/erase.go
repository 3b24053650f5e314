package notice

import "etld/internal/infra/sqldb"

const (
	deleteSettings = `DELETE FROM notice_setting WHERE user_id = $1`
	// Notices of new sessions say from where; so do their events, with or without a
	// place.
	ofSessions         = ` AND kind IN ('new_session', 'new_session_oldest_ended')`
	deleteSessionItems = `DELETE FROM notice_item WHERE user_id = $1` + ofSessions
	deleteTold         = `DELETE FROM notice_event WHERE user_id = $1 AND seq > 0` + ofSessions
	deleteWaiting      = `DELETE FROM notice_event WHERE user_id = $1 AND seq = 0` + ofSessions
)

// Erase forgets a user's settings and what notices say of the user's devices.
func (s *Service) Erase(tx *sqldb.Tx, userID string) error {
	for _, statement := range []string{deleteSettings, deleteSessionItems, deleteTold, deleteWaiting} {
		if _, err := tx.Exec(statement, userID); err != nil {
			return err
		}
	}
	return nil
}
