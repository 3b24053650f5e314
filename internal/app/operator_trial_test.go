package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"etld/internal/base/wording"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/operator/sentence"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

// words are texts in every language.
const words = `{"zhtw":"燈","en":"A lamp","ru":"Лампа"}`

// samples are a payload of each kind that people propose, in a world where somebody has an
// account and nothing else happened.
func samples(userID, unusedID string) map[string]string {
	of := func(rest string) string { return `{"userId":"` + userID + `"` + rest + `}` }
	return map[string]string{
		"backend_debit": of(`,"currency":"USDT","amount":"1"`), "backend_debit_objection": `{"debitId":"01M7VHRZAPV143QTVXGR6RYJ"}`,
		"backend_top_up": of(`,"currency":"USDT","amount":"1"`), "bid_cancel": `{"bidNo":"01M7VHRZAPV143QTVXGR6RYJ"}`, "bid_place": `{"price":"0.01","quantity":"100"}`,
		"capital_move": `{"move":"out","evidence":"a transfer","currency":"USDT","amount":"1"}`, "carrier_change": `{"host":"post.example","listed":true}`,
		"crediting_resume": `{"network":"BEP-20"}`, "emergency_stop": `{"part":"swap","stop":true}`, "goods_change": `{"goodsId":"deskLamp9","category":"home","price":"30","currency":"USDT","limit":2,"addStock":5,"names":` + words + `,"details":` + words + `}`,
		"job_retry": `{"job":"credit","subject":"x"}`, "machine_change": `{"productId":"machineTiny","size":"small","price":"50","power":5,"termDays":30,"dailyRate":"0.0002","etldCap":"5",` +
			`"perUserLimit":2,"addStock":5,"names":` + words + `,"details":` + words + `}`, "machine_pause": `{"minerNo":"01M7VHRZAPV143QTVXGR6RYJ"}`,
		"machine_resume": `{"minerNo":"01M7VHRZAPV143QTVXGR6RYJ"}`, "news_pin": `{"id":"01M7VHRZAPV143QTVXGR6RYJ","version":1,"pinned":true}`,
		"news_publish": `{"id":"01M7VHRZAPV143QTVXGR6RYJ","version":1}`, "node_level_change": `{"level":"king","supply":90}`,
		"order_reversal": `{"orderNo":"01M7VHRZAPV143QTVXGR6RYJ","cause":"lost"}`, "param_change": `{"name":"shop.addresses_day","value":"200"}`,
		"payout_resume": `{"network":"BEP-20"}`, "payout_stop": `{"network":"BEP-20"}`, "personal_erasure": of(""), "play_limits_lower": of(`,"dayStake":100`),
		"pool_funding": `{"pool":"interest","evidence":"a contract","currency":"USDT","amount":"1"}`, "price_resume": `{"currency":"ETLD"}`,
		"reward_grant": `{"rewardId":"01M7VHRZAPV143QTVXGR6RYJ"}`, "reward_refuse": `{"rewardId":"01M7VHRZAPV143QTVXGR6RYJ","cause":"other"}`,
		"risk_flag": of(""), "risk_flag_lift": of(""),
		"role_change":         `{"address":"0x00000000000000000000000000000000000000a1","name":"Ann","roles":["support"],"active":true}`,
		"suspense_assignment": `{"transferId":"56|0xabc|0","userId":"` + userID + `","evidence":"a record"}`, "user_platform": `{"userId":"` + unusedID + `","isPlatform":true}`,
		"user_restore": of(""), "user_suspend": of(`,"days":30`), "withdrawal_give_up": `{"withdrawNo":"01M7VHRZAPV143QTVXGR6RYJ","code":"other","note":"x"}`,
	}
}

// possible are the kinds whose sample can be done in that world; the others are refused.
var possible = []string{"backend_debit", "backend_top_up", "bid_place", "capital_move", "carrier_change", "emergency_stop", "goods_change", "machine_change",
	"param_change", "payout_stop", "personal_erasure", "play_limits_lower", "pool_funding", "risk_flag", "risk_flag_lift", "role_change", "user_platform", "user_suspend"}

// traces are what a trial could leave: rows of the tables that acts write to, and what
// calls answer out of the program's caches.
func (p *Program) traces(t *testing.T, auditor *person) string {
	t.Helper()
	var text []string
	err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
		text = nil
		for _, table := range []string{"operator_proposal", "operator_approval", "operator_audit", "ledger_transfer", "notice_item", "notice_event", "param_change",
			"team_flag", "personal_erasure", "job_parked", "job_run", "trade_bid", "payout_event"} {
			n, err := sqldb.Collect(tx, sqldb.One[int64], "SELECT COUNT(*) FROM "+table)
			if err != nil {
				return err
			}
			text = append(text, fmt.Sprint(table, n))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"machines/catalogue", "goods/list", "nodes/levels", "params/list", "staff/list", "emergency/list", "carriers/list", "users/suspended"} {
		text = append(text, path+string(auditor.call(path, map[string]any{}).Data))
	}
	return strings.Join(text, "\n")
}

