package abuse

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

const (
	codeAccepted = 200
	codeSignIn   = 1001
	codeInvalid  = 1002
	codeNotFound = 1005
	codeSystem   = 1008
	codeNoQuote  = 1402
)

// What is refused before any data is looked at needs one engine.
func TestOnlyPOSTIsServed(t *testing.T) {
	world := worlds[sqldb.SQLite]
	world.unchanged(t, func() {
		for _, c := range world.calls {
			for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodOptions, "BREW"} {
				if status, _ := raw(t, newRequest(t, method, world.process.URL+c.path, world.mallory.Token)); status != http.StatusMethodNotAllowed {
					t.Errorf("%s %s: status %d", method, c.path, status)
				}
			}
		}
		if status, _ := raw(t, newRequest(t, http.MethodPost, world.process.URL+"/api/user/nothing", "")); status != http.StatusNotFound {
			t.Errorf("an unknown path: status %d", status)
		}
	})
}

// TestWithoutASession makes every call that needs one, with none, a malformed,
// an unknown and an ended one.
func TestWithoutASession(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		leaving, err := player.Join(t.Context(), world.process.URL)
		if err != nil {
			t.Fatal(err)
		}
		if err := leaving.Must(t.Context(), "/api/user/logout", nil, nil); err != nil {
			t.Fatal(err)
		}
		tokens := []string{"", "x", strings.Repeat("0", 64), strings.Repeat("z", 5000), world.alice.Token[1:], leaving.Token, world.alice.Address().Hex()}
		world.unchanged(t, func() {
			for _, c := range world.calls {
				if c.public {
					continue
				}
				for _, token := range tokens {
					query := "?requestId=no-session-is-here-1&minerNo=" + world.machines[1] + "&id=" + world.notice
					status, a := raw(t, newRequest(t, http.MethodPost, world.process.URL+c.path+query, token))
					if status != http.StatusOK || a.Code != codeSignIn {
						t.Errorf("%s with token %.20q: status %d, code %d", c.path, token, status, a.Code)
					}
				}
			}
		})
	})
}

// quoteTries bounds the quotes that alice asks for.
const quoteTries = 4

// TestForeignQuotes uses alice's quotes in mallory's session while they are good:
// alice uses them afterwards.
func TestForeignQuotes(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		for i, test := range []struct {
			ask, use  string
			asked     url.Values
			requestID string
		}{
			{"/api/userAccount/exchangeQuote", "/api/userAccount/qExchange", url.Values{"pay": {"USDT"}, "receive": {"ETLD"}, "payAmount": {"100"}}, "foreign-quote-00"},
			{"/api/userAccount/exchangeQuote", "/api/userAccount/qExchange", url.Values{"pay": {"USDT"}, "receive": {"ETH"}, "payAmount": {"100"}}, "foreign-quote-01"},
			{"/api/trade/quote", "/api/trade/sell", url.Values{"quantity": {"150"}}, "foreign-quote-02"},
		} {
			own := player.Answer{Code: codeNoQuote}
			// A quote is good for seconds, which a busy machine may need for looking.
			for tries := 0; own.Code == codeNoQuote && tries < quoteTries; tries++ {
				var quote struct{ QuoteID, MinReceive string }
				if err := world.alice.Must(t.Context(), test.ask, test.asked, &quote); err != nil {
					t.Fatal(err)
				}
				params := url.Values{"quoteId": {quote.QuoteID}, "requestId": {fmt.Sprint(test.requestID, tries)}}
				if quote.MinReceive != "" {
					params.Set("minReceive", quote.MinReceive)
				}
				world.unchanged(t, func() {
					if a, err := world.mallory.Call(t.Context(), test.use, params); err != nil || a.Code != codeNoQuote {
						t.Errorf("%d, %s: %d %s %v", i, test.use, a.Code, a.Message, err)
					}
				}, "api_reply")
				var err error
				if own, err = world.alice.Call(t.Context(), test.use, params); err != nil {
					t.Fatal(err)
				}
			}
			if own.Code != codeAccepted {
				t.Errorf("%d, alice's own: %d %s", i, own.Code, own.Message)
			}
		}
	})
}

