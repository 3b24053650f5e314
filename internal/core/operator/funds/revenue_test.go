package funds

import (
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/operatortest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// earned gives the operator 10 USDT of each kind of revenue that exists.
func (w *world) earned() {
	w.T.Helper()
	u := w.User(1, "100 USDT")
	w.Capital("0.00000001 USDT")
	of := func(class ledger.Class) ledger.Account { return ledger.Of(u, class, money.USDT) }
	house := func(class ledger.Class) ledger.Account { return ledger.House(class, money.USDT) }
	ten := money.Units(10)
	w.Update(func(tx *sqldb.Tx) error {
		_, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "1", Transfers: []ledger.Transfer{
			{Type: ledger.PurchaseProduct, Debit: of(ledger.Available), Credit: of(ledger.Cooling), Amount: ten},
			{Type: ledger.InternalTransfer, SubType: ledger.ServiceFee, Debit: of(ledger.Cooling), Credit: house(ledger.RevenueService), Amount: ten},
			{Type: ledger.HandlingFee, Debit: of(ledger.Available), Credit: of(ledger.Withdraw), Amount: ten},
			{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalFee, Debit: of(ledger.Withdraw), Credit: house(ledger.RevenueWithdraw), Amount: ten},
			{Type: ledger.HandlingFee, Debit: of(ledger.Available), Credit: house(ledger.RevenueSell), Amount: ten},
			{Type: ledger.HandlingFee, Debit: of(ledger.Available), Credit: house(ledger.RevenueSwap), Amount: ten},
		}})
		return err
	})
}

func TestRevenueBecomesCapital(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		w.earned()
		take := func(what, move, amount string, code int) {
			t.Helper()
			w.WantCode(what, w.Through(maker, checker, "capital/move", usdt(amount, "move", move, "evidence", "decision 1")), code)
		}
		for _, move := range []string{"revenue_from_withdrawals", "revenue_from_selling", "revenue_from_swaps"} {
			take(move+", more than there is", move, "10.00000001", operator.ErrShort.Code)
			take(move, move, "10", 200)
			take(move+" again", move, "0.00000001", operator.ErrShort.Code)
		}
		for _, move := range []string{"revenue_from_nodes", "revenue_from_goods"} {
			take(move+", of which there is none", move, "0.00000001", operator.ErrShort.Code)
		}
		take("service, while nobody says what is held back", "revenue_from_service", "0.00000001", operator.ErrShort.Code)
		if got := w.balance(capitalOf(money.USDT)); got != "30.00000001" {
			t.Errorf("capital is %s", got)
		}
		w.clean()
		// Nodes and goods have no sales yet; their way into capital is there.
		w.Update(func(tx *sqldb.Tx) error {
			for _, class := range []ledger.Class{ledger.RevenueNode, ledger.RevenueGoods} {
				if _, err := tx.Exec(`INSERT INTO ledger_account (id, class, asset, owner, balance) VALUES ($1, $2, 'USDT', '', 500)`, ledger.House(class, money.USDT).ID(), class); err != nil {
					return err
				}
			}
			return nil
		})
		for _, move := range []string{"revenue_from_nodes", "revenue_from_goods"} {
			take(move, move, "0.000005", 200)
		}
	})
}

// The bankroll leaves only as far as the game says what its rounds need.
func TestTheBankrollAboveWhatItKeeps(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Capital("10 USDT")
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		w.WantCode("fund", w.Through(maker, checker, "pools/fund", usdt("10", "pool", "game", "evidence", "decision 1")), 200)
		take := func(what, amount string, code int) {
			t.Helper()
			w.WantCode(what, w.Through(maker, checker, "capital/move", usdt(amount, "move", "from_game", "evidence", "decision 2")), code)
		}
		take("while nobody says what is held back", "0.01", operator.ErrShort.Code)
		w.service.Minimums[ledger.House(ledger.GameBank, money.GP)] = func(*sqldb.Tx) (money.Amount, error) { return 750, nil }
		take("a point too much", "2.51", operator.ErrShort.Code)
		take("half a point", "0.005", 1002)
		take("as much as is free", "2.5", 200)
		take("a point more", "0.01", operator.ErrShort.Code)
		if bank, behind, capital := w.balance(ledger.House(ledger.GameBank, money.GP)), w.balance(ledger.House(ledger.PointsBacking, money.USDT)), w.balance(capitalOf(money.USDT)); bank != "0.0000075" || behind != "7.5" || capital != "2.5" {
			t.Errorf("the bank holds %s, behind it are %s, capital is %s", bank, behind, capital)
		}
		w.clean()
	})
}

// What users may still claim of the platform's fees stays, also when more of
// it is held back between proposal and approval.
func TestServiceRevenueAboveWhatItKeeps(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		w.earned()
		service := ledger.House(ledger.RevenueService, money.USDT)
		held := money.MustParse("7.5")
		w.service.Minimums[service] = func(*sqldb.Tx) (money.Amount, error) { return held, nil }
		move := func(amount string) map[string]any {
			return usdt(amount, "move", "revenue_from_service", "evidence", "decision 1")
		}
		w.WantCode("an atom too much", w.Through(maker, checker, "capital/move", move("2.50000001")), operator.ErrShort.Code)
		proposed := operatortest.Data[operator.Proposal](w.Office, maker.Propose("capital/move", move("2.5")))
		if last := proposed.Diff[len(proposed.Diff)-1]; last != (operator.Change{Field: "O.REV.svc/USDT held back", Before: "7.5", After: "7.5"}) {
			t.Errorf("checkers see %+v", proposed.Diff)
		}
		held += 1
		w.WantCode("less is free by now", checker.Approve(proposed), operator.ErrShort.Code)
		if got := w.balance(service); got != "10" {
			t.Errorf("the refused approval left %s", got)
		}
		held -= 1
		w.WantCode("as much as is free", checker.Approve(proposed), 200)
		held = money.Units(11)
		w.WantCode("more is held back than there is", w.Through(maker, checker, "capital/move", move("0.00000001")), operator.ErrShort.Code)
		if got := w.balance(service); got != "7.5" {
			t.Errorf("%s is left", got)
		}
		w.clean()
	})
}
