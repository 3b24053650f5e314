package abuse

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"etld/test/player"
)

// TestTheLogKeepsNoSecrets signs in and calls in every way there is, and then
// looks for what must not stand in the log.
func TestTheLogKeepsNoSecrets(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		p, err := player.New(world.process.URL)
		if err != nil {
			t.Fatal(err)
		}
		var facts struct {
			ServerTime   time.Time
			SignInPhrase string
		}
		if err := p.Must(t.Context(), "/api/open/app", nil, &facts); err != nil {
			t.Fatal(err)
		}
		message := facts.SignInPhrase + fmt.Sprint(facts.ServerTime.UnixMilli())
		signature, err := p.Sign(message)
		if err != nil {
			t.Fatal(err)
		}
		var signedIn struct{ Token string }
		login := url.Values{"username": {p.Address().Hex()}, "type": {"ANDROID"}, "pusername": {"referrer-in-the-log"}, "message": {message}, "signature": {signature}}
		if err := p.Must(t.Context(), "/api/user/logining", login, &signedIn); err != nil {
			t.Fatal(err)
		}
		p.Token = signedIn.Token
		requestID := "request-id-in-the-log-1"
		for path, params := range map[string]url.Values{
			"/api/user/logining":       login,
			"/api/user/updateProfile":  {"nickName": {"name-in-the-log"}},
			"/api/miner/purchaseMiner": world.purchase(requestID),
			"/api/miner/myDetail":      {"id": {world.machines[0]}},
			"/api/pay/submitTx":        {"intentNo": {world.intent}, "txHash": {"0x" + strings.Repeat("5e", 32)}},
			"/api/pay/claimSuspense":   {"sender": {p.Address().Hex()}, "message": {message}, "signature": {signature}},
			withdrawPath:               {"requestId": {requestID}, "currency": {"USDT"}, "network": {"BEP-20"}, "quantity": {"300"}, "message": {message}, "signature": {signature}},
			"/api/unknown/path":        {"secret": {"parameter-in-the-log"}},
			"/demo/faucet":             {"address": {p.Address().Hex()}},
		} {
			for _, method := range []string{http.MethodPost, http.MethodGet} {
				raw(t, newRequest(t, method, world.process.URL+path+"?"+params.Encode(), p.Token))
			}
		}
		raw(t, newRequest(t, http.MethodGet, world.process.URL+"/?pusername=referrer-in-the-log", p.Token))
		world.sendRaw(t, "POST /api/user/logining?"+login.Encode()+" HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n")
		if err := p.Must(t.Context(), "/api/user/logout", nil, nil); err != nil {
			t.Fatal(err)
		}
		// The settings name the database with the options of its address.
		_, options, _ := strings.Cut(world.database, "?")
		log := strings.ToLower(strings.ReplaceAll(world.log.String(), "?"+options, ""))
		if !strings.Contains(log, `"path":"/api/user/logining"`) {
			t.Fatal("the log tells of no sign-in; nothing was tested")
		}
		for what, secret := range map[string]string{
			"token": p.Token, "token of alice": world.alice.Token, "signature": signature[2:], "start of the signature": signature[2:34],
			"address": p.Address().Hex()[2:], "phrase": "this costs nothing", "query string": "username=", "escaped query": "%20", "query mark": `?`,
			"referrer": "referrer-in-the-log", "name": "name-in-the-log", "request id": requestID, "parameter": "parameter-in-the-log", "transaction": strings.Repeat("5e", 32),
		} {
			if at := strings.Index(log, strings.ToLower(secret)); at >= 0 {
				t.Errorf("%s %q stands in the log: …%s…", what, secret, log[max(0, at-200):min(len(log), at+200)])
			}
		}
	})
}
