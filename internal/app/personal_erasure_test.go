package app

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/features/notice"
	"etld/internal/features/personal"
	"etld/internal/features/shop"
	"etld/internal/features/shop/address"
	"etld/internal/features/signin"
	"etld/internal/features/trade"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	insertSession = `INSERT INTO signin_session (token_hash, id, user_id, ip, agent, created_at, seen_at, expires_at, ends_at) VALUES ($1, $1, $2, '192.0.2.7', 'Safari', 1, 1, 9, 9)`
	countSessions = `SELECT COUNT(*) FROM signin_session WHERE user_id = $1`
)

// leaver is a user with addresses, a name, a session and orders of which one is sent.
type leaver struct {
	*drawer
	*apitest.Client
	sent, cancelled string
	sender          *person
}

func newLeaver(t *testing.T, p *Program) *leaver {
	t.Helper()
	l := &leaver{drawer: p.drawer(t), Client: p.callers(t), sender: p.staff(t, operator.Fulfilment)}
	l.sent, l.cancelled = p.order(t, l.id, "quietFan"), p.order(t, l.id, "quietFan")
	l.Call("/api/user/updateProfile", l.id, "nickName", "Quiet Ann")
	l.Call("/api/miner/makeCalendarLink", l.id)
	if set := apitest.Data[httpapi.List[trade.AlertRow]](t, l.Call("/api/trade/setAlert", l.id, "quantity", "100", "target", "1000000")); len(set.List) != 1 {
		t.Fatalf("price alerts: %v", set.List)
	}
	l.Call("/api/user/setNoticeSettings", l.id, "kind", "machine", "showAtOnce", "false")
	l.update(func(tx *sqldb.Tx) error {
		if _, err := tx.Exec(insertSession, "session-of-"+l.id, l.id); err != nil {
			return err
		}
		return p.notices.Send(tx, l.id, "new_session", map[string]string{"ip": "192.0.2.7", "agent": "Safari", "signedInAt": tx.Now().Format(time.RFC3339)}, "/mine")
	})
	return l
}

// shipAndCancel leaves no order open.
func (l *leaver) shipAndCancel() {
	l.t.Helper()
	if r := l.sender.call("orders/ship", map[string]any{"orderNo": l.sent, "company": "Post", "number": "RR 12"}); r.Code != http.StatusOK {
		l.t.Fatalf("ship: %+v", r)
	}
	if r := l.sender.call("orders/invalidate", map[string]any{"orderNo": l.cancelled, "reason": "broken"}); r.Code != http.StatusOK {
		l.t.Fatalf("invalidate: %+v", r)
	}
}

// erase signs and asks; change may spoil the message before it is signed.
func (l *leaver) erase(at time.Time, change func(string) string) apitest.Reply {
	l.t.Helper()
	text := fmt.Sprint(l.state().Phrase, at.UnixMilli())
	if change != nil {
		text = change(text)
	}
	return l.Call("/api/user/eraseData", l.id, "message", text, "signature", wallettest.Sign(l.key, text))
}

func (l *leaver) state() personal.ErasureOut {
	l.t.Helper()
	return apitest.Data[personal.ErasureOut](l.t, l.Call("/api/user/erasure", l.id))
}

// traces are what tells of the person: addresses, sealed orders, sessions, a name.
func (l *leaver) traces() (addresses, sealed, sessions int, nickName string) {
	l.t.Helper()
	addresses = len(apitest.Data[httpapi.List[address.Address]](l.t, l.Call("/api/address/list", l.id)).List)
	for _, o := range apitest.Data[httpapi.List[shop.OrderRow]](l.t, l.Call("/api/shop/orders", l.id)).List {
		if o.Address != "" {
			sealed++
		}
	}
	l.update(func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&sessions), countSessions, l.id)
		return err
	})
	return addresses, sealed, sessions, apitest.Data[signin.UserInfo](l.t, l.Call("/api/user/getUserInfo", l.id)).NickName
}

func (l *leaver) expectTraces(what, want string) {
	l.t.Helper()
	addresses, sealed, sessions, nickName := l.traces()
	if got := fmt.Sprintf("%d %d %d %s", addresses, sealed, sessions, nickName); got != want && !(strings.HasSuffix(want, "0x") && strings.HasPrefix(got, want)) {
		l.t.Errorf("%s: addresses, sealed orders, sessions and name are %s, want %s", what, got, want)
	}
}

