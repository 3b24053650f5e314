package shop

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/payment/paymenttest"
	"etld/internal/core/picture"
	"etld/internal/core/worldtest"
	"etld/internal/features/shop/address"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// world is a shop that sells three things.
type world struct {
	*worldtest.World
	notices   *inbox
	addresses *address.Service
	shop      *Service
	payments  *paymenttest.Fake
	client    *apitest.Client
}

func amount(text string) money.Amount { return money.MustParse(text) }

// inbox remembers the kinds of notices and the amounts they name, by user.
type inbox struct {
	mu      sync.Mutex
	sent    map[string][]string
	amounts map[string][]string
}

func (b *inbox) Send(_ sqldb.Command, userID, kind string, params map[string]string, _ string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.sent == nil {
		b.sent, b.amounts = make(map[string][]string), make(map[string][]string)
	}
	b.sent[userID] = append(b.sent[userID], kind)
	b.amounts[userID] = append(b.amounts[userID], params["amount"]+" "+params["currency"])
	return nil
}

// three are what the world's shop sells.
func three() []Offer {
	names := func(en string) wording.Texts {
		return wording.Texts{"en": en, "zhtw": "商品" + en, "ru": "Товар " + en}
	}
	return []Offer{
		{Stock: 3, Goods: Goods{ID: "quietFan", Category: Hardware, Price: amount("29.5"), Asset: money.USDT, Limit: 2, Names: names("fan"), Details: names("cools")}},
		{Stock: 50, Goods: Goods{ID: "smartPlug", Category: Hardware, Price: amount("20"), Asset: money.USDT, Limit: 10, Regions: []string{"TW", "JP"}, Names: names("plug"), Details: names("meters")}},
		{Stock: 200, Goods: Goods{ID: "hoodie", Category: Apparel, Price: amount("120"), Asset: money.ETLD, Limit: 100, Names: names("hoodie"), Details: names("warms")}},
	}
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), notices: &inbox{}, payments: paymenttest.New(), client: apitest.New(t, db)}
	sealer, err := seal.New(bytes.Repeat([]byte{1}, seal.KeyBytes), entropy.System())
	w.Must(err)
	w.addresses = address.New(db, entropy.System(), &inbox{}, sealer)
	pictures := picture.New(picture.Config{DB: db, Log: slog.New(slog.DiscardHandler)})
	w.shop = New(Config{DB: db, Ledger: w.Ledger, Chance: entropy.System(), Notices: w.notices, Payments: w.payments, Pictures: pictures,
		Addresses: w.addresses, Sealer: sealer, Log: slog.New(slog.DiscardHandler)})
	w.shop.Register(w.client.API)
	w.Update(func(tx *sqldb.Tx) error { return w.shop.Seed(tx, three()) })
	return w
}

// home gives a user an address.
func (w *world) home(userID, region string) string {
	w.T.Helper()
	a, err := w.addresses.Add(context.Background(), userID, address.Form{Name: "Ann of " + userID, Phone: "0912345678", Detail: "1 Harbour Road", Region: region})
	w.Must(err)
	return a.ID
}

// buy orders goods through the API.
func (w *world) buy(userID, goodsID, addressID, payType, quantity string) apitest.Reply {
	w.T.Helper()
	return w.client.Command("/api/shop/createOrder", userID, "goodsId", goodsID, "quantity", quantity, "addressId", addressID, "payType", payType)
}

// bought is buy of what must succeed.
func (w *world) bought(userID, goodsID, addressID, payType, quantity string) CreateOrderOut {
	w.T.Helper()
	return apitest.Data[CreateOrderOut](w.T, w.buy(userID, goodsID, addressID, payType, quantity))
}

func (w *world) orderOf(userID, orderNo string) OrderRow {
	w.T.Helper()
	return apitest.Data[OrderRow](w.T, w.client.Call("/api/shop/orderInfo", userID, "orderNo", orderNo))
}

// stock holds what is left of some goods.
func (w *world) stock(goodsID string, rest, reserved int64) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		left, err := w.shop.checkout.StockOf(tx, goodsID)
		if left.Rest != rest || left.Reserved != reserved {
			w.T.Errorf("%s: %+v are left, want %d and %d reserved", goodsID, left, rest, reserved)
		}
		return err
	})
}

// heard holds which notices a user got, in their order.
func (w *world) heard(userID string, kinds ...string) {
	w.T.Helper()
	if got := w.notices.sent[userID]; !slices.Equal(got, kinds) {
		w.T.Errorf("%s was told %v, want %v", userID, got, kinds)
	}
}

// check holds the invariants.
func (w *world) check() {
	w.T.Helper()
	w.Check(worldtest.Alone(w.shop.Check))
}
