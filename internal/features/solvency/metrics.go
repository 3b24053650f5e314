package solvency

import (
	"etld/internal/core/payout"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// Figures are how old the newest snapshot is, and how many of the last ones do not stand
// on the chain.
func (s *Service) Figures(tx *sqldb.Tx, set *metrics.Set) error {
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
