package listener

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestOnlyHosts(t *testing.T) {
	t.Parallel()
	handler := OnlyHosts([]string{"console.example.com"}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for host, want := range map[string]int{
		"localhost:8081": 200, "LOCALHOST": 200, "localhost.": 200, "127.0.0.1:8081": 200, "10.0.0.5": 200, "[::1]:8081": 200, "console.example.com": 200, "Console.Example.com:443": 200,
		"evil.example": 421, "evil.example:8081": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "console.example.com.evil.example": 421, "": 421,
	} {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.Host = host
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, r)
		if recorder.Code != want {
			t.Errorf("host %q: HTTP %d, want %d", host, recorder.Code, want)
		}
	}
}
