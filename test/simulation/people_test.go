package simulation

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/price"
	"etld/internal/features/signin"
	"etld/internal/infra/chain/walletsig/wallettest"
)

// person is a user with a wallet.
type person struct {
	w        *world
	name     string
	key      *ecdsa.PrivateKey
	address  common.Address
	referrer string
	// isUser says that the wallet signed up; before, it is a stranger's.
	isUser   bool
	id, code string
	token    string
}

// answer is the body of a reply.
type answer struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

func (a answer) ok() bool { return a.Code == http.StatusOK }

func (w *world) newPerson() *person {
	p := &person{w: w, name: fmt.Sprintf("user %d", len(w.users)+1)}
	p.key = w.keyOf(p.name)
	p.address = crypto.PubkeyToAddress(p.key.PublicKey)
	w.users = append(w.users, p)
	return p
}

// people are those who have signed up.
func (w *world) people() (list []*person) {
	for _, p := range w.users {
		if p.isUser {
			list = append(list, p)
		}
	}
	return list
}

func (p *person) sign(text string) string { return wallettest.Sign(p.key, text) }

// send makes one call.
func (p *person) send(path string, params url.Values) answer {
	r := httptest.NewRequest(http.MethodPost, path+"?"+params.Encode(), nil)
	r.Header.Set("lan", "en_US")
	if p.token != "" {
		r.Header.Set("token", p.token)
	}
	return p.w.serve(p.w.program.API(), r)
}

// serve makes a call. No call may end in a system error unless the chain is away.
func (w *world) serve(handler http.Handler, r *http.Request) (a answer) {
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, r)
	if err := json.Unmarshal(recorder.Body.Bytes(), &a); err != nil {
		w.fail("%s: HTTP %d: %s", r.URL.Path, recorder.Code, recorder.Body)
	}
	if a.Code == fault.System.Code && !w.isChainDown() {
		w.fail("%s: %s\n%s", r.URL.Path, recorder.Body, strings.Join(w.log.lines, "\n"))
	}
	return a
}

// signIn signs up at the first time.
func (p *person) signIn() answer {
	w := p.w
	// A wallet's messages have strictly rising times.
	w.clock.Advance(time.Millisecond)
	message := signin.Phrase(host, chainID) + strconv.FormatInt(w.clock.Now().UnixMilli(), 10)
	params := url.Values{"username": {p.address.Hex()}, "type": {"ANDROID"}, "message": {message}, "signature": {p.sign(message)}}
	if p.referrer != "" {
		params.Set("pusername", p.referrer)
	}
	a := p.send("/api/user/logining", params)
	if a.ok() {
		var out struct{ ID, Token, ReferralCode string }
		w.must(json.Unmarshal(a.Data, &out))
		p.isUser, p.id, p.token, p.code = true, out.ID, out.Token, out.ReferralCode
	}
	return a
}

// call makes a call, signing in again where the session has ended.
func (p *person) call(path string, params url.Values) answer {
	a := p.send(path, params)
	if a.Code == fault.SignInAgain.Code && p.signIn().ok() {
		a = p.send(path, params)
	}
	return a
}

// read makes a call that has to succeed.
func (p *person) read(path string, into any, pairs ...string) bool {
	a := p.call(path, values(pairs...))
	if !a.ok() {
		if !p.w.isChainDown() {
			p.w.fail("%s of %s: %d %s", path, p.name, a.Code, a.Message)
		}
		return false
	}
	p.w.must(json.Unmarshal(a.Data, into))
	return true
}

func values(pairs ...string) url.Values {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return v
}

// do makes a command under a request id. At times the answer is lost, with the
// server or without it, and the request repeated: the answer stays the same.
func (p *person) do(path string, into any, pairs ...string) answer {
	w := p.w
	w.requests++
	params := values(pairs...)
	if params.Get("requestId") == "" {
		params.Set("requestId", w.requestID())
	}
	a := p.call(path, params)
	switch w.chance.IntN(8) {
	case 0, 1:
		w.expectRepeated(path, a, p.call(path, params))
	case 2:
		w.note("the answer is lost, and the server is started again")
		w.restart()
		w.expectRepeated(path, a, p.call(path, params))
	}
	if a.ok() && into != nil {
		w.must(json.Unmarshal(a.Data, into))
	}
	w.note("%s %s %s: %d %s", p.name, path, describe(params), a.Code, a.Message)
	w.counts[fmt.Sprintf("%s %d", path, a.Code)]++
	w.past = append(w.past, request{p, path, params, a, w.clock.Now()})
	w.past = w.past[max(0, len(w.past)-pastMax):]
	return a
}

// request is a command that was answered.
type request struct {
	by     *person
	path   string
	params url.Values
	answer answer
	at     time.Time
}

const (
	pastMax = 60
	// replyKept and refusalKept are for how long a repetition gets its answer for
	// certain; after that a request that was refused is a new one.
	replyKept   = 29 * 24 * time.Hour
	refusalKept = 23 * time.Hour
)

