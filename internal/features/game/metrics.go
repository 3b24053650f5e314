package game

import (
	"time"

	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

const countRefunded = `SELECT reason, COUNT(*) FROM game_round WHERE state = 'refunded' GROUP BY reason`

// Figures are what rounds wait for and what they came to. Rounds that are parked are
// among the parked items of all jobs.
func (s *Service) Figures(tx *sqldb.Tx, set *metrics.Set) error {
	if err := s.unsettledFigures(tx, set); err != nil {
		return err
	}
	free, err := s.Ledger.Balance(tx, bank)
	if err != nil {
		return err
	}
	set.Gauge("etld_game_bankroll_points", "What of the bankroll is free.", float64(free))
	total, _, err := s.store.totals.Get(tx, theTotal)
	if err != nil {
		return err
	}
	set.Counter("etld_game_stakes_points", "What was staked in drawn rounds.", float64(total.Stakes))
	set.Counter("etld_game_prizes_points", "What drawn rounds paid.", float64(total.Prizes))
	refunded, err := sqldb.Map[string, int64](tx, countRefunded)
	for reason := range refundKinds() {
		set.Counter("etld_game_rounds_refunded_total", "Rounds that were refunded, by the rule.", float64(refunded[string(reason)]), "reason", string(reason))
	}
	if newest, _ := s.Beacon.Newest(); newest > 0 {
		set.Gauge("etld_beacon_age_seconds", "The age of the newest verified round of the beacon; no figure before the first.",
			max(tx.Now().Sub(s.Beacon.Time(newest)), 0).Seconds())
	}
	return err
}

func (s *Service) unsettledFigures(tx *sqldb.Tx, set *metrics.Set) error {
	list, err := unsettled(tx)
	if err != nil {
		return err
	}
	rounds, late := make(map[Waits]int64), make(map[Waits]time.Duration)
	for _, r := range list {
		w, _, err := s.Staff.waitsFor(tx, r)
		if err != nil {
			return err
		}
		rounds[w]++
		late[w] = max(late[w], tx.Now().Sub(s.dueAt(r)))
	}
	for _, w := range []Waits{ForEntries, ForAnchor, ForBeacon, ForPayment} {
		set.Gauge("etld_game_rounds", "Rounds that are not settled, by what they wait for.", float64(rounds[w]), "for", string(w))
		set.Gauge("etld_game_round_late_seconds", "How late the round that is latest is, by what it waits for; 0 without any.",
			late[w].Seconds(), "for", string(w))
	}
	return nil
}

// dueAt is when the next step of a round was due.
func (s *Service) dueAt(r Round) time.Time {
	switch r.State {
	case Open:
		return r.period().LockAt()
	case Locked:
		return s.Beacon.Time(r.BeaconRound)
	case Drawn, Refunded, Waiting, Empty:
	}
	return r.DecidedAt
}
