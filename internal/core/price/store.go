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
	Source          Origin
	At              time.Time
	FreshUntil      time.Time
	Reason          Reason
	HaltedUntil     time.Time
	// HaltedAt is when the last halt began.
	HaltedAt time.Time
	// IsStopped: swaps stay halted until operators let them run again.
	IsStopped bool
	recent    moments
}

var (
	stateTable = sqldb.NewTable[state]("price_state", `asset, price, source, at, fresh_until, reason, halted_until, recent, lowest, highest,
		halted_at, is_stopped`)
	pointTable = sqldb.NewTable[Point]("price_point", "at, opened = Open, highest = High, lowest = Low, closed = Close")
	// selectPoints begins with the last step that had begun by then.
	selectPoints = pointTable.Select(`WHERE asset = $1 AND step = $2 AND at >= COALESCE(
		(SELECT MAX(at) FROM price_point WHERE asset = $1 AND step = $2 AND at <= $3), $3) ORDER BY at LIMIT $4`)
)

const (
	// savePoint takes a price as the step's first, or as what changes it.
	savePoint = `INSERT INTO price_point (id, asset, step, at, opened, highest, lowest, closed) VALUES ($1, $2, $3, $4, $5, $5, $5, $5)
		ON CONFLICT (id) DO UPDATE SET
			highest = CASE WHEN excluded.highest > price_point.highest THEN excluded.highest ELSE price_point.highest END,
			lowest = CASE WHEN excluded.lowest < price_point.lowest THEN excluded.lowest ELSE price_point.lowest END,
			closed = excluded.closed`
	purgePoints = `DELETE FROM price_point WHERE id IN (SELECT id FROM price_point WHERE step = $1 AND at < $2 LIMIT $3)`
)

type store struct{ states *sqldb.Keyed[state] }

func newStore() *store {
	return &store{stateTable.Keyed("price states", func(s state) string { return string(s.Asset) }, stateTable.Upsert())}
}

func (s *store) state(tx sqldb.Command, asset money.Asset) (state, error) {
	v, found, err := s.states.Get(tx, string(asset))
	if !found {
		v = state{Asset: asset, Reason: ReasonTooFew}
	}
	return v, err
}

func pointID(asset money.Asset, step time.Duration, at time.Time) string {
	return fmt.Sprintf("%s|%d|%d", asset, int64(step/time.Second), at.Unix())
}
