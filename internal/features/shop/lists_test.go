package shop

import (
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// fill writes a hundred thousand orders of a thousand users.
const fill = `INSERT INTO shop_order (id, user_id, goods_id, quantity, price, amount, asset, pay_type, state, names, picture, sealed, company, tracking, track_url,
		cause, reason, created_at, paid_at, shipped_at, ended_at, told_at)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
	SELECT 'ORDER' || (100000 + i), 'user' || (i % 1000), 'goods' || (i % 100), 1, 1, 1, 'USDT', 'balance',
		CASE i % 50 WHEN 0 THEN 'waiting_for_delivery' WHEN 1 THEN 'lapsed' WHEN 2 THEN 'invalid' ELSE 'shipped' END,
		'{}', '', '', '', '', '', '', '', i, i, 0, 0, 0 FROM n`

// Lists of a hundred thousand orders are read from an index, in its order.
func TestListsOfOrdersAreReadFromAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec(fill)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		before, paidBy := entropy.LastID, time.UnixMicro(1<<60)
		dbtest.ReadFromIndexes(t, db, map[string]dbtest.Read{
			"of a user":          {Query: selectMine, Args: []any{"user7", before, 21}, Index: "shop_order_user"},
			"of a user's status": {Query: selectMineIn, Args: []any{"user7", "shipped", before, 21}, Index: "shop_order_user_state"},
			"labels":             {Query: selectLongest, Args: []any{time.Now(), 100}, Index: "shop_order_state"},
			"late":               {Query: selectLate, Args: []any{paidBy, 50}, Index: "shop_order_late"},
		})
	})
}
