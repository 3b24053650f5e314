package shop

import (
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// addressKept is how long the address of a sent order is needed: so long it may be
// found to be lost or returned.
const addressKept = 14 * 24 * time.Hour

const (
	countOpen = `SELECT COUNT(*) FROM shop_order WHERE user_id = $1 AND state IN ('payment', 'waiting_for_delivery')`
	// eraseEnded also erases what was sent long enough ago; keepSent notes when the
	// rest is to be erased.
	eraseEnded = `UPDATE shop_order SET sealed = '', erase_at = 0 WHERE user_id = $1 AND sealed <> ''
		AND (state IN ('invalid', 'lapsed') OR (state = 'shipped' AND shipped_at <= $2))`
	keepSent   = `UPDATE shop_order SET erase_at = shipped_at + $2 WHERE user_id = $1 AND sealed <> '' AND state = 'shipped'`
	selectRest = `SELECT COALESCE(MAX(erase_at), 0) FROM shop_order WHERE user_id = $1 AND state = 'shipped' AND erase_at > 0`
	eraseDue   = `UPDATE shop_order SET sealed = '', erase_at = 0
		WHERE id IN (SELECT id FROM shop_order WHERE erase_at > 0 AND erase_at <= $1 ORDER BY erase_at, id LIMIT $2)`
)

// Open is how many of a user's orders are not sent and still may be.
func (s *Service) Open(tx *sqldb.Tx, userID string) (n int64, err error) {
	_, err = tx.QueryOne(sqldb.Dest(&n), countOpen, userID)
	return n, err
}

// EraseAddresses erases where a user's orders went. What was sent within addressKept
// keeps its address until then: restAt is when the last of them is erased, or zero. It
// needs an Update.
func (s *Service) EraseAddresses(tx *sqldb.Tx, userID string) (restAt time.Time, err error) {
	if _, err := tx.Exec(eraseEnded, userID, tx.Now().Add(-addressKept)); err != nil {
		return restAt, err
	}
	if _, err := tx.Exec(keepSent, userID, addressKept); err != nil {
		return restAt, err
	}
	_, err = tx.QueryOne(sqldb.Dest(&restAt), selectRest, userID)
	return restAt, err
}

// eraseJob erases the addresses that were kept for a while.
func (s *Service) eraseJob() jobs.Job {
	return jobs.Purge(s.db, "shop_erase", func(tx *sqldb.Tx) (int64, error) { return tx.Exec(eraseDue, tx.Now(), jobs.PurgeMax) })
}
