package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The last seconds before a stop are linked after the next start: meanwhile the
// books are in order. A chain that stands while the journal goes on is not.
func TestCheckTellsAStandingServerFromAStandingChain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		mustPost(t, db, l, deposit("ann", money.Units(1)))
		c.Advance(time.Minute)
		extend(t, db)
		mustPost(t, db, l, deposit("ann", money.Units(2)))
		c.Advance(24 * time.Hour)
		if found := check(t, db); len(found) > 0 {
			t.Errorf("after a day without a server: %v", found)
		}
		mustPost(t, db, l, deposit("ann", money.Units(3)))
		if found := fmt.Sprint(check(t, db)); !strings.Contains(found, "1 transfers wait") {
			t.Errorf("with an unlinked transfer a day before the newest: %s", found)
		}
		c.Advance(time.Minute)
		extend(t, db)
		if found := check(t, db); len(found) > 0 {
			t.Errorf("linked: %v", found)
		}
	})
}

// What was put between linked entries is named, wherever it is.
func TestCheckNamesWhatIsNotLinked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		for range 3 {
			mustPost(t, db, l, deposit("ann", money.Units(1)))
			c.Advance(time.Minute)
		}
		extend(t, db)
		for _, id := range []string{"0", "(SELECT MIN(id) FROM ledger_transfer) || 'X'", "(SELECT MAX(entry_id) FROM ledger_transfer) || '01'"} {
			var found []ledger.Violation
			err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
				_, err := tx.Exec(fmt.Sprintf(`INSERT INTO ledger_transfer (id, entry_id, type, sub_type, asset, debit, credit, amount, ref_type, ref_id, note, at, posted_at, line_user, line_after)
					SELECT CAST(%s AS TEXT), 'alien', type, sub_type, asset, debit, credit, amount, ref_type, ref_id, note, at, posted_at, NULL, NULL FROM ledger_transfer ORDER BY id LIMIT 1`, id))
				if err != nil {
					return err
				}
				if found, err = ledger.CheckChain(tx); err != nil {
					return err
				}
				return errUndo
			})
			if !errors.Is(err, errUndo) || len(found) != 1 || !strings.Contains(found[0].Detail, "alien") {
				t.Errorf("%s: %v, %v", id, found, err)
			}
		}
	})
}

// What is hashed of an entry reads in one way: a note, which operators write, has no line
// of its own that could pass for another transfer's.
func TestANoteIsOneLineOfWhatIsHashed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		entry := ledger.Entry{RefType: ledger.RefTransfer, RefID: "7", Transfers: []ledger.Transfer{deposit("ann", money.Units(1))}}
		entry.Note = "a letter|1\nX01|top_up||A.CHAIN.BEP-20/USDT|U.AVL/USDT/bob|1|payment|7|\r\u2028paid"
		if err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			_, err := l.Post(tx, entry)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		c.Advance(time.Minute)
		extend(t, db)
		var note string
		err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&note), `SELECT note FROM ledger_transfer`)
			return err
		})
		if err != nil || strings.ContainsAny(note, "\n\r\u2028") || !strings.HasPrefix(note, "a letter|1 X01|") || !strings.HasSuffix(note, "paid") {
			t.Errorf("the note is %q, %v", note, err)
		}
		if found := check(t, db); len(found) > 0 {
			t.Errorf("the books: %v", found)
		}
	})
}
