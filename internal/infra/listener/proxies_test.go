package listener

import (
	"net/http/httptest"
	"testing"
)

func TestClientBehindProxies(t *testing.T) {
	t.Parallel()
	trusted, err := ParseProxies([]string{"10.0.0.0/8", "192.0.2.9"})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ peer, forwarded, want string }{
		{"203.0.113.5:1", "198.51.100.1", "203.0.113.5"},
		{"10.1.2.3:1", "198.51.100.1", "198.51.100.1"},
		{"10.1.2.3:1", "1.1.1.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"},
		{"192.0.2.9:1", "", "192.0.2.9"},
		{"10.1.2.3:1", "nonsense", "10.1.2.3"},
		{"[::ffff:10.1.2.3]:1", "2001:db8::1", "2001:db8::1"},
	} {
		r := httptest.NewRequest("POST", "/", nil)
		r.RemoteAddr = test.peer
		if test.forwarded != "" {
			r.Header.Set("X-Forwarded-For", test.forwarded)
		}
		if got := trusted.ClientOf(r); got != test.want {
			t.Errorf("%+v: got %s", test, got)
		}
	}
	if _, err := ParseProxies([]string{"example.org"}); err == nil {
		t.Error("a name was taken for a network")
	}
}
