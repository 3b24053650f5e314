package operator

import (
	"crypto/ecdsa"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/core/operator/audit"
	"etld/internal/core/operator/page"
	"etld/internal/core/operator/totp"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb"
)

// person is an operator with a wallet and, once signed in, a session.
type person struct {
	w       *world
	key     *ecdsa.PrivateKey
	address string
	secret  []byte
	cookie  *http.Cookie
	csrf    string
	id      string
	service *Service
	ip      string
}

// wallet is somebody with a key and nothing else.
func (w *world) wallet(seed int64) *person {
	key := wallettest.Key(fmt.Sprint("operator ", seed))
	return &person{w: w, key: key, address: wallettest.Address(key).Hex(), service: w.service, ip: "192.0.2.1"}
}

// hire puts a wallet on the list, past the proposals.
func (w *world) hire(seed int64, roles ...Role) *person {
	w.T.Helper()
	p := w.wallet(seed)
	w.Update(func(tx *sqldb.Tx) error {
		s := newStaff(tx, entropy.System(), p.address, fmt.Sprintf("Person %d", seed), roles)
		p.id = s.ID
		s.save(tx)
		return audit.Write(tx, commandLine.by(), actionAdd, audit.Note{Subject: p.address, After: map[string]any{"roles": roles}})
	})
	return p
}

// staff hires somebody and signs in.
func (w *world) staff(seed int64, roles ...Role) *person {
	w.T.Helper()
	p := w.hire(seed, roles...)
	p.enrol()
	w.expect("sign in", p.signIn(), 200)
	return p
}

func (p *person) sign(text string) string { return wallettest.Sign(p.key, text) }

// message is a signed sign-in of a moment.
func (p *person) message(at time.Time) map[string]any {
	millis := at.UnixMilli()
	return map[string]any{"address": p.address, "signedAt": millis, "signature": p.sign(fmt.Sprintf("%s%d", SignInPhrase(host, 56), millis))}
}

func (p *person) enrol() {
	p.w.T.Helper()
	out := data[enrolOut](p.w, p.call("signin/enrol", p.message(p.w.now())))
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(out.Secret)
	if err != nil || !strings.HasPrefix(out.URI, "otpauth://totp/") {
		p.w.T.Fatalf("secret %q, %s: %v", out.Secret, out.URI, err)
	}
	p.secret = secret
}

func (p *person) code() string { return totp.At(p.secret, totp.StepOf(p.w.Clock.Now())) }

// signIn signs in with the code of now, a step later than the last one.
func (p *person) signIn() reply {
	p.w.T.Helper()
	p.w.Clock.Advance(totp.Step)
	body := p.message(p.w.now())
	body["code"] = p.code()
	r := p.call("signin", body)
	if r.Code == 200 {
		out := data[signInOut](p.w, r)
		p.cookie, p.csrf, p.id = r.cookie, out.CSRFToken, out.ID
	}
	return r
}

type reply struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
	status  int
	body    string
	cookie  *http.Cookie
}

// call makes a call with the person's session.
func (p *person) call(path string, body any) reply {
	p.w.T.Helper()
	return p.send(path, body, nil)
}

func (p *person) send(path string, body any, change func(r *http.Request)) reply {
	p.w.T.Helper()
	text, ok := body.(string)
	if !ok {
		encoded, err := json.Marshal(body)
		if err != nil {
			p.w.T.Fatal(err)
		}
		text = string(encoded)
	}
	r := httptest.NewRequest(http.MethodPost, PathPrefix+path, strings.NewReader(text))
	r.RemoteAddr = p.ip + ":1234"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("lan", "en_US")
	r.Header.Set(page.Header, p.csrf)
	if p.cookie != nil {
		r.AddCookie(p.cookie)
	}
	if change != nil {
		change(r)
	}
	recorder := httptest.NewRecorder()
	p.service.ServeHTTP(recorder, r)
	out := reply{status: recorder.Code, body: recorder.Body.String()}
	if recorder.Code == http.StatusOK {
		if err := json.Unmarshal(recorder.Body.Bytes(), &out); err != nil {
			p.w.T.Fatalf("%s: %s: %v", path, out.body, err)
		}
	}
	for _, c := range recorder.Result().Cookies() {
		if c.Name == page.Cookie {
			out.cookie = c
		}
	}
	return out
}

// propose asks for an act of the test's kind.
func (p *person) propose(about string, approvals int) Proposal {
	p.w.T.Helper()
	return data[Proposal](p.w, p.proposeKind("act", testAct{About: about, Approvals: approvals}))
}

func (p *person) proposeKind(kind string, payload any) reply {
	p.w.T.Helper()
	p.w.now()
	return p.call("proposals/create", map[string]any{"kind": kind, "payload": payload, "reason": "because of the test"})
}

// approval is a signed approval of what is stored now.
func (p *person) approval(proposal Proposal) map[string]any {
	p.w.T.Helper()
	return p.approvalAt(proposal, p.w.now())
}

func (p *person) approvalAt(proposal Proposal, at time.Time) map[string]any {
	text := fmt.Sprintf("%s%d", Phrase(host, p.address, proposal), at.UnixMilli())
	return map[string]any{"proposalId": proposal.ID, "payloadHash": proposal.PayloadHash, "signedAt": at.UnixMilli(), "signature": p.sign(text)}
}

func (p *person) approve(proposal Proposal) reply {
	p.w.T.Helper()
	return p.call("proposals/approve", p.approval(proposal))
}
