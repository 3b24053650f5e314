package simulation

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"etld/internal/app/demo"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
)

// goodsEvents are what happens to goods and their orders. What is owed for them is
// paid with what is owed for machines.
var goodsEvents = []event{
	{"buy goods", 13, (*world).buyGoods},
	{"cancel an order", 4, (*world).cancelOrder},
	{"ship", 5, (*world).ship},
	{"refuse an order", 1, (*world).refuseOrder},
	{"reverse an order", 3, (*world).reverseOrder},
	{"stock", 3, (*world).changeStock},
}

// offered are some goods as a buyer saw them.
type offered struct {
	ID, TermsVersion string
	Price            money.Amount
	PriceCurrency    money.Asset
}

// buyGoods orders goods, out of the balance or by wallet; at times more than there
// are, to where they are not delivered, or after what was seen has changed.
func (w *world) buyGoods() {
	if len(w.people()) == 0 {
		return
	}
	asset := pick(w, []money.Asset{money.USDT, money.USDT, money.ETLD})
	p, _ := w.holder(asset, 1)
	var catalogue struct{ List []offered }
	if !p.read("/api/shop/goods", &catalogue, "size", "50") {
		return
	}
	list := slices.DeleteFunc(catalogue.List, func(one offered) bool { return one.PriceCurrency != asset })
	if len(list) == 0 {
		return
	}
	one := pick(w, list)
	to := p.addressIn("TW")
	if w.oneIn(10) {
		to = p.addressIn("DE")
	}
	if to == "" {
		return
	}
	way, quantity := "balance", 1+w.chance.IntN(3)
	if w.oneIn(3) {
		way = "chain"
	}
	var bought struct {
		PayAmount     money.Amount
		PriceCurrency money.Asset
		IntentNo      *string
	}
	isChanged := w.oneIn(5) && w.changeMeanwhile(p, one, to)
	a := p.do("/api/shop/createOrder", &bought, "goodsId", one.ID, "quantity", strconv.Itoa(quantity), "addressId", to, "payType", way, "termsVersion", one.TermsVersion)
	if !a.ok() {
		return
	}
	if isChanged {
		w.fail("%s ordered %s as it was, to an address that was", p.name, one.ID)
	}
	if bought.PriceCurrency != asset || bought.PayAmount != one.Price*money.Amount(quantity) {
		w.fail("%s ordered %d of %s at %s %s and pays %s %s", p.name, quantity, one.ID, one.Price, asset, bought.PayAmount, bought.PriceCurrency)
	}
	if bought.IntentNo != nil {
		w.oweFor(p, *bought.IntentNo, asset, bought.PayAmount)
	}
}

// changeMeanwhile changes what somebody is about to order: its price, whether it is on
// sale, or the address. It says whether that took effect.
func (w *world) changeMeanwhile(p *person, seen offered, to string) bool {
	catalogue := w.colleague(operator.Catalogue, "catalogue")
	switch w.chance.IntN(3) {
	case 0:
		return p.call("/api/address/delete", values("id", to)).ok()
	case 1:
		catalogue.call("goods/hide", map[string]any{"goodsId": seen.ID}, nil)
	default:
		price := seen.Price + money.Units(1)
		if w.oneIn(2) && seen.Price > money.Units(10) {
			price = seen.Price - money.Units(1)
		}
		catalogue.call("goods/change", proposalOf(map[string]any{"goodsId": seen.ID, "price": price.String(), "currency": seen.PriceCurrency}), nil)
		w.checker(0).approveAll("goods_change", 1)
	}
	isChanged := false
	w.read(func(row *sqldb.Row) error {
		var id string
		var price, next money.Amount
		var onSale int64
		var nextAt time.Time
		err := row.Scan(&id, &price, &onSale, &next, &nextAt)
		// A rise is announced first; what was announced a day ago is the price.
		if !nextAt.IsZero() && !w.clock.Now().Before(nextAt) {
			price = next
		}
		isChanged = isChanged || id == seen.ID && (price != seen.Price || onSale == 0)
		return err
	}, `SELECT id, price, on_sale, next_price, next_at FROM shop_goods`)
	return isChanged
}

