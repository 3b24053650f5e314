package transparency

import (
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The board says what every account of the house holds, and what the check found.
func TestTheBoardOfMoneySaysWhatIsThere(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		board := func() (b Board) {
			w.View(func(tx *sqldb.Tx) (err error) { b, err = w.service.board(tx); return err })
			return b
		}
		if b := board(); b.CheckedAt != nil || len(b.Fundings) != 0 || len(b.Accounts) != len(heldAccounts()) {
			t.Errorf("before anything was there: %+v", b)
		}
		w.User(1, "20 USDT")
		w.Capital("900 USDT", "700 ETLD")
		w.Fund(ledger.InterestFree, "100 USDT")
		w.onChain("1000", "20")
		w.check()
		b := board()
		seen := map[ledger.Account]bool{}
		for _, a := range b.Accounts {
			account := ledger.House(a.Account, a.Currency)
			if seen[account] {
				t.Errorf("%s twice", account.ID())
			}
			seen[account] = true
			if want := w.Balance(account); a.Amount != want {
				t.Errorf("%s: %s, the books have %s", account.ID(), a.Amount, want)
			}
		}
		if len(b.Fundings) != 1 || b.Fundings[0].Amount != money.Units(100) {
			t.Errorf("fundings: %+v", b.Fundings)
		}
		if b.CheckedAt == nil || len(b.Assets) != 2 || len(b.Obligations) == 0 || b.Currencies[0].Owed != money.Units(120) {
			t.Errorf("of the check: %+v %+v %+v", b.Assets, b.Obligations, b.Currencies)
		}
	})
}
