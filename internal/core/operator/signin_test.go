package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"etld/internal/core/operator/page"
	"etld/internal/core/operator/totp"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/meter"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestSignInFromListToSession(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		p := w.staff(1, Administrator)
		if k := p.cookie; !k.HttpOnly || k.SameSite != http.SameSiteStrictMode || k.Path != "/operator/" || k.Secure {
			t.Errorf("the cookie is %+v", k)
		}
		if me := data[signInOut](w, p.call("me", httpapi.None{})); me.Address != p.address || me.CSRFToken != p.csrf || len(me.Roles) != 1 {
			t.Errorf("me: %+v", me)
		}
		var stored string
		w.View(func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&stored), `SELECT token_hash FROM operator_session`)
			return err
		})
		if stored != httpapi.HashToken(p.cookie.Value) || stored == p.cookie.Value {
			t.Error("the session is not stored by its hash")
		}
		if got := w.last(); got != "signin done" {
			t.Errorf("the audit log ends with %q", got)
		}
		w.expect("sign out", p.call("signout", httpapi.None{}), 200)
		w.expect("after signing out", p.call("staff/list", httpapi.None{}), 1001)
		w.clean()
	})
}

func TestSignInRefuses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		p := w.hire(1, Administrator)
		withCode := func(m map[string]any, code string) map[string]any { m["code"] = code; return m }
		w.expect("before an authenticator is set up", p.call("signin", withCode(p.message(w.now()), "123456")), ErrNotEnrolled.Code)
		p.enrol()
		used := withCode(p.message(w.now()), p.code())
		w.expect("with everything", p.call("signin", used), 200)
		for _, test := range []struct {
			name string
			body map[string]any
			code int
		}{
			{"no code", p.message(w.now()), 1002},
			{"letters for a code", withCode(p.message(w.now()), "abcdef"), 1002},
			{"no address", map[string]any{"address": "x", "signedAt": 1, "signature": "0x", "code": "123456"}, 1002},
			{"an unknown field", map[string]any{"address": p.address, "more": 1}, 1002},
			{"no signature", map[string]any{"address": p.address, "signedAt": 1, "signature": "0x", "code": "123456"}, ErrSignature.Code},
			{"another wallet's signature", withCode(map[string]any{"address": p.address, "signedAt": w.wallet(2).message(w.now())["signedAt"],
				"signature": w.wallet(2).message(c.Now())["signature"]}, "123456"), ErrSignature.Code},
			{"the text that users sign", withCode(map[string]any{"address": p.address, "signedAt": c.Now().UnixMilli(),
				"signature": p.sign(fmt.Sprintf("Sign in to %s on chain 56. This costs nothing and moves no funds. Time: %d", host, c.Now().UnixMilli()))}, "123456"), ErrSignature.Code},
			{"a stranger", withCode(w.wallet(3).message(w.now()), "123456"), ErrNotStaff.Code},
			{"too old", withCode(p.message(c.Now().Add(-messageAgeMax-time.Second)), "123456"), ErrStale.Code},
			{"from the future", withCode(p.message(c.Now().Add(messageAgeMax+time.Second)), "123456"), ErrStale.Code},
			{"the same message again", used, ErrUsed.Code},
			{"the same code again", withCode(p.message(w.now()), used["code"].(string)), ErrCode.Code},
			{"another authenticator", p.message(w.now()), 1002},
		} {
			w.expect(test.name, p.call("signin", test.body), test.code)
		}
		w.expect("another authenticator", p.call("signin/enrol", p.message(w.now())), ErrEnrolmentClosed.Code)
		late := w.hire(4, Risk)
		c.Advance(enrolmentTime)
		w.expect("too late to set up an authenticator", late.call("signin/enrol", late.message(w.now())), ErrEnrolmentClosed.Code)
		w.clean()
	})
}