// everybodys are the calls whose ids name nobody's things: what is for sale, what is to
// read, and a day's snapshot, of which one gets the own part; quotes are
// TestForeignQuotes'.
var everybodys = []string{"/api/miner/detail", "/api/miner/purchaseMiner", "/api/node/detail", "/api/node/purchase", "/api/shop/goodsInfo", "/api/main/newInfo",
	"/api/user/events", "/api/open/myProof", "/api/trade/sell", "/api/userAccount/qExchange"}

// namesOne says that a call's parameter is an id.
func namesOne(parameter string) bool {
	return parameter != "requestId" && (parameter == "id" || strings.HasSuffix(parameter, "Id") || strings.HasSuffix(parameter, "No"))
}

// TestForeignThings names what belongs to alice in mallory's session, in every call
// that takes an id.
func TestForeignThings(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		hash := "0x" + strings.Repeat("ab", 32)
		tried := slices.Clone(everybodys)
		var cases []func()
		for _, test := range []struct {
			path   string
			params url.Values
		}{
			{"/api/node/startNow", url.Values{"nodeNo": {world.nodes[1]}, "requestId": {"foreign-node-000001"}}},
			{"/api/node/cancel", url.Values{"nodeNo": {world.nodes[1]}, "requestId": {"foreign-node-000002"}}},
			{"/api/node/cancel", url.Values{"nodeNo": {world.nodes[0]}, "requestId": {"foreign-node-000003"}}},
			{"/api/shop/orderInfo", url.Values{"orderNo": {world.order}}},
			{"/api/shop/cancelOrder", url.Values{"orderNo": {world.order}, "requestId": {"foreign-order-00001"}}},
			{"/api/shop/createOrder", url.Values{"goodsId": {"walletPouch"}, "quantity": {"1"}, "payType": {"balance"}, "addressId": {world.delivery},
				"requestId": {"foreign-address-001"}}},
			{"/api/address/edit", url.Values{"id": {world.delivery}, "name": {"Mallory"}, "phone": {"0912345678"}, "detail": {"2 Harbour Road"}}},
			{"/api/address/setDefault", url.Values{"id": {world.delivery}}},
			{"/api/address/delete", url.Values{"id": {world.delivery}}},
			{"/api/miner/myDetail", url.Values{"id": {world.machines[0]}}},
			{"/api/miner/income", url.Values{"id": {world.machines[0]}}},
			{"/api/miner/calendar", url.Values{"minerNo": {world.machines[0]}}},
			{"/api/miner/statement", url.Values{"minerNo": {world.machines[0]}, "by": {"day"}}},
			{"/api/miner/startNow", url.Values{"minerNo": {world.machines[1]}, "requestId": {"foreign-machine-0001"}}},
			{"/api/miner/cancel", url.Values{"minerNo": {world.machines[1]}, "requestId": {"foreign-machine-0002"}}},
			{"/api/miner/cancel", url.Values{"minerNo": {world.machines[2]}, "requestId": {"foreign-machine-0003"}}},
			{"/api/miner/exit", url.Values{"minerNo": {world.machines[0]}, "requestId": {"foreign-machine-0004"}}},
			{"/api/pay/status", url.Values{"intentNo": {world.intent}}},
			{"/api/pay/cancel", url.Values{"intentNo": {world.intent}, "requestId": {"foreign-payment-001"}}},
			{"/api/pay/submitTx", url.Values{"intentNo": {world.intent}, "txHash": {hash}}},
			{"/api/userAccount/cancelWithdraw", url.Values{"withdrawNo": {world.withdrawal}, "requestId": {"foreign-withdrawal-01"}}},
			{"/api/userAccount/myWithDraw", url.Values{"withdrawNo": {world.withdrawal}}},
			{"/api/user/readNotice", url.Values{"id": {world.notice}}},
			{"/api/user/revokeSession", url.Values{"sessionId": {world.session}}},
			{"/api/trade/endAlert", url.Values{"alertId": {world.alert}}},
			{"/api/push/unsubscribe", url.Values{"deviceId": {world.device}}},
		} {
			tried = append(tried, test.path)
			cases = append(cases, func() {
				a, err := world.mallory.Call(t.Context(), test.path, test.params)
				if err != nil || a.Code != codeNotFound || a.Message != "Not found" {
					t.Errorf("%s: %d %s %v", test.path, a.Code, a.Message, err)
				}
			})
		}
		// The refusal of a command is kept with its request id, nothing else.
		world.unchangedByAll(t, cases, "api_reply")
		for _, c := range world.calls {
			if slices.ContainsFunc(c.parameters, namesOne) && !slices.Contains(tried, c.path) {
				t.Errorf("nobody names alice's things in %s", c.path)
			}
		}
		if _, err := world.alice.Holding(t.Context(), money.USDT); err != nil {
			t.Errorf("alice's session: %v", err)
		}
	})
}

