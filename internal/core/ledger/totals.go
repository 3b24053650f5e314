package ledger

import (
	"fmt"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// pointsPerUnit is how many game points one USDT backs, in points per unit.
const pointsPerUnit = 100

const selectTotals = `SELECT class, asset, CAST(SUM(balance) AS BIGINT), MIN(balance) FROM ledger_account GROUP BY class, asset ORDER BY class, asset`

// CheckTotals holds I2, I3 and I7 against the stored balances alone. It reads
// each account once and no journal, so it can run every few minutes.
func CheckTotals(tx *sqldb.Tx) ([]Violation, error) {
	var found []Violation
	totals := make(map[string]money.Amount)
	err := tx.Query(func(row *sqldb.Row) error {
		var class Class
		var asset money.Asset
		var sum, least money.Amount
		if err := row.Scan(&class, &asset, &sum, &least); err != nil {
			return err
		}
		totals[House(class, asset).ID()] = sum
		if least < 0 {
			found = append(found, Violation{"I2", fmt.Sprintf("an account of %s/%s is %s", class, asset, least)})
		}
		return nil
	}, selectTotals)
	return append(append(found, coverage(totals)...), backing(totals)...), err
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
	if issued == held && behind == issued*(money.Unit/pointsPerUnit) {
		return nil
	}
	return []Violation{{"I7", fmt.Sprintf("%d points are issued, %d are held, %s USDT is behind them", int64(issued), int64(held), behind)}}
}
