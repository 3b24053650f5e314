package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/features/machine"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// An operator pauses a machine only together with another, and one alone may
// let it run again; the owner is told each time.
func TestOperatorsPauseAMachineTogether(t *testing.T) {
	t.Parallel()
	p := newDemo(t, sqldb.SQLite)
	owner, minerNo := p.runningMachine(t)
	risk, checker := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker)

	proposal := map[string]any{"payload": map[string]any{"minerNo": minerNo}, "reason": "its figures are being checked"}
	if r := checker.call("machines/pause", proposal); r.Code == http.StatusOK {
		t.Error("a role that may not propose a pause proposed one")
	}
	proposed := risk.call("machines/pause", proposal)
	if proposed.Code != http.StatusOK {
		t.Fatalf("propose: %+v", proposed)
	}
	p.expectState(t, minerNo, machine.Running)
	if r := risk.approve(proposed); r.Code == http.StatusOK {
		t.Error("the maker approved his own proposal")
	}
	p.expectState(t, minerNo, machine.Running)
	if r := checker.approve(proposed); r.Code != http.StatusOK {
		t.Fatalf("approve: %+v", r)
	}
	p.expectState(t, minerNo, machine.Paused)
	seen := dataOf[httpapi.List[machine.StaffMachine]](t, p.staff(t, operator.Support).call("users/machines", map[string]any{"userId": owner}))
	if len(seen.List) != 1 || seen.List[0].MinerNo != minerNo || seen.List[0].State != machine.Paused || seen.List[0].EndAt != nil || seen.HasMore {
		t.Errorf("support sees %+v", seen)
	}
	for _, wrong := range []map[string]any{{"userId": "nobody"}, {}, {"userId": owner, "cursor": "x"}} {
		if r := risk.call("users/machines", wrong); r.Code == http.StatusOK {
			t.Errorf("%v is answered", wrong)
		}
	}
	if r := risk.call("machines/resume", proposal); r.Code != http.StatusOK {
		t.Fatalf("resume: %+v", r)
	}
	p.expectState(t, minerNo, machine.Running)
	err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
		unread, err := p.notices.Unread(tx, owner)
		// Started, paused, resumed.
		if unread != 3 {
			t.Errorf("the owner has %d notices", unread)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Violations(t.Context())
	if err != nil || len(found) > 0 {
		t.Errorf("afterwards: %v, %v", found, err)
	}
}

// A pause of fifteen days opens a way out with the whole principal and a part of the
// fee, and ends only when somebody says so: nobody has a part in either for the own
// machine, whoever else agrees.
func TestNobodyPausesTheOwnMachine(t *testing.T) {
	t.Parallel()
	for _, owner := range []operator.Role{operator.Risk, operator.FinanceChecker} {
		p := newDemo(t, sqldb.SQLite)
		risk, checker, other := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Risk)
		w := p.world(t)
		w.Update(p.seed)
		w.Fund(ledger.InterestFree, "100 USDT")
		account := p.userOf(t, map[operator.Role]*person{operator.Risk: risk, operator.FinanceChecker: checker}[owner])
		w.Deposit(account, "105 USDT")
		var minerNo string
		w.Update(func(tx *sqldb.Tx) (err error) {
			minerNo, err = p.buyMachine(tx, account, true)
			return err
		})
		about := map[string]any{"payload": map[string]any{"minerNo": minerNo}, "reason": "its figures are being checked"}
		own := risk.call("machines/pause", about)
		if owner == operator.FinanceChecker {
			own = checker.approve(own)
		}
		if own.Code != operator.ErrOwnAccount.Code {
			t.Errorf("the %s pauses the own machine: %+v", owner, own)
		}
		p.expectState(t, minerNo, machine.Running)
		if owner == operator.FinanceChecker {
			continue
		}
		if r := checker.approve(other.call("machines/pause", about)); r.Code != http.StatusOK {
			t.Fatalf("approve: %+v", r)
		}
		if r := risk.call("machines/resume", about); r.Code != operator.ErrOwnAccount.Code {
			t.Errorf("the own machine runs again: %+v", r)
		}
		p.expectState(t, minerNo, machine.Paused)
	}
}