// TestMalformedParameters sends what no parameter may be.
func TestMalformedParameters(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		valid := world.purchase("a-valid-request-id-1").Encode()
		without := func(name string) string {
			params := world.purchase("a-valid-request-id-1")
			params.Del(name)
			return params.Encode()
		}
		with := func(name, value string) string { return without(name) + "&" + name + "=" + value }
		var cases []func()
		for _, test := range []struct{ name, path, query, field string }{
			{"nothing", "purchaseMiner", "", "productId"},
			{"twice the same", "purchaseMiner", valid + "&quantity=1", "quantity"},
			{"twice the request id", "purchaseMiner", valid + "&requestId=a-valid-request-id-2", "requestId"},
			{"escaped twice", "purchaseMiner", valid + "&%71uantity=1", "quantity"},
			{"no request id", "purchaseMiner", without("requestId"), "requestId"},
			{"short request id", "purchaseMiner", with("requestId", "short"), "requestId"},
			{"request id with space", "purchaseMiner", with("requestId", "sixteen+letters+"), "requestId"},
			{"broken escape", "purchaseMiner", with("quantity", "%zz"), "quantity"},
			{"bad UTF-8", "purchaseMiner", with("termsVersion", "%ff%fe"), "termsVersion"},
			{"NUL", "purchaseMiner", with("termsVersion", "a%00b"), "termsVersion"},
			{"unknown choice", "purchaseMiner", with("payType", "credit"), "payType"},
			{"choice in capitals", "purchaseMiner", with("payType", "BALANCE"), "payType"},
			{"negative", "purchaseMiner", with("quantity", "-1"), "quantity"},
			{"fraction", "purchaseMiner", with("quantity", "1.5"), "quantity"},
			{"exponent", "purchaseMiner", with("quantity", "1e1"), "quantity"},
			{"too many", "purchaseMiner", with("quantity", "11"), "quantity"},
			{"2^63", "purchaseMiner", with("quantity", "9223372036854775808"), "quantity"},
			{"2^64+1", "purchaseMiner", with("quantity", "18446744073709551617"), "quantity"},
			{"a thousand digits", "purchaseMiner", with("quantity", strings.Repeat("9", 1000)), "quantity"},
			{"other digits", "purchaseMiner", with("quantity", url.QueryEscape("١")), "quantity"},
			{"no truth value", "purchaseMiner", valid + "&startNow=yes", "startNow"},
			{"SQL in an id", "purchaseMiner", with("productId", url.QueryEscape("x' OR '1'='1")), "productId"},
			{"path in an id", "myDetail", "id=..%2f..%2fetc%2fpasswd", "id"},
			{"unknown filter", "findMyList", "status=exploded", "status"},
			{"size of nothing", "findMyList", "size=0", "size"},
			{"size of everything", "findMyList", "size=1000000", "size"},
			{"made-up cursor", "findMyList", "cursor=AAAA", "cursor"},
			{"long cursor", "findMyList", "cursor=" + strings.Repeat("A", 129), "cursor"},
		} {
			cases = append(cases, func() {
				t.Run(test.name, func(t *testing.T) {
					status, a := raw(t, newRequest(t, http.MethodPost, world.process.URL+"/api/miner/"+test.path+"?"+test.query, world.mallory.Token))
					var data struct{ Field string }
					if err := decode(a, &data); err != nil || status != http.StatusOK || a.Code != codeInvalid || data.Field != test.field || a.Message != "Invalid parameter: "+test.field {
						t.Errorf("status %d, %d %q %s", status, a.Code, a.Message, a.Data)
					}
				})
			})
		}
		world.unchangedByAll(t, cases)
	})
}