// addressIn is an id of somebody's address in a region; to add one twice changes nothing.
func (p *person) addressIn(region string) string {
	var added struct{ ID string }
	p.w.decode(p.call("/api/address/add", values("name", p.name, "phone", "+886 912 345 678", "detail", "1, Example Road, Example", "region", region)), &added)
	return added.ID
}

// order is an order of goods as it stands in the database.
type order struct {
	no, user, goods, state, cause string
	quantity                      int64
	asset                         money.Asset
	price, amount                 money.Amount
}

// orders are those in some states; without one, all.
func (w *world) orders(states ...string) (list []order) {
	w.read(func(row *sqldb.Row) error {
		var o order
		err := row.Scan(&o.no, &o.user, &o.goods, &o.state, &o.cause, &o.quantity, &o.asset, &o.price, &o.amount)
		if len(states) == 0 || slices.Contains(states, o.state) {
			list = append(list, o)
		}
		return err
	}, `SELECT id, user_id, goods_id, state, cause, quantity, asset, price, amount FROM shop_order ORDER BY id`)
	return list
}

// cancelOrder takes back what was not shipped, or leaves its payment; seldom it is
// too late, somebody else tries to, or the buyer does so twice.
func (w *world) cancelOrder() {
	list := w.orders("payment", "waiting_for_delivery", "shipped")
	if len(list) == 0 {
		return
	}
	o := pick(w, list)
	owner := w.byID(o.user)
	by := owner
	if w.oneIn(12) {
		by = pick(w, w.people())
	}
	a := by.do("/api/shop/cancelOrder", nil, "orderNo", o.no)
	if a.ok() && (by != owner || o.state == "shipped") {
		w.fail("%s cancelled an order of %s that was %s", by.name, owner.name, o.state)
	}
	if a.ok() && w.oneIn(2) && by.do("/api/shop/cancelOrder", nil, "orderNo", o.no).ok() {
		w.fail("%s cancelled order %s twice", by.name, o.no)
	}
}

// ship sends what waits, at times twice.
func (w *world) ship() {
	sender := w.colleague(operator.Fulfilment, "sender")
	for _, o := range w.orders("waiting_for_delivery") {
		if w.oneIn(2) {
			continue
		}
		parcel := map[string]any{"orderNo": o.no, "company": "Post", "number": "RR " + o.no}
		first := sender.call("orders/ship", parcel, nil)
		if w.oneIn(4) && first.ok() && sender.call("orders/ship", parcel, nil).ok() {
			w.fail("order %s was shipped twice", o.no)
		}
	}
}

// refuseOrder ends an order that waits, or tries to end one that does not.
func (w *world) refuseOrder() {
	list := w.orders("waiting_for_delivery", "shipped", "invalid")
	if len(list) == 0 {
		return
	}
	o := pick(w, list)
	a := w.colleague(operator.Fulfilment, "sender").call("orders/invalidate", map[string]any{"orderNo": o.no, "reason": "it cannot be had"}, nil)
	if a.ok() && o.state != "waiting_for_delivery" {
		w.fail("order %s was %s and was refused", o.no, o.state)
	}
}

// reverseOrder proposes to take back what was shipped; a second person agrees,
// mostly, at times when it is too late for it.
func (w *world) reverseOrder() {
	sender := w.colleague(operator.Fulfilment, "sender")
	if list := w.orders("shipped", "invalid"); len(list) > 0 {
		o := pick(w, list)
		a := sender.call("orders/reverse", proposalOf(map[string]any{"orderNo": o.no, "cause": pick(w, []string{"lost", "returned"})}), nil)
		if a.ok() && o.state != "shipped" {
			w.fail("a reversal of order %s, which is %s, was proposed", o.no, o.state)
		}
	}
	w.checker(w.chance.IntN(2)).approveAll("order_reversal", 1+w.chance.IntN(2))
}

