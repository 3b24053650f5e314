package shop

import (
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// addressKept is how long after an order was sent its address is kept, as it may be
	// found to be lost or returned; leaverKept is that of people who had their data
	// erased.
	addressKept = 60 * 24 * time.Hour
	leaverKept  = 14 * 24 * time.Hour
)

const (
	countOpen = `SELECT COUNT(*) FROM shop_order WHERE user_id = $1 AND state IN ('payment', 'waiting_for_delivery')`
	// eraseSoon erases what was sent until a time at once, and the rest some time after
	// it was sent.
	eraseSoon = `UPDATE shop_order SET sealed = CASE WHEN shipped_at <= $2 THEN '' ELSE sealed END,
		erase_at = CASE WHEN shipped_at <= $2 THEN 0 ELSE shipped_at + $3 END WHERE user_id = $1 AND state = 'shipped' AND sealed <> ''`
	selectRest = `SELECT COALESCE(MAX(erase_at), 0) FROM shop_order WHERE user_id = $1 AND state = 'shipped' AND erase_at > 0`
	eraseDue   = `UPDATE shop_order SET sealed = '', erase_at = 0
		WHERE id IN (SELECT id FROM shop_order WHERE erase_at > 0 AND erase_at <= $1 ORDER BY erase_at, id LIMIT $2)`
)

// eraseAddress forgets where an order that ended was to go.
func (o *Order) eraseAddress() { o.Sealed, o.EraseAt = "", time.Time{} }

// lapsedKept is how long an order that was not paid is kept.
const lapsedKept = 90 * 24 * time.Hour

const purgeLapsed = `DELETE FROM shop_order WHERE id IN (SELECT id FROM shop_order WHERE state = 'lapsed' AND ended_at < $1 LIMIT $2)`

// Open is how many of a user's orders are not sent and still may be.
func (s *Service) Open(tx *sqldb.Tx, userID string) (int64, error) {
	return sqldb.Get[int64](tx, countOpen, userID)
}

// EraseAddresses erases where a user's orders went. What was sent within leaverKept
// keeps its address until then: restAt is when the last of them is erased, or zero.
func (s *Service) EraseAddresses(tx *sqldb.Tx, userID string) (restAt time.Time, err error) {
	if err := tx.Do(eraseSoon, userID, tx.Now().Add(-leaverKept), leaverKept); err != nil {
		return restAt, err
	}
	_, err = tx.QueryOne(sqldb.Dest(&restAt), selectRest, userID)
	return restAt, err
}

// eraseJob erases the addresses that were kept for a while, who saw how many, and
// what was not paid.
func (s *Service) eraseJob() jobs.Job {
	return jobs.Purge(s.DB, "shop_erase", jobs.Older(eraseDue, 0), jobs.OlderDays(deleteSights, sightsKept), jobs.Older(purgeLapsed, lapsedKept),
		s.checkout.PurgeLapsed)
}
