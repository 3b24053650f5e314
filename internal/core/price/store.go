package price

import (
	"fmt"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// state is a coin's stored row.
type state struct {
	Asset money.Asset
	Price money.Amount
	// Lowest and Highest are what the feeds said, of those that count.
	Lowest, Highest money.Amount
	Source          string
	At              time.Time
	FreshUntil      time.Time
	Reason          string
	HaltedUntil     time.Time
	// HaltedAt is when the last halt began.
	HaltedAt time.Time
	// IsStopped: swaps stay halted until operators let them run again.
	IsStopped bool
	recent    []moment
}

const (
	selectState = `SELECT asset, price, source, at, fresh_until, reason, halted_until, recent, lowest, highest, halted_at, is_stopped FROM price_state WHERE asset`

	savePoint = `INSERT INTO price_point (id, asset, step, at, opened, highest, lowest, closed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (id) DO UPDATE SET
			highest = CASE WHEN excluded.highest > price_point.highest THEN excluded.highest ELSE price_point.highest END,
			lowest = CASE WHEN excluded.lowest < price_point.lowest THEN excluded.lowest ELSE price_point.lowest END,
			closed = excluded.closed`
	selectPoints = `SELECT at, opened, highest, lowest, closed FROM price_point WHERE asset = $1 AND step = $2 AND at > $3 ORDER BY at LIMIT $4`
	purgePoints  = `DELETE FROM price_point WHERE id IN (SELECT id FROM price_point WHERE step = $1 AND at < $2 LIMIT $3)`
)

type store struct {
	states *sqldb.Lookup[state]
	upsert *sqldb.Write
}

func newStore() *store {
	text, integer := sqldb.Text, sqldb.Integer
	return &store{
		states: sqldb.NewLookup("price states", selectState, sqldb.Single(scanState)),
		upsert: sqldb.NewUpsert("price_state", text("asset"), integer("price"), text("source"), integer("at"), integer("fresh_until"),
			text("reason"), integer("halted_until"), text("recent"), integer("lowest"), integer("highest"), integer("halted_at"), integer("is_stopped")),
	}
}

func scanState(row *sqldb.Row) (string, state, error) {
	var s state
	var recent string
	if err := row.Scan(&s.Asset, &s.Price, &s.Source, &s.At, &s.FreshUntil, &s.Reason, &s.HaltedUntil, &recent, &s.Lowest, &s.Highest, &s.HaltedAt, &s.IsStopped); err != nil {
		return "", s, err
	}
	list, err := decodeMoments(recent)
	s.recent = list
	return string(s.Asset), s, err
}

func (s *store) state(tx *sqldb.Tx, asset money.Asset) (state, error) {
	v, found, err := s.states.Get(tx, string(asset))
	if !found {
		v = state{Asset: asset, Reason: ReasonTooFew}
	}
	return v, err
}

func (s *store) saveState(tx *sqldb.Tx, v state) {
	s.states.Set(tx, string(v.Asset), v)
	s.upsert.Add(tx, v.Asset, v.Price, v.Source, v.At, v.FreshUntil, v.Reason, v.HaltedUntil, encodeMoments(v.recent), v.Lowest, v.Highest, v.HaltedAt, v.IsStopped)
}

func pointID(asset money.Asset, step time.Duration, at time.Time) string {
	return fmt.Sprintf("%s|%d|%d", asset, int64(step/time.Second), at.Unix())
}
