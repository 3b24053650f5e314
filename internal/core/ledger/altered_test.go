package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

var errUndo = errors.New("undo")

// findings are what a check says after statements, which are then undone.
func findings(t *testing.T, db *sqldb.DB, statements ...string) (found []string) {
	t.Helper()
	err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
		for _, statement := range statements {
			if n, err := tx.Exec(statement); err != nil || n == 0 {
				return fmt.Errorf("%s: %d rows, %w", statement, n, err)
			}
		}
		for _, check := range []func(*sqldb.Tx) ([]ledger.Violation, error){ledger.Check, ledger.CheckChain} {
			list, err := check(tx)
			if err != nil {
				return err
			}
			for _, v := range list {
				found = append(found, v.String())
			}
		}
		return errUndo
	})
	if !errors.Is(err, errUndo) {
		t.Fatal(err)
	}
	return found
}

// Each column of the journal and of the accounts, altered one at a time. The
// second of four entries is the one; what the recipe of the chain leaves out
// follows from what it holds.
func TestCheckNamesTheAlteredRow(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		for _, transfer := range []ledger.Transfer{deposit("ann", money.Units(1500)), purchase("ann", money.Units(1038)), deposit("ann", money.Units(7)), deposit("bob", 5)} {
			mustPost(t, db, l, transfer)
			c.Advance(time.Second)
		}
		c.Advance(time.Minute)
		extend(t, db)
		if found := check(t, db); len(found) > 0 {
			t.Fatalf("before: %v", found)
		}
		var victim string
		if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&victim), `SELECT entry_id FROM ledger_chain WHERE seq = 2`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		named := "I10: entry " + victim
		for _, test := range []struct{ alter, want string }{
			{`UPDATE ledger_transfer SET id = 'X' || substr(id, 2) WHERE %s`, "I10"},
			{`UPDATE ledger_transfer SET entry_id = 'X' || substr(id, 2) WHERE %s`, named},
			{`UPDATE ledger_transfer SET type = 'internal_transfer' WHERE %s`, named},
			{`UPDATE ledger_transfer SET sub_type = 'gas' WHERE %s`, named},
			{`UPDATE ledger_transfer SET asset = 'ETH' WHERE %s`, named},
			{`UPDATE ledger_transfer SET debit = 'U.AVL/USDT/bob' WHERE %s`, named},
			{`UPDATE ledger_transfer SET credit = 'U.COO/USDT/bob' WHERE %s`, named},
			{`UPDATE ledger_transfer SET amount = amount - 1 WHERE %s`, named},
			{`UPDATE ledger_transfer SET ref_type = 'x' WHERE %s`, named},
			{`UPDATE ledger_transfer SET ref_id = 'x' WHERE %s`, named},
			{`UPDATE ledger_transfer SET note = 'x' WHERE %s`, named},
			{`UPDATE ledger_transfer SET at = at - 1 WHERE %s`, named},
			{`UPDATE ledger_transfer SET posted_at = posted_at - 86400000000 WHERE %s`, named},
			{`UPDATE ledger_transfer SET posted_at = posted_at + 1000000 WHERE %s`, named},
			{`UPDATE ledger_transfer SET line_user = 'bob' WHERE %s`, named},
			{`UPDATE ledger_transfer SET line_user = NULL WHERE %s`, named},
			{`UPDATE ledger_transfer SET line_after = line_after + 1 WHERE %s`, named},
			{`UPDATE ledger_transfer SET line_after = NULL WHERE %s`, named},
			{`UPDATE ledger_account SET owner = 'bob' WHERE id = 'U.AVL/USDT/ann'`, "I9: U.AVL/USDT/ann"},
			{`UPDATE ledger_account SET owner = 'bob' WHERE id = 'A.CHAIN.BEP-20/USDT'`, "I9: A.CHAIN.BEP-20/USDT"},
			{`UPDATE ledger_account SET class = 'U.WDH' WHERE id = 'U.AVL/USDT/ann'`, "I9: U.AVL/USDT/ann"},
			{`UPDATE ledger_account SET asset = 'ETH' WHERE id = 'U.AVL/USDT/ann'`, "I9: U.AVL/USDT/ann"},
			{`UPDATE ledger_account SET balance = balance + 1 WHERE id = 'U.AVL/USDT/ann'`, "I9: U.AVL/USDT/ann"},
		} {
			statement := strings.ReplaceAll(test.alter, "%s", "entry_id = '"+victim+"'")
			found := findings(t, db, statement)
			if !slices.ContainsFunc(found, func(v string) bool { return strings.HasPrefix(v, test.want) }) {
				t.Errorf("%s: found %q, want %q", statement, found, test.want)
			}
		}
		if found := findings(t, db, `UPDATE ledger_transfer SET line_after = line_after + 777 WHERE entry_id = '`+victim+`'`); len(found) != 1 {
			t.Errorf("one altered balance behind a line gives %q", found)
		}
	})
}

// Two processes at work for one user in one millisecond: their ids do not sort
// in the order in which they posted, and nothing is wrong with that.
func TestCheckBearsIDsOfSeveralProcesses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		one, other := ledger.New(entropy.System()), ledger.New(entropy.System())
		for _, p := range []struct {
			l        *ledger.Ledger
			transfer ledger.Transfer
		}{{one, deposit("bob", 1)}, {one, deposit("bob", 1)}, {one, deposit("ann", 5)}, {one, purchase("ann", 5)}, {other, deposit("ann", 9)}, {one, purchase("ann", 3)}} {
			mustPost(t, db, p.l, p.transfer)
		}
		c.Advance(time.Second)
		mustPost(t, db, one, deposit("ann", 1))
		c.Advance(time.Minute)
		mustPost(t, db, one, deposit("ann", 1))
		c.Advance(time.Minute)
		extend(t, db)
		if found := findings(t, db); len(found) > 0 {
			t.Errorf("nothing was altered: %q", found)
		}
		for _, after := range []int{5, 0, 9, 6, 7, 8} {
			if found := findings(t, db, fmt.Sprintf(`UPDATE ledger_transfer SET line_after = line_after + 100 WHERE line_user = 'ann' AND line_after = %d`, after)); len(found) != 1 || !strings.HasPrefix(found[0], "I10: entry ") {
				t.Errorf("a balance of %d, altered: %q", after, found)
			}
		}
	})
}
