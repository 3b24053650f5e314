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

// FindingsMax bounds what one check finds: so many are reason enough, and of books
// that are spoilt throughout the rest would only fill the memory.
const FindingsMax = 1000

// Findings collects what a check finds, up to FindingsMax.
type Findings []Violation

// Add adds a finding.
func (f *Findings) Add(invariant, format string, args ...any) {
	switch len(*f) {
	case FindingsMax:
	case FindingsMax - 1:
		*f = append(*f, Violation{invariant, "and more that is not listed"})
	default:
		*f = append(*f, Violation{invariant, fmt.Sprintf(format, args...)})
	}
}

const (
	// Accounts whose stored balance is not what the journal gives. All turnover of
	// an account may be more than 64 bits hold, so whole units and atoms are added
	// apart.
	selectMismatched = `SELECT id, CAST(SUM(units) AS BIGINT), CAST(SUM(atoms) AS BIGINT), MAX(is_stored), CAST(SUM(stored) AS BIGINT) FROM (
			SELECT debit AS id, -(amount / 100000000) AS units, -(amount % 100000000) AS atoms, 0 AS is_stored, 0 AS stored FROM ledger_transfer
			UNION ALL SELECT credit, amount / 100000000, amount % 100000000, 0, 0 FROM ledger_transfer
			UNION ALL SELECT id, 0, 0, 1, CASE WHEN id LIKE 'A.%' OR id LIKE 'O.EXP.%' THEN -balance ELSE balance END FROM ledger_account
		) AS moved GROUP BY id HAVING MAX(is_stored) = 0 OR SUM(units) * 100000000 + SUM(atoms) <> SUM(stored) ORDER BY id`
	selectMoved = `SELECT type, sub_type, debit, credit, MIN(id) FROM ledger_transfer GROUP BY type, sub_type, debit, credit`
)

// Check replays the journal and compares it with the stored balances: I1 (the
// policy), I2, I3, I7 and I9; and the columns that the hash chain leaves out
// with those it holds (I10). Features check the invariants that name their rows.
func Check(tx *sqldb.Tx) ([]Violation, error) {
	var found []Violation
	for _, check := range []func(*sqldb.Tx) ([]Violation, error){checkAccounts, replay, CheckTotals, movements, checkColumns} {
		violations, err := check(tx)
		if err != nil {
			return nil, err
		}
		found = append(found, violations...)
	}
	return found, nil
}

// checkAccounts holds I2 and an account's columns against its id.
func checkAccounts(tx *sqldb.Tx) ([]Violation, error) {
	var found Findings
	err := tx.Query(func(row *sqldb.Row) error {
		a, err := accountTable.Scan(row)
		if err != nil {
			return err
		}
		if a.Account != parseID(a.id) {
			found.Add("I9", "%s: its columns name the account %s", a.id, a.Account.ID())
		}
		if a.balance < 0 {
			found.Add("I2", "%s is %s", a.id, a.balance)
		}
		return nil
	}, accountTable.Select("ORDER BY id"))
	return found, err
}

// replay adds up the journal in the database, which may use its disk for that,
// and names the accounts that differ.
func replay(tx *sqldb.Tx) ([]Violation, error) {
	var found Findings
	err := tx.Query(func(row *sqldb.Row) error {
		var id string
		var units, atoms int64
		var isStored bool
		var stored money.Amount
		if err := row.Scan(&id, &units, &atoms, &isStored, &stored); err != nil {
			return err
		}
		given := money.Amount(units)*money.Unit + money.Amount(atoms)
		if parseID(id).Class.DebitNormal() {
			given, stored = -given, -stored
		}
		if isStored {
			found.Add("I9", "%s: the journal gives %s, stored is %s", id, given, stored)
		} else {
			found.Add("I9", "%s: the journal gives %s, no balance is stored", id, given)
		}
		return nil
	}, selectMismatched)
	return found, err
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
	var found Findings
	err := tx.Query(func(row *sqldb.Row) error {
		var m movement
		var debit, credit, first string
		if err := row.Scan(&m.kind, &m.sub, &debit, &credit, &first); err != nil {
			return err
		}
		from, to := parseID(debit), parseID(credit)
		m.debit, m.credit = from.Class, to.Class
		if !permitted[m] || from.Asset != to.Asset {
			found.Add("I1", "transfer %s: %s/%s %s → %s is not permitted", first, m.kind, m.sub, debit, credit)
		}
		if t := (Transfer{Type: m.kind, Debit: from, Credit: to}); !t.keepsOwner() {
			found.Add("I1", "transfer %s: %s/%s %s → %s leads to another user", first, m.kind, m.sub, debit, credit)
		}
		return nil
	}, selectMoved)
	return found, err
}
