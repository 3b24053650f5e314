package payment

import (
	"fmt"
	"strings"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const insertTransfer = `INSERT INTO payment_transfer (id, chain_id, tx_hash, ordinal, token, sender, recipient, wei, asset, amount, remainder, block_number,
	block_hash, block_parent, block_time, state, user_id, intent_no, reason, entry_id, seen_at, final_at, settled_at)
	VALUES ($1, 56, '0x', 1, $2, '', '', '9', 'USDT', $3, $4, 1, '', '', 0, $5, $6, $6, '', $7, 0, 0, 0)`

// However many transfers were settled, those that were not are read from an index
// that holds these only.
func TestSettledTransfersAreNotReadToReconcile(t *testing.T) {
	t.Parallel()
	const settled = 5_000
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			for i := range settled {
				state, entry := "credited", fmt.Sprint("e", i)
				if i%2_000 == 0 {
					state, entry = "final", ""
				}
				if _, err := tx.Exec(insertTransfer, fmt.Sprint(i), "usdt", 1, "7", state, "u", entry); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if plan := dbtest.Plan(t, db, selectUnsettled, 56); !strings.Contains(plan, "payment_transfer_uncounted") {
			t.Errorf("what is not settled is read by\n%s", plan)
		}
	})
}
