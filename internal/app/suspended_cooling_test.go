package app

import (
	"testing"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// What a user has a time for stands still in all parts while the user is suspended.
func TestASuspendedUsersCoolingOffStandsStill(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		w := p.world(t)
		w.Update(p.seed)
		w.Fund(ledger.InterestFree, "100 USDT")
		buyer := w.User(0xA1, "105 USDT")
		w.Update(func(tx *sqldb.Tx) error {
			if _, err := p.buyMachine(tx, buyer, false); err != nil {
				return err
			}
			in := tx.Now().Add(time.Hour)
			if _, err := tx.Exec(`INSERT INTO node_node (id, user_id, product_id, level, order_id, terms, price, gift, state, created_at,
				cooling_end_at, active_at, ended_at) VALUES ('N1', $1, 'nodeKing', 'king', 'O1', '', 1, 3, 'cooling', 1, $2, 0, 0)`, buyer, in); err != nil {
				return err
			}
			return second(tx.Exec(`INSERT INTO operator_debit (id, user_id, asset, amount, state, due_at, created_at)
				VALUES ('D1', $1, 'USDT', 1, 'disputable', $2, 1)`, buyer, in))
		})
		ends := func() (list []time.Time) {
			w.View(func(tx *sqldb.Tx) (err error) {
				list, err = sqldb.Collect(tx, sqldb.One[time.Time], `SELECT cooling_end_at FROM machine_machine WHERE user_id = $1
					UNION ALL SELECT cooling_end_at FROM node_node WHERE user_id = $1
					UNION ALL SELECT due_at FROM operator_debit WHERE user_id = $1`, buyer)
				return err
			})
			return list
		}
		before := ends()
		w.Update(func(tx *sqldb.Tx) error {
			return p.signin.Suspend(tx, buyer, "a stolen key", tx.Now().Add(72*time.Hour))
		})
		after := ends()
		if len(before) != 3 || len(after) != 3 {
			t.Fatalf("%v, then %v", before, after)
		}
		for i, at := range after {
			if by := at.Sub(before[i]); by > 72*time.Hour || by < 71*time.Hour {
				t.Errorf("the end %s moved by %s", before[i], by)
			}
		}
	})
}
