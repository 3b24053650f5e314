package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/infra/listener"
	"etld/internal/infra/sqldb/dbtest"
)

// lockedBuffer takes log lines from any goroutine.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

type running struct {
	address string
	stop    context.CancelFunc
	ended   chan error
	log     *lockedBuffer
}

// builtSite is a web app of one page.
func builtSite(t *testing.T) *listener.Site {
	t.Helper()
	site, err := listener.NewSite(listener.SiteConfig{Files: fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}}, Chance: entropy.System()})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// serve starts a server on a free port.
func serve(t *testing.T, c listener.ServerConfig) *running {
	t.Helper()
	r := &running{ended: make(chan error, 1), log: &lockedBuffer{}}
	c.Log, c.AccessLog = slog.New(slog.NewTextHandler(r.log, nil)), true
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.address = socket.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	r.stop = cancel
	server := listener.NewServer(c)
	go func() { r.ended <- server.Serve(ctx, socket) }()
	t.Cleanup(func() {
		cancel()
		if err := <-r.ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
		r.ended <- nil
	})
	return r
}

// send writes a request as it is and reads the answer's status and body.
func (r *running) send(t *testing.T, request string) (status int, body string) {
	t.Helper()
	conn, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go func() { _, _ = io.WriteString(conn, request) }()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(content)
}

func post(target string, headers ...string) string {
	return "POST " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + strings.Join(headers, "") + "\r\n"
}

func TestTransportFaults(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	token := "token: " + w.signIn("ann") + "\r\n"
	s := serve(t, listener.ServerConfig{API: w.api, Site: builtSite(t)})
	command := "/api/test/add?requestId=" + requestID + "&amount=1"
	for _, test := range []struct {
		name, request string
		status        int
	}{
		{"GET", strings.Replace(post(command, token), "POST", "GET", 1), 405},
		{"PUT", strings.Replace(post(command, token), "POST", "PUT", 1), 405},
		{"an unknown path", post("/api/test/none"), 404},
		{"a query of 17 KiB", post(command+"&x="+strings.Repeat("x", 17<<10), token), 414},
		{"a query of 10 MB", post(command+"&x="+strings.Repeat("x", 10<<20), token), 431},
		{"a million parameters", post(command+strings.Repeat("&a=1", 1_000_000), token), 431},
		{"large headers", post(command, token, "x: "+strings.Repeat("x", 64<<10)+"\r\n"), 431},
		{"a body of 65 KiB", post(command, token, "Content-Length: 66560\r\n") + strings.Repeat("x", 66560), 413},
		{"no HTTP", "hello\r\n\r\n", 400},
	} {
		if status, body := s.send(t, test.request); status != test.status {
			t.Errorf("%s: %d %.100s", test.name, status, body)
		}
	}
	if total := w.total("ann"); total != 0 {
		t.Errorf("refused requests had the effect %s", total)
	}
	// A content type, a form and a JSON body do no harm; only the query counts.
	status, body := s.send(t, post(command, token, "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n")+"amount=99")
	if status != 200 || !strings.Contains(body, `"total":"1"`) {
		t.Errorf("with a body: %d %s", status, body)
	}
	if log := s.log.String(); strings.Contains(log, "amount") || strings.Contains(log, requestID) || !strings.Contains(log, "path=/api/test/add status=200 code=200") {
		t.Errorf("the access log is %s", log)
	}
}

func TestOtherOrigins(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	for origin, want := range map[string]int{"https://app.example": 204, "https://evil.example": 405, "": 405} {
		got := w.raw("OPTIONS", "/api/test/add", "", map[string]string{"Origin": origin, "Access-Control-Request-Method": "POST"})
		if got.status != want || (got.header.Get("Access-Control-Allow-Origin") != "") != (want == 204) {
			t.Errorf("%q: %d, %v", origin, got.status, got.header)
		}
	}
}

func TestProbes(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	broken := errors.New("no route to 10.0.0.7")
	s := serve(t, listener.ServerConfig{Checks: []listener.Check{{Name: "database", Run: func(context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		return broken
	}}, {Name: "chain", Run: func(context.Context) error { return nil }}}})
	probe := func(path string) string {
		status, body := s.send(t, "GET "+path+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		return fmt.Sprint(status, " ", strings.TrimSpace(body))
	}
	if got := probe("/healthz"); got != "200 ok" {
		t.Errorf("healthz: %s", got)
	}
	if got := probe("/readyz"); got != "503 not ready: database" {
		t.Errorf("readyz: %s", got)
	}
	mu.Lock()
	broken = nil
	mu.Unlock()
	// An outcome stands for half a second.
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		got := probe("/readyz")
		if got == "200 ready" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("readyz after recovery: %s", got)
		}
	}
}

func TestStopLetsCallsFinish(t *testing.T) {
	t.Parallel()
	began, release := make(chan struct{}), make(chan struct{})
	s := serve(t, listener.ServerConfig{Mounts: map[string]http.Handler{"/slow": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(began)
		<-release
		_, _ = w.Write([]byte("finished"))
	})}})
	answered := make(chan string, 1)
	go func() {
		_, body := s.send(t, post("/slow"))
		answered <- body
	}()
	<-began
	s.stop()
	// The listener closes while the call still runs.
	for {
		conn, err := net.DialTimeout("tcp", s.address, time.Second)
		if err != nil {
			break
		}
		conn.Close()
	}
	close(release)
	if body := <-answered; body != "finished" {
		t.Errorf("the running call got %q", body)
	}
}

func TestIdleConnectionsMakeRoom(t *testing.T) {
	t.Parallel()
	const limit = 20
	s := serve(t, listener.ServerConfig{ConnectionsMax: limit})
	var idle []net.Conn
	for range 10 * limit {
		conn, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		idle = append(idle, conn)
	}
	if status, body := s.send(t, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); status != 200 {
		t.Fatalf("among idle connections: %d %s", status, body)
	}
	closed := 0
	for _, conn := range idle {
		_ = conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		if _, err := conn.Read(make([]byte, 1)); errors.Is(err, io.EOF) || !isTimeout(err) {
			closed++
		}
	}
	if closed < 9*limit {
		t.Errorf("%d of %d idle connections were closed", closed, len(idle))
	}
}

func isTimeout(err error) bool {
	var netError net.Error
	return errors.As(err, &netError) && netError.Timeout()
}
