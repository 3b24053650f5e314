package payment_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// tokens signs in whoever's name is the token.
type tokens map[string]string

func (s tokens) Hints(string) []sqldb.Hint { return nil }

func (s tokens) Find(_ sqldb.Command, hash string) (httpapi.Session, error) {
	for user, known := range s {
		if known == hash {
			return httpapi.Session{ID: "session" + user, UserID: user}, nil
		}
	}
	return httpapi.Session{}, fault.SignInAgain
}

func (s tokens) Touch(sqldb.Command, string) error { return nil }

type answer struct {
	Code    int
	Message string
	Data    json.RawMessage
}

func (w *world) api() func(user, path string, params url.Values) answer {
	w.T.Helper()
	api, err := httpapi.New(httpapi.Config{DB: w.DB, Chance: entropy.System(), Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Sessions: tokens{"ann": httpapi.HashToken("ann"), "bob": httpapi.HashToken("bob")}})
	if err != nil {
		w.T.Fatal(err)
	}
	w.service.Register(api)
	w.claims().Register(api)
	return func(user, path string, params url.Values) answer {
		w.T.Helper()
		r := httptest.NewRequest(http.MethodPost, path+"?"+params.Encode(), nil)
		r.Header.Set("token", user)
		r.Header.Set("lan", "en_US")
		recorder := httptest.NewRecorder()
		api.ServeHTTP(recorder, r)
		var a answer
		if err := json.Unmarshal(recorder.Body.Bytes(), &a); err != nil || recorder.Code != http.StatusOK {
			w.T.Fatalf("%s: %d %s", path, recorder.Code, recorder.Body)
		}
		return a
	}
}

func read[T any](t testing.TB, a answer) (v T) {
	t.Helper()
	if a.Code != 200 {
		t.Fatalf("refused: %d %s", a.Code, a.Message)
	}
	if err := json.Unmarshal(a.Data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func submission(no string, t chain.Transfer) url.Values {
	return url.Values{"intentNo": {no}, "txHash": {strings.ToUpper(t.Tx.Hex()[2:])}}
}

func TestSubmitTx(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		call := w.api()
		i := w.mustOpen("ann", "order", money.Units(100))
		own, others := w.line.pay(ann, money.Units(100)), w.line.pay(bob, money.Units(100))
		other, early := w.line.transfer(ann, etld, units(1)), w.line.pay(ann, money.Units(1))
		params := func(no string, t chain.Transfer) url.Values {
			return url.Values{"intentNo": {no}, "txHash": {t.Tx.Hex()}}
		}
		if a := call("bob", "/api/pay/submitTx", params(i.No, own)); a.Code != 1005 {
			t.Errorf("another user's intent: %+v", a)
		}
		if a := call("ann", "/api/pay/submitTx", submission(i.No, own)); a.Code != 1002 {
			t.Errorf("a hash without 0x: %+v", a)
		}
		p := read[payment.Progress](t, call("ann", "/api/pay/submitTx", params(i.No, own)))
		if p.State != payment.StepSubmitted || p.TxHash != own.Tx.Hex() || p.Purpose != buying {
			t.Errorf("before it is seen: %+v", p)
		}
		// A stranger's hash that nobody has seen yet is noted, and forgotten
		// as soon as the chain shows whose it is.
		read[payment.Progress](t, call("ann", "/api/pay/submitTx", params(i.No, others)))
		w.Clock.Advance(-time.Minute)
		w.line.mine(early)
		w.Clock.Advance(2 * time.Minute)
		w.line.mine(others, other)
		for name, wrong := range map[string]chain.Transfer{"another user's": others, "another token's": other, "an earlier": early} {
			if a := call("ann", "/api/pay/submitTx", params(i.No, wrong)); a.Code != 1507 || a.Message != "This transaction does not match the payment" {
				t.Errorf("%s transaction: %+v", name, a)
			}
		}
		if p := w.progress("ann", i.No); p.State != payment.StepAwaiting || p.TxHash != "" {
			t.Errorf("with a mismatched hash: %+v", p)
		}
		w.line.mine(own)
		w.line.mine()
		p = read[payment.Progress](t, call("ann", "/api/pay/submitTx", params(i.No, own)))
		if p.State != payment.StepConfirming || p.Confirmations != 2 || p.TxHash != own.Tx.Hex() {
			t.Errorf("seen: %+v", p)
		}
		w.line.finalize()
		w.work()
		p = read[payment.Progress](t, call("ann", "/api/pay/status", url.Values{"intentNo": {i.No}}))
		if p.State != "paid" || p.Credited != money.Units(100) || p.Confirmations != 2 {
			t.Errorf("paid: %+v", p)
		}
		if r := p.Transfers[0]; r.State != "credited" || r.Reason != "paid" {
			t.Errorf("the transfer that paid: %+v", r)
		}
		// The transaction that served one intent serves no other.
		next := w.mustOpen("ann", "next", money.Units(100))
		if a := call("ann", "/api/pay/submitTx", params(next.No, own)); a.Code != 1507 {
			t.Errorf("used twice: %+v", a)
		}
	})
}