// TestRefusalsSpeakTheCallersLanguage also sends languages that do not exist.
func TestRefusalsSpeakTheCallersLanguage(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		texts := map[string][3]string{
			"zh_cn": {"請重新登入", "參數錯誤：status", "查無資料"},
			"en_US": {"Please sign in again", "Invalid parameter: status", "Not found"},
			"ru_RU": {"Войдите снова", "Неверный параметр: status", "Не найдено"},
		}
		for _, unknown := range []string{"", "zhtw", "EN_us", "xx", strings.Repeat("e", 9000), "en_US,ru_RU"} {
			texts[unknown] = texts["zh_cn"]
		}
		for language, want := range texts {
			for i, test := range []struct{ path, query, token string }{
				{"/api/miner/findMyList", "", ""},
				{"/api/miner/findMyList", "status=exploded", world.mallory.Token},
				{"/api/miner/myDetail", "id=" + world.machines[0], world.mallory.Token},
			} {
				request := newRequest(t, http.MethodPost, world.process.URL+test.path+"?"+test.query, test.token)
				request.Header.Set("lan", language)
				if status, a := raw(t, request); status != http.StatusOK || a.Message != want[i] {
					t.Errorf("language %.10q: status %d, %q, want %q", language, status, a.Message, want[i])
				}
			}
		}
	})
}

// TestBodiesAreNotPayload sends parameters where they do not belong. They are read before
// any data is, so one engine is enough.
func TestBodiesAreNotPayload(t *testing.T) {
	world := worlds[sqldb.SQLite]
	params := world.purchase("payload-in-the-body-1")
	world.unchanged(t, func() {
		for content, body := range map[string]string{
			"application/x-www-form-urlencoded": params.Encode(),
			"application/json":                  `{"requestId":"payload-in-the-body-1","productId":"machineSmall","quantity":1,"payType":"balance","termsVersion":"` + world.terms + `"}`,
			"multipart/form-data; boundary=x":   "--x\r\nContent-Disposition: form-data; name=\"productId\"\r\n\r\nmachineSmall\r\n--x--\r\n",
			"text/xml":                          "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><x>&a;</x>",
			"\x7f;;;":                           "\x00\x01",
		} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, world.process.URL+"/api/miner/purchaseMiner", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("token", world.mallory.Token)
			if content[0] != 0x7f {
				request.Header.Set("Content-Type", content)
			}
			if status, a := raw(t, request); status != http.StatusOK || a.Code != codeInvalid {
				t.Errorf("%q: status %d, code %d", content, status, a.Code)
			}
		}
	})
}

// ownThings are the calls which a few random pieces make valid, and which then take effect
// on the caller's own things.
var ownThings = []string{"/api/address/add", "/api/miner/makeCalendarLink", "/api/miner/endCalendarLink", "/api/push/setSettings", "/api/trade/setAlert",
	"/api/user/readNotice", "/api/user/setNoticeSettings", "/api/user/updateProfile"}

