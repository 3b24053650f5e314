package machine

import (
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// leave pays out on the chain all that somebody can take.
func (w *world) leave(userID string) {
	w.T.Helper()
	from, held := ledger.AvailableOf(userID, money.USDT), ledger.Of(userID, ledger.Withdraw, money.USDT)
	sum := w.Balance(from)
	w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalHold, Debit: from, Credit: held, Amount: sum},
		ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalPaid, Debit: held, Credit: ledger.House(ledger.ChainBEP20, money.USDT), Amount: sum})
}

// Once everybody has withdrawn what they could, the operator's fees and capital among it,
// all machines mature: every principal and all interest is there, and is withdrawn too.
func TestEveryPrincipalIsPaidOnceAllElseIsGone(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Capital("50000 USDT")
		back := map[string]string{"small": "101.8", "medium": "1045", "large": "11080"}
		owners := make(map[string]string)
		for size := range back {
			owners[size] = w.User(len(owners)+1, "20000 USDT")
			w.running(owners[size], size)
		}
		for _, owner := range owners {
			w.leave(owner)
		}
		capital := ledger.House(ledger.Capital, money.USDT)
		w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.RevenueTaken, Debit: revenue, Credit: capital, Amount: w.Balance(revenue)})
		w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CapitalOut, Debit: capital, Credit: ledger.House(ledger.ChainBEP20, money.USDT),
			Amount: w.Balance(capital)})
		w.pass(361*day, 30*day)
		for size, owner := range owners {
			w.expect("locked of a "+size+" one", w.Balance(principal(owner)), 0)
			w.expect("back of a "+size+" one", w.Balance(ledger.AvailableOf(owner, money.USDT)), amount(back[size]))
			w.leave(owner)
			w.expect("left of a "+size+" one", w.Balance(ledger.AvailableOf(owner, money.USDT)), 0)
		}
		w.check()
	})
}
