package ledger_test

import (
	"strings"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A transfer between users that somebody wrote into the database is named; a referral
// reward out of a buyer's fee is none.
func TestCheckNamesWhatLeadsToAnotherUser(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		l := ledger.New(entropy.System())
		mustPost(t, db, l, deposit("ann", money.Units(1500)), purchase("ann", money.Units(1038)))
		mustPost(t, db, l, ledger.Transfer{Type: ledger.ReferralRewards, Debit: ledger.Of("ann", ledger.Cooling, money.USDT),
			Credit: ledger.AvailableOf("bob", money.USDT), Amount: 1})
		if found := check(t, db); len(found) > 0 {
			t.Errorf("of a referral reward: %v", found)
		}
		found := findings(t, db, "UPDATE ledger_transfer SET credit = 'U.COO/USDT/bob' WHERE credit = 'U.COO/USDT/ann'")
		if !strings.Contains(strings.Join(found, "\n"), "U.AVL/USDT/ann → U.COO/USDT/bob leads to another user") {
			t.Errorf("it is not named: %v", found)
		}
	})
}