// repeatAnOldRequest is an app that comes back much later and tries again.
func (w *world) repeatAnOldRequest() {
	if len(w.past) == 0 {
		return
	}
	one := pick(w, w.past)
	kept := replyKept
	if !one.answer.ok() {
		kept = refusalKept
	}
	if w.clock.Now().Sub(one.at) < kept {
		w.expectRepeated(one.path, one.answer, one.by.call(one.path, one.params))
	}
}

func (w *world) requestID() string { return fmt.Sprintf("simulation-%010d", w.requests) }

func describe(params url.Values) string {
	short := url.Values{}
	for key, v := range params {
		if key != "requestId" && key != "message" && key != "signature" && key != "termsVersion" {
			short[key] = v
		}
	}
	return short.Encode()
}

// expectRepeated compares what one request was answered twice. Transient
// refusals may differ.
func (w *world) expectRepeated(path string, first, again answer) {
	for _, transient := range []fault.Fault{fault.SignInAgain, fault.System, fault.TooMany, fault.Maintenance, price.ErrUnavailable} {
		if first.Code == transient.Code || again.Code == transient.Code {
			return
		}
	}
	if first.Code != again.Code || !bytes.Equal(first.Data, again.Data) {
		w.fail("%s was answered %d %s, and repeated %d %s", path, first.Code, first.Data, again.Code, again.Data)
	}
}

// holder is somebody who has some of a currency, if one of a few has; mostly the
// amount is one that the holder can spend.
func (w *world) holder(asset money.Asset, unitsMax int64) (*person, money.Amount) {
	p, a := pick(w, w.people()), w.amount(unitsMax)
	for range 4 {
		if has := p.available(asset); has > money.Unit/100 {
			if a > has && !w.oneIn(6) {
				a = 1 + money.Amount(w.chance.Int64N(int64(has)))
			}
			break
		}
		p = pick(w, w.people())
	}
	return p, a
}

// available is what somebody can spend.
func (p *person) available(asset money.Asset) money.Amount {
	var shown struct {
		List []struct {
			Currency  money.Asset
			Available money.Amount
		}
	}
	p.read("/api/userAccount/balance", &shown)
	for _, b := range shown.List {
		if b.Currency == asset {
			return b.Available
		}
	}
	return 0
}

// colleague is a member of the staff with a session.
type colleague struct {
	w      *world
	key    *ecdsa.PrivateKey
	cookie *http.Cookie
	csrf   string
}

// colleague signs a member of the staff in.
func (w *world) colleague(role operator.Role, name string) *colleague {
	c := &colleague{w: w, key: w.keyOf(name)}
	var err error
	c.cookie, c.csrf, err = w.program.Operators().DemoSession(context.Background(), role, crypto.PubkeyToAddress(c.key.PublicKey).Hex(), "Demo")
	w.must(err)
	return c
}

func (w *world) checker(number int) *colleague {
	return w.colleague(operator.FinanceChecker, []string{"checker one", "checker two"}[number])
}

// call makes an operator's call.
func (c *colleague) call(path string, body, into any) answer {
	text, err := json.Marshal(body)
	c.w.must(err)
	r := httptest.NewRequest(http.MethodPost, operator.PathPrefix+path, bytes.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-CSRF-Token", c.csrf)
	r.AddCookie(c.cookie)
	a := c.w.serve(c.w.program.Operators(), r)
	if a.ok() && into != nil {
		c.w.must(json.Unmarshal(a.Data, into))
	}
	c.w.note("operator %s %s: %d %s", path, text, a.Code, a.Message)
	c.w.counts[fmt.Sprintf("%s %d", path, a.Code)]++
	return a
}

// proposalOf is a body that proposes something.
func proposalOf(payload any) map[string]any {
	return map[string]any{"payload": payload, "reason": "the simulation wants it"}
}

type proposal struct{ ID, Kind, Subject, PayloadHash, ApprovalPhrase string }

// pending lists what waits for approval.
func (c *colleague) pending(kind string) []proposal {
	var list struct{ List []proposal }
	if a := c.call("proposals/list", map[string]any{"state": "pending", "kind": kind, "size": 50}, &list); !a.ok() {
		c.w.fail("proposals: %d %s", a.Code, a.Message)
	}
	return list.List
}

// approve signs a proposal.
func (c *colleague) approve(p proposal) answer {
	// A member of the staff signs one thing at a time.
	c.w.clock.Advance(time.Millisecond)
	at := c.w.clock.Now().UnixMilli()
	return c.call("proposals/approve", map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "signedAt": at,
		"signature": wallettest.Sign(c.key, p.ApprovalPhrase+strconv.FormatInt(at, 10))}, nil)
}

// approveAll approves what waits of a kind, by chance or all of it. A withdrawal whose
// statement is too old to be paid is rejected instead.
func (c *colleague) approveAll(kind string, oneIn int) {
	for _, p := range c.pending(kind) {
		if c.w.oneIn(oneIn) && c.approve(p).Code == 2037 && kind == "withdrawal_review" {
			c.call("withdrawals/reject", map[string]any{"withdrawNo": p.Subject, "code": "payout_impossible", "note": "", "proposalId": p.ID}, nil)
		}
	}
}
