package game

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/funds"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/seal"
)

// office is the operators of a world.
type office struct {
	w     *world
	staff *operator.Service
}

func (w *world) office() *office {
	w.T.Helper()
	staff, err := operator.New(operator.Config{DB: w.DB, Chance: entropy.System(), Log: slog.New(slog.DiscardHandler),
		Host: "etld.example", ChainID: 56, Key: make([]byte, seal.KeyBytes), Demo: true})
	w.Must(err)
	w.game.RegisterOperator(staff)
	emergency.RegisterOperator(staff)
	own := &funds.Service{DB: w.DB, Ledger: w.Ledger, Notices: w.inbox, Minimums: map[ledger.Account]funds.Minimum{bank: w.game.Staff.BankrollMin}}
	own.RegisterOperator(staff)
	return &office{w, staff}
}

// colleague is an operator with a session and a wallet.
type colleague struct {
	*office
	key    *ecdsa.PrivateKey
	cookie *http.Cookie
	csrf   string
}

// answer is what an operator's call yields.
type answer struct {
	Code    int
	Message string
	Data    json.RawMessage
}

func (o *office) colleague(role operator.Role) *colleague {
	o.w.T.Helper()
	c := &colleague{office: o, key: wallettest.Key(fmt.Sprint("staff ", role))}
	var err error
	c.cookie, c.csrf, err = o.staff.DemoSession(context.Background(), role, wallettest.Address(c.key).Hex(), "Demo")
	o.w.Must(err)
	return c
}

func (c *colleague) call(path string, in any) (a answer) {
	c.w.T.Helper()
	body, err := json.Marshal(in)
	c.w.Must(err)
	r := httptest.NewRequest(http.MethodPost, operator.PathPrefix+path, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-CSRF-Token", c.csrf)
	r.AddCookie(c.cookie)
	recorder := httptest.NewRecorder()
	c.staff.ServeHTTP(recorder, r)
	if err := json.Unmarshal(recorder.Body.Bytes(), &a); err != nil {
		c.w.T.Fatalf("%s: HTTP %d %s", path, recorder.Code, recorder.Body)
	}
	return a
}

// dataOf is what a call that succeeds answers with.
func dataOf[T any](c *colleague, path string, in any) (data T) {
	c.w.T.Helper()
	a := c.call(path, in)
	if a.Code != http.StatusOK {
		c.w.T.Fatalf("%s %v: %d %s", path, in, a.Code, a.Message)
	}
	c.w.Must(json.Unmarshal(a.Data, &data))
	return data
}

// approve signs a proposal as it was shown.
func (c *colleague) approve(proposed answer) answer {
	c.w.T.Helper()
	if proposed.Code != http.StatusOK {
		return proposed
	}
	var p operator.Proposal
	c.w.Must(json.Unmarshal(proposed.Data, &p))
	// Signatures of one person differ in time. The beacon has a round every three seconds.
	c.w.Clock.Advance(3 * time.Second)
	ms := c.w.Clock.Now().UnixMilli()
	text := operator.Phrase("etld.example", wallettest.Address(c.key).Hex(), p) + strconv.FormatInt(ms, 10)
	return c.call("proposals/approve", map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "signedAt": ms, "signature": wallettest.Sign(c.key, text)})
}
