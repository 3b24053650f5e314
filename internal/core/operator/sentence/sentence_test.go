package sentence

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"etld/internal/base/wording"
)

// document is what the operators' calls propose.
type document struct {
	Paths map[string]struct {
		Post struct {
			Kind string `json:"x-kind"`
		} `json:"post"`
	} `json:"paths"`
}

// kinds are those that people propose, and those of the program.
func kinds(t *testing.T) []string {
	t.Helper()
	raw, err := os.ReadFile("../../../../api/operator.json")
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	list := []string{"withdrawal_review", "withdrawal_reissue"}
	for _, path := range d.Paths {
		if path.Post.Kind != "" {
			list = append(list, path.Post.Kind)
		}
	}
	return list
}

// Every kind has words in every language, and every catalogue has the same ones.
func TestEveryKindHasWords(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds(t) {
		has := func(key string) bool { return key == "kind."+kind || strings.HasPrefix(key, "kind."+kind+" ") }
		for _, language := range wording.Languages() {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(catalogues[language])), has) {
				t.Errorf("%s has no words in %s", kind, language)
			}
		}
	}
	for _, language := range wording.Languages() {
		if got, want := slices.Sorted(maps.Keys(catalogues[language])), slices.Sorted(maps.Keys(catalogues[English])); !slices.Equal(got, want) {
			t.Errorf("%s has other keys than English", language)
		}
		for key, text := range catalogues[language] {
			if slots, want := slotsOf(text), slotsOf(catalogues[English][key]); text == "" || !slices.Equal(slots, want) {
				t.Errorf("%s %s names %q, English %q", language, key, slots, want)
			}
		}
	}
}

