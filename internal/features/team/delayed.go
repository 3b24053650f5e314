package team

import (
	"errors"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const sumDelayedBefore = `SELECT user_id, CAST(SUM(amount) AS BIGINT) FROM team_reward WHERE state = 'delayed' AND id < $1 GROUP BY user_id`
const selectOwner = `SELECT user_id FROM team_reward WHERE id = $1 AND id < $2`

// DelayedAt are the rewards that were delayed at an instant, by the user.
func DelayedAt(tx *sqldb.Tx, at time.Time) (map[string]money.Amount, error) {
	first := entropy.FirstID(at)
	sums, err := sqldb.Map[string, money.Amount](tx, sumDelayedBefore, first)
	decided, leftErr := ledger.LeftSince(tx, delayedPool, ledger.RefReward, at)
	if err = errors.Join(err, leftErr); err != nil {
		return nil, err
	}
	var userID string
	for id, amount := range decided {
		if found, err := tx.QueryOne(sqldb.Dest(&userID), selectOwner, id, first); err != nil {
			return nil, err
		} else if found {
			sums[userID] += amount
		}
	}
	return sums, nil
}

// DelayedOf is what of a user's rewards is delayed now.
func DelayedOf(tx *sqldb.Tx, userID string) (money.Amount, error) {
	return sqldb.Get[money.Amount](tx, sumDelayed+" AND user_id = $1", userID)
}
