package ledger

import (
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

const (
	// Keys of users' accounts begin with U. in the order of which the table is read once
	// from its begin to its end; by their owners each row would be looked up alone.
	selectHeld       = `SELECT owner, asset, balance FROM ledger_account WHERE id >= 'U.' AND id < 'U/' AND balance > 0`
	selectMovedSince = `SELECT asset, debit, credit, amount FROM ledger_transfer WHERE id >= $1`
	selectLeftSince  = `SELECT ref_id, amount FROM ledger_transfer WHERE id >= $1 AND debit = $2 AND ref_type = $3`
	countLinkless    = `SELECT COUNT(*) FROM ledger_transfer WHERE id > $1 AND id < $2`
)

// HeldAt calls each with amounts that add up, for every user and asset, to what the
// user's own accounts held at an instant: what they hold now, and the reverse of all
// that was posted since. It reads all accounts, and needs an instant to which the chain
// reaches (HeadAt).
func HeldAt(tx *sqldb.Tx, at time.Time, each func(userID string, asset money.Asset, change money.Amount)) error {
	err := tx.Query(func(row *sqldb.Row) error {
		var userID string
		var asset money.Asset
		var balance money.Amount
		err := row.Scan(&userID, &asset, &balance)
		each(userID, asset, balance)
		return err
	}, selectHeld)
	if err != nil {
		return err
	}
	return tx.Query(func(row *sqldb.Row) error {
		var asset money.Asset
		var debit, credit string
		var amount money.Amount
		if err := row.Scan(&asset, &debit, &credit, &amount); err != nil {
			return err
		}
		if from := parseID(debit); from.Class.OfUser() {
			each(from.Owner, asset, amount)
		}
		if to := parseID(credit); to.Class.OfUser() {
			each(to.Owner, asset, -amount)
		}
		return nil
	}, selectMovedSince, entropy.FirstID(at))
}

// LeftSince is what has left a house account since an instant, by what it was about.
func LeftSince(tx *sqldb.Tx, account Account, refType RefType, at time.Time) (map[string]money.Amount, error) {
	sums := make(map[string]money.Amount)
	err := tx.Query(func(row *sqldb.Row) error {
		var refID string
		var amount money.Amount
		err := row.Scan(&refID, &amount)
		sums[refID] += amount
		return err
	}, selectLeftSince, entropy.FirstID(at), account.ID(), refType)
	return sums, err
}

// HeadAt is the last link of what was posted before an instant. isWhole says that no
// entry of that time can follow any more, so that whoever asks later gets the same.
func HeadAt(tx *sqldb.Tx, at time.Time) (head Head, isWhole bool, err error) {
	if tx.Now().Before(at.Add(chainLag)) {
		return head, false, nil
	}
	last, err := lastLinked(tx)
	if err != nil {
		return head, false, err
	}
	var linkless int64
	if _, err := tx.QueryOne(sqldb.Dest(&linkless), countLinkless, last, entropy.FirstID(at)); err != nil || linkless > 0 {
		return head, false, err
	}
	head, err = HeadBefore(tx, at)
	return head, err == nil, err
}

// HeadBefore is the last link of what was posted before an instant, of what is linked by
// now.
func HeadBefore(tx *sqldb.Tx, at time.Time) (head Head, err error) {
	head, _, err = sqldb.Find(tx, heads.Scan, selectHeadBefore, entropy.FirstID(at))
	return head, err
}