func slotsOf(text string) (list []string) {
	for rest := text; ; {
		_, behind, found := strings.Cut(rest, "{")
		if !found {
			slices.Sort(list)
			return list
		}
		name, after, _ := strings.Cut(behind, "}")
		list, rest = append(list, name), after
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ kind, subject, payload, en, zhtw, ru string }{
		"all named": {"backend_top_up", "u1", `{"userId":"u1","currency":"USDT","amount":"5.5"}`,
			"Credit user u1 with 5.5 USDT.", "為使用者 u1 入帳 5.5 USDT。", "Зачислить 5,5 USDT пользователю u1."},
		"the rest behind": {"pool_funding", "P.INT", `{"pool":"interest","evidence":"contract 7","currency":"USDT","amount":"100"}`,
			"Fund the interest pool with 100 USDT: evidence “contract 7” (P.INT).", "為利息池注資 100 USDT：證據 「contract 7」（P.INT）。",
			"Пополнить пул процентов на 100 USDT: доказательство «contract 7» (P.INT)."},
		"thousands": {"bid_place", "12345.5", `{"price":"12345.5","quantity":"1000000"}`, "Place a bid for 1,000,000 ETLD at 12,345.5 USDT each.",
			"以 12,345.5 USDT 收購 1,000,000 ETLD。", "Выставить заявку на выкуп 1 000 000 ETLD по 12 345,5 USDT."},
		"a name of then": {"goods_change", "walletPouch", `{"goodsId":"walletPouch","price":"9","currency":"USDT","called":{"zhtw":"卡套","en":"Wallet pouch","ru":"Чехол"}}`,
			"Change the goods “Wallet pouch” (walletPouch): price 9 USDT.", "更改商品 「卡套」（walletPouch）：價格 9 USDT。", "Изменить товар «Чехол» (walletPouch): цена 9 USDT."},
		"a name of nothing that is named": {"goods_change", "else", `{"goodsId":"walletPouch","called":{"zhtw":"卡套","en":"Wallet pouch","ru":"Чехол"}}`,
			"Change the goods walletPouch: called zhtw “卡套”, en “Wallet pouch”, ru “Чехол” (else).", "更改商品 walletPouch：當時名稱 zhtw 「卡套」、en 「Wallet pouch」、ru 「Чехол」（else）。",
			"Изменить товар walletPouch: название на тот момент zhtw «卡套», en «Wallet pouch», ru «Чехол» (else)."},
		"a name in no language": {"goods_change", "walletPouch", `{"goodsId":"walletPouch","called":"x"}`, "Change the goods walletPouch: called x.", "更改商品 walletPouch：當時名稱 x。",
			"Изменить товар walletPouch: название на тот момент x."},
		"figures that are no sums": {"user_suspend", "u1", `{"userId":"u1","days":1234}`, "Suspend the account u1 for 1234 days.", "將帳號 u1 停權 1234 天。", "Приостановить аккаунт u1, срок в днях: 1234."},
		"by a value":               {"emergency_stop", "sales", `{"part":"sales","stop":true}`, "Stop sales.", "停止：銷售。", "Остановить: продажи."},
		"a list, a no and what is left out": {"role_change", "0x1", `{"address":"0x1","name":"Ann","roles":["risk","editor"],"active":true,"resetTotp":false,"x":null}`,
			"Give “Ann” (0x1) the roles: risk, editor: another authenticator no.", "「Ann」（0x1）的角色：風險控管、編輯：重設驗證器 否。",
			"Роли для «Ann» (0x1): риски, редактор: новый аутентификатор нет."},
		"texts": {"node_level_change", "king", `{"level":"king","names":{"zhtw":"王","en":"King","ru":"К"}}`,
			"Change the node level king: names zhtw “王”, en “King”, ru “К”.", "更改節點等級 王者：名稱 zhtw 「王」、en 「King」、ru 「К」。",
			"Изменить уровень узлов король: названия zhtw «王», en «King», ru «К»."},
		"a value that looks like another field": {"param_change", "p", `{"name":"p","value":"{name}"}`,
			"Change the parameter “p” to “{name}”.", "把參數「p」改為 「{name}」。", "Изменить параметр «p» на «{name}»."},
		"a parameter that has words": {"param_change", "machine.credit_days", `{"name":"machine.credit_days","value":"30"}`,
			"Change the parameter “Days a repurchase credit is valid” (machine.credit_days) to 30.", "把參數「復購額度有效天數」（machine.credit_days）改為 30。",
			"Изменить параметр «Дней действует право повторной покупки» (machine.credit_days) на 30."},
		"a parameter of a currency on a network": {"param_change", "withdrawal.bep20.usdt.fee", `{"name":"withdrawal.bep20.usdt.fee","value":"2"}`,
			"Change the parameter “Withdrawal fee · USDT, BEP-20” (withdrawal.bep20.usdt.fee) to 2 USDT.", "把參數「提領手續費 · USDT, BEP-20」（withdrawal.bep20.usdt.fee）改為 2 USDT。",
			"Изменить параметр «Комиссия вывода · USDT, BEP-20» (withdrawal.bep20.usdt.fee) на 2 USDT."},
		"a parameter of a level": {"param_change", "team.acceleration_3", `{"name":"team.acceleration_3","value":"0.065"}`,
			"Change the parameter “Acceleration of V3” (team.acceleration_3) to 6.5%.", "把參數「V3 加速」（team.acceleration_3）改為 6.5%。",
			"Изменить параметр «Ускорение V3» (team.acceleration_3) на 6,5 %."},
		"some days":                 {"user_suspend", "u1", `{"userId":"u1","days":3}`, "Suspend the account u1 for 3 days.", "將帳號 u1 停權 3 天。", "Приостановить аккаунт u1, срок в днях: 3."},
		"one day":                   {"user_suspend", "u1", `{"userId":"u1","days":1}`, "Suspend the account u1 for one day.", "將帳號 u1 停權 1 天。", "Приостановить аккаунт u1 на один день."},
		"at once":                   {"user_suspend", "u1 at once", `{"userId":"u1","days":5}`, "Suspend the account u1 for 5 days (at once).", "將帳號 u1 停權 5 天（立即）。", "Приостановить аккаунт u1, срок в днях: 5 (сразу)."},
		"at once, of somebody else": {"user_suspend", "u2 at once", `{"userId":"u1","days":5}`, "Suspend the account u1 for 5 days (u2 at once).", "將帳號 u1 停權 5 天（u2 立即）。", "Приостановить аккаунт u1, срок в днях: 5 (u2 сразу)."},
		"without an end":            {"user_suspend", "u1", `{"userId":"u1","days":0}`, "Suspend the account u1 without an end.", "將帳號 u1 停權，無期限。", "Приостановить аккаунт u1 без срока."},
		"a payout": {"withdrawal_review", "w1", `{"withdrawNo":"w1","currency":"USDT","network":"BEP-20","quantity":"1250.5","fee":"1","arrival":"1249.5","issue":1,"chainId":56,"token":"0xt","recipient":"0xr","units":"1249500000","statement":"Withdraw 1250.5 USDT"}`,
			"Pay 1,249.5 USDT on BEP-20 to 0xr. Withdrawal w1, issue 1.", "在 BEP-20 支付 1,249.5 USDT 給 0xr，提領 w1，第 1 次。",
			"Выплатить 1 249,5 USDT в сети BEP-20 на 0xr, вывод w1, выпуск 1."},
		"a kind without words":       {"new", "s", `{"b":1,"a":2}`, "new: b 1; a 2 (s).", "new：b 1；a 2（s）。", "new: b 1; a 2 (s)."},
		"less than its words name":   {"pool_funding", "q", `{"pool":"game"}`, "pool_funding: pool the game’s bankroll (q).", "pool_funding：pool 遊戲資金（q）。", "pool_funding: pool банк игры (q)."},
		"what cannot be taken apart": {"new", "s", `[1]`, "new: s [1]", "new: s [1]", "new: s [1]"},
		"what is not seen":           {"bid_cancel", "b", `{"bidNo":"b\u202e"}`, `Cancel the bid b\u202e.`, `取消買單 b\u202e。`, `Снять заявку на выкуп b\u202e.`},
	} {
		for language, want := range map[string]string{English: test.en, "zhtw": test.zhtw, "ru": test.ru} {
			if got := Of(language, test.kind, test.subject, []byte(test.payload)); got != want {
				t.Errorf("%s, %s:\n%s\n%s", name, language, got, want)
			}
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	lines := []Line{{"status", "a", "b"}, {"reward of 5 USDT", "", "c"}, {"O.CAP/USDT", "1", "2"}, {"price", "1", "2"}}
	if got := Lines("ru", lines); got[0].Field != "состояние" || got[1].Field != "reward of 5 USDT" && got[1].Field != "награда 5 USDT" || got[2].Field != "O.CAP/USDT" || got[3].After != "2" {
		t.Errorf("named: %+v", got)
	}
	if got := Lines(English, lines); !slices.Equal(got, lines) {
		t.Errorf("in English: %+v", got)
	}
	if got := Lines(English, []Line{{"machine.credit_days", "90", "30"}}); got[0].Field != "Days a repurchase credit is valid" {
		t.Errorf("a parameter: %+v", got)
	}
	for language, want := range map[string][2]string{English: {"5%", "12.5%"}, "zhtw": {"5%", "12.5%"}, "ru": {"5 %", "12,5 %"}} {
		for _, field := range []string{"machine.fee_new", "daily rate", "daily rate announced"} {
			if got := Lines(language, []Line{{field, "0.05", "0.125"}})[0]; got.Before != want[0] || got.After != want[1] {
				t.Errorf("a share in %s: %+v", language, got)
			}
		}
	}
	if got := Lines(English, []Line{{"node.price_king", "9500 → 10000", "9500 → never"}})[0]; got.Before != "9,500 USDT → 10,000 USDT" || got.After != "9,500 USDT → never" {
		t.Errorf("what followed then and follows now: %+v", got)
	}
	said := []Line{{"status", "pending_review", "approved"}, {"USDT worth in 24 h of 0x1***2", "1", "2 and what has no price"}, {"account of 0x1***2", "open", "suspended until 2027"},
		{"payout", "failed, reverted, x", "failed, reverted, "}, {"roles", "", "risk,editor"}, {"evidence", "open", "open"}}
	want := []Line{{"состояние", "ждёт проверки", "одобрен"}, {"стоимость в USDT за 24 ч, пользователь 0x1***2", "1", "2 и то, что без цены"}, {"аккаунт 0x1***2", "открыт", "приостановлен до 2027"},
		{"выплата", "failed, reverted, x", "failed, reverted, "}, {"роли", "", "риски, редактор"}, {"доказательство", "open", "open"}}
	if got := Lines("ru", said); !slices.Equal(got, want) {
		t.Errorf("said: %+v", got)
	}
	announced := Lines("zhtw", []Line{{"price announced", "100", "110"}, {"figures change", "", "24 hours after the approval"}, {"back to the user", "0", "5 USDT"}, {"next price", "", "20 USDT from 24 hours after the approval"}})
	if want := []Line{{"預告的價格", "100", "110"}, {"條件生效", "", "核准 24 小時後"}, {"退還使用者", "0", "5 USDT"}, {"下一個價格", "", "核准 24 小時後：20 USDT"}}; !slices.Equal(announced, want) {
		t.Errorf("announced: %+v", announced)
	}
	if got := Why("zhtw", "requested by the user: new_account", true); got != "由使用者提出：帳號不滿 24 小時" {
		t.Errorf("why: %s", got)
	}
	for reason, want := range map[string]string{"other: 說明 7": "иная: 說明 7", "rules_violated": "нарушены правила платформы", "no": "no", "refused: x": "refused: x", "": ""} {
		if got := Why("ru", reason, false); got != want {
			t.Errorf("why a person says %q: %s", reason, got)
		}
	}
	then := []Line{{"status", "a", "b"}}
	if got := Since(then, []Line{{"status", "a", "c"}, {"new", "", "d"}}); !slices.Equal(got, []Line{{"status", "a → b", "a → c"}, {"new", "", "d"}}) {
		t.Errorf("since then: %+v", got)
	}
}

// Whatever stands in a payload stands in its sentence, in every language: a wallet that
// shows the sentence shows all that is signed.
func TestNothingOfAPayloadIsLeftOut(t *testing.T) {
	t.Parallel()
	payload := []byte(`{"userId":"u-17","currency":"ETLD","amount":"12.345","more":{"deep":["x-1","x-2"],"flag":true},"count":42}`)
	for _, kind := range append(kinds(t), "a_kind_of_tomorrow") {
		for _, language := range wording.Languages() {
			text := Of(language, kind, "the-subject", payload)
			for _, part := range []string{"u-17", "ETLD", figureOf(catalogues[language], "12.345"), "x-1", "x-2", "42", "the-subject", catalogues[language]["value.true"]} {
				if !strings.Contains(text, part) {
					t.Errorf("%s in %s does not say %s: %s", kind, language, part, text)
				}
			}
		}
	}
}
