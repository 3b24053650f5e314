package game

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

const countRefunded = `SELECT reason, COUNT(*) FROM game_round WHERE state = 'refunded' GROUP BY reason`

// Metrics are what rounds wait for and what they came to. Rounds that are parked are
// among the parked items of all jobs.
func (s *Service) Metrics() prometheus.Collector {
	return metrics.Read(s.DB, s.Log, s.figures,
		metrics.Gauge("etld_game_rounds", "Rounds that are not settled, by what they wait for.", "for"),
		metrics.Gauge("etld_game_round_late_seconds", "How late the round that is latest is, by what it waits for; 0 without any.", "for"),
		metrics.Gauge("etld_game_entries", "Entries of the rounds that are not settled."),
		metrics.Counter("etld_game_rounds_drawn_total", "Rounds that were drawn and paid."),
		metrics.Counter("etld_game_rounds_refunded_total", "Rounds that were refunded, by the rule.", "reason"),
		metrics.Counter("etld_game_stakes_points", "What was staked in drawn rounds."),
		metrics.Counter("etld_game_prizes_points", "What drawn rounds paid."),
		metrics.Gauge("etld_game_exposure_points", "What the bankroll has reserved for rounds that are not settled."),
		metrics.Gauge("etld_game_bankroll_points", "What of the bankroll is free."),
		metrics.Gauge("etld_beacon_age_seconds", "The age of the newest verified round of the beacon; no figure before the first."))
}

func (s *Service) figures(tx *sqldb.Tx, set metrics.Set) error {
	if err := s.unsettledFigures(tx, set); err != nil {
		return err
	}
	free, err := s.Ledger.Balance(tx, bank)
	if err != nil {
		return err
	}
	set("etld_game_bankroll_points", float64(free))
	total, _, err := s.store.totals.Get(tx, theTotal)
	if err != nil {
		return err
	}
	set("etld_game_rounds_drawn_total", float64(total.Rounds))
	set("etld_game_stakes_points", float64(total.Stakes))
	set("etld_game_prizes_points", float64(total.Prizes))
	refunded, err := sqldb.Map[string, int64](tx, countRefunded)
	for reason := range refundKinds() {
		set("etld_game_rounds_refunded_total", float64(refunded[string(reason)]), string(reason))
	}
	if newest, _ := s.Beacon.Newest(); newest > 0 {
		set("etld_beacon_age_seconds", max(tx.Now().Sub(s.Beacon.Time(newest)), 0).Seconds())
	}
	return err
}

func (s *Service) unsettledFigures(tx *sqldb.Tx, set metrics.Set) error {
	list, err := unsettled(tx)
	if err != nil {
		return err
	}
	rounds, late := make(map[Waits]int64), make(map[Waits]time.Duration)
	var entries, exposure int64
	for _, r := range list {
		w, _, err := s.Staff.waitsFor(tx, r)
		if err != nil {
			return err
		}
		rounds[w]++
		late[w] = max(late[w], tx.Now().Sub(s.dueAt(r)))
		entries += r.Entries
		exposure += r.Reserved
	}
	for _, w := range []Waits{ForEntries, ForAnchor, ForBeacon, ForPayment} {
		set("etld_game_rounds", float64(rounds[w]), string(w))
		set("etld_game_round_late_seconds", late[w].Seconds(), string(w))
	}
	set("etld_game_entries", float64(entries))
	set("etld_game_exposure_points", float64(exposure))
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