// TestNonsense sends random parameters everywhere: no answer is a system
// error, and nothing changes but by calls on mallory's own things, before each of which
// all is looked at.
func TestNonsense(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		seed := uint64(time.Now().UnixNano())
		if text := os.Getenv("ETLD_TEST_SEED"); text != "" {
			if _, err := fmt.Sscan(text, &seed); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("seed %d (repeat with ETLD_TEST_SEED)", seed)
		chance := rand.New(rand.NewPCG(seed, 3))
		pieces := []string{"", "1", "0", "-0", "NaN", "null", "%00", "%ff", "%F0%9F%92%A9", "..%2f", "true", "0x", "1e309", "999999999999999999", "'", "%22", "%3Cscript%3E",
			world.machines[0], world.intent, "0x" + strings.Repeat("1", 40), "0x" + strings.Repeat("1", 130), "2026-02-30", "9999-12-31", "0000-00-00", "machineSmall", "USDT", "all"}
		world.counted(t)
		held, made := world.dump(t), []string(nil)
		look := func() {
			t.Helper()
			now := world.dump(t)
			for _, difference := range differences(held, now, []string{"notice_item", "api_reply", "swap_quote", "trade_quote"}) {
				t.Errorf("%s, by one of %q", difference, made)
			}
			held, made = now, nil
		}
		for range long.Or(500, 1500) {
			c := world.calls[chance.IntN(len(world.calls))]
			if slices.Contains([]string{"/api/user/logout", "/api/user/eraseData", "/api/game/setLimits", "/api/game/exclude"}, c.path) || c.isStream {
				// They would keep mallory from what later tests do.
				continue
			}
			var query []string
			for range chance.IntN(6) {
				name := "unknown"
				if len(c.parameters) > 0 && chance.IntN(8) > 0 {
					name = c.parameters[chance.IntN(len(c.parameters))]
				}
				query = append(query, name+"="+pieces[chance.IntN(len(pieces))]+pieces[chance.IntN(len(pieces))])
			}
			takesEffect := slices.Contains(ownThings, c.path)
			if takesEffect {
				look()
			}
			made = append(made, c.path+"?"+strings.Join(query, "&"))
			status, a := raw(t, newRequest(t, http.MethodPost, world.process.URL+c.path+"?"+strings.Join(query, "&"), world.mallory.Token))
			if status != http.StatusOK || a.Code == codeSystem || a.Code == codeSignIn {
				t.Fatalf("%s?%s: status %d, %d %s %s", c.path, strings.Join(query, "&"), status, a.Code, a.Message, a.Data)
			}
			if takesEffect && a.Code == codeAccepted {
				held, made = world.dump(t), nil
			}
		}
		look()
	})
}

// TestImpatience presses one button fifty times at once: one effect, and fifty
// equal replies.
func TestImpatience(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		const presses = 50
		before, err := world.mallory.Holding(t.Context(), money.USDT)
		if err != nil {
			t.Fatal(err)
		}
		params := world.purchase("fifty-times-the-same")
		answers := make([]player.Answer, presses)
		var pressing sync.WaitGroup
		for i := range presses {
			pressing.Go(func() {
				var err error
				if answers[i], err = world.mallory.Call(t.Context(), "/api/miner/purchaseMiner", params); err != nil {
					t.Error(err)
				}
			})
		}
		pressing.Wait()
		for i, a := range answers {
			if a.Code != http.StatusOK || string(a.Data) != string(answers[0].Data) {
				t.Errorf("press %d: %d %s, the first was %s", i, a.Code, a.Data, answers[0].Data)
			}
		}
		after, err := world.mallory.Holding(t.Context(), money.USDT)
		if err != nil || after.Available != before.Available-money.Units(105) || after.Escrow != before.Escrow+money.Units(105) {
			t.Errorf("the wallet held %+v and now %+v (%v)", before, after, err)
		}
		// The same id with other data is neither the old purchase nor a new one.
		params.Set("quantity", "2")
		if a, err := world.mallory.Call(t.Context(), "/api/miner/purchaseMiner", params); err != nil || a.Code != 1009 {
			t.Errorf("the same request id with other data: %d %s %v", a.Code, a.Message, err)
		}
	})
}