func TestWrongCodesLock(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		p := w.staff(1, Risk)
		try := func(code string) reply {
			body := p.message(w.now())
			body["code"] = code
			return p.call("signin", body)
		}
		c.Advance(totp.Step)
		wrong := "000000"
		if wrong == p.code() {
			wrong = "000001"
		}
		for i := 1; i < failuresMax; i++ {
			w.expect("a wrong code", try(wrong), ErrCode.Code)
		}
		locked := try(wrong)
		w.expect("the last wrong code", locked, ErrLocked.Code)
		var out struct{ Until time.Time }
		if err := json.Unmarshal(locked.Data, &out); err != nil || out.Until.IsZero() {
			t.Errorf("locked until %s: %v", locked.Data, err)
		}
		if want := "Too many wrong codes; locked until " + httpapi.English.Time(out.Until); locked.Message != want {
			t.Errorf("the answer to the last wrong code is %q, want %q", locked.Message, want)
		}
		w.expect("the right code while locked", try(p.code()), ErrLocked.Code)
		if got := w.last(); got != "signin refused totp_locked" {
			t.Errorf("the audit log ends with %q", got)
		}
		c.Advance(lockTime)
		w.expect("one more wrong code locks again", try(wrong), ErrLocked.Code)
		c.Advance(lockTime)
		w.expect("the right code afterwards", p.signIn(), 200)
		w.clean()
	})
}

func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	p := w.staff(1, Risk)
	c.Advance(sessionIdleMax - time.Second)
	w.expect("just before the idle time", p.call("proposals/list", httpapi.None{}), 200)
	c.Advance(sessionIdleMax - time.Second)
	w.expect("a call by the page itself", p.send("proposals/list", httpapi.None{}, func(r *http.Request) { r.Header.Set(page.PassiveHeader, "1") }), 200)
	c.Advance(time.Second)
	w.expect("which does not prolong it", p.call("proposals/list", httpapi.None{}), 1001)
	w.expect("sign in again", p.signIn(), 200)
	for range int(sessionAgeMax/sessionIdleMax)*2 - 1 {
		c.Advance(sessionIdleMax / 2)
		w.expect("used all day", p.call("proposals/list", httpapi.None{}), 200)
	}
	c.Advance(sessionIdleMax / 2)
	w.expect("after twelve hours", p.call("proposals/list", httpapi.None{}), 1001)
	more, err := w.service.Jobs()[1].Work(context.Background())
	var left int
	w.View(func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&left), `SELECT COUNT(*) FROM operator_session`)
		return err
	})
	if err != nil || more || left != 1 {
		t.Errorf("%d sessions left after the purge, more: %v, %v", left, more, err)
	}
}

func TestCallsComeFromOurPages(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	p := w.staff(1, Risk)
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	w.expect("without the token", p.send("proposals/list", httpapi.None{}, header(page.Header, "")), page.ErrOutdated.Code)
	w.expect("with another token", p.send("proposals/create", httpapi.None{}, header(page.Header, page.Proof("x"))), page.ErrOutdated.Code)
	w.expect("from our own origin", p.send("proposals/list", httpapi.None{}, header("Origin", "http://example.com")), 200)
	w.expect("with another cookie", p.send("proposals/list", httpapi.None{}, func(r *http.Request) {
		r.Header.Set("Cookie", page.Cookie+"="+strings.Repeat("0", 64))
		r.Header.Set(page.Header, page.Proof(strings.Repeat("0", 64)))
	}), 1001)
	for _, test := range []struct {
		name   string
		path   string
		change func(*http.Request)
		want   int
	}{
		{"another origin", "proposals/list", header("Origin", "https://evil.example"), http.StatusForbidden},
		{"no origin that is one", "proposals/list", header("Origin", "null"), http.StatusForbidden},
		{"a form", "proposals/list", header("Content-Type", "text/plain"), http.StatusUnsupportedMediaType},
		{"a GET", "proposals/list", func(r *http.Request) { r.Method = http.MethodGet }, http.StatusMethodNotAllowed},
		{"an unknown path", "nothing", nil, http.StatusNotFound},
	} {
		if got := p.send(test.path, httpapi.None{}, test.change).status; got != test.want {
			t.Errorf("%s: HTTP %d, want %d", test.name, got, test.want)
		}
	}
	if got := p.call("proposals/list", `"`+strings.Repeat("x", 64<<10)+`"`).status; got != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: HTTP %d", got)
	}
	for _, body := range []string{`{"a":1}`, `[]`, `{} {}`, `{`, `{"size":"x"}`, "{\"cursor\":\"\\u0000\"}"} {
		w.expect(body, p.call("proposals/list", body), 1002)
	}
}

