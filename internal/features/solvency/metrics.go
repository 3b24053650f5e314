package solvency

import (
	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/core/payout"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// Metrics are how old the newest snapshot is, and how many of the last ones do not stand
// on the chain.
func (s *Service) Metrics() prometheus.Collector {
	return metrics.Read(s.DB, s.Log, "solvency", s.figures)
}

func (s *Service) figures(tx *sqldb.Tx, set *metrics.Set) error {
	list, err := s.Snapshots(tx, "", listMax)
	if err != nil || len(list) == 0 {
		return err
	}
	unanchored := 0
	for _, one := range list {
		if one.State != string(payout.Final) {
			unanchored++
		}
	}
	set.Gauge("etld_snapshot_age_seconds", "Since the midnight of the newest snapshot; no figure before the first.", tx.Now().Sub(list[0].At).Seconds())
	set.Gauge("etld_snapshots_unanchored", "Snapshots of the last month whose text is in no final block.", float64(unanchored))
	return nil
}