// A user leaves his one open payment by its number, whatever it is for.
func TestTheOpenPaymentIsLeft(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		call := w.api()
		if p := read[payment.OpenPayment](t, call("ann", "/api/pay/open", nil)); p.Payment != nil {
			t.Errorf("without a payment: %+v", p.Payment)
		}
		i := w.mustOpen("ann", "order", money.Units(100))
		for user, want := range map[string]bool{"ann": true, "bob": false} {
			p := read[payment.OpenPayment](t, call(user, "/api/pay/open", nil)).Payment
			if (p != nil) != want {
				t.Errorf("%s's: %+v", user, p)
			}
			if want && (p.IntentNo != i.No || p.Purpose != buying || p.Item != payment.Item{ItemNo: "no order", Name: "en"} || p.State != payment.StepAwaiting) {
				t.Errorf("%+v", p)
			}
		}
		w.line.mine(w.line.pay(ann, money.Units(30)))
		w.line.finalize()
		w.work()
		leave := func(user, request string) answer {
			return call(user, "/api/pay/cancel", url.Values{"intentNo": {i.No}, "requestId": {"sixteen-letters-" + request}})
		}
		if a := leave("bob", "1"); a.Code != 1005 {
			t.Errorf("another user's: %+v", a)
		}
		if got := read[payment.Left](t, leave("ann", "2")); got != (payment.Left{IntentNo: i.No, Purpose: buying, State: "cancelled", Credited: money.Units(30)}) {
			t.Errorf("left %+v", got)
		}
		if heard := w.shop.take(); len(heard) != 1 || heard[0] != "cancelled order 30" {
			t.Errorf("the seller heard %q", heard)
		}
		if p := read[payment.OpenPayment](t, call("ann", "/api/pay/open", nil)); p.Payment != nil {
			t.Errorf("after it was left: %+v", p.Payment)
		}
		if a := leave("ann", "3"); a.Code != payment.ErrNotOpen.Code {
			t.Errorf("left twice: %+v", a)
		}
	})
}

func TestTopUpInfo(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		call := w.api()
		w.line.mine(w.line.pay(ann, money.MustParse("12.5")))
		info := read[payment.TopUpInfo](t, call("ann", "/api/userAccount/topUpInfo", nil))
		n := info.Networks[0]
		if n.Address != treasury.Hex() || n.Signature != "0xsigned" || n.Confirmations != 15 || n.ChainID != chainID || len(n.Tokens) != 2 ||
			n.Statement != "Deposits to etld.example on BEP-20 (chain 56) go to "+treasury.Hex()+"." {
			t.Errorf("network %+v", n)
		}
		if len(info.Pending) != 1 || info.Pending[0].Amount != money.MustParse("12.5") || len(info.Recent) != 0 || info.Pending[0].Network != "BEP-20" {
			t.Errorf("info %+v", info)
		}
		if bobs := read[payment.TopUpInfo](t, call("bob", "/api/userAccount/topUpInfo", nil)); len(bobs.Pending) != 0 {
			t.Errorf("another user sees %+v", bobs.Pending)
		}
		w.line.finalize()
		w.work()
		info = read[payment.TopUpInfo](t, call("ann", "/api/userAccount/topUpInfo", nil))
		if len(info.Pending) != 0 || len(info.Recent) != 1 || info.Recent[0].State != "credited" || info.Recent[0].SettledAt == nil {
			t.Errorf("afterwards %+v", info)
		}
	})
}

