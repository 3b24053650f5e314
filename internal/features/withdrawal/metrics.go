package withdrawal

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// Figures are what waits for a reviewer.
func (s *Service) Figures(tx *sqldb.Tx, set *metrics.Set) error {
	stats, err := s.Stats(tx)
	if err != nil {
		return err
	}
	set.Gauge("etld_withdrawals_pending", "Withdrawals that wait for a decision.", float64(stats.Pending))
	set.Gauge("etld_withdrawals_overdue", "Those whose review is late; each is somebody's money and a broken promise.", float64(stats.Overdue))
	set.Gauge("etld_withdrawal_oldest_seconds", "How long ago the oldest of them was requested; 0 if there is none.", stats.Oldest.Seconds())
	set.Gauge("etld_withdrawals_automatic_rest", "What may still be approved automatically on this platform day, in USDT; at 0 everything waits for a reviewer.",
		money.Gauge(stats.AutomaticRest))
	return nil
}

const countPending = `SELECT COUNT(*), COALESCE(SUM(CASE WHEN review_by < $1 THEN 1 ELSE 0 END), 0), COALESCE(MIN(created_at), 0)
	FROM withdrawal_request WHERE status = 'pending_review'`

// Stats is what waits for a decision, for metrics and alarms.
type Stats struct {
	Pending, Overdue int64
	// Oldest is how long ago the first of them was requested.
	Oldest time.Duration
	// AutomaticRest is what may still be approved automatically today, in USDT.
	AutomaticRest money.Amount
}

// Stats counts what waits for a decision and what needs none.
func (s *Service) Stats(tx *sqldb.Tx) (out Stats, err error) {
	var first time.Time
	if _, err = tx.QueryOne(sqldb.Dest(&out.Pending, &out.Overdue, &first), countPending, tx.Now()); err != nil {
		return out, err
	}
	if out.Pending > 0 {
		out.Oldest = tx.Now().Sub(first)
	}
	l, err := terms.CurrentLimits(tx)
	if err != nil {
		return out, err
	}
	ofDay, err := automaticOf(tx, clock.DayOf(tx.Now()).Start())
	out.AutomaticRest = l.AutomaticRest(ofDay)
	return out, err
}
