package checkout

import (
	"fmt"
	"strings"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// However many orders have ended, what the open ones ask for is read from an index
// that holds these only.
func TestEndedOrdersAreNotReadForACheck(t *testing.T) {
	t.Parallel()
	const ended = 5_000
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			for i := range ended {
				state := "paid"
				if i%2_000 == 0 {
					state = "open"
				}
				_, err := tx.Exec(`INSERT INTO checkout_order (id, seller, user_id, product_id, terms, quantity, pay_type, start_now, amount, created_at, intent_no, state)
					VALUES ($1, 'node', 'buyer', 'kingNode', '', 2, 'chain', 0, 1, 0, '', $2)`, fmt.Sprint(i), state)
				if err != nil {
					return err
				}
			}
			sums, err := openQuantities(tx, "node")
			if len(sums) != 1 || sums["node|kingNode"] != 6 {
				t.Errorf("open orders ask for %v", sums)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if plan := dbtest.Plan(t, db, sumOpen, "node"); !strings.Contains(plan, "checkout_order_open") {
			t.Errorf("open orders are added up by\n%s", plan)
		}
	})
}
