package demo

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"etld/internal/infra/chain/anvil"
)

// A page of another site moves nothing in a demo on the same machine; the demo's own
// pages and scripts do.
func TestOnlyOwnPagesMoveADemo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, site, origin string
		want               int
	}{
		{"a script", "", "", http.StatusOK},
		{"the demo's page", "same-origin", "http://demo.example:8080", http.StatusOK},
		{"typed by hand", "none", "", http.StatusOK},
		{"an old browser's own page", "", "http://demo.example:8080", http.StatusOK},
		{"another site", "cross-site", "https://evil.example", http.StatusForbidden},
		{"another port of the same machine", "same-site", "http://demo.example:9999", http.StatusForbidden},
		{"another site in an old browser", "", "https://evil.example", http.StatusForbidden},
		{"a page without an origin", "", "null", http.StatusForbidden},
	} {
		request := httptest.NewRequest(http.MethodPost, "http://demo.example:8080/demo/day", nil)
		for name, value := range map[string]string{"Sec-Fetch-Site": c.site, "Origin": c.origin} {
			if value != "" {
				request.Header.Set(name, value)
			}
		}
		recorder := httptest.NewRecorder()
		ownPages(func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusOK) })(recorder, request)
		if recorder.Code != c.want {
			t.Errorf("%s: %d, want %d", c.name, recorder.Code, c.want)
		}
	}
}

// Every call that changes a demo is guarded. The chain's is for wallets, which ask from
// sites of their own.
func TestEveryCallOfADemoIsForOwnPages(t *testing.T) {
	t.Parallel()
	w := &World{process: &anvil.Process{}}
	public, private := http.NewServeMux(), http.NewServeMux()
	w.RegisterPublic(public, nil)
	w.RegisterOperator(private, nil)
	w.RegisterCredits(private, nil)
	w.RegisterSigning(private)
	w.RegisterSessions(private, nil)
	for mux, calls := range map[*http.ServeMux][]string{
		public:  {"faucet", "day"},
		private: {"faucet", "feed", "hot-wallet", "advance", "credit", "operator-sign", "operator-session"},
	} {
		for _, call := range calls {
			request := httptest.NewRequest(http.MethodPost, "http://demo.example:8080/demo/"+call, nil)
			request.Header.Set("Origin", "https://evil.example")
			recorder := httptest.NewRecorder()
			mux.ServeHTTP(recorder, request)
			if recorder.Code != http.StatusForbidden || !strings.Contains(recorder.Body.String(), "own pages") {
				t.Errorf("%s: %d %s", call, recorder.Code, recorder.Body)
			}
		}
	}
}

// A jump over months takes longer than the listener waits for an answer.
func TestALongJumpIsAnswered(t *testing.T) {
	t.Parallel()
	const patience = 50 * time.Millisecond
	server := httptest.NewUnstartedServer(answeredWithin(time.Minute, func(rw http.ResponseWriter, _ *http.Request) {
		<-time.After(2 * patience)
		rw.WriteHeader(http.StatusNoContent)
	}))
	server.Config.WriteTimeout = patience
	server.Start()
	defer server.Close()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusNoContent {
		t.Errorf("status %d", reply.StatusCode)
	}
}
