package player

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

// Colleague is one of the demo's operators, in a session of the console.
type Colleague struct {
	process            *Process
	role, person, csrf string
	cookie             *http.Cookie
}

// Colleague opens a session of the person of a number in a role.
func (p *Process) Colleague(ctx context.Context, role string, person int) (*Colleague, error) {
	c := &Colleague{process: p, role: role, person: strconv.Itoa(person)}
	var session struct{ CSRFToken string }
	cookies, err := c.post(ctx, "/demo/operator-session?"+url.Values{"role": {role}, "person": {c.person}}.Encode(), nil, &session)
	if err != nil {
		return nil, err
	}
	for _, cookie := range cookies {
		c.cookie = cookie
	}
	if c.csrf = session.CSRFToken; c.cookie == nil || c.csrf == "" {
		return nil, fmt.Errorf("no session for %s %d", role, person)
	}
	return c, nil
}

// post makes a call to the operator's listener and decodes what comes back.
func (c *Colleague) post(ctx context.Context, path string, in, into any) ([]*http.Cookie, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.process.OperatorURL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("lan", "en_US")
	if c.cookie != nil {
		request.AddCookie(c.cookie)
		request.Header.Set("X-CSRF-Token", c.csrf)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(io.LimitReader(reply.Body, answerMax))
	if err != nil {
		return nil, err
	}
	if reply.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: status %d: %s", path, reply.StatusCode, text)
	}
	return reply.Cookies(), json.Unmarshal(text, into)
}

// Call makes one of the operators' calls. Only a transport failure is an error.
func (c *Colleague) Call(ctx context.Context, path string, in any) (a Answer, err error) {
	_, err = c.post(ctx, "/operator/api/"+path, in, &a)
	return a, err
}

// Approve signs the open review of a withdrawal as this person.
func (c *Colleague) Approve(ctx context.Context, withdrawNo string) (Answer, error) {
	return c.ApproveKind(ctx, "withdrawal_review", withdrawNo)
}

// ApproveKind signs the open proposal of a kind about a subject as this person.
func (c *Colleague) ApproveKind(ctx context.Context, kind, subject string) (Answer, error) {
	a, err := c.Call(ctx, "proposals/list", map[string]any{"state": "pending", "kind": kind})
	if err != nil {
		return a, err
	}
	var open struct {
		List []struct{ ID, Subject, PayloadHash, ApprovalPhrase string }
	}
	if err := a.Read(&open); err != nil {
		return a, err
	}
	for _, p := range open.List {
		if p.Subject != subject {
			continue
		}
		facts, err := (&Player{Server: c.process.URL, client: http.DefaultClient}).Facts(ctx)
		if err != nil {
			return a, err
		}
		at := facts.ServerTime.UnixMilli()
		var signed struct{ Signature string }
		text := url.Values{"role": {c.role}, "person": {c.person}, "text": {p.ApprovalPhrase + strconv.FormatInt(at, 10)}}
		if _, err := c.post(ctx, "/demo/operator-sign?"+text.Encode(), nil, &signed); err != nil {
			return a, err
		}
		return c.Call(ctx, "proposals/approve", map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "signedAt": at, "signature": signed.Signature})
	}
	return a, fmt.Errorf("no %s of %s is open", kind, subject)
}
