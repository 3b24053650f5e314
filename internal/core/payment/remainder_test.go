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

// What transfers of an earlier version left over is added up by the migration.
func TestRemaindersOfAnEarlierVersionAreKept(t *testing.T) {
	t.Parallel()
	const before = 115
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address, c := dbtest.AtVersion(t, engine, before), dbtest.NewClock()
		err := dbtest.Open(t, address, c).Update(t.Context(), func(tx *sqldb.Tx) error {
			for i, row := range []struct{ token, state, remainder string }{
				{"usdt", "credited", "9999999999"}, {"usdt", "held", "1"}, {"usdt", "dust", "20"}, {"etld", "suspense", "3"}, {"etld", "claimed", "4"}, {"eth", "capital", "0"},
				// These are counted whole, or not at all.
				{"usdt", "final", "100"}, {"usdt", "rejected", strings.Repeat("9", 30)}, {"usdt", "internal", "100"}, {"usdt", "gone", "100"},
			} {
				if _, err := tx.Exec(insertTransfer, fmt.Sprint(i), row.token, 1, row.remainder, row.state, "u", fmt.Sprint(i)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := sqldb.Migrate(t.Context(), address); err != nil {
			t.Fatal(err)
		}
		err = dbtest.Open(t, address, c).View(t.Context(), func(tx *sqldb.Tx) error {
			kept, err := sqldb.Collect(tx, remainderTable.Scan, selectRemainders, 56)
			got := make(map[string]string)
			for _, r := range kept {
				got[r.id] = r.units
			}
			if len(got) != 2 || got["56|usdt"] != "10000000020" || got["56|etld"] != "7" {
				t.Errorf("kept are %v", got)
			}
			if err != nil {
				return err
			}
			found, err := (&Service{}).checkRemainders(tx)
			if len(found) > 0 {
				t.Error(found)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
