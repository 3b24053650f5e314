package ledger

import (
	"fmt"
	"strings"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// Violation is a broken invariant, named as in the product's list.
type Violation struct {
	Invariant string
	Detail    string
}

// String reads "I9: …".
func (v Violation) String() string { return v.Invariant + ": " + v.Detail }

const (
	selectStored = `SELECT id, class, asset, owner, balance FROM ledger_account ORDER BY id`
	sumDebits    = `SELECT debit, CAST(SUM(amount) AS BIGINT) FROM ledger_transfer GROUP BY debit`
	sumCredits   = `SELECT credit, CAST(SUM(amount) AS BIGINT) FROM ledger_transfer GROUP BY credit`
	selectMoved  = `SELECT type, sub_type, debit, credit, MIN(id) FROM ledger_transfer GROUP BY type, sub_type, debit, credit`
)

// Check replays the journal and compares it with the stored balances: I1 (the
// policy), I2, I3, I7 and I9; and the columns that the hash chain leaves out
// with those it holds (I10). Features check the invariants that name their rows.
func Check(tx *sqldb.Tx) ([]Violation, error) {
	replayed := make(map[string]money.Amount)
	if err := replay(tx, replayed); err != nil {
		return nil, err
	}
	var found []Violation
	stored := make(map[string]money.Amount)
	err := tx.Query(func(row *sqldb.Row) error {
		var id string
		var columns Account
		var balance money.Amount
		if err := row.Scan(&id, &columns.Class, &columns.Asset, &columns.Owner, &balance); err != nil {
			return err
		}
		stored[id] = balance
		if columns != parseID(id) {
			found = append(found, Violation{"I9", fmt.Sprintf("%s: its columns name the account %s", id, columns.ID())})
		}
		if balance < 0 {
			found = append(found, Violation{"I2", fmt.Sprintf("%s is %s", id, balance)})
		}
		return nil
	}, selectStored)
	if err != nil {
		return nil, err
	}
	for id, balance := range stored {
		if replayed[id] != balance {
			found = append(found, Violation{"I9", fmt.Sprintf("%s: the journal gives %s, stored is %s", id, replayed[id], balance)})
		}
	}
	for id, balance := range replayed {
		if _, exists := stored[id]; !exists {
			found = append(found, Violation{"I9", fmt.Sprintf("%s: the journal gives %s, no balance is stored", id, balance)})
		}
	}
	found = append(append(found, coverage(stored)...), backing(stored)...)
	moved, err := movements(tx)
	if err != nil {
		return nil, err
	}
	altered, err := checkColumns(tx)
	return append(append(found, moved...), altered...), err
}

func replay(tx *sqldb.Tx, balances map[string]money.Amount) error {
	for _, side := range []struct {
		query string
		debit bool
	}{{sumDebits, true}, {sumCredits, false}} {
		err := tx.Query(func(row *sqldb.Row) error {
			var id string
			var sum money.Amount
			if err := row.Scan(&id, &sum); err != nil {
				return err
			}
			if side.debit != parseID(id).Class.DebitNormal() {
				sum = -sum
			}
			balances[id] += sum
			return nil
		}, side.query)
		if err != nil {
			return err
		}
	}
	return nil
}

// coverage is I3: per asset, what is on chain covers users, pools and third parties.
func coverage(stored map[string]money.Amount) []Violation {
	assets, owed := make(map[money.Asset]money.Amount), make(map[money.Asset]money.Amount)
	for id, balance := range stored {
		a := parseID(id)
		switch {
		case a.Asset == money.GP:
		case strings.HasPrefix(string(a.Class), "A.CHAIN."):
			assets[a.Asset] += balance
		case strings.HasPrefix(string(a.Class), "U."), strings.HasPrefix(string(a.Class), "P."), strings.HasPrefix(string(a.Class), "L."):
			owed[a.Asset] += balance
		}
	}
	var found []Violation
	for asset, sum := range owed {
		if assets[asset] < sum {
			found = append(found, Violation{"I3", fmt.Sprintf("%s: %s on chain, %s owed", asset, assets[asset], sum)})
		}
	}
	return found
}

func movements(tx *sqldb.Tx) ([]Violation, error) {
	var found []Violation
	err := tx.Query(func(row *sqldb.Row) error {
		var m movement
		var debit, credit, first string
		if err := row.Scan(&m.kind, &m.sub, &debit, &credit, &first); err != nil {
			return err
		}
		from, to := parseID(debit), parseID(credit)
		m.debit, m.credit = from.Class, to.Class
		if !permitted[m] || from.Asset != to.Asset {
			found = append(found, Violation{"I1", fmt.Sprintf("transfer %s: %s/%s %s → %s is not permitted", first, m.kind, m.sub, debit, credit)})
		}
		return nil
	}, selectMoved)
	return found, err
}
