package shop

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/board"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

const countWaiting = `SELECT COUNT(*), COALESCE(MIN(paid_at), 0), CAST(COALESCE(SUM(CASE WHEN paid_at <= $1 THEN 1 ELSE 0 END), 0) AS BIGINT)
	FROM shop_order WHERE state = 'waiting_for_delivery'`

// Figures are the orders that wait for somebody.
func (s *Service) Figures(tx *sqldb.Tx, set *metrics.Set) error {
	var waiting, late int64
	var oldest time.Time
	if _, err := tx.QueryOne(sqldb.Dest(&waiting, &oldest, &late), countWaiting, tx.Now().Add(-board.OrderPromise)); err != nil {
		return err
	}
	age := time.Duration(0)
	if !oldest.IsZero() {
		age = tx.Now().Sub(oldest)
	}
	set.Gauge("etld_orders_waiting", "Paid orders that were not shipped yet.", float64(waiting))
	set.Gauge("etld_orders_late", "Those of them that were paid longer ago than promised.", float64(late))
	set.Gauge("etld_order_oldest_seconds", "For how long the oldest of them has waited; 0 without any.", age.Seconds())
	seen, err := sqldb.Map[string, int64](tx, countSeen, clock.DayOf(tx.Now()))
	for staffID, addresses := range seen {
		set.Gauge("etld_order_addresses_seen", "Addresses that an operator saw today, in UTC+8.", float64(addresses), "staff", staffID)
	}
	return err
}
