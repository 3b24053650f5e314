package checkout

import (
	"strings"
	"time"

	"etld/internal/core/payment"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// stockRow is a stock under its seller's name and the product's id.
type stockRow struct {
	key string
	Stock
}

// orderRow is an order and whose products it asks for.
type orderRow struct {
	seller payment.Purpose
	Order
}

var (
	stocks = sqldb.NewTable[stockRow]("checkout_stock", "id = key, rest, reserved")
	orders = sqldb.NewTable[orderRow]("checkout_order", "id, state").
		Once("seller, user_id, product_id, terms = TermsVersion, quantity, pay_type, start_now, asset, amount, created_at, intent_no")
	selectStocks = stocks.Select("")
)

// sumOpen is read from the index checkout_order_open.
const sumOpen = `SELECT seller || '|' || product_id, CAST(SUM(quantity) AS BIGINT) FROM checkout_order
	WHERE seller = $1 AND state = 'open' GROUP BY seller, product_id`

// lapsedKept is how long an order that was not paid is kept.
const lapsedKept = 90 * 24 * time.Hour

const purgeLapsed = `DELETE FROM checkout_order WHERE id IN (SELECT id FROM checkout_order
	WHERE seller = $1 AND state IN ('expired', 'cancelled') AND created_at < $2 LIMIT $3)`

// PurgeLapsed is the jobs.Deletion of orders that were not paid.
func (s *Service) PurgeLapsed(tx *sqldb.Tx) (int64, error) {
	return tx.Exec(purgeLapsed, s.Purpose, tx.Now().Add(-lapsedKept), jobs.PurgeMax)
}

// store is all SQL of checkout.
type store struct {
	stocks *sqldb.Keyed[stockRow]
	orders *sqldb.Keyed[orderRow]
}

func newStore() *store {
	stockKey := func(r stockRow) string { return r.key }
	orderID := func(r orderRow) string { return r.ID }
	return &store{
		stocks: stocks.Keyed("checkout stocks", stockKey, stocks.Upsert()),
		orders: orders.Keyed("checkout orders", orderID, orders.Upsert()),
	}
}

// stocksOf reads the stocks whose keys begin with a prefix.
func stocksOf(tx *sqldb.Tx, prefix string) (map[string]Stock, error) {
	found := make(map[string]Stock)
	err := tx.Query(func(row *sqldb.Row) error {
		r, err := stocks.Scan(row)
		if strings.HasPrefix(r.key, prefix) {
			found[r.key] = r.Stock
		}
		return err
	}, selectStocks)
	return found, err
}

// openQuantities adds up what a seller's open orders ask for, by stock.
func openQuantities(tx *sqldb.Tx, seller payment.Purpose) (map[string]int64, error) {
	return sqldb.Map[string, int64](tx, sumOpen, seller)
}