// Every kind is tried, and nothing of it remains, whether it could be done or not. What can
// be proposed has the same sentence in the form, the answer, the wallet and the log, in
// every language that the place has.
func TestEveryKindIsTriedAndSaysOneSentence(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		server := httptest.NewServer(p.api)
		t.Cleanup(server.Close)
		ann, err := player.Join(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		userID := p.idOf(t, ann.Address().Hex())
		w := p.world(t)
		w.Capital("1000 USDT")
		w.Deposit(userID, "10 USDT")
		all := samples(userID, w.Person(user.New{Address: "0x00000000000000000000000000000000000000aa"}))
		makers, checkers, auditor := p.staffOfEach(t), p.staffOfEach(t), p.staff(t, operator.Auditor)
		var done []string
		for _, kind := range slices.Sorted(maps.Keys(all)) {
			maker, checker := mayDo(t, makers, kind, true), mayDo(t, checkers, kind, false)
			maker.lan = sentence.English
			asked := map[string]any{"kind": kind, "payload": json.RawMessage(all[kind]), "reason": "because of the test"}
			before := p.traces(t, auditor)
			r := maker.call("proposals/try", asked)
			if after := p.traces(t, auditor); after != before {
				t.Errorf("%s left something:\n%s\n%s", kind, before, after)
			}
			if r.Code != http.StatusOK {
				t.Logf("%s is refused: %d %s", kind, r.Code, r.Message)
				continue
			}
			done = append(done, kind)
			p.oneSentence(t, dataOf[operator.Trial](t, r).Sentence, maker, checker, asked)
		}
		if !slices.Equal(done, possible) {
			t.Errorf("what could be tried: %q", done)
		}
	})
}

// oneSentence proposes what was tried, and compares what each place says of it.
func (p *Program) oneSentence(t *testing.T, tried string, maker, checker *person, asked map[string]any) {
	t.Helper()
	made := dataOf[operator.Proposal](t, maker.call("proposals/create", asked))
	for _, language := range wording.Languages() {
		want := sentence.Of(language, made.Kind, made.Subject, made.Payload)
		checker.lan = language
		listed := dataOf[listOf[operator.Proposal]](t, checker.call("proposals/list", map[string]any{"ids": []string{made.ID}})).List[0]
		if listed.Sentence != want || language == sentence.English && (tried != want || made.Sentence != want) {
			t.Errorf("%s, %s: want %s\nform   %s\nanswer %s\nlist   %s", made.Kind, language, want, tried, made.Sentence, listed.Sentence)
		}
		if english := sentence.Of(sentence.English, made.Kind, made.Subject, made.Payload); listed.State == operator.Pending && !strings.Contains(listed.Phrase, english) {
			t.Errorf("%s: the wallet shows %s", made.Kind, listed.Phrase)
		}
	}
	err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
		head, err := audit.HeadOf(tx)
		if err != nil {
			return err
		}
		records, err := audit.Between(tx, head.Seq-5, head.Seq)
		text, _ := json.Marshal(sentence.Of(sentence.English, made.Kind, made.Subject, made.Payload))
		if !slices.ContainsFunc(records, func(r audit.Record) bool {
			return r.Subject == made.ID && strings.Contains(string(r.After), `"sentence":`+string(text))
		}) {
			t.Errorf("%s: the log does not say %s", made.Kind, text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A proposal about what is sold says what that is called: the server writes the names of now
// into the payload, whatever its maker wrote, and none of what is new.
func TestProposalsNameWhatIsSold(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		p.world(t).Update(p.seed)
		makers, lie := p.staffOfEach(t), `,"called":`+words+`}`
		all := samples("", "")
		for name, one := range map[string]struct{ kind, payload, want string }{
			"a machine":     {"machine_change", `{"productId":"machineSmall","price":"110"`, "Change the machine “Small machine” (machineSmall): price 110 USDT."},
			"goods":         {"goods_change", `{"goodsId":"seedPlate","addStock":5`, "Change the goods “Steel plate for a recovery phrase” (seedPlate): add to the stock 5."},
			"a node level":  {"node_level_change", `{"level":"king","supply":80`, "Change the node level “King node” (king): supply 80."},
			"a new machine": {"machine_change", strings.TrimSuffix(all["machine_change"], "}"), "Change the machine machineTiny: size small"},
		} {
			maker := mayDo(t, makers, one.kind, true)
			maker.lan = sentence.English
			asked := map[string]any{"kind": one.kind, "payload": json.RawMessage(one.payload + lie), "reason": "because of the test"}
			tried := dataOf[operator.Trial](t, maker.call("proposals/try", asked))
			made := dataOf[operator.Proposal](t, maker.call("proposals/create", asked))
			if !strings.HasPrefix(made.Sentence, one.want) || tried.Sentence != made.Sentence || strings.Contains(string(made.Payload), `"called"`) == (name == "a new machine") {
				t.Errorf("%s: tried %s, made %s of %s", name, tried.Sentence, made.Sentence, made.Payload)
			}
		}
	})
}

// listOf is a page of a list.
type listOf[R any] struct {
	List []R `json:"list"`
}

// staffOfEach are people of every role, one each.
func (p *Program) staffOfEach(t *testing.T) (list []*person) {
	t.Helper()
	for _, role := range operator.Roles() {
		list = append(list, p.staff(t, role))
	}
	return list
}

// mayDo is who of some people proposes a kind, or decides it.
func mayDo(t *testing.T, people []*person, kind string, proposes bool) *person {
	t.Helper()
	for _, one := range people {
		may := dataOf[operator.Me](t, one.call("me", nil)).May[kind]
		if proposes && may.Propose || !proposes && may.Approve {
			return one
		}
	}
	t.Fatalf("nobody for %s", kind)
	return nil
}
