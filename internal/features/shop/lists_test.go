package shop

import (
	"strings"
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
		for name, list := range map[string]struct {
			query string
			args  []any
			index string
		}{
			"of a user":               {selectMine, []any{"user7", before, 21}, "shop_order_user"},
			"of a user's status":      {selectMineIn, []any{"user7", "shipped", before, 21}, "shop_order_user_state"},
			"operators', of a user":   {selectOfUser, []any{"user7", before, "", "", paidBy, 21}, "shop_order_user"},
			"operators', of goods":    {selectOfGoods, []any{"goods7", before, "", "", paidBy, 21}, "shop_order_goods"},
			"operators', of a status": {selectInState, []any{"waiting_for_delivery", before, "waiting_for_delivery", "", paidBy, 21}, "shop_order_state"},
			"labels":                  {selectLongest, []any{100}, "shop_order_state"},
			"late":                    {selectLate, []any{paidBy, 50}, "shop_order_late"},
		} {
			plan := dbtest.Plan(t, db, list.query, list.args...)
			if !strings.Contains(plan, list.index) || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort  ") {
				t.Errorf("%s: %s", name, plan)
			}
		}
	})
}
