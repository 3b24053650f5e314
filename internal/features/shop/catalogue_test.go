package shop

import (
	"context"
	"errors"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/checkout"
	"etld/internal/core/operator"
	"etld/internal/core/param"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// What is wrong or missing in several ways is refused for the first of them, each
// time the same.
func TestRefusalsOfAChangeHaveAnOrder(t *testing.T) {
	t.Parallel()
	price := money.Unit
	for range 20 {
		var refused fault.Fault
		if !errors.As((goodsChange{GoodsID: "seedPlate", Words: wording.Words{Names: &wording.Wording{}}}).Check(), &refused) || refused.Params["field"] != "names.zhtw" {
			t.Fatalf("without any text: %+v", refused)
		}
		if field := (goodsChange{Price: &price}).missing(); field != "category" {
			t.Fatalf("%s is named first", field)
		}
	}
}

// approved changes goods as a proposal and its approval do.
func (w *world) approved(c goodsChange) error {
	return w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
		if _, err := w.shop.shelf.describeGoods(tx, c); err != nil {
			return err
		}
		return w.shop.shelf.changeGoods(tx, c, operator.Decision{})
	})
}

func (w *world) goods(userID, goodsID string) GoodsDetail {
	w.T.Helper()
	return apitest.Data[GoodsDetail](w.T, w.client.Call("/api/shop/goodsInfo", userID, "id", goodsID))
}

// listed says whether users find the goods.
func (w *world) listed(userID, goodsID string) bool {
	w.T.Helper()
	for _, row := range apitest.Data[httpapi.List[GoodsRow]](w.T, w.client.Call("/api/shop/goods", userID)).List {
		if row.ID == goodsID {
			return true
		}
	}
	return false
}

func of[T any](value T) *T { return &value }

// A price that rises is announced for a day; whoever orders meanwhile pays the old
// one, and in the day after it an order has to name the price that it means.
func TestThePriceOfGoodsRises(t *testing.T) {
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann := w.User(1, "1000 USDT")
		home := w.home(ann, "TW")
		order := func(version string) apitest.Reply {
			return w.client.Command("/api/shop/createOrder", ann, "goodsId", "smartPlug", "quantity", "1", "addressId", home, "payType", "balance", "termsVersion", version)
		}
		old := w.goods(ann, "smartPlug").TermsVersion
		w.Must(w.approved(goodsChange{GoodsID: "smartPlug", Price: of(amount("25")), Currency: of(money.USDT)}))
		if err := w.approved(goodsChange{GoodsID: "smartPlug", Price: of(amount("25")), Currency: of(money.USDT)}); !errors.Is(err, operator.ErrNothing) {
			t.Errorf("announced twice: %v", err)
		}
		rises := w.Clock.Now().Add(24 * time.Hour)
		if g := w.goods(ann, "smartPlug"); g.Price != amount("20") || g.NextPrice == nil || g.NextPrice.Price != amount("25") || !g.NextPrice.From.Equal(rises) {
			t.Errorf("announced: %+v", g)
		}
		w.Clock.Advance(24*time.Hour - time.Second)
		for _, version := range []string{old, ""} {
			if got := apitest.Data[CreateOrderOut](t, order(version)); got.PayAmount != amount("20") {
				t.Errorf("within the notice %q pays %s", version, got.PayAmount)
			}
		}
		w.Clock.Advance(time.Second)
		for _, version := range []string{old, ""} {
			if r := order(version); r.Code != ErrTermsChanged.Code {
				t.Errorf("%q takes a price that just rose: %+v", version, r)
			}
		}
		g := w.goods(ann, "smartPlug")
		if g.Price != amount("25") || g.NextPrice != nil || g.Quotes[0].PayAmount != amount("25") || g.TermsVersion == old {
			t.Errorf("risen: %+v", g)
		}
		if got := apitest.Data[CreateOrderOut](t, order(g.TermsVersion)); got.PayAmount != amount("25") {
			t.Errorf("by the new price it pays %s", got.PayAmount)
		}
		w.Clock.Advance(24 * time.Hour)
		if got := apitest.Data[CreateOrderOut](t, order("")); got.PayAmount != amount("25") {
			t.Errorf("a day later it pays %s", got.PayAmount)
		}
		w.Must(w.approved(goodsChange{GoodsID: "smartPlug", Price: of(amount("22")), Currency: of(money.USDT)}))
		if g := w.goods(ann, "smartPlug"); g.Price != amount("22") || g.NextPrice != nil {
			t.Errorf("a price falls at once: %+v", g)
		}
		w.check()
	})
}

