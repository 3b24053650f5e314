package origin

import (
	"net/http/httptest"
	"testing"
)

// A page of another site, a form and a page without an origin are refused.
func TestAdmit(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		origin, kind string
		status       int
	}{
		"the console":         {"https://desk.example", "application/json; charset=utf-8", 0},
		"a program":           {"", "application/json", 0},
		"another site":        {"https://evil.example", "application/json", 403},
		"a page from a disk":  {"null", "application/json", 403},
		"a form":              {"https://desk.example", "text/plain", 415},
		"nothing about kinds": {"https://desk.example", "", 415},
	} {
		r := httptest.NewRequest("POST", "https://desk.example/operator/api/me", nil)
		r.Header.Set("Content-Type", test.kind)
		if test.origin != "" {
			r.Header.Set("Origin", test.origin)
		}
		if status, why := Admit(r); status != test.status || (why == "") != (status == 0) {
			t.Errorf("%s: %d %s", name, status, why)
		}
	}
}
