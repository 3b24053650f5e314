package abuse

import (
	"io"
	"net/http"
	"testing"
)

// TestTheConsoleIsOnItsListenerAlone asks both listeners for the console's page, for
// what the public one has a page of its own, and for a call.
func TestTheConsoleIsOnItsListenerAlone(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		console := pageOf(t, world.process.OperatorURL+"/operator/")
		player := pageOf(t, world.process.URL+"/")
		if console.status != http.StatusOK || console.policy == "" || player.status != http.StatusOK {
			t.Fatalf("the console answers %d with the policy %q, the app %d", console.status, console.policy, player.status)
		}
		for path, want := range map[string]page{"/operator/": {status: http.StatusFound, location: "/"}, "/operator": {status: http.StatusFound, location: "/"},
			"/operator/index.html": {status: http.StatusNotFound}, "/operator/api/hello": {status: http.StatusFound, location: "/"}} {
			if got := pageOf(t, world.process.URL+path); got.status != want.status || got.location != want.location {
				t.Errorf("%s on the public listener: %+v", path, got)
			}
		}
		if status, _ := raw(t, newRequest(t, http.MethodPost, world.process.URL+"/operator/api/hello", "")); status != http.StatusMethodNotAllowed {
			t.Errorf("a call of operators on the public listener: status %d", status)
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
