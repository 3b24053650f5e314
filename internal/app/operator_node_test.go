package app

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/features/node"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// It takes a second person to change what a level is sold as, and what buyers do
// meanwhile counts.
func TestOperatorsChangeALevelOfNodes(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	onBothEngines(t, func(t *testing.T, p *Program) {
		_, buyer := p.invited(t)
		maker, checker, support := p.staff(t, operator.Catalogue), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Support)
		change := func(payload map[string]any) map[string]any {
			payload["level"] = "king"
			return map[string]any{"payload": payload, "reason": "fewer of them"}
		}
		king := func() node.LevelRow {
			return dataOf[httpapi.List[node.LevelRow]](t, support.call("nodes/levels", map[string]any{})).List[2]
		}
		for name, refused := range map[string]struct {
			by      *person
			payload map[string]any
			code    int
		}{
			"support":         {support, map[string]any{"supply": 50}, operator.ErrForbidden.Code},
			"a checker alone": {checker, map[string]any{"supply": 50}, operator.ErrForbidden.Code},
			"a price":         {maker, map[string]any{"price": "1"}, 1002},
			"half a node":     {maker, map[string]any{"supply": 1.5}, 1002},
			"a name in one":   {maker, map[string]any{"names": map[string]any{"en": "King"}}, 1002},
			"nothing":         {maker, map[string]any{"supply": 100}, operator.ErrNothing.Code},
		} {
			if r := refused.by.call("nodes/change", change(refused.payload)); r.Code != refused.code {
				t.Errorf("%s: %+v, want %d", name, r, refused.code)
			}
		}
		lower := maker.call("nodes/change", change(map[string]any{"supply": 1, "names": map[string]any{"en": "Emperor node", "zhtw": "帝王節點", "ru": "Императорский узел"}}))
		if r := maker.approve(lower); r.Code == http.StatusOK {
			t.Error("the maker changed it alone")
		}
		if row := king(); row.Supply != 100 || row.Stock != 100 || row.Price != money.Units(10_000) || row.Names.English != "King node" {
			t.Errorf("before the approval: %+v", row)
		}
		p.buyKings(t, buyer, king().TermsVersion, 2)
		if r := checker.approve(lower); r.Code != node.ErrBelowSold.Code {
			t.Errorf("two are sold meanwhile: %+v", r)
		}
		if row := king(); row.Supply != 100 || row.Sold != 2 || row.Names.English != "King node" {
			t.Errorf("a refused approval left %+v", row)
		}
		waits := dataOf[operator.Proposal](t, lower)
		if r := maker.call("proposals/reject", map[string]any{"proposalId": waits.ID, "payloadHash": waits.PayloadHash, "reason": "too few"}); r.Code != http.StatusOK {
			t.Fatalf("take back: %+v", r)
		}
		if r := maker.call("nodes/change", change(map[string]any{"supply": 101})); r.Code != node.ErrSupplyPromised.Code {
			t.Errorf("more than owners were told: %+v", r)
		}
		proposed := maker.call("nodes/change", change(map[string]any{"supply": 2}))
		if text := dataOf[operator.Proposal](t, proposed).Words(); !strings.Contains(text, `Change the node level “King node” (king): supply 2`) {
			t.Errorf("the wallet shows %q", text)
		}
		if r := checker.approve(proposed); r.Code != http.StatusOK {
			t.Fatalf("approve: %+v", r)
		}
		if row := king(); row.Supply != 2 || row.Sold != 2 || row.Stock != 0 {
			t.Errorf("afterwards: %+v", row)
		}
		found, err := p.Violations(ctx)
		if err != nil || len(found) > 0 {
			t.Errorf("the books: %v, %v", found, err)
		}
	})
}

// buyKings gives a user the price of nodes and lets him buy them.
func (p *Program) buyKings(t *testing.T, userID, termsVersion string, quantity int64) {
	t.Helper()
	err := p.db.Update(context.Background(), func(tx *sqldb.Tx) error {
		chain, suspense := ledger.House(ledger.ChainBEP20, money.USDT), ledger.House(ledger.Suspense, money.USDT)
		sum := money.Units(10_000) * money.Amount(quantity)
		_, err := p.ledger.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "1", Transfers: []ledger.Transfer{
			{Type: ledger.InternalTransfer, SubType: ledger.SuspenseIn, Debit: chain, Credit: suspense, Amount: sum},
			{Type: ledger.TopUp, SubType: ledger.SuspenseClaimed, Debit: suspense, Credit: ledger.AvailableOf(userID, money.USDT), Amount: sum}}})
		_, bought := p.node.Sale.Purchase(tx, checkout.Order{UserID: userID, ProductID: "nodeKing", Quantity: quantity, PayType: checkout.PayBalance, TermsVersion: termsVersion})
		return errors.Join(err, bought)
	})
	if err != nil {
		t.Fatal(err)
	}
}