// stock is what is left of some goods, as it stands in the database.
type stock struct{ rest, reserved int64 }

func (w *world) stocks() map[string]stock {
	list := make(map[string]stock)
	w.read(func(row *sqldb.Row) error {
		var key string
		var s stock
		err := row.Scan(&key, &s.rest, &s.reserved)
		list[key] = s
		return err
	}, `SELECT id, rest, reserved FROM checkout_stock`)
	return list
}

// changeStock proposes that some goods come to the stock, or that most of it leaves,
// so that they run out, and are on sale, also if they were not; a second person agrees,
// mostly.
func (w *world) changeStock() {
	goods := pick(w, demo.Goods())
	more := 1 + w.chance.Int64N(12)
	if w.oneIn(2) {
		more = w.chance.Int64N(3) - w.stocks()["goods|"+goods.ID].rest
	}
	w.colleague(operator.Catalogue, "catalogue").call("goods/change", proposalOf(map[string]any{"goodsId": goods.ID, "addStock": more, "onSale": true}), nil)
	w.checker(0).approveAll("goods_change", 1+w.chance.IntN(2))
}

// checkOrdersCheaply holds after every step: what users have in escrow for orders is
// what those wait for that are not shipped, and nothing was sold that is not there.
func (w *world) checkOrdersCheaply() {
	w.read(func(row *sqldb.Row) error {
		var user string
		var asset money.Asset
		var held money.Amount
		err := row.Scan(&user, &asset, &held)
		if held != 0 {
			w.fail("user %s has %s %s more in U.ORD than the unshipped orders hold", user, held, asset)
		}
		return err
	}, `SELECT owner, asset, CAST(SUM(held) AS BIGINT) FROM (
			SELECT owner, asset, balance AS held FROM ledger_account WHERE class = 'U.ORD'
			UNION ALL SELECT user_id, asset, -amount FROM shop_order WHERE state = 'waiting_for_delivery') AS both_sides
		GROUP BY owner, asset ORDER BY owner, asset`)
	for key, left := range w.stocks() {
		if left.rest < 0 || left.reserved < 0 {
			w.fail("the stock of %s is %d, and %d are reserved", key, left.rest, left.reserved)
		}
	}
}

// orderMoves is what an order's entries moved.
type orderMoves struct{ paid, earned, back money.Amount }

// expectedMoves is what they have to have moved: everything once.
func (o order) expectedMoves() orderMoves {
	switch o.state + " " + o.cause {
	case "payment ", "lapsed cancelled", "lapsed expired":
		return orderMoves{}
	case "waiting_for_delivery ":
		return orderMoves{paid: o.amount}
	case "shipped ":
		return orderMoves{o.amount, o.amount, 0}
	case "invalid cancelled", "invalid invalidated":
		return orderMoves{o.amount, 0, o.amount}
	case "invalid lost", "invalid returned":
		return orderMoves{o.amount, o.amount, o.amount}
	}
	return orderMoves{-1, -1, -1}
}

