package withdrawal

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"

	"etld/internal/core/operator"
	"etld/internal/infra/chain/walletsig/wallettest"
)

func staffKey(n int) *ecdsa.PrivateKey { return wallettest.Key(fmt.Sprintf("staff %d", n)) }

// colleague is an operator with a session and a wallet.
type colleague struct {
	w      *world
	key    *ecdsa.PrivateKey
	cookie *http.Cookie
	csrf   string
	// language is in what answers are.
	language string
}

// answer is what an operator's call yields.
type answer struct {
	Code    int
	Message string
	Data    json.RawMessage
}

func (w *world) colleague(n int, role operator.Role) *colleague {
	w.T.Helper()
	return w.colleagueWith(staffKey(n), role)
}

func (w *world) colleagueWith(key *ecdsa.PrivateKey, role operator.Role) *colleague {
	w.T.Helper()
	c := &colleague{w: w, key: key, language: "en_US"}
	var err error
	c.cookie, c.csrf, err = w.staff.DemoSession(context.Background(), role, wallettest.Address(c.key).Hex(), "Demo")
	w.Must(err)
	return c
}

func (c *colleague) call(path string, in any) (a answer) {
	c.w.T.Helper()
	body, err := json.Marshal(in)
	c.w.Must(err)
	r := httptest.NewRequest(http.MethodPost, operator.PathPrefix+path, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-CSRF-Token", c.csrf)
	r.Header.Set("lan", c.language)
	r.AddCookie(c.cookie)
	recorder := httptest.NewRecorder()
	c.w.staff.ServeHTTP(recorder, r)
	if err := json.Unmarshal(recorder.Body.Bytes(), &a); err != nil {
		c.w.T.Fatalf("%s: HTTP %d %s", path, recorder.Code, recorder.Body)
	}
	return a
}

func dataOf[T any](w *world, a answer) (data T) {
	w.T.Helper()
	if a.Code != 200 {
		w.T.Fatalf("refused: %d %s %s", a.Code, a.Message, a.Data)
	}
	w.Must(json.Unmarshal(a.Data, &data))
	return data
}

// proposal is the pending proposal about a withdrawal as the colleague sees it.
func (c *colleague) proposal(kind, withdrawNo string) operator.Proposal {
	c.w.T.Helper()
	list := dataOf[struct{ List []operator.Proposal }](c.w, c.call("proposals/list", map[string]any{"state": "pending", "kind": kind}))
	for _, p := range list.List {
		if p.Subject == withdrawNo {
			return p
		}
	}
	c.w.T.Fatalf("no %s of %s is pending: %+v", kind, withdrawNo, list)
	return operator.Proposal{}
}

// approve signs a proposal as it was shown.
func (c *colleague) approve(p operator.Proposal) answer {
	c.w.T.Helper()
	// Signatures of one person must differ in time.
	c.w.Clock.Advance(1e9)
	ms := c.w.Clock.Now().UnixMilli()
	return c.call("proposals/approve", map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "signedAt": ms,
		"signature": wallettest.Sign(c.key, p.Phrase+strconv.FormatInt(ms, 10))})
}

func (c *colleague) approveReview(withdrawNo string) answer {
	c.w.T.Helper()
	return c.approve(c.proposal(kindReview, withdrawNo))
}

// reject rejects a withdrawal as it is shown now.
func (c *colleague) reject(withdrawNo, code, note string) answer {
	c.w.T.Helper()
	var shown QueueRow
	if got := c.call("withdrawals/detail", map[string]any{"withdrawNo": withdrawNo}); got.Code == 200 {
		shown = dataOf[QueueRow](c.w, got)
	}
	return c.call("withdrawals/reject", map[string]any{"withdrawNo": withdrawNo, "code": code, "note": note, "proposalId": shown.ProposalID})
}

func jsonOf(raw json.RawMessage, into any) error { return json.Unmarshal(raw, into) }
