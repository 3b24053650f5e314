package funds

import (
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/operatortest"
	"etld/internal/infra/sqldb/dbtest"
)

// Gas that was spent is still in the capital's balance: who takes all of that out takes what
// users own. The trial says so, nobody can do it, and the rest can be taken.
func TestWhatWouldBreakAnInvariantIsRefused(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		userID := w.User(1, "1 USDT")
		w.Deposit(userID, "5 ETH")
		w.Capital("10 ETH")
		chain := ledger.House(ledger.ChainBEP20, money.ETH)
		w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.Gas, Debit: ledger.House(ledger.GasSpent, money.ETH), Credit: chain, Amount: 3 * money.Unit})
		out := func(amount string) map[string]any {
			return map[string]any{"move": "out", "evidence": "a transfer", "currency": "ETH", "amount": amount}
		}
		try := func(amount string) operatortest.Reply {
			return maker.Call("proposals/try", map[string]any{"kind": "capital_move", "payload": out(amount), "reason": "because of the test"})
		}

		w.WantCode("all of it", try("10"), operator.ErrUncovered.Code)
		tried := try("7")
		w.WantCode("what is free", tried, 200)
		invariants := operatortest.Data[operator.Trial](w.Office, tried).Invariants
		want := []ledger.Invariant{{Name: "I2", Account: "O.CAP/ETH", Currency: money.ETH, Has: "3", Needs: "0", Left: "3", Change: "-7"},
			{Name: "I3", Currency: money.ETH, Has: "5", Needs: "5", Left: "0", Change: "-7"}}
		if len(invariants) != len(want) || invariants[0] != want[0] || invariants[1] != want[1] {
			t.Errorf("the trial says %+v, want %+v", invariants, want)
		}
		w.WantCode("the bankroll", maker.Call("proposals/try", map[string]any{"kind": "pool_funding", "payload": usdt("1", "pool", "game", "evidence", "x"), "reason": "because of the test"}), operator.ErrShort.Code)
		w.Capital("100 USDT")
		game := operatortest.Data[operator.Trial](w.Office, maker.Call("proposals/try",
			map[string]any{"kind": "pool_funding", "payload": usdt("50", "pool", "game", "evidence", "x"), "reason": "because of the test"}))
		if points := game.Postings[len(game.Postings)-1]; points.Currency != money.GP || points.Amount != "5000" || points.CreditAfter != "5000" {
			t.Errorf("of points the trial would post %+v", points)
		}
		if last := game.Invariants[len(game.Invariants)-1]; last != (ledger.Invariant{Name: "I7", Currency: money.USDT, Has: "50", Needs: "50", Left: "0", Change: "0"}) {
			t.Errorf("of points the trial says %+v", last)
		}
		w.WantCode("all of it by two", w.Through(maker, checker, "capital/move", out("10")), operator.ErrUncovered.Code)
		if got := w.balance(chain); got != "12" {
			t.Errorf("%s holds %s", chain.ID(), got)
		}
		w.clean()
	})
}
