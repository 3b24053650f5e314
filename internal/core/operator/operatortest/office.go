// Package operatortest gives tests the operators of a world, who sign in past their wallets.
package operatortest

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/worldtest"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/seal"
)

// Host is what the operators' texts name.
const Host = "etld.example"

// Office is the operators of a world.
type Office struct {
	*worldtest.World
	Service *operator.Service
	// Auditor reads everything.
	Auditor *Person
}

// Open builds the operators' side of a world and registers calls with it.
func Open(w *worldtest.World, register ...func(*operator.Service)) *Office {
	w.T.Helper()
	service, err := operator.New(operator.Config{DB: w.DB, Chance: entropy.System(), Log: slog.New(slog.DiscardHandler), Host: Host, ChainID: 56,
		Key: make([]byte, seal.KeyBytes), Demo: true})
	w.Must(err)
	for _, add := range register {
		add(service)
	}
	o := &Office{World: w, Service: service}
	o.Auditor = o.Person(0, operator.Auditor)
	return o
}

// Person is an operator with a session and a wallet.
type Person struct {
	ID, Address string
	office      *Office
	key         *ecdsa.PrivateKey
	cookie      *http.Cookie
	csrf        string
}

// Person is an operator of one role.
func (o *Office) Person(n int, role operator.Role) *Person {
	o.T.Helper()
	p := &Person{office: o, key: wallettest.Key(fmt.Sprintf("operator %d", n))}
	p.Address = wallettest.Address(p.key).Hex()
	var err error
	p.cookie, p.csrf, err = o.Service.DemoSession(context.Background(), role, p.Address, "Demo")
	o.Must(err)
	p.ID = Data[operator.Me](o, p.Call("me", nil)).ID
	return p
}

// Reply is what a call yields.
type Reply struct {
	Code    int
	Message string
	Data    json.RawMessage
}

// Request is a call that was not made yet.
func (p *Person) Request(path string, body any) *http.Request {
	p.office.T.Helper()
	text, err := json.Marshal(body)
	p.office.Must(err)
	r := httptest.NewRequest(http.MethodPost, operator.PathPrefix+path, strings.NewReader(string(text)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("lan", "en_US")
	r.Header.Set("X-CSRF-Token", p.csrf)
	r.AddCookie(p.cookie)
	return r
}

// Call makes a call.
func (p *Person) Call(path string, body any) (out Reply) {
	p.office.T.Helper()
	recorder := httptest.NewRecorder()
	p.office.Service.ServeHTTP(recorder, p.Request(path, body))
	if err := json.Unmarshal(recorder.Body.Bytes(), &out); err != nil {
		p.office.T.Fatalf("%s: HTTP %d %s", path, recorder.Code, recorder.Body)
	}
	return out
}

// Propose asks by the path of a kind.
func (p *Person) Propose(path string, payload any) Reply {
	p.office.T.Helper()
	// Signed texts are used once, so their moments differ.
	p.office.Clock.Advance(time.Millisecond)
	return p.Call(path, map[string]any{"payload": payload, "reason": "because of the test"})
}

// Approve signs a proposal.
func (p *Person) Approve(proposal operator.Proposal) Reply {
	p.office.T.Helper()
	p.office.Clock.Advance(time.Millisecond)
	ms := p.office.Clock.Now().UnixMilli()
	return p.Call("proposals/approve", map[string]any{"proposalId": proposal.ID, "payloadHash": proposal.PayloadHash, "signedAt": ms,
		"signature": wallettest.Sign(p.key, operator.Phrase(Host, p.Address, proposal)+strconv.FormatInt(ms, 10))})
}

// Through proposes and approves.
func (o *Office) Through(maker, checker *Person, path string, payload any) Reply {
	o.T.Helper()
	proposed := maker.Propose(path, payload)
	if proposed.Code != http.StatusOK {
		return proposed
	}
	return checker.Approve(Data[operator.Proposal](o, proposed))
}

// WantCode holds an answer to its code; a refusal has its words.
func (o *Office) WantCode(what string, r Reply, code int) {
	o.T.Helper()
	if r.Code != code {
		o.T.Errorf("%s: %d %s %s, want code %d", what, r.Code, r.Message, r.Data, code)
	}
	if code != http.StatusOK && (r.Message == "" || strings.Contains(r.Message, "{")) {
		o.T.Errorf("%s: the message is %q", what, r.Message)
	}
}

// Data is what an answer brings.
func Data[T any](o *Office, r Reply) (out T) {
	o.T.Helper()
	if r.Code != http.StatusOK {
		o.T.Fatalf("refused: %d %s %s", r.Code, r.Message, r.Data)
	}
	o.Must(json.Unmarshal(r.Data, &out))
	return out
}

// Records are the newest of the audit log, the newest first.
func (o *Office) Records() []audit.Record {
	o.T.Helper()
	return Data[struct{ List []audit.Record }](o, o.Auditor.Call("audit/list", map[string]any{"size": 50})).List
}