// runJob runs a job of the program by its name until nothing is left.
func (p *Program) runJob(t *testing.T, list []jobs.Job, name string) {
	t.Helper()
	for _, job := range list {
		if job.Name != name {
			continue
		}
		for {
			more, err := job.Work(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if !more {
				return
			}
		}
	}
	t.Fatalf("no job %s", name)
}

// What may be erased is gone for good; books, account and balance stay.
func TestPeopleEraseTheirData(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		l, now := newLeaver(t, p), p.settings.Clock.Now
		if r := l.erase(now(), nil); r.Code != personal.ErrOrdersOpen.Code {
			t.Errorf("with orders on their way: %+v", r)
		}
		l.shipAndCancel()
		stranger := wallettest.New()
		for name, one := range map[string]struct {
			reply apitest.Reply
			code  int
		}{
			"of another deployment": {l.erase(now(), func(s string) string { return strings.Replace(s, "localhost", "elsewhere", 1) }), personal.ErrSignature.Code},
			"with more behind it":   {l.erase(now(), func(s string) string { return s + "0" }), personal.ErrSignature.Code},
			"of another wallet": {func() apitest.Reply {
				text := fmt.Sprint(l.state().Phrase, now().UnixMilli())
				return l.Call("/api/user/eraseData", l.id, "message", text, "signature", wallettest.Sign(stranger, text))
			}(), personal.ErrSignature.Code},
			"too old":         {l.erase(now().Add(-6*time.Minute), nil), personal.ErrExpired.Code},
			"from the future": {l.erase(now().Add(6*time.Minute), nil), personal.ErrExpired.Code},
			"no signature":    {l.Call("/api/user/eraseData", l.id, "message", "x", "signature", "0x"), 1002},
		} {
			if one.reply.Code != one.code {
				t.Errorf("%s: %s, want %d", name, one.reply.Body, one.code)
			}
		}
		l.expectTraces("after refusals", "1 1 1 Quiet Ann")
		held := apitest.Data[struct{ List []any }](t, l.Call("/api/userAccount/balance", l.id)).List
		at := now()
		done := apitest.Data[personal.EraseOut](t, l.erase(at, nil))
		if done.RestAt == nil || done.RestAt.Sub(now()).Abs() > 14*24*time.Hour || done.RestAt.Sub(now()) < 13*24*time.Hour {
			t.Errorf("the rest is erased at %v", done.RestAt)
		}
		l.expectTraces("at once", "0 1 0 0x")
		if r := l.erase(at, nil); r.Code != personal.ErrUsed.Code {
			t.Errorf("the same message again: %s", r.Body)
		}
		if r := l.erase(now().Add(time.Millisecond), nil); r.Code != http.StatusOK {
			t.Errorf("another one: %s", r.Body)
		}
		kinds := ""
		for _, n := range apitest.Data[httpapi.List[notice.Notice]](t, l.Call("/api/user/notices", l.id)).List {
			kinds += n.Kind + " "
		}
		if strings.Contains(kinds, "new_session") || strings.Count(kinds, "personal_data_erased_later") != 2 {
			t.Errorf("notices: %s", kinds)
		}
		if link := apitest.Data[struct{ CreatedAt any }](t, l.Call("/api/miner/calendarLink", l.id)); link.CreatedAt != nil {
			t.Error("the link of the calendar is still there")
		}
		if left := apitest.Data[httpapi.List[trade.AlertRow]](t, l.Call("/api/trade/alerts", l.id)).List; len(left) != 0 {
			t.Errorf("price alerts are still there: %v", left)
		}
		if after := apitest.Data[struct{ List []any }](t, l.Call("/api/userAccount/balance", l.id)).List; fmt.Sprint(after[0].(map[string]any)["total"]) != fmt.Sprint(held[0].(map[string]any)["total"]) {
			t.Errorf("the balance was %v and is %v", held[0], after[0])
		}
		if found, err := p.Violations(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("the books: %v, %v", found, err)
		}
		p.runJob(t, p.shop.Jobs(), "shop_erase")
		l.expectTraces("before its time", "0 1 0 0x")
		p.settings.Clock.(*clock.System).Advance(14*24*time.Hour + time.Minute)
		p.runJob(t, p.shop.Jobs(), "shop_erase")
		l.expectTraces("after its time", "0 0 0 0x")
		if s := l.state(); s.ErasedAt == nil || s.RestAt != nil || s.OpenOrders != 0 {
			t.Errorf("the state: %+v", s)
		}
	})
}

