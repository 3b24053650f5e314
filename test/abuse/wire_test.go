package abuse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/payment"
	"etld/test/player"
)

// intactMax is the largest integer that every reader of JSON keeps as it is.
var intactMax = new(big.Int).Lsh(big.NewInt(1), 53)

// floats are the numbers in a JSON text that readers may take for something else:
// those with a fraction or an exponent, and the very large ones.
func floats(text []byte) (found []string, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var whole any
	if err := decoder.Decode(&whole); err != nil {
		return nil, err
	}
	var walk func(node any, place string)
	walk = func(node any, place string) {
		switch n := node.(type) {
		case []any:
			for i, child := range n {
				walk(child, place+"/"+strconv.Itoa(i))
			}
		case map[string]any:
			for key, child := range n {
				walk(child, place+"/"+key)
			}
		case json.Number:
			if whole, ok := new(big.Int).SetString(n.String(), 10); !ok || whole.CmpAbs(intactMax) > 0 {
				found = append(found, place+" = "+n.String())
			}
		}
	}
	walk(whole, "")
	slices.Sort(found)
	return found, nil
}

func TestFloatsAreFound(t *testing.T) {
	t.Parallel()
	got, err := floats([]byte(`{"a":1.5,"b":["2.5",{"c":1e3}],"d":-7,"e":9007199254740993,"f":9007199254740992,"g":1.0}`))
	if want := []string{"/a = 1.5", "/b/1/c = 1e3", "/e = 9007199254740993", "/g = 1.0"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("found %v, want %v (%v)", got, want, err)
	}
}

// walk is a player who makes every call there is and looks at the answers' numbers.
type walk struct {
	*fixture
	t      *testing.T
	player *player.Player
	made   map[string]bool
	ids    int
}

// pricesAsNumbers are the calls that the contract of the product has answer with a
// number.
var pricesAsNumbers = []string{"/api/main/getETHPrice", "/api/main/getETLDPrice"}

// answers makes a call and scans its answer.
func (w *walk) answers(path string, pairs ...string) player.Answer {
	w.t.Helper()
	w.made[path] = true
	w.ids++
	params := url.Values{"requestId": {fmt.Sprintf("walk-of-every-call-%d", w.ids)}}
	for i := 0; i+1 < len(pairs); i += 2 {
		params.Set(pairs[i], pairs[i+1])
	}
	a, err := w.player.Call(w.t.Context(), path, params)
	if err != nil {
		w.t.Fatal(err)
	}
	found, err := floats(a.Data)
	if err != nil {
		w.t.Fatalf("%s: %v", path, err)
	}
	if len(found) > 0 && !slices.Contains(pricesAsNumbers, path) {
		w.t.Errorf("%s answers with %v", path, found)
	}
	return a
}

// get makes a call that has to succeed and reads fields of its answer.
func (w *walk) get(into any, path string, pairs ...string) {
	w.t.Helper()
	a := w.answers(path, pairs...)
	if a.Code != http.StatusOK {
		w.t.Fatalf("%s %v: %d %s", path, pairs, a.Code, a.Message)
	}
	if into != nil {
		if err := decode(a, into); err != nil {
			w.t.Fatalf("%s: %v", path, err)
		}
	}
}

// now is the platform's time.
func (w *walk) now() time.Time {
	w.t.Helper()
	var facts struct{ ServerTime time.Time }
	w.get(&facts, "/api/open/app")
	return facts.ServerTime
}

// refuses makes a call that has a refusal to answer with.
func (w *walk) refuses(code int, path string, pairs ...string) {
	w.t.Helper()
	if a := w.answers(path, pairs...); a.Code != code {
		w.t.Errorf("%s %v: %d %s, want %d", path, pairs, a.Code, a.Message, code)
	}
}

