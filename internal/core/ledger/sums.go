package ledger

import (
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// What the journal itself says, in sums that features hold against their rows.
// Each reads the journal once and gives a row per user, day or machine.
const (
	sumPaidByPools = `SELECT credit, type, CAST(SUM(amount) AS BIGINT) FROM ledger_transfer
		WHERE debit LIKE 'P.%' AND credit LIKE 'U.AVL/%' GROUP BY credit, type`
	sumByReference = `SELECT ref_id, CAST(SUM(amount) AS BIGINT) FROM ledger_transfer
		WHERE type = $1 AND ref_type = $2 GROUP BY ref_id`
	// What leaves the cooling-off account at a start, but for the principal.
	sumFeesShared = `SELECT ref_id, CAST(SUM(CASE WHEN sub_type = 'service_fee' THEN 0 ELSE amount END) AS BIGINT), CAST(SUM(amount) AS BIGINT)
		FROM ledger_transfer WHERE ref_type = $1 AND debit LIKE 'U.COO/%' AND sub_type NOT IN ('machine_started', 'cooling_off_refund')
		GROUP BY ref_id`
)

// PaidByPools calls a function with what pools have paid each user, by type.
func PaidByPools(tx *sqldb.Tx, each func(user string, kind Type, sum money.Amount)) error {
	return tx.Query(func(row *sqldb.Row) error {
		var account string
		var kind Type
		var sum money.Amount
		err := row.Scan(&account, &kind, &sum)
		each(parseID(account).Owner, kind, sum)
		return err
	}, sumPaidByPools)
}

// SumByReference is what transfers of one type have moved for each thing of
// one kind.
func SumByReference(tx *sqldb.Tx, kind Type, refType string) (map[string]money.Amount, error) {
	sums := make(map[string]money.Amount)
	err := tx.Query(func(row *sqldb.Row) error {
		var id string
		var sum money.Amount
		err := row.Scan(&id, &sum)
		sums[id] = sum
		return err
	}, sumByReference, kind, refType)
	return sums, err
}

// SharedFee is how the fee of one purchase was shared out when it took effect:
// the rewards of others, unallocated ones included, and all of it together with
// the operator's part.
type SharedFee struct{ Rewards, Whole money.Amount }

// SharedFees lists how the fees were shared out, by what was bought.
func SharedFees(tx *sqldb.Tx, refType string) (map[string]SharedFee, error) {
	shared := make(map[string]SharedFee)
	err := tx.Query(func(row *sqldb.Row) error {
		var id string
		var s SharedFee
		err := row.Scan(&id, &s.Rewards, &s.Whole)
		shared[id] = s
		return err
	}, sumFeesShared, refType)
	return shared, err
}
