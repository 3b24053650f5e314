package payment

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

const (
	countUnsettled = `SELECT COUNT(*), MIN(final_at) FROM payment_transfer WHERE state = 'final'`
	countSeen      = `SELECT COUNT(*) FROM payment_transfer WHERE state = 'seen'`
	countRejected  = `SELECT COUNT(*) FROM payment_transfer WHERE state = 'rejected'`
	countSuspense  = `SELECT COUNT(*) FROM payment_transfer WHERE state = 'suspense'`
	countOpen      = `SELECT COUNT(*) FROM payment_intent WHERE state = 'open'`
	countHalted    = `SELECT COUNT(*) FROM payment_chain WHERE halt <> ''`
)

// Stats are figures for metrics and alarms.
type Stats struct {
	// Seen are on their way, Unsettled final and not settled yet.
	Seen, Unsettled int64
	// OldestUnsettled is when the longest waiting became final; zero if none.
	OldestUnsettled time.Time
	// Rejected need an operator, InSuspense their sender, Halted chains a person.
	Rejected, InSuspense, Halted int64
	OpenIntents                  int64
}

// Stats reads the figures.
func (s *Service) Stats(tx *sqldb.Tx) (Stats, error) {
	var f Stats
	for _, one := range []struct {
		dest  []any
		query string
	}{
		{sqldb.Dest(&f.Unsettled, &f.OldestUnsettled), countUnsettled},
		{sqldb.Dest(&f.Seen), countSeen},
		{sqldb.Dest(&f.Rejected), countRejected},
		{sqldb.Dest(&f.InSuspense), countSuspense},
		{sqldb.Dest(&f.OpenIntents), countOpen},
		{sqldb.Dest(&f.Halted), countHalted},
	} {
		if _, err := tx.QueryOne(one.dest, one.query); err != nil {
			return Stats{}, err
		}
	}
	return f, nil
}

// Metrics are what lies between the chain and the accounts.
func (s *Service) Metrics() prometheus.Collector {
	return metrics.Read(s.DB, s.Log, func(tx *sqldb.Tx, set metrics.Set) error {
		stats, err := s.Stats(tx)
		for state, n := range map[string]int64{"seen": stats.Seen, "unsettled": stats.Unsettled, "rejected": stats.Rejected, "suspense": stats.InSuspense} {
			set("etld_payment_transfers", float64(n), state)
		}
		return err
	}, metrics.Gauge("etld_payment_transfers", "Incoming transfers by what they wait for.", "state"))
}