// Support asks and an administrator decides; a part that fails leaves everything as
// it was.
func TestOperatorsEraseData(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		l := newLeaver(t, p)
		support, admin, auditor := p.staff(t, operator.Support), p.staff(t, operator.Administrator), p.staff(t, operator.Auditor)
		body := map[string]any{"payload": map[string]any{"userId": l.id}, "reason": "wrote to us on Monday"}
		for name, one := range map[string]struct {
			by   *person
			body map[string]any
			code int
		}{
			"an auditor":         {auditor, body, operator.ErrForbidden.Code},
			"nobody":             {support, map[string]any{"payload": map[string]any{"userId": ""}, "reason": "wrote to us on Monday"}, 1002},
			"somebody unknown":   {support, map[string]any{"payload": map[string]any{"userId": "nobody01"}, "reason": "wrote to us on Monday"}, 1005},
			"with orders open":   {support, body, personal.ErrOrdersOpen.Code},
			"without any reason": {support, map[string]any{"payload": map[string]any{"userId": l.id}, "reason": ""}, 1002},
		} {
			if r := one.by.call("users/erase", one.body); r.Code != one.code {
				t.Errorf("%s: %+v, want %d", name, r, one.code)
			}
		}
		l.shipAndCancel()
		proposed := support.call("users/erase", body)
		if r := support.approve(proposed); r.Code == http.StatusOK {
			t.Error("one person erased it alone")
		}
		l.expectTraces("before it is decided", "1 1 1 Quiet Ann")
		if r := admin.approve(proposed); r.Code != http.StatusOK {
			t.Fatalf("approve: %+v", r)
		}
		l.expectTraces("when it is decided", "0 1 0 0x")
		if found, err := p.Violations(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("the books: %v, %v", found, err)
		}
		broken := personal.New(personal.Config{DB: p.db, Chance: p.settings.Chance, Wallets: p.signin, Notices: unheard{}, Orders: p.shop,
			Erasers: []personal.Eraser{p.addresses, p.signin, p.notices}, Host: "localhost"})
		l.Call("/api/user/updateProfile", l.id, "nickName", "Ann again")
		text := fmt.Sprint(l.state().Phrase, p.settings.Clock.Now().UnixMilli())
		if _, err := broken.EraseSigned(t.Context(), l.id, text, wallettest.Sign(l.key, text)); err == nil {
			t.Error("a failing part was not told")
		}
		l.expectTraces("after a failure", "0 1 0 Ann again")
	})
}

// unheard fails to leave notices.
type unheard struct{}

func (unheard) Send(sqldb.Command, string, string, map[string]string, string) error {
	return context.Canceled
}

// asContract is what a contract wallet says of what it is asked.
type asContract struct {
	says  error
	texts []string
}

func (a *asContract) Verify(_ context.Context, _ common.Address, text string, _ walletsig.Signature) (walletsig.Kind, error) {
	a.texts = append(a.texts, text)
	return walletsig.KindContract, a.says
}

// A contract wallet is asked on its chain whether it signed: nothing is erased where
// it says no, or where nobody can tell.
func TestAContractWalletErasesItsData(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		l, contract := newLeaver(t, p), &asContract{}
		p.personal.Verifier = contract
		l.shipAndCancel()
		ofNobody := wallettest.New()
		ask := func() apitest.Reply {
			text := fmt.Sprint(l.state().Phrase, p.settings.Clock.Now().UnixMilli())
			return l.Call("/api/user/eraseData", l.id, "message", text, "signature", wallettest.Sign(ofNobody, text))
		}
		if r := ask(); r.Code != personal.ErrSignature.Code || len(contract.texts) != 0 {
			t.Errorf("a wallet that never was a contract: %s; asked about %q", r.Body, contract.texts)
		}
		l.update(func(tx *sqldb.Tx) error {
			return user.Prove(tx, user.Wallet{Address: wallettest.Address(l.key).Hex(), Kind: walletsig.KindContract, ChainID: chainID})
		})
		for _, c := range []struct {
			says error
			code int
		}{{walletsig.ErrRefused, personal.ErrSignature.Code}, {walletsig.ErrUnverifiable, fault.Maintenance.Code}} {
			contract.says = c.says
			if r := ask(); r.Code != c.code {
				t.Errorf("%v: %s, want %d", c.says, r.Body, c.code)
			}
			l.expectTraces(fmt.Sprint(c.says), "1 1 1 Quiet Ann")
		}
		contract.says = nil
		if r := ask(); r.Code != http.StatusOK {
			t.Errorf("signed by the contract: %s", r.Body)
		}
		l.expectTraces("signed by the contract", "0 1 0 0x")
		if n := len(contract.texts); n != 3 || !strings.HasPrefix(contract.texts[n-1], l.state().Phrase) {
			t.Errorf("it was asked about %q", contract.texts)
		}
	})
}