// runningMachine is a user with a machine that runs.
func (p *Program) runningMachine(t *testing.T) (owner, minerNo string) {
	t.Helper()
	w := p.world(t)
	w.Update(p.seed)
	w.Fund(ledger.InterestFree, "100 USDT")
	owner = w.User(0xA0, "105 USDT")
	w.Update(func(tx *sqldb.Tx) (err error) {
		minerNo, err = p.buyMachine(tx, owner, true)
		return err
	})
	return owner, minerNo
}

// buyMachine buys a small machine from the balance.
func (p *Program) buyMachine(tx sqldb.Command, owner string, startNow bool) (minerNo string, err error) {
	terms, err := p.machine.CurrentTerms(tx, "machineSmall")
	if err != nil {
		return "", err
	}
	b, err := p.machine.Purchase(tx, checkout.Order{UserID: owner, ProductID: "machineSmall", Quantity: 1, PayType: checkout.PayBalance, TermsVersion: terms.Version(), StartNow: startNow})
	if err != nil {
		return "", err
	}
	return b.Machines[0].ID, nil
}

func (p *Program) expectState(t *testing.T, minerNo string, want machine.State) {
	t.Helper()
	err := p.db.View(context.Background(), func(tx *sqldb.Tx) error {
		_, state, err := p.machine.StateOf(tx, minerNo)
		if state != want {
			t.Errorf("the machine is %s, want %s", state, want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// person is an operator with a session and a key.
type person struct {
	t       *testing.T
	p       *Program
	sign    func(text string) string
	address string
	cookie  *http.Cookie
	csrf    string
	// lan is the language that answers are asked in; empty for the usual one.
	lan string
}

type reply struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

func (p *Program) staff(t *testing.T, role operator.Role) *person {
	t.Helper()
	key := wallettest.New()
	one := &person{t: t, p: p, address: wallettest.Address(key).Hex(), sign: func(text string) string { return wallettest.Sign(key, text) }}
	var err error
	if one.cookie, one.csrf, err = p.operator.DemoSession(context.Background(), role, one.address, "Demo"); err != nil {
		t.Fatal(err)
	}
	return one
}

func (one *person) call(path string, body any) reply {
	one.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		one.t.Fatal(err)
	}
	request := httptest.NewRequest(http.MethodPost, operator.PathPrefix+path, bytes.NewReader(text))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-CSRF-Token", one.csrf)
	request.Header.Set("lan", map[string]string{"zhtw": "zh_tw", "en": "en_US", "ru": "ru_RU", "": ""}[one.lan])
	request.AddCookie(one.cookie)
	recorder := httptest.NewRecorder()
	one.p.operator.ServeHTTP(recorder, request)
	var r reply
	if err := json.Unmarshal(recorder.Body.Bytes(), &r); err != nil {
		one.t.Fatalf("%s: status %d: %s", path, recorder.Code, recorder.Body)
	}
	return r
}

// approve signs what a proposal asks its checkers to sign.
func (one *person) approve(proposed reply) reply {
	one.t.Helper()
	var proposal struct {
		ID          string `json:"id"`
		PayloadHash string `json:"payloadHash"`
	}
	if err := json.Unmarshal(proposed.Data, &proposal); err != nil {
		one.t.Fatal(err)
	}
	var asked struct {
		Phrase string `json:"approvalPhrase"`
	}
	shown := one.call("proposals/list", map[string]any{"ids": []string{proposal.ID}})
	var list struct {
		List []json.RawMessage `json:"list"`
	}
	if err := json.Unmarshal(shown.Data, &list); err != nil || len(list.List) != 1 {
		one.t.Fatalf("the proposal: %s, %v", shown.Data, err)
	}
	if err := json.Unmarshal(list.List[0], &asked); err != nil {
		one.t.Fatal(err)
	}
	millis := one.p.settings.Clock.Now().UnixMilli()
	return one.call("proposals/approve", map[string]any{"proposalId": proposal.ID, "payloadHash": proposal.PayloadHash, "signedAt": millis,
		"signature": one.sign(fmt.Sprintf("%s%d", asked.Phrase, millis))})
}
