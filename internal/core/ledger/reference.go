package ledger

import (
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// Movement names what a transfer does.
type Movement struct {
	Type    Type
	SubType SubType
}

// Moved is what the journal did for one reference.
type Moved struct {
	// First is the id of the oldest transfer.
	First string
	// Sums are the amounts by movement.
	Sums map[Movement]money.Amount
}

// sumMovements names the type in its text, so that the engines use the index
// that holds these transfers only.
const sumMovements = `SELECT ref_id, type, sub_type, CAST(SUM(amount) AS BIGINT), MIN(id) FROM ledger_transfer
	WHERE ref_type = 'withdrawal' AND ref_id > $1 AND ($2 = '' OR ref_id <= $2) GROUP BY ref_id, type, sub_type`

// MovedForWithdrawals sums what the journal moved for each withdrawal whose id
// is above after and not above upTo. An empty upTo is no bound.
func MovedForWithdrawals(tx *sqldb.Tx, after, upTo string) (map[string]Moved, error) {
	byRef := make(map[string]Moved)
	err := tx.Query(func(row *sqldb.Row) error {
		var id, first string
		var name Movement
		var amount money.Amount
		if err := row.Scan(&id, &name.Type, &name.SubType, &amount, &first); err != nil {
			return err
		}
		m, known := byRef[id]
		if !known {
			m = Moved{First: first, Sums: make(map[Movement]money.Amount)}
		}
		m.First = min(m.First, first)
		m.Sums[name] = amount
		byRef[id] = m
		return nil
	}, sumMovements, after, upTo)
	return byRef, err
}