// A price that falls soon after it rose is no price that an open page can have shown: who
// names none is not charged it.
func TestAFallAfterARise(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 6, 10, 0, 0, 0, 0, time.UTC)
	g := Goods{ID: "plug", Price: amount("100"), Asset: money.USDT, Sale: checkout.Sale{OnSale: true}}
	g.reprice(amount("120"), money.USDT, now)
	risen := now.Add(param.NoticePeriod)
	g = g.at(risen.Add(time.Hour))
	g.reprice(amount("110"), money.USDT, risen.Add(time.Hour))
	for _, at := range []time.Time{risen.Add(2 * time.Hour), risen.Add(param.NoticePeriod)} {
		if got := g.at(at); got.Price != amount("110") || got.isKnown(at) != (at.Sub(risen) >= param.NoticePeriod) || got.announced(at).NextPrice != nil {
			t.Errorf("%s after the rise: %+v, known %t", at.Sub(risen), got, got.isKnown(at))
		}
	}
}

// What is announced can be taken back, and another currency is no lower price.
func TestAnnouncementsOfPrices(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 6, 10, 0, 0, 0, 0, time.UTC)
	goods := Goods{ID: "plug", Price: amount("20"), Asset: money.USDT, Sale: checkout.Sale{OnSale: true}}
	for name, test := range map[string]struct {
		change  func(*Goods)
		price   string
		next    string
		offSale bool
	}{
		"a rise":                       {func(g *Goods) { g.reprice(amount("21"), money.USDT, now) }, "20", "21 USDT", false},
		"a fall":                       {func(g *Goods) { g.reprice(amount("19"), money.USDT, now) }, "19", "", false},
		"another currency":             {func(g *Goods) { g.reprice(amount("1"), money.ETLD, now) }, "20", "1 ETLD", false},
		"a rise, then a fall":          {func(g *Goods) { g.reprice(amount("21"), money.USDT, now); g.reprice(amount("19"), money.USDT, now) }, "19", "", false},
		"a rise, then the price again": {func(g *Goods) { g.reprice(amount("21"), money.USDT, now); g.reprice(amount("20"), money.USDT, now) }, "20", "", false},
		"a rise, then another":         {func(g *Goods) { g.reprice(amount("21"), money.USDT, now); g.reprice(amount("22"), money.USDT, now) }, "20", "22 USDT", false},
		"off sale":                     {func(g *Goods) { g.Sell(of(false), now) }, "20", "", true},
		"off sale, then on it":         {func(g *Goods) { g.Sell(of(false), now); g.Sell(of(true), now) }, "20", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := goods
			test.change(&g)
			told, next := g.announced(now), ""
			if told.NextPrice != nil {
				next = told.NextPrice.Price.String() + " " + string(told.NextPrice.PriceCurrency)
			}
			if !g.OnSale || g.Price != amount(test.price) || next != test.next || (told.OffSaleAt != nil) != test.offSale {
				t.Errorf("%+v, announced %s %v", g, next, told.OffSaleAt)
			}
		})
	}
}

// Goods leave the sale a day after that was announced, for lists, pages and orders
// alike; what must not be sold is hidden at once.
func TestGoodsLeaveTheSale(t *testing.T) {
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann := w.User(1, "1000 USDT")
		home := w.home(ann, "TW")
		w.Must(w.approved(goodsChange{GoodsID: "smartPlug", OnSale: of(false)}))
		w.Clock.Advance(24*time.Hour - time.Second)
		if g := w.goods(ann, "smartPlug"); g.OffSaleAt == nil || !g.OffSaleAt.Equal(w.Clock.Now().Add(time.Second)) || !w.listed(ann, "smartPlug") {
			t.Errorf("announced: %+v", g)
		}
		w.bought(ann, "smartPlug", home, "balance", "1")
		w.Clock.Advance(time.Second)
		if w.listed(ann, "smartPlug") || w.client.Call("/api/shop/goodsInfo", ann, "id", "smartPlug").Code != 1005 || w.buy(ann, "smartPlug", home, "balance", "1").Code != 1005 {
			t.Error("still on sale")
		}
		w.Must(w.approved(goodsChange{GoodsID: "smartPlug", OnSale: of(true)}))
		w.bought(ann, "smartPlug", home, "balance", "1")
		w.Update(func(tx *sqldb.Tx) error {
			_, err := w.shop.shelf.hide(tx, &operator.Call{}, GoodsIDIn{GoodsID: "smartPlug"})
			return err
		})
		if w.listed(ann, "smartPlug") {
			t.Error("hidden, and still listed")
		}
		w.check()
	})
}
