package play

import (
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const (
	// foundMax bounds the days that one check names.
	foundMax = 100
	// dayDigits is how the periods of a day begin.
	dayDigits = "20060102"
)

// differentDays adds up what entries come to by user and day, and takes from it what
// the days say: what is left is wrong. A round's entries are all of one day.
const differentDays = `SELECT id, CAST(SUM(entered) AS BIGINT), CAST(SUM(staked) AS BIGINT), CAST(SUM(won) AS BIGINT), CAST(SUM(prizes) AS BIGINT) FROM (
		SELECT user_id || '|' || CAST((at + $1) / $2 AS TEXT) AS id, CASE WHEN state = 'refunded' THEN 0 ELSE amount END AS entered,
			0 AS staked, 0 AS won, win AS prizes
		FROM game_entry WHERE round_id >= $3
		UNION ALL SELECT id, 0, staked, won, 0 FROM game_day WHERE day >= $4) AS both_sides
	GROUP BY id HAVING SUM(entered) <> SUM(staked) OR SUM(won) <> SUM(prizes) ORDER BY id LIMIT $5`

// Check compares what each user staked and won on each day that is kept with the
// entries of that day: whose day says less could play more than the limits allow.
func (s *Service) Check(tx *sqldb.Tx) (found []ledger.Violation, err error) {
	oldest := oldestKept(tx.Now())
	zone := -clock.Day(0).Start().UnixMicro()
	err = tx.Query(func(row *sqldb.Row) error {
		var id string
		var entered, staked, won, prizes int64
		err := row.Scan(&id, &entered, &staked, &won, &prizes)
		detail := fmt.Sprintf("day %s: %d points staked and %d won, its entries come to %d and %d", id, staked, won, entered, prizes)
		found = append(found, ledger.Violation{Invariant: "play", Detail: detail})
		return err
	}, differentDays, zone, (24 * time.Hour).Microseconds(), oldest.Start().In(clock.Zone).Format(dayDigits), oldest, foundMax)
	return found, err
}
