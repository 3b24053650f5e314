package game

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/sqldb"
)

const (
	// scrapeWithin bounds what one scrape of the metrics reads.
	scrapeWithin = 2 * time.Second

	countRefunded = `SELECT reason, COUNT(*) FROM game_round WHERE state = 'refunded' GROUP BY reason`
)

// Metrics are what rounds wait for and what they came to, read when they are scraped.
// Rounds that are parked are among the parked items of all jobs.
func (s *Service) Metrics() prometheus.Collector {
	waits := []string{"for"}
	return collector{service: s,
		rounds:    prometheus.NewDesc("etld_game_rounds", "Rounds that are not settled, by what they wait for.", waits, nil),
		late:      prometheus.NewDesc("etld_game_round_late_seconds", "How late the round that is latest is, by what it waits for; 0 without any.", waits, nil),
		entries:   prometheus.NewDesc("etld_game_entries", "Entries of the rounds that are not settled.", nil, nil),
		drawn:     prometheus.NewDesc("etld_game_rounds_drawn_total", "Rounds that were drawn and paid.", nil, nil),
		refunded:  prometheus.NewDesc("etld_game_rounds_refunded_total", "Rounds that were refunded, by the rule.", []string{"reason"}, nil),
		stakes:    prometheus.NewDesc("etld_game_stakes_points", "What was staked in drawn rounds.", nil, nil),
		prizes:    prometheus.NewDesc("etld_game_prizes_points", "What drawn rounds paid.", nil, nil),
		exposure:  prometheus.NewDesc("etld_game_exposure_points", "What the bankroll has reserved for rounds that are not settled.", nil, nil),
		bankroll:  prometheus.NewDesc("etld_game_bankroll_points", "What of the bankroll is free.", nil, nil),
		beaconAge: prometheus.NewDesc("etld_beacon_age_seconds", "The age of the newest verified round of the beacon; no figure before the first.", nil, nil)}
}

type collector struct {
	service                                                                               *Service
	rounds, late, entries, drawn, refunded, stakes, prizes, exposure, bankroll, beaconAge *prometheus.Desc
}

// Describe is part of prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) {
	for _, one := range []*prometheus.Desc{c.rounds, c.late, c.entries, c.drawn, c.refunded, c.stakes, c.prizes, c.exposure, c.bankroll, c.beaconAge} {
		out <- one
	}
}

// Collect is part of prometheus.Collector. Without the figures there are none: an
// empty bankroll would be a lie.
func (c collector) Collect(out chan<- prometheus.Metric) {
	f, err := c.service.figures()
	if err != nil {
		c.service.log.Warn("figures of the game for the metrics", "error", err)
		return
	}
	send := func(desc *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, kind, value, labels...)
	}
	for _, w := range []Waits{ForEntries, ForAnchor, ForBeacon, ForPayment} {
		send(c.rounds, prometheus.GaugeValue, float64(f.rounds[w]), string(w))
		send(c.late, prometheus.GaugeValue, f.late[w].Seconds(), string(w))
	}
	for reason := range refundKinds() {
		send(c.refunded, prometheus.CounterValue, float64(f.refunded[reason]), reason)
	}
	send(c.drawn, prometheus.CounterValue, float64(f.total.Rounds))
	send(c.stakes, prometheus.CounterValue, float64(f.total.Stakes))
	send(c.prizes, prometheus.CounterValue, float64(f.total.Prizes))
	send(c.entries, prometheus.GaugeValue, float64(f.entries))
	send(c.exposure, prometheus.GaugeValue, float64(f.exposure))
	send(c.bankroll, prometheus.GaugeValue, float64(f.bankroll))
	if newest, _ := c.service.beacon.Newest(); newest > 0 {
		send(c.beaconAge, prometheus.GaugeValue, max(f.now.Sub(c.service.beacon.Time(newest)), 0).Seconds())
	}
}

// figures are what the metrics show.
type figures struct {
	now                         time.Time
	rounds                      map[Waits]int64
	late                        map[Waits]time.Duration
	refunded                    map[string]int64
	total                       total
	entries, exposure, bankroll int64
}

func (s *Service) figures() (f figures, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	err = s.db.View(ctx, func(tx *sqldb.Tx) error {
		f = figures{now: tx.Now(), rounds: make(map[Waits]int64), late: make(map[Waits]time.Duration), refunded: make(map[string]int64)}
		rounds, err := unsettled(tx)
		if err != nil {
			return err
		}
		for _, r := range rounds {
			w, _, err := s.waitsFor(tx, r)
			if err != nil {
				return err
			}
			f.rounds[w]++
			f.late[w] = max(f.late[w], f.now.Sub(s.dueAt(r)))
			f.entries += r.Entries
			f.exposure += r.Reserved
		}
		free, err := s.ledger.Balance(tx, bank)
		if err != nil {
			return err
		}
		f.bankroll = int64(free)
		if f.total, _, err = s.store.totals.Get(tx, theTotal); err != nil {
			return err
		}
		return tx.Query(func(row *sqldb.Row) error {
			var reason string
			var count int64
			err := row.Scan(&reason, &count)
			f.refunded[reason] = count
			return err
		}, countRefunded)
	})
	return f, err
}

// dueAt is when the next step of a round was due.
func (s *Service) dueAt(r Round) time.Time {
	switch r.State {
	case Open:
		return r.period().LockAt()
	case Locked:
		return s.beacon.Time(r.BeaconRound)
	case Drawn, Refunded, Waiting, Empty:
	}
	return r.DecidedAt
}