// What is under way is the open payment with its transfer, and beside it what pays for
// nothing; how long it takes is known once something was credited.
func TestUnderWay(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		under := func(user string) (u payment.UnderWay) {
			t.Helper()
			w.View(func(tx *sqldb.Tx) (err error) {
				u, err = w.service.UnderWay(tx, httpapi.Caller{UserID: user})
				return err
			})
			return u
		}
		if u := under("ann"); u.Payment != nil || len(u.TopUps) != 0 || len(u.Paces) != 0 {
			t.Errorf("without anything %+v", u)
		}
		w.line.mine(w.line.pay(ann, money.MustParse("12.5")))
		u := under("ann")
		if pace := u.Paces["BEP-20"]; u.Payment != nil || len(u.TopUps) != 1 || u.TopUps[0].State != payment.StepConfirming || pace.Confirmations != 15 || pace.UsualMinutes != nil {
			t.Errorf("a top-up %+v", u)
		}
		w.line.finalize()
		w.work()
		i := w.mustOpen("ann", "order", money.MustParse("5"))
		w.line.mine(w.line.pay(ann, money.MustParse("5")))
		u = under("ann")
		if pace := u.Paces["BEP-20"]; u.Payment == nil || u.Payment.IntentNo != i.No || len(u.TopUps) != 0 || pace.UsualMinutes == nil || *pace.UsualMinutes < 1 {
			t.Errorf("a payment %+v", u)
		}
		if u := under("bob"); u.Payment != nil || len(u.TopUps) != 0 {
			t.Errorf("another user sees %+v", u)
		}
	})
}

func TestClaimCallRefuses(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		call := w.api()
		params := url.Values{"sender": {ann.Hex()}, "message": {"anything"}, "signature": {"0x" + strings.Repeat("00", 65)}}
		if a := call("ann", "/api/pay/claimSuspense", params); a.Code != 1101 {
			t.Errorf("another text: %+v", a)
		}
		params.Del("signature")
		if a := call("ann", "/api/pay/claimSuspense", params); a.Code != 1002 {
			t.Errorf("no signature: %+v", a)
		}
	})
}

func TestSubmissionsAreBounded(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(1))
		submit := func() error {
			_, err := w.service.SubmitTx(context.Background(), httpapi.Caller{UserID: "ann"}, i.No, w.line.pay(ann, 1).Tx.Hex())
			return err
		}
		for range 20 {
			if err := submit(); err != nil {
				t.Fatal(err)
			}
		}
		if err := submit(); !is(err, payment.ErrNoMatch) {
			t.Errorf("one more: %v", err)
		}
	})
}

// Who waits can read why.
func TestTopUpInfoTellsWhyCreditingPauses(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(1))
		status := chain.Status{}
		w.service.SetStatus(chainID, func() chain.Status { return status })
		reasons := map[chain.State]payment.Pause{chain.StateStarting: "", chain.StateFollowing: "", chain.StateCatching: ""}
		for _, value := range payment.Pause("").Values() {
			if pause := payment.Pause(value); pause != payment.PauseStopped {
				reasons[chain.State(value)] = pause
			}
		}
		for state, want := range reasons {
			status.State = state
			if n := w.info("ann").Networks[0]; n.PauseReason != want || n.CreditingPaused != (want != "") {
				t.Errorf("%s: %+v", state, n)
			}
			if p := w.progress("ann", i.No); p.PauseReason != want || p.CreditingPaused != (want != "") {
				t.Errorf("%s: %+v", state, p)
			}
		}
	})
}
