package abuse

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"testing"
)

// TestNothingOfOperatorsAnswersOnThePublicListener asks the public listener for the
// console's pages, for what operators read without a session, and for every call of theirs;
// their own listener has all of them.
func TestNothingOfOperatorsAnswersOnThePublicListener(t *testing.T) {
	text, err := os.ReadFile("../../api/operator.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct{ Paths map[string]json.RawMessage }
	if err := json.Unmarshal(text, &document); err != nil || len(document.Paths) < 80 {
		t.Fatalf("%d calls, %v", len(document.Paths), err)
	}
	each(t, func(t *testing.T, world *fixture) {
		console := pageOf(t, world.process.OperatorURL+"/operator/")
		player := pageOf(t, world.process.URL+"/")
		if console.status != http.StatusOK || console.policy == "" || player.status != http.StatusOK {
			t.Fatalf("the console answers %d with the policy %q, the app %d", console.status, console.policy, player.status)
		}
		home, missing := page{status: http.StatusFound, location: "/"}, page{status: http.StatusNotFound}
		for path, want := range map[string]page{"/operator/": home, "/operator": home, "/operator/index.html": missing, "/operator/verify.html": missing,
			"/operator/api/hello": home, "/operator/look/01M7VHS5FD0001Q4CV1FNQAQ": home, "/doctor": home, "/metrics": home} {
			got := pageOf(t, world.process.URL+path)
			if got.status != want.status || got.location != want.location {
				t.Errorf("%s on the public listener: %+v", path, got)
			}
		}
		for path := range document.Paths {
			if status, answer := raw(t, newRequest(t, http.MethodPost, world.process.URL+path, "")); status != http.StatusMethodNotAllowed || answer.Code != 0 {
				t.Errorf("%s on the public listener: status %d, %+v", path, status, answer)
			}
			if status, answer := raw(t, newRequest(t, http.MethodPost, world.process.OperatorURL+path, "")); status == http.StatusMethodNotAllowed || answer.Code == 0 {
				t.Errorf("%s on the operators' listener: status %d, %+v", path, status, answer)
			}
		}
	})
}

type page struct {
	status           int
	location, policy string
}

// pageOf reads a page and follows no redirect.
func pageOf(t *testing.T, target string) page {
	t.Helper()
	reply, err := http.DefaultTransport.RoundTrip(newRequest(t, http.MethodGet, target, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if _, err := io.Copy(io.Discard, reply.Body); err != nil {
		t.Fatal(err)
	}
	return page{reply.StatusCode, reply.Header.Get("Location"), reply.Header.Get("Content-Security-Policy")}
}
