package node

import (
	"encoding/json"
	"fmt"
	"testing"

	"etld/internal/core/checkout"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestCallsOfNodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		buyer, other := w.User(1, "12000 USDT"), w.User(2)
		levels := apitest.Data[httpapi.List[ProductRow]](t, w.client.Call("/api/node/all", buyer)).List
		if len(levels) != 3 || levels[2].Level != King || levels[2].GiftV != "V3" || levels[2].WeightedDividend != "0.01" || levels[2].Stock != 100 {
			t.Fatalf("the levels: %+v", levels)
		}
		terms := levels[2].TermsVersion
		bought := apitest.Data[PurchaseOut](t, w.client.Call("/api/node/purchase", buyer, "nodeId", "nodeKing", "quantity", "1", "payType", "balance",
			"termsVersion", terms, "requestId", "request-of-a-king-1"))
		again := w.client.Call("/api/node/purchase", buyer, "nodeId", "nodeKing", "quantity", "1", "payType", "balance", "termsVersion", terms, "requestId", "request-of-a-king-1")
		if again.Code != 200 || len(bought.NodeNos) != 1 || bought.CoolingEndAt == nil {
			t.Fatalf("bought %+v, again %s", bought, again.Body)
		}
		w.has(buyer, "2000")
		no := bought.NodeNos[0]
		for i, call := range []struct {
			path, token string
			params      []string
			want        int
		}{
			{"/api/node/detail", buyer, []string{"id", "nodeQueen"}, 1005},
			{"/api/node/detail", buyer, []string{"id", "node King"}, 1002},
			{"/api/node/purchase", buyer, []string{"nodeId", "nodeKing", "payType", "balance", "termsVersion", terms}, 1003},
			{"/api/node/purchase", buyer, []string{"nodeId", "nodeKing", "quantity", "11", "payType", "balance", "termsVersion", terms}, 1002},
			{"/api/node/purchase", buyer, []string{"nodeId", "nodeKing", "quantity", "1", "payType", "cash", "termsVersion", terms}, 1002},
			{"/api/node/purchase", buyer, []string{"nodeId", "nodeKing", "quantity", "1", "payType", "balance", "termsVersion", "old"}, 1504},
			{"/api/node/purchase", buyer, []string{"nodeId", "nodeKing", "quantity", "1", "payType", "balance", "termsVersion", terms}, 1201},
			{"/api/node/cancel", other, []string{"nodeNo", no}, 1005},
			{"/api/node/startNow", other, []string{"nodeNo", no}, 1005},
			{"/api/node/dividendPool", buyer, []string{"month", "June"}, 1002},
			{"/api/node/dividendPool", buyer, []string{"month", "2020-01"}, 1005},
			{"/api/node/statement", buyer, []string{"month", "2026-06", "level", "queen"}, 1002},
			{"/api/node/statement", buyer, []string{"month", "2026-06", "level", "king"}, 1005},
			{"/api/node/mine", buyer, []string{"cursor", "nonsense"}, 1002},
		} {
			got := w.client.Call(call.path, call.token, append(call.params, "requestId", fmt.Sprintf("request-that-fails-%d", i))...)
			if got.Code != call.want {
				t.Errorf("%s %v: %s, want %d", call.path, call.params, got.Body, call.want)
			}
		}
		w.has(buyer, "2000")
		if out := apitest.Data[StateOut](t, w.client.Call("/api/node/startNow", buyer, "nodeNo", no, "requestId", "request-to-start-1")); out.State != Active {
			t.Errorf("started: %+v", out)
		}
		listed := apitest.Data[NodeList](t, w.client.Call("/api/node/mine", buyer))
		if !listed.ServerTime.Equal(c.Now()) {
			t.Errorf("the server's time beside what counts down is %s", listed.ServerTime)
		}
		mine := listed.List.List
		if len(mine) != 1 || mine[0].State != Active || len(mine[0].Actions) != 0 || mine[0].Hash != HashOf(no) {
			t.Errorf("mine: %+v", mine)
		}
		if list := apitest.Data[httpapi.List[Row]](t, w.client.Call("/api/node/mine", other)).List; len(list) != 0 {
			t.Errorf("somebody else sees %+v", list)
		}
	})
}

func TestAnOpenPaymentIsFoundAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		buyer := w.User(1, "500 USDT")
		w.buy(w.order(buyer, Diamond, 1))
		detail := apitest.Data[ProductDetail](t, w.client.Call("/api/node/detail", buyer, "id", "nodeStar"))
		if n := len(detail.Quotes); n != checkout.QuantityMax || detail.Quotes[n-1] != (Quote{Quantity: 10, PayAmount: amount("20000")}) {
			t.Errorf("quotes: %+v", detail.Quotes)
		}
		w.Update(func(tx *sqldb.Tx) error {
			w.node.checkout.PutStock(tx, "nodeKing", 2)
			return nil
		})
		if rest := apitest.Data[ProductDetail](t, w.client.Call("/api/node/detail", buyer, "id", "nodeKing")).Quotes; len(rest) != 2 {
			t.Errorf("quotes of two that are left: %+v", rest)
		}
		waiting := func() []Row {
			return apitest.Data[httpapi.List[Row]](t, w.client.Call("/api/node/mine", buyer, "state", "payment")).List
		}
		if list := waiting(); len(list) != 0 {
			t.Errorf("before anything is ordered: %+v", list)
		}
		bought := apitest.Data[PurchaseOut](t, w.client.Call("/api/node/purchase", buyer, "nodeId", "nodeStar", "quantity", "2", "payType", "chain",
			"termsVersion", detail.TermsVersion, "requestId", "request-on-chain-1"))
		list := waiting()
		if len(list) != 2 || list[0].IntentNo != *bought.IntentNo || list[1].IntentNo != *bought.IntentNo || list[0].ProductID != "nodeStar" {
			t.Errorf("waiting for %s: %+v", *bought.IntentNo, list)
		}
		w.Update(func(tx *sqldb.Tx) error { return w.payments.Cancel(tx, *bought.IntentNo) })
		if list := waiting(); len(list) != 0 {
			t.Errorf("after it was cancelled: %+v", list)
		}
		for _, row := range apitest.Data[httpapi.List[Row]](t, w.client.Call("/api/node/mine", buyer)).List {
			if row.IntentNo != "" {
				t.Errorf("%s, %s, waits for %s", row.NodeNo, row.State, row.IntentNo)
			}
		}
		if r := w.client.Call("/api/node/mine", buyer, "state", "sold"); r.Code != 1002 {
			t.Errorf("an unknown state: %s", r.Body)
		}
	})
}