func TestLimitsAndKeys(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	w.service = w.open(Config{Limits: httpapi.Limits{SignIn: meter.Limit{PerMinute: 1, Burst: 2}, Read: meter.Limit{PerMinute: 1, Burst: 2}}, Secure: true})
	p := w.staff(1, Risk)
	if !p.cookie.Secure {
		t.Error("the cookie would travel in the open")
	}
	w.expect("a third sign-in in a minute", p.call("signin", p.message(w.now())), 1010)
	p.ip = "192.0.2.2"
	w.expect("from another address", p.call("signin", p.message(w.now())), 1002)
	for range 2 {
		w.expect("a call", p.call("proposals/list", httpapi.None{}), 200)
	}
	w.expect("a third call in a minute", p.call("proposals/list", httpapi.None{}), 1010)
	polled := func() reply {
		return p.send("proposals/list", httpapi.None{}, func(r *http.Request) { r.Header.Set(page.PassiveHeader, "1") })
	}
	for range 2 {
		w.expect("what the page asks by itself is counted apart", polled(), 200)
	}
	w.expect("and has a limit too", polled(), 1010)

	other := w.open(Config{Key: []byte("another key that is 32 bytes long")[:seal.KeyBytes]})
	p.service = other
	if r := p.signIn(); r.Code != 1008 {
		t.Errorf("a secret sealed with another key: %s", r.body)
	}
	none := w.open(Config{})
	none.entrance.sealer = nil
	p.service = none
	w.expect("without a key", p.call("signin", p.message(w.now())), ErrNoKey.Code)
	if _, err := New(Config{DB: db, Chance: none.Chance, Log: slog.New(slog.DiscardHandler), Key: []byte("short")}); !errors.Is(err, seal.ErrKey) {
		t.Errorf("a short key: %v", err)
	}
}

// Calls with cookies that belong to nobody are counted, and keep out no operator
// behind the same address.
func TestStrangersAreCounted(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	w.service = w.open(Config{Limits: httpapi.Limits{Stranger: meter.Limit{PerMinute: 1, Burst: 5}}})
	p := w.staff(1, Risk)
	w.expect("an operator", p.call("proposals/list", httpapi.None{}), 200)
	cookie := *p.cookie
	cookie.Value = "belongs to nobody"
	stranger := *p
	stranger.cookie, stranger.csrf = &cookie, page.Proof(cookie.Value)
	paths := []string{"proposals/list", "me", "signout", "proposals/create"}
	for i := range 5 {
		w.expect("a stranger", stranger.call(paths[i%len(paths)], httpapi.None{}), 1001)
	}
	for _, path := range paths {
		w.expect(path+" of a stranger above the limit", stranger.call(path, httpapi.None{}), 1010)
	}
	w.expect("the operator beside", p.call("proposals/list", httpapi.None{}), 200)
	w.expect("a greeting", stranger.call("hello", httpapi.None{}), 200)
	w.expect("the operator's next sign-in", p.signIn(), 200)
	stranger.ip = "192.0.2.2"
	w.expect("a stranger elsewhere", stranger.call("me", httpapi.None{}), 1001)
}
