package ledger

import (
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// What the journal itself says, in sums that features hold against their rows.
// Each reads the journal once and gives a row per user, day or machine.
const (
	sumPaidByPools = `SELECT credit, CAST(SUM(amount) AS BIGINT) FROM ledger_transfer
		WHERE type = $1 AND debit LIKE 'P.%' AND credit LIKE $2 GROUP BY credit ORDER BY credit`
	sumByReference = `SELECT ref_id, CAST(SUM(amount) AS BIGINT) FROM ledger_transfer
		WHERE type = $1 AND ref_type = $2 GROUP BY ref_id`
	// What leaves the cooling-off account at a start, but for the principal.
	sumFeesShared = `SELECT ref_id, CAST(SUM(CASE WHEN sub_type = 'service_fee' THEN 0 ELSE amount END) AS BIGINT), CAST(SUM(amount) AS BIGINT)
		FROM ledger_transfer WHERE ref_type = $1 AND debit LIKE 'U.COO/%' AND sub_type NOT IN ('machine_started', 'cooling_off_refund')
		GROUP BY ref_id ORDER BY ref_id`
)

// Paid is what pools have paid a user, of one type.
type Paid struct {
	UserID string
	Sum    money.Amount
}

// PaidByPools lists what pools have paid each user of one asset, in the order of
// the users' ids.
func PaidByPools(tx *sqldb.Tx, kind Type, asset money.Asset) (*sqldb.Cursor[Paid], error) {
	return sqldb.OpenCursor(tx, func(row *sqldb.Row) (p Paid, err error) {
		var account string
		err = row.Scan(&account, &p.Sum)
		p.UserID = parseID(account).Owner
		return p, err
	}, sumPaidByPools, kind, Of("%", Available, asset).ID())
}

// SumByReference is what transfers of one type have moved for each thing of
// one kind.
func SumByReference(tx *sqldb.Tx, kind Type, refType RefType) (map[string]money.Amount, error) {
	return sqldb.Map[string, money.Amount](tx, sumByReference, kind, refType)
}

// SharedFee is how the fee of one purchase was shared out when it took effect:
// the rewards of others, unallocated ones included, and all of it together with
// the operator's part.
type SharedFee struct{ Rewards, Whole money.Amount }

// SharedFeeOf is how the fee of what has this id was shared out.
type SharedFeeOf struct {
	ID string
	SharedFee
}

// SharedFees lists how the fees were shared out, in the order of the ids of what
// was bought.
func SharedFees(tx *sqldb.Tx, refType RefType) (*sqldb.Cursor[SharedFeeOf], error) {
	return sqldb.OpenCursor(tx, sqldb.Into(func(s *SharedFeeOf) []any { return sqldb.Dest(&s.ID, &s.Rewards, &s.Whole) }), sumFeesShared, refType)
}