// TestNoAnswerHasAFloat makes every call of the API document as one who has
// machines, income, deposits, swaps, sales and withdrawals: no number of any answer
// has a fraction, an exponent or more digits than readers keep, as amounts are
// texts.
func TestNoAnswerHasAFloat(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		p, err := player.Join(t.Context(), world.process.URL)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Fund(t.Context(), world.process.RPCURL, funds); err != nil {
			t.Fatal(err)
		}
		w := &walk{fixture: world, t: t, player: p, made: make(map[string]bool)}
		w.machines()
		w.nodes()
		w.goods()
		w.exchanges()
		w.points()
		w.game()
		w.withdrawals()
		// A withdrawal was cancelled.
		w.refuses(1710, convertPath, "direction", "in", "points", "100")
		w.get(nil, convertPath, "direction", "out", "points", "1")
		w.get(nil, "/api/game/exclude", "kind", "7d", "confirm", "yes")
		w.refuses(1709, "/api/game/exclude", "kind", "24h", "confirm", "yes")
		if err := world.process.Operate(t.Context(), "/demo/advance?seconds="+fmt.Sprint(int(50*time.Hour/time.Second))); err != nil {
			t.Fatal(err)
		}
		w.news()
		w.views()
		w.solvency()
		w.account()
		for _, c := range world.calls {
			if !w.made[c.path] && !c.isStream {
				t.Errorf("%s was not called", c.path)
			}
		}
	})
}

// solvency reads what is public of the books, and the player's part of the snapshots of
// the midnights that have passed. It waits until their texts are in final blocks, as
// other tests hold that nothing of the world changes.
func (w *walk) solvency() {
	w.get(nil, "/api/open/reserves", "from", "1")
	w.interest()
	w.get(nil, "/api/open/changelog")
	type snapshot struct {
		Snapshot, State string
		At              time.Time
	}
	var out struct {
		List       []snapshot
		ServerTime time.Time
	}
	isDone := func() bool {
		w.get(&out, "/api/open/snapshots")
		isNewest := len(out.List) > 0 && clock.DayOf(out.List[0].At) == clock.DayOf(out.ServerTime)
		return isNewest && !slices.ContainsFunc(out.List, func(s snapshot) bool { return s.State != "final" })
	}
	for deadline := time.Now().Add(time.Minute); !isDone(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Fatalf("the snapshots are %v", out.List)
		}
	}
	w.get(nil, "/api/open/myProof", "snapshotId", out.List[0].Snapshot)
}

// interest holds how long interest lasts to the rows of the journal and the account, one
// after the other. The figures follow the journal within a minute or so.
func (w *walk) interest() {
	type figures struct {
		Interest struct {
			Day            string
			Reserved, Paid money.Amount
			RunwayDays     int64
		}
	}
	var shown, want figures
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(200 * time.Millisecond) {
		w.get(&shown, "/api/open/pools")
		day, err := clock.ParseDay(shown.Interest.Day)
		if err != nil {
			w.t.Fatal(err)
		}
		want = figures{}
		want.Interest.Day = shown.Interest.Day
		want.Interest.Paid = w.sum(`SELECT amount FROM ledger_transfer WHERE type = 'mining_machine_income' AND at >= $1 AND at < $2`, day.Start().UnixMicro(), day.End().UnixMicro())
		want.Interest.Reserved = w.sum(`SELECT balance FROM ledger_account WHERE class = 'P.INT.RSV'`)
		if want.Interest.Paid > 0 {
			want.Interest.RunwayDays = int64(want.Interest.Reserved / want.Interest.Paid)
		}
		if want.Interest.RunwayDays > 0 && shown == want {
			return
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("interest lasts by %+v, the journal says %+v", shown.Interest, want.Interest)
		}
	}
}