func TestThePoolsOfAMonth(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-05-20 00:00:00")
		holder, other := w.User(1, "10000 USDT"), w.User(2)
		no := w.active(holder, King, 1)[0].ID
		w.moveTo("2026-06-21 00:00:00")
		w.work()
		w.start("6000", "1000", w.Clock.Now())
		open := apitest.Data[Pools](t, w.client.Call("/api/node/dividendPool", holder))
		king := open.Pools[2]
		// 30 days of weight among at least 60: half of the pool.
		if !open.IsOpen || open.Month != "2026-06" || open.NewPurchases != amount("6000") || open.Repurchases != amount("1000") ||
			king.MyNodes != 1 || king.MyWeight != 30 || king.Base != 60 || king.MyAmount != amount("30") || !open.NextPaymentAt.Equal(at(t, "2026-07-01 12:00:00")) {
			t.Errorf("the open month: %+v", open)
		}
		w.moveTo("2026-07-01 12:00:00")
		w.work()
		closed := apitest.Data[Pools](t, w.client.Call("/api/node/dividendPool", holder, "month", "2026-06"))
		if closed.IsOpen || closed.Pools[2].MyAmount != amount("30") || closed.Pools[2].WeightedDividend != nil ||
			len(open.Pools[2].MyRows) != 0 || len(closed.Pools[2].MyRows) != 1 || closed.Pools[2].MyRows[0] != (StatementRow{Node: HashOf(no), Weight: 30, Amount: amount("30")}) {
			t.Errorf("the closed month: %+v", closed)
		}
		if theirs := apitest.Data[Pools](t, w.client.Call("/api/node/dividendPool", other, "month", "2026-06")); theirs.Pools[2].MyNodes != 0 || theirs.Pools[2].MyAmount != 0 || len(theirs.Pools[2].MyRows) != 0 {
			t.Errorf("for somebody without nodes: %+v", theirs)
		}
		// What is downloaded is what the offline command reads.
		r := w.client.Call("/api/node/statement", other, "month", "2026-06", "level", "king")
		var st Statement
		if err := json.Unmarshal(r.Data, &st); err != nil {
			t.Fatal(err)
		}
		if err := st.Verify(); err != nil || st.Rows[0].Node != HashOf(no) {
			t.Errorf("downloaded %s: %v", r.Body, err)
		}
		mine := apitest.Data[httpapi.List[Row]](t, w.client.Call("/api/node/mine", holder)).List
		if mine[0].Dividends != amount("30") || mine[0].Weight != 30 {
			t.Errorf("mine: %+v", mine[0])
		}
		if levels := apitest.Data[httpapi.List[ProductRow]](t, w.client.Call("/api/node/all", holder)).List; len(levels[2].LastDividends) != 2 || levels[2].LastDividends[0].Full != amount("30") {
			t.Errorf("what kings brought: %+v", levels[2].LastDividends)
		}
	})
}

// What was divided stays to be seen by whoever has nodes, and by everybody else, when
// the level is not sold any more.
func TestPastMonthsOutliveTheSale(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-05-20 00:00:00")
		holder := w.User(1, "10000 USDT")
		w.active(holder, King, 1)
		w.moveTo("2026-06-21 00:00:00")
		w.work()
		w.start("6000", "1000", w.Clock.Now())
		for _, l := range Levels() {
			if err := w.approved(levelChange{Level: l, OnSale: of(false)}); err != nil {
				t.Fatal(err)
			}
		}
		w.moveTo("2026-07-01 12:00:00")
		w.work()
		if levels := apitest.Data[httpapi.List[ProductRow]](t, w.client.Call("/api/node/all", holder)).List; len(levels) != 0 {
			t.Errorf("on sale: %+v", levels)
		}
		open := apitest.Data[Pools](t, w.client.Call("/api/node/dividendPool", holder))
		if last := open.Pools[2].LastDividends; len(last) != 2 || last[0] != (PastDividend{Month: "2026-06", Pool: amount("60"), Full: amount("30")}) || last[1].Month != "2026-05" {
			t.Errorf("what kings brought: %+v", last)
		}
		if closed := apitest.Data[Pools](t, w.client.Call("/api/node/dividendPool", holder, "month", "2026-06")); len(closed.Pools[2].LastDividends) != 0 {
			t.Errorf("beside a closed month: %+v", closed.Pools[2])
		}
	})
}
