package payment_test

import (
	"context"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Each kind of damage to the rows is found, and named.
func TestCheckFindsDamage(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]string{
		"suspense changed":              `UPDATE payment_transfer SET amount = amount + 100000000, wei = '8000000000000000000' WHERE state = 'suspense'`,
		"a credit nobody received":      `UPDATE payment_transfer SET amount = amount + 100000000, wei = '11000000000000000000' WHERE state = 'credited'`,
		"a credit given to another":     `UPDATE payment_transfer SET user_id = 'bob' WHERE state = 'credited'`,
		"an intent paid more than held": `UPDATE payment_intent SET paid = paid + 1 WHERE state = 'open'`,
		"an intent open beyond its sum": `UPDATE payment_intent SET amount = paid WHERE state = 'open'`,
		"an intent closed while held":   `UPDATE payment_intent SET state = 'expired' WHERE state = 'open'`,
		"seen below the final block":    `UPDATE payment_transfer SET state = 'seen', entry_id = '' WHERE state = 'dust'`,
		"final above the final block":   `UPDATE payment_transfer SET block_number = block_number + 10 WHERE state = 'dust'`,
		"a remainder kept twice":        `UPDATE payment_remainder SET units = '10'`,
		"a remainder lost":              `UPDATE payment_transfer SET remainder = '0' WHERE state = 'dust'`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newWorld(t, db, c)
				w.line.land(w.line.pay(ann, money.Units(10)), w.line.pay(stranger, money.Units(7)), w.line.transfer(bob, usdt, units(money.Units(0)).SetInt64(5)))
				w.work()
				c.Advance(time.Minute)
				w.mustOpen("ann", "order", money.Units(100))
				w.line.land(w.line.pay(ann, money.Units(40)))
				w.work()
				w.clean()
				var found []ledger.Violation
				if err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
					changed, err := tx.Exec(damage)
					if err != nil || changed != 1 {
						t.Fatalf("%d rows damaged, %v", changed, err)
					}
					found, err = w.service.Check(tx)
					return err
				}); err != nil {
					t.Fatal(err)
				}
				if len(found) == 0 {
					t.Error("not found")
				}
			})
		})
	}
}