// sum adds up one column of rows.
func (w *walk) sum(query string, args ...any) (sum money.Amount) {
	w.t.Helper()
	rows, err := w.db.QueryContext(w.t.Context(), query, args...)
	if err != nil {
		w.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var amount int64
		if err := rows.Scan(&amount); err != nil {
			w.t.Fatal(err)
		}
		sum += money.Amount(amount)
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	return sum
}

func (w *walk) machines() {
	buy := func(more ...string) (no, intent string) {
		var out struct {
			MinerNos []string
			IntentNo string
		}
		w.get(&out, "/api/miner/purchaseMiner", append([]string{"productId", "machineSmall", "quantity", "1", "payType", "balance", "termsVersion", w.terms}, more...)...)
		return out.MinerNos[0], out.IntentNo
	}
	running, _ := buy("startNow", "true")
	started, _ := buy()
	cancelled, _ := buy()
	buy()
	w.get(nil, "/api/miner/startNow", "minerNo", started)
	w.get(nil, "/api/miner/cancel", "minerNo", cancelled)
	w.refuses(1506, "/api/miner/exit", "minerNo", running)
	waiting, intent := buy("payType", "chain")
	w.get(nil, "/api/pay/status", "intentNo", intent)
	w.get(nil, "/api/pay/submitTx", "intentNo", intent, "txHash", "0x"+strings.Repeat("5e", 32))
	w.leaves("machine", waiting)
	w.refuses(1101, "/api/pay/claimSuspense", "sender", w.player.Address().Hex(), "message", "anything", "signature", "0x"+strings.Repeat("00", 65))
}

// leaves leaves the open payment of an item, which is named as its seller names it.
func (w *walk) leaves(purpose, itemNo string) {
	var open struct {
		Payment struct {
			IntentNo, Purpose string
			Item              payment.Item
		}
	}
	w.get(&open, "/api/pay/open")
	if p := open.Payment; p.Purpose != purpose || p.Item.ItemNo != itemNo || p.Item.Name == "" || p.Item.ProductID == "" || p.Item.Quantity != 1 || p.Item.IsRunning {
		w.t.Errorf("the open payment of the %s %s: %+v", purpose, itemNo, p)
	}
	w.get(nil, "/api/pay/cancel", "intentNo", open.Payment.IntentNo)
}

func (w *walk) nodes() {
	var level struct{ TermsVersion string }
	w.get(&level, "/api/node/detail", "id", "nodeDiamond")
	for _, path := range []string{"/api/node/startNow", "/api/node/cancel"} {
		var out struct{ NodeNos []string }
		w.get(&out, "/api/node/purchase", "nodeId", "nodeDiamond", "quantity", "1", "payType", "balance", "termsVersion", level.TermsVersion)
		w.get(nil, path, "nodeNo", out.NodeNos[0])
	}
	var unpaid struct{ NodeNos []string }
	w.get(&unpaid, "/api/node/purchase", "nodeId", "nodeDiamond", "quantity", "1", "payType", "chain", "termsVersion", level.TermsVersion)
	w.leaves("node", unpaid.NodeNos[0])
	for _, path := range []string{"/api/node/all", "/api/node/mine", "/api/node/dividendPool"} {
		w.get(nil, path)
	}
	w.refuses(codeNotFound, "/api/node/statement", "month", w.now().Format("2006-01"), "level", "diamond")
}

func (w *walk) goods() {
	w.get(nil, "/api/shop/goods", "category", "hardware")
	w.get(nil, "/api/shop/goodsInfo", "id", "quietFan")
	var address struct{ ID string }
	w.get(&address, "/api/address/add", "name", "Ann", "phone", "0912345678", "detail", "1 Harbour Road")
	w.get(nil, "/api/address/edit", "id", address.ID, "name", "Ann", "phone", "0912345678", "detail", "2 Harbour Road", "region", "TW")
	w.get(nil, "/api/address/setDefault", "id", address.ID)
	w.get(nil, "/api/address/list")
	for _, payType := range []string{"balance", "chain"} {
		var order struct{ OrderNo string }
		w.get(&order, "/api/shop/createOrder", "goodsId", "smartPlug", "quantity", "1", "addressId", address.ID, "payType", payType)
		w.get(nil, "/api/shop/orderInfo", "orderNo", order.OrderNo)
		w.get(nil, "/api/shop/orders")
		if payType == "chain" {
			w.leaves("goods", order.OrderNo)
			continue
		}
		w.get(nil, "/api/shop/cancelOrder", "orderNo", order.OrderNo)
	}
	w.get(nil, "/api/address/delete", "id", address.ID)
}

func (w *walk) news() {
	var list struct{ List []struct{ ID string } }
	w.get(&list, "/api/main/news")
	w.get(nil, "/api/user/noticeSettings")
	w.get(nil, "/api/user/setNoticeSettings", "kind", "machine", "showAtOnce", "false")
	w.get(nil, "/api/main/newInfo", "id", list.List[0].ID)
}

func (w *walk) exchanges() {
	for _, pair := range [][3]string{{"USDT", "ETLD", "300"}, {"USDT", "ETH", "300"}, {"ETH", "USDT", "0.01"}, {"ETH", "ETLD", "0.01"}, {"ETLD", "USDT", "100"}} {
		var quote struct{ QuoteID string }
		w.get(&quote, "/api/userAccount/exchangeQuote", "pay", pair[0], "receive", pair[1], "payAmount", pair[2])
		w.get(nil, "/api/userAccount/qExchange", "quoteId", quote.QuoteID)
	}
	var quote struct{ QuoteID, MinReceive string }
	w.get(&quote, "/api/trade/quote", "quantity", "100")
	w.get(nil, "/api/trade/sell", "quoteId", quote.QuoteID, "minReceive", quote.MinReceive)
}

const convertPath = "/api/userAccount/convertPoints"

func (w *walk) points() {
	w.refuses(1017, convertPath, "direction", "in")
	w.get(nil, convertPath, "direction", "in", "points", "200")
	w.get(nil, "/api/game/limits")
	w.get(nil, "/api/game/confirmAge", "confirm", "yes")
	w.get(nil, "/api/game/confirmReality", "confirm", "yes")
	w.get(nil, "/api/game/setLimits", "dayStake", "900", "dayLoss", "20000")
}

func (w *walk) game() {
	var now struct{ Round struct{ Period string } }
	w.get(&now, "/api/game/current")
	w.refuses(1703, "/api/game/join", "period", now.Round.Period, "amount", "100")
	w.join()
	for _, path := range []string{"/api/game/history", "/api/game/myRecord", "/api/miner/ztGameTj", "/api/open/gameChain"} {
		w.get(nil, path)
	}
	w.get(nil, "/api/game/round", "period", now.Round.Period)
}

// join takes part in a round; one that closes meanwhile is followed by another.
func (w *walk) join() {
	const tries = 5
	for range tries {
		var now struct{ Round struct{ Period string } }
		w.get(&now, "/api/game/current")
		a := w.answers("/api/game/join", "period", now.Round.Period, "box", "3", "amount", "100")
		if a.Code == http.StatusOK {
			return
		}
		if err := w.process.Operate(w.t.Context(), "/demo/advance?seconds=60"); err != nil {
			w.t.Fatal(err)
		}
	}
	w.t.Errorf("no round was joined in %d tries", tries)
}

func (w *walk) withdrawals() {
	params, err := w.player.Withdrawal(w.t.Context(), "walk-withdraws-0001", money.MustParse("33.33333333"))
	if err != nil {
		w.t.Fatal(err)
	}
	var pairs []string
	for name, values := range params {
		pairs = append(pairs, name, values[0])
	}
	var out struct{ WithdrawNo string }
	w.get(&out, withdrawPath, pairs...)
	w.get(nil, "/api/userAccount/cancelWithdraw", "withdrawNo", out.WithdrawNo)
}

// views are the calls that only read, after two days of income.
func (w *walk) views() {
	var mine struct {
		List []struct{ MinerNo, Status string }
	}
	w.get(&mine, "/api/miner/findMyList", "size", "50")
	if len(mine.List) != 5 {
		w.t.Errorf("machines: %+v", mine.List)
	}
	paid := 0
	for _, m := range mine.List {
		w.get(nil, "/api/miner/myDetail", "id", m.MinerNo)
		w.get(nil, "/api/miner/calendar", "minerNo", m.MinerNo)
		w.get(nil, "/api/miner/statement", "minerNo", m.MinerNo, "by", "day")
		var income struct{ List []struct{ Amount string } }
		w.get(&income, "/api/miner/income", "id", m.MinerNo)
		paid += len(income.List)
	}
	if paid == 0 {
		w.t.Error("no machine had income")
	}
	w.get(nil, "/api/main/priceHistory", "currency", "ETH")
	w.get(nil, "/api/miner/detail", "id", "machineLarge")
	w.get(nil, "/api/miner/makeCalendarLink", "withAmounts", "true")
	w.get(nil, "/api/miner/calendarLink")
	w.get(nil, "/api/miner/endCalendarLink")
	w.get(nil, "/api/userAccount/withdrawConfig", "quantity", "33.3")
	now := w.now()
	w.get(nil, "/api/userAccount/statement", "from", now.Add(-72*time.Hour).Format(time.DateOnly), "to", now.Format(time.DateOnly), "format", "csv")
	for _, path := range []string{"/api/open/app", "/api/open/heads", "/api/main/getETHPrice", "/api/main/getETLDPrice", "/api/main/prices", "/api/main/home", "/api/miner/all",
		"/api/game/myRecord", "/api/miner/ztGameTj", "/api/game/history",
		"/api/miner/minerStatistics", "/api/miner/calendar", "/api/miner/recentIncome", "/api/team/summary", "/api/team/friends", "/api/team/rewards", "/api/trade/market", "/api/trade/records", "/api/userAccount/balance", "/api/userAccount/balanceDetail",
		"/api/userAccount/exchangeConfig", "/api/userAccount/exchangeRecord", "/api/userAccount/myWithDraw", "/api/userAccount/topUpInfo",
		"/api/userAccount/underWay"} {
		w.get(nil, path)
	}
}

// push has the player's browser be told, and no more.
func (w *walk) push() {
	var settings struct{ PublicKey string }
	w.get(nil, "/api/push/setSettings", "discreet", "true", "quietFrom", "00:00", "quietTo", "23:59", "zone", "Asia/Taipei")
	w.get(&settings, "/api/push/settings")
	browser, err := browserWith(settings.PublicKey)
	if err != nil {
		w.t.Fatal(err)
	}
	var pairs []string
	for name := range browser {
		pairs = append(pairs, name, browser.Get(name))
	}
	w.get(nil, "/api/push/subscribe", pairs...)
	w.get(nil, "/api/push/list")
	var alerts struct{ List []struct{ ID string } }
	w.get(nil, "/api/trade/setAlert", "quantity", "100", "target", "1000000")
	w.get(&alerts, "/api/trade/alerts")
	w.get(nil, "/api/trade/endAlert", "alertId", alerts.List[0].ID)
	w.get(nil, "/api/push/unsubscribe")
}

func (w *walk) account() {
	w.get(nil, "/api/user/getUserInfo")
	w.get(nil, "/api/user/notices")
	w.get(nil, "/api/user/readNotice", "all", "true")
	w.get(nil, "/api/user/updateProfile", "nickName", "walker")
	w.push()
	w.get(nil, "/api/user/exportData")
	w.get(nil, "/api/user/erasure")
	w.refuses(1101, "/api/user/eraseData", "message", "anything", "signature", "0x"+strings.Repeat("00", 65))
	first := w.player.Token
	var facts struct {
		ServerTime   time.Time
		SignInPhrase string
	}
	w.get(&facts, "/api/open/app")
	message := facts.SignInPhrase + strconv.FormatInt(facts.ServerTime.UnixMilli(), 10)
	signature, err := w.player.Sign(message)
	if err != nil {
		w.t.Fatal(err)
	}
	w.get(nil, "/api/user/logining", "username", w.player.Address().Hex(), "type", "ANDROID", "message", message, "signature", signature)
	w.player.Token = first
	var sessions struct {
		List []struct {
			ID      string
			Current bool
		}
	}
	w.get(&sessions, "/api/user/sessions")
	for _, session := range sessions.List {
		if !session.Current {
			w.get(nil, "/api/user/revokeSession", "sessionId", session.ID)
		}
	}
	w.get(nil, "/api/user/logout")
}
