package httpapi

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"etld/internal/infra/listener"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// stranger opens a connection from an address of this machine and sends text.
func stranger(t *testing.T, from, to, text string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: time.Second}
	conn, err := dialer.Dial("tcp", to)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Logf("a stranger was closed before he could ask: %v", err)
	}
	return conn
}

// asks makes an ordinary call from an address and tells whether it is answered.
func asks(from, to string) bool {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: time.Second}
	conn, err := dialer.Dial("tcp", to)
	if err != nil {
		return false
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
		return false
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// mustAnswer asks from another address than the strangers' until a call is answered.
func mustAnswer(t *testing.T, address string, began time.Time, within time.Duration) {
	t.Helper()
	for !asks("127.0.0.2", address) {
		if waited := time.Since(began); waited > within {
			t.Fatalf("no call from another address was answered for %s", waited)
		}
	}
}

// endless are requests whose body never comes, or never ends.
var endless = map[string]string{
	"a body that never comes":      "POST /api/test/add HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
	"a body in parts without end":  "POST /api/test/add HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
	"a body for an unknown path":   "POST /api/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
	"a body for the page":          "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
	"a body that somebody reads":   "POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
	"a body after 100-continue":    "POST /read HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n",
	"a body for a readiness probe": "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
}

// Requests that fill every place and send no body give the places back within
// seconds, whoever they come from.
func TestBodiesThatNeverComeGiveTheirPlaceBack(t *testing.T) {
	t.Parallel()
	for name, text := range endless {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, _ := dbtest.SQLite(t)
			w := newWorld(t, db, Limits{})
			var reading atomic.Int64
			reads := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				reading.Add(1)
				_, _ = io.Copy(w, r.Body)
			})
			const limit = 20
			s := serve(t, listener.ServerConfig{API: w.api, Site: builtSite(t), Mounts: map[string]http.Handler{"/read": reads}, ConnectionsMax: limit})
			began := time.Now()
			for range limit {
				conn := stranger(t, "127.0.0.1", s.address, text)
				if text == endless["a body in parts without end"] {
					go drip(conn)
				}
			}
			// Each request has begun when it was logged, or is being read.
			begun := func() int { return strings.Count(s.log.String(), "msg=request") + int(reading.Load()) }
			for begun() < limit && time.Since(began) < listener.BodyWithin {
				time.Sleep(time.Millisecond)
			}
			if n := begun(); n != limit {
				t.Fatalf("%d requests have begun, want %d", n, limit)
			}
			mustAnswer(t, s.address, began, listener.BodyWithin+5*time.Second)
		})
	}
}

// drip sends a body piece by piece until the connection ends.
func drip(conn net.Conn) {
	for {
		if _, err := io.WriteString(conn, "1\r\na\r\n"); err != nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// One address that opens connection after connection takes no place from
// others, also while none of its own is idle.
func TestOneAddressTakesNoPlaceFromOthers(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	const limit, each = 20, 5
	for name, text := range map[string]string{"bodies that never come": endless["a body that never comes"], "nothing at all": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, listener.ServerConfig{API: w.api, ConnectionsMax: limit, ConnectionsEach: each})
			began := time.Now()
			for range 3 * limit {
				stranger(t, "127.0.0.1", s.address, text)
			}
			// Until then no connection ends by itself, so no place is free that was taken.
			mustAnswer(t, s.address, began, listener.BodyWithin-time.Second)
		})
	}
}

// Proxies that are trusted bring many people, so they are not counted.
func TestTrustedProxiesMayOpenManyConnections(t *testing.T) {
	t.Parallel()
	proxies, err := listener.ParseProxies([]string{"127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	db, _ := dbtest.SQLite(t)
	s := serve(t, listener.ServerConfig{API: newWorld(t, db, Limits{}).api, ConnectionsMax: 20, ConnectionsEach: 5, TrustedProxies: proxies})
	began := time.Now()
	var proxied []net.Conn
	for range 10 {
		proxied = append(proxied, stranger(t, "127.0.0.1", s.address, ""))
	}
	// Connections are taken in their order: whoever is answered came after the others were.
	mustAnswer(t, s.address, began, listener.BodyWithin)
	for _, conn := range proxied {
		_ = conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
		if _, err := conn.Read(make([]byte, 1)); !isTimeout(err) {
			t.Errorf("a proxy's connection was closed: %v", err)
		}
	}
}

// Calls that are refused for their parameters or their token count as well.
func TestRefusedCallsCount(t *testing.T) {
	t.Parallel()
	limits := Limits{Read: meter.Limit{PerMinute: 1, Burst: 4}, Write: meter.Limit{PerMinute: 1, Burst: 3}, Stranger: meter.Limit{PerMinute: 1, Burst: 7}}
	eachEngine(t, limits, func(t *testing.T, w *world) {
		View(w.api, Op{Path: "/api/test/open", Tag: "test", Public: true}, func(*sqldb.Tx, Caller, None) (None, error) { return None{}, nil })
		View(w.api, Op{Path: "/api/test/page", Tag: "test"}, func(*sqldb.Tx, Caller, Page) (None, error) { return None{}, nil })
		people := make(map[string]string)
		for _, name := range []string{"ann", "bob", "cid", "dora"} {
			people[name] = w.signIn(name)
			if got := w.call("/api/test/total", people[name]); got.Code != 200 {
				t.Fatal(got.body)
			}
		}
		for name, test := range map[string]struct {
			token  string
			path   string
			params []string
			// free calls are left, all answered with first.
			free, first int
		}{
			"a command without parameters":   {"ann", commandPaths[0], []string{"requestId", requestID}, 3, 1002},
			"a command without a request id": {"bob", commandPaths[1], []string{"amount", "3"}, 3, 1002},
			"a read with a wrong parameter":  {"cid", "/api/test/page", []string{"size", "x"}, 3, 1002},
			"an unknown token":               {"", "/api/test/page", nil, 7, 1001},
		} {
			token := "unknown"
			if test.token != "" {
				token = people[test.token]
			}
			for i := range test.free {
				if got := w.call(test.path, token, test.params...); got.Code != test.first {
					t.Fatalf("%s: call %d: %s, want %d", name, i+1, got.body, test.first)
				}
			}
			if got := w.call(test.path, token, test.params...); got.Code != 1010 {
				t.Errorf("%s: beyond the limit: %s", name, got.body)
			}
		}
		if got := w.call(commandPaths[0], "unknown", "requestId", requestID, "amount", "3"); got.Code != 1010 {
			t.Errorf("a command without a known token: %s", got.body)
		}
		// Many people share an address: what needs no token is counted apart.
		if got := w.call("/api/test/open", ""); got.Code != 200 {
			t.Errorf("a public call: %s", got.body)
		}
		// Who calls already is not kept out by strangers at the same address.
		if got := w.call("/api/test/page", people["dora"]); got.Code != 200 {
			t.Errorf("somebody who is signed in: %s", got.body)
		}
	})
}
