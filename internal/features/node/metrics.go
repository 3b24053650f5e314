package node

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

const (
	countLiving   = `SELECT level, COUNT(*), SUM(CASE WHEN state = 'active' THEN 1 ELSE 0 END) FROM node_node WHERE state IN ('cooling', 'active') GROUP BY level`
	selectNewest  = `SELECT level, closed_at, divided, free FROM node_statement WHERE month = (SELECT MAX(month) FROM node_statement)`
	sumAllPending = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM node_share WHERE paid_at = 0`
)

// Metrics are what was sold and what the pools hold. Owners who are parked are among
// the parked items of all jobs.
func (s *Service) Metrics() prometheus.Collector {
	return metrics.Read(s.DB, s.Log, "node", s.figures)
}

type levelFigures struct {
	sold, active        int64
	pool, divided, free money.Amount
}

func (s *Service) figures(tx *sqldb.Tx, set *metrics.Set) error {
	levels := make(map[Level]levelFigures)
	for _, l := range Levels() {
		pool, err := s.Ledger.Balance(tx, l.pool())
		if err != nil {
			return err
		}
		levels[l] = levelFigures{pool: pool}
	}
	divided, err := readLevels(tx, levels)
	if err != nil {
		return err
	}
	for _, l := range Levels() {
		one, label := levels[l], string(l)
		set.Gauge("etld_nodes_sold", "Nodes that are paid, those in their cooling-off included.", float64(one.sold), "level", label)
		set.Gauge("etld_nodes_active", "Nodes that take part in dividends.", float64(one.active), "level", label)
		set.Gauge("etld_node_pool_usdt", "What the dividend pool holds.", money.Gauge(one.pool), "level", label)
		set.Gauge("etld_node_division_usdt", "What nodes got of the pool in that division.", money.Gauge(one.divided), "level", label)
		set.Gauge("etld_node_division_free_usdt", "What the income pool got of it.", money.Gauge(one.free), "level", label)
	}
	at := 0.0
	if !divided.IsZero() {
		at = float64(divided.Unix())
	}
	set.Gauge("etld_node_division_seconds", "When a month's pools were divided last, in Unix time; 0 before the first.", at)
	var unpaid money.Amount
	_, err = tx.QueryOne(sqldb.Dest(&unpaid), sumAllPending)
	set.Gauge("etld_node_dividends_unpaid_usdt", "What is divided and not paid yet; hours after a division somebody must look.", money.Gauge(unpaid))
	return err
}

// readLevels adds the nodes and the newest division, and returns when that was.
func readLevels(tx *sqldb.Tx, levels map[Level]levelFigures) (divided time.Time, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		var l Level
		var sold, active int64
		err := row.Scan(&l, &sold, &active)
		one := levels[l]
		one.sold, one.active = sold, active
		levels[l] = one
		return err
	}, countLiving)
	if err != nil {
		return divided, err
	}
	err = tx.Query(func(row *sqldb.Row) error {
		var l Level
		var shared, free money.Amount
		err := row.Scan(&l, &divided, &shared, &free)
		one := levels[l]
		one.divided, one.free = shared, free
		levels[l] = one
		return err
	}, selectNewest)
	return divided, err
}
