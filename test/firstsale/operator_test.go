package firstsale

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/base32"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"etld/internal/core/operator"
	"etld/internal/core/operator/totp"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/test/player"
)

// somebody is an operator with a wallet and an authenticator.
type somebody struct {
	site   *site
	key    *ecdsa.PrivateKey
	csrf   string
	cookie []*http.Cookie
}

// hire puts a new person on the operators' list by the command.
func (s *site) hire(role operator.Role) *somebody {
	s.t.Helper()
	o := &somebody{site: s, key: wallettest.New()}
	output, code := player.Run(s.ctx, program, "operator", "add", "--database", s.database, "--data-dir", s.dir, "--address", o.address(), "--name", string(role), "--role", string(role))
	if code != 0 {
		s.t.Fatalf("hire a %s: %s", role, output)
	}
	return o
}

func (o *somebody) address() string { return wallettest.Address(o.key).Hex() }

// signIn sets up an authenticator and opens a session.
func (o *somebody) signIn() {
	o.site.t.Helper()
	prove := func(code string) map[string]any {
		at := o.site.moment()
		return map[string]any{"address": o.address(), "signedAt": at, "code": code,
			"signature": wallettest.Sign(o.key, operator.SignInPhrase(host, chainID)+strconv.FormatInt(at, 10))}
	}
	var enrolled struct{ Secret string }
	o.must("signin/enrol", prove(""), &enrolled)
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(enrolled.Secret)
	o.site.must(err)
	var session struct{ CSRFToken string }
	o.cookie = o.must("signin", prove(totp.At(secret, totp.StepOf(time.Now()))), &session)
	o.csrf = session.CSRFToken
}

// call makes one of the operators' calls.
func (o *somebody) call(path string, in any) (a player.Answer, cookies []*http.Cookie) {
	o.site.t.Helper()
	body, err := json.Marshal(in)
	o.site.must(err)
	request, err := http.NewRequestWithContext(o.site.ctx, http.MethodPost, o.site.process.OperatorURL+operator.PathPrefix+path, bytes.NewReader(body))
	o.site.must(err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-CSRF-Token", o.csrf)
	for _, cookie := range o.cookie {
		request.AddCookie(cookie)
	}
	reply, err := http.DefaultClient.Do(request)
	o.site.must(err)
	defer reply.Body.Close()
	o.site.must(json.NewDecoder(reply.Body).Decode(&a))
	return a, reply.Cookies()
}

func (o *somebody) must(path string, in, into any) []*http.Cookie {
	o.site.t.Helper()
	a, cookies := o.call(path, in)
	if a.Code != http.StatusOK {
		o.site.t.Fatalf("%s: %d %s", path, a.Code, a.Message)
	}
	o.site.must(a.Read(into))
	return cookies
}

// moment is the time in milliseconds, another one each time: a signature is used once.
func (s *site) moment() int64 {
	s.signedAt = max(s.signedAt+1, time.Now().UnixMilli())
	return s.signedAt
}

// fund puts capital into a pool: one proposes and another one signs.
func (s *site) fund(maker, checker *somebody, pool, currency, amount string) {
	s.t.Helper()
	var made struct{ ID string }
	maker.must("pools/fund", map[string]any{"reason": "before the first sale",
		"payload": map[string]any{"pool": pool, "currency": currency, "amount": amount, "evidence": "the deposit of today"}}, &made)
	var shown struct {
		List []struct{ ID, PayloadHash, ApprovalPhrase string }
	}
	checker.must("proposals/list", map[string]any{"ids": []string{made.ID}}, &shown)
	proposal := shown.List[0]
	at := s.moment()
	checker.must("proposals/approve", map[string]any{"proposalId": proposal.ID, "payloadHash": proposal.PayloadHash, "signedAt": at,
		"signature": wallettest.Sign(checker.key, proposal.ApprovalPhrase+strconv.FormatInt(at, 10))}, nil)
}
