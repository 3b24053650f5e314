package shop

import (
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/payment/paymenttest"
	"etld/internal/core/picture"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// world is a shop that sells three things.
type world struct {
	*worldtest.World
	shop     *Service
	payments *paymenttest.Fake
	client   *apitest.Client
}

func amount(text string) money.Amount { return money.MustParse(text) }

// three are what the world's shop sells.
func three() []Offer {
	names := func(en string) Texts { return Texts{"en": en, "zhtw": "商品" + en, "ru": "Товар " + en} }
	return []Offer{
		{Stock: 3, Goods: Goods{ID: "quietFan", Category: Hardware, Price: amount("29.5"), Asset: money.USDT, Limit: 2, Names: names("fan"), Details: names("cools")}},
		{Stock: 50, Goods: Goods{ID: "smartPlug", Category: Hardware, Price: amount("20"), Asset: money.USDT, Limit: 10, Regions: []string{"TW", "JP"}, Names: names("plug"), Details: names("meters")}},
		{Stock: 200, Goods: Goods{ID: "hoodie", Category: Apparel, Price: amount("120"), Asset: money.ETLD, Limit: 100, Names: names("hoodie"), Details: names("warms")}},
	}
}

func newWorld(t *testing.T, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), payments: paymenttest.New(), client: apitest.New(t, db)}
	var err error
	w.shop, err = New(Config{Ledger: w.Ledger, Chance: entropy.System(), Payments: w.payments, Pictures: picture.New()})
	w.Must(err)
	w.shop.Register(w.client.API)
	w.Update(func(tx *sqldb.Tx) error { return w.shop.Seed(tx, three()) })
	return w
}
