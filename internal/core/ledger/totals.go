package ledger

import (
	"fmt"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

const selectTotals = `SELECT class, asset, CAST(SUM(balance) AS BIGINT), MIN(balance) FROM ledger_account GROUP BY class, asset ORDER BY class, asset`

// Total is what all accounts of a class hold of an asset, and the least that one of
// them does.
type Total struct {
	Class Class
	Asset money.Asset
	Sum   money.Amount
	Least money.Amount
}

// Totals adds up the stored balances, by class and asset. It reads each account once
// and no journal, so it can run every few minutes.
func Totals(tx *sqldb.Tx) ([]Total, error) {
	return sqldb.Collect(tx, sqldb.Into(func(t *Total) []any { return sqldb.Dest(&t.Class, &t.Asset, &t.Sum, &t.Least) }), selectTotals)
}

// CheckTotals holds I2, I3 and I7 against the stored balances alone.
func CheckTotals(tx *sqldb.Tx) ([]Violation, error) {
	totals, err := Totals(tx)
	return ViolationsOf(totals), err
}

// ViolationsOf is CheckTotals of totals that were read.
func ViolationsOf(list []Total) (found []Violation) {
	totals := make(map[string]money.Amount)
	for _, t := range list {
		totals[House(t.Class, t.Asset).ID()] = t.Sum
		if t.Least < 0 {
			found = append(found, Violation{"I2", fmt.Sprintf("an account of %s/%s is %s", t.Class, t.Asset, t.Least)})
		}
	}
	return append(append(found, coverage(totals)...), backing(totals)...)
}

// backing is I7: the points issued are those that users and the game hold, and
// the money behind them is there to the atom.
func backing(balances map[string]money.Amount) []Violation {
	var issued, held, behind money.Amount
	for id, balance := range balances {
		switch a := parseID(id); {
		case a.Class == PointsOut:
			issued += balance
		case a.Class == Points, a.Class == GameBank, a.Class == GameRound:
			held += balance
		case a.Class == PointsBacking && a.Asset == money.USDT:
			behind += balance
		}
	}
	if issued == held && behind == issued*money.PerPoint {
		return nil
	}
	return []Violation{{"I7", fmt.Sprintf("%d points are issued, %d are held, %s USDT is behind them", int64(issued), int64(held), behind)}}
}
