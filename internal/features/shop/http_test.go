package shop

import (
	"testing"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestGoodsAreShown(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		buyer := w.User(1, "31 USDT", "5 ETLD")
		var seen []string
		for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
			page := apitest.Data[httpapi.List[GoodsRow]](t, w.client.Call("/api/shop/goods", buyer, "size", "2", "cursor", cursor))
			for _, row := range page.List {
				seen = append(seen, row.ID)
			}
			cursor = page.NextCursor
		}
		if len(seen) != 3 || seen[0] != "quietFan" || seen[2] != "hoodie" {
			t.Errorf("all pages: %v", seen)
		}
		apparel := apitest.Data[httpapi.List[GoodsRow]](t, w.client.Call("/api/shop/goods", buyer, "category", "apparel")).List
		if len(apparel) != 1 || apparel[0].Name != "hoodie" || apparel[0].PriceCurrency != "ETLD" || apparel[0].Price != amount("120") || apparel[0].Stock != 200 {
			t.Errorf("apparel: %+v", apparel)
		}
		fan := apitest.Data[GoodsDetail](t, w.client.Call("/api/shop/goodsInfo", buyer, "id", "quietFan"))
		if fan.Available != amount("31") || len(fan.Quotes) != 2 || fan.Quotes[1] != (Quote{2, amount("59")}) || fan.OnChainMax != 1 || fan.Description != "cools" {
			t.Errorf("the fan: %+v", fan)
		}
		plug := apitest.Data[GoodsDetail](t, w.client.Call("/api/shop/goodsInfo", buyer, "id", "smartPlug"))
		if plug.OnChainMax != 10 || len(plug.Regions) != 2 {
			t.Errorf("the plug: %+v", plug)
		}
		w.Update(func(tx *sqldb.Tx) error {
			g, _, err := w.shop.store.goods.Get(tx, "quietFan")
			g.OnSale = false
			w.shop.store.goods.Put(tx, g)
			return err
		})
		for name, call := range map[string]struct {
			path string
			args []string
			want int
		}{
			"hidden goods":        {"/api/shop/goodsInfo", []string{"id", "quietFan"}, 1005},
			"unknown goods":       {"/api/shop/goodsInfo", []string{"id", "nothing1"}, 1005},
			"no id":               {"/api/shop/goodsInfo", nil, 1002},
			"an unknown category": {"/api/shop/goods", []string{"category", "weapons"}, 1002},
			"a made-up cursor":    {"/api/shop/goods", []string{"cursor", "nonsense"}, 1002},
		} {
			if got := w.client.Call(call.path, buyer, call.args...); got.Code != call.want {
				t.Errorf("%s: %s, want %d", name, got.Body, call.want)
			}
		}
		if list := apitest.Data[httpapi.List[GoodsRow]](t, w.client.Call("/api/shop/goods", buyer)).List; len(list) != 2 {
			t.Errorf("with one hidden: %+v", list)
		}
	})
}