// checkOrders: each order's money moved as its state says, once; goods are where
// orders and operators put them; nobody has more than the limit.
func (w *world) checkOrders(list []transfer, atRest bool) {
	of := make(map[string][]transfer)
	for _, t := range list {
		if t.refType == "order" || t.refType == "goods_order" {
			of[t.refID] = append(of[t.refID], t)
		}
	}
	stocks, gone := w.stocks(), w.addedStock()
	has := make(map[[2]string]int64)
	reserved := make(map[string]int64)
	for _, o := range w.orders() {
		var moved orderMoves
		for _, t := range of[o.no] {
			switch {
			case t.asset == o.asset && t.credit == ledger.Of(o.user, ledger.Order, o.asset).ID():
				moved.paid += t.amount
			case t.asset == o.asset && t.credit == ledger.House(ledger.RevenueGoods, o.asset).ID():
				moved.earned += t.amount
			case t.asset == o.asset && t.credit == ledger.Of(o.user, ledger.Available, o.asset).ID():
				moved.back += t.amount
			default:
				w.fail("order %s: %+v", o.no, t)
			}
		}
		if want := o.expectedMoves(); moved != want || o.amount != o.price*money.Amount(o.quantity) {
			w.fail("order %s of %d for %s is %s (%s) and moved %+v, want %+v", o.no, o.quantity, o.amount, o.state, o.cause, moved, want)
		}
		delete(of, o.no)
		switch {
		case o.state == "payment":
			reserved[o.goods] += o.quantity
			if atRest {
				w.fail("order %s waits for a payment that is over", o.no)
			}
		case o.state == "lapsed", o.state == "invalid" && o.cause != "lost":
			continue
		}
		gone[o.goods] -= o.quantity
		if o.state != "invalid" {
			has[[2]string{o.user, o.goods}] += o.quantity
		}
	}
	for no, one := range of {
		w.fail("there is no order %s, and %+v", no, one)
	}
	for _, offer := range demo.Goods() {
		if got, want := stocks["goods|"+offer.ID], (stock{offer.Stock + gone[offer.ID], reserved[offer.ID]}); got != want {
			w.fail("stock of %s: left and reserved are %+v, must be %+v", offer.ID, got, want)
		}
		for _, p := range w.people() {
			if n := has[[2]string{p.id, offer.ID}]; n > offer.Limit {
				w.fail("%s has %d of %s, the limit is %d", p.name, n, offer.ID, offer.Limit)
			}
		}
	}
}

// addedStock is what operators added to the stock of goods.
func (w *world) addedStock() map[string]int64 {
	added := make(map[string]int64)
	w.read(func(row *sqldb.Row) error {
		var payload string
		err := row.Scan(&payload)
		var change struct {
			GoodsID  string
			AddStock int64
		}
		w.must(json.Unmarshal([]byte(payload), &change))
		added[change.GoodsID] += change.AddStock
		return err
	}, `SELECT payload FROM operator_proposal WHERE kind = 'goods_change' AND state = 'executed'`)
	return added
}

// checkSeenOrders: somebody sees the own orders, each as it is, and their address.
func (w *world) checkSeenOrders(p *person) {
	rows := make(map[string]order)
	for _, o := range w.orders("payment", "waiting_for_delivery", "shipped", "invalid") {
		if o.user == p.id {
			rows[o.no] = o
		}
	}
	for _, status := range []string{"payment", "waiting_for_delivery", "shipped", "invalid"} {
		for cursor := ""; ; {
			var page struct {
				List []struct {
					OrderNo, Status, Consignee string
					Quantity                   int64
					PayAmount                  money.Amount
				}
				NextCursor string
				HasMore    bool
			}
			params := []string{"size", "3", "status", status}
			if cursor != "" {
				params = append(params, "cursor", cursor)
			}
			if !p.read("/api/shop/orders", &page, params...) {
				return
			}
			for _, seen := range page.List {
				o := rows[seen.OrderNo]
				// The address goes when an order ends, and some time after it was sent.
				isNamed := seen.Consignee == p.name && status != "invalid" || seen.Consignee == "" && (status == "invalid" || status == "shipped")
				if seen.Status != o.state || seen.Quantity != o.quantity || seen.PayAmount != o.amount || !isNamed {
					w.fail("%s sees %+v of the order %+v", p.name, seen, o)
				}
				delete(rows, seen.OrderNo)
			}
			if cursor = page.NextCursor; !page.HasMore {
				break
			}
		}
	}
	for _, o := range rows {
		w.fail("%s does not see the order %+v", p.name, o)
	}
}
