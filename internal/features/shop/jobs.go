package shop

import (
	"time"

	"etld/internal/core/board"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	jobLate   = "shop_late"
	lateEvery = time.Minute
	// lateChunk bounds the orders of one transaction.
	lateChunk = 50
	// lateRetry is when an order that could not be told of is tried again.
	lateRetry = time.Hour
)

// Jobs is the scheduled work: telling buyers that their goods are late, and erasing
// addresses that are not needed any more.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{jobs.Items{Job: jobLate, Max: lateChunk, RetryAfter: lateRetry, Owed: true, Do: s.Sale.notifyLate, Read: func(tx *sqldb.Tx) ([]string, error) {
		return sqldb.Collect(tx, sqldb.One[string], selectLate, tx.Now().Add(-board.OrderPromise), lateChunk)
	}}.Every(lateEvery, s.DB), s.eraseJob()}
}

// notifyLate tells a buyer once that what he ordered was not shipped yet.
func (s sale) notifyLate(tx *sqldb.Tx, orderNo string) error {
	o, found, err := s.store.orders.Get(tx, orderNo)
	if err != nil || !found || o.State != Waiting || !o.ToldAt.IsZero() {
		return err
	}
	o.ToldAt = tx.Now()
	s.store.orders.Put(tx, o)
	return s.notifyUser(tx, o, "order_late", nil)
}
