package team

import (
	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

const countUncounted = `SELECT COUNT(*) FROM team_change WHERE counted = 0`

// Figures are how far the nights have come and what the pools of rewards hold.
// Members who are parked are among the parked items of all jobs.
func (s *Service) Figures(tx *sqldb.Tx, set *metrics.Set) error {
	v, err := s.Members.currentState(tx)
	if err != nil {
		return err
	}
	// On its first day a database begins with that day.
	set.Gauge("etld_team_levels_days_behind", "Days whose levels are due and not worked out; while there is one for long, no day is closed.",
		float64(max(0, levelsOn.Newest(tx.Now())-int64(v.Levelled))))
	set.Gauge("etld_team_acceleration_days_behind", "Days that are over and whose team acceleration is not paid; 1 for a moment after midnight.",
		float64(max(0, clock.DayOf(tx.Now())-1-v.Accelerated)))
	pool, err := s.Ledger.Balance(tx, levelPool)
	if err != nil {
		return err
	}
	set.Gauge("etld_team_level_pool_usdt", "What the pool of level rewards holds.", money.Gauge(pool))
	open, _, err := s.store.flags.Get(tx, openFlags)
	if err != nil {
		return err
	}
	set.Gauge("etld_team_flags_open", "Open risk flags, of users and of addresses that funded several; from 500 on the program opens none by itself.",
		float64(len(open)))
	uncounted, err := sqldb.Get[int64](tx, countUncounted)
	set.Gauge("etld_team_changes_uncounted", "Users who joined and machines that started or ended, which team totals do not show yet.", float64(uncounted))
	return err
}
