package ledger

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// What users are paid without giving anything for it, and the principal that comes back.
// Conversions, top-ups and games are no income. A purchase that is undone gives back
// what was paid, so it is none either.
const sumIncome = `SELECT at / 3600000000, type, asset, ref_type, CASE WHEN sub_type = 'principal_returned' THEN ref_id ELSE '' END,
	  COUNT(*), CAST(SUM(amount) AS BIGINT), MAX(at)
	FROM ledger_transfer WHERE line_user = $1 AND line_user IS NOT NULL AND at >= $2 AND at < $3
	  AND (type IN ('mining_machine_income', 'mining_income', 'node_dividends', 'referral_rewards', 'level_rewards', 'team_acceleration')
	    OR sub_type = 'principal_returned')
	GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`

// HourIncome is what a user was paid in one clock hour, of one type and asset.
type HourIncome struct {
	Hour    clock.Hour
	Type    Type
	Asset   money.Asset
	RefType RefType
	// PrincipalOf is the machine whose principal came back; empty for income.
	PrincipalOf string
	Count       int64
	Sum         money.Amount
	// LastAt is when the last of it took effect.
	LastAt time.Time
}

// Income is what a user was paid in a range, by the time of effect, the oldest first.
func Income(tx *sqldb.Tx, userID string, from, to time.Time) ([]HourIncome, error) {
	return sqldb.Collect(tx, func(row *sqldb.Row) (h HourIncome, err error) {
		var hour int64
		err = row.Scan(&hour, &h.Type, &h.Asset, &h.RefType, &h.PrincipalOf, &h.Count, &h.Sum, &h.LastAt)
		h.Hour = clock.Hour(hour)
		return h, err
	}, sumIncome, userID, from, to)
}
