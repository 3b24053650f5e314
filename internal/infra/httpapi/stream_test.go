package httpapi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/listener"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// tap is a feed that a test fills.
type tap struct {
	incoming chan int
	broken   chan error
	closed   sync.WaitGroup
}

func newTap() *tap { return &tap{incoming: make(chan int, 10), broken: make(chan error, 1)} }

// Next returns as at a silent stream's heart-beat where the test puts in 0.
func (t *tap) Next(ctx context.Context) ([]Frame[int], error) {
	if at, isLimited := ctx.Deadline(); !isLimited || time.Until(at) > beat {
		return nil, errors.New("no heart-beat is near")
	}
	select {
	case <-ctx.Done():
		return nil, nil
	case err := <-t.broken:
		return nil, err
	case n := <-t.incoming:
		if n == 0 {
			return nil, nil
		}
		return []Frame[int]{{ID: fmt.Sprint(n), Data: n * n}}, nil
	}
}

func (t *tap) Close() { t.closed.Done() }

type tapIn struct {
	Refuse bool `query:"refuse" optional:"true"`
}

// beat is so rare that no heart-beat comes that a test does not ask for.
const beat = time.Minute

// tapped registers a stream of what the test puts into a tap.
func tapped(w *world) *tap {
	source := newTap()
	w.api.heartBeat = beat
	Stream(w.api, Op{Path: "/api/test/events", Tag: "test"}, func(_ context.Context, c Caller, in tapIn) (Feed[int], error) {
		if in.Refuse {
			return nil, fault.NotFound
		}
		source.closed.Add(1)
		return source, nil
	})
	return source
}

// subscriber reads a stream line by line.
type subscriber struct {
	t     *testing.T
	reply *http.Response
	lines *bufio.Scanner
}

func listen(t *testing.T, base, token string) *subscriber {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/api/test/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("token", token)
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reply.Body.Close() })
	return &subscriber{t: t, reply: reply, lines: bufio.NewScanner(reply.Body)}
}

// next is the next line that says something; empty at the stream's end.
func (l *subscriber) next() string {
	for l.lines.Scan() {
		if line := l.lines.Text(); line != "" {
			return line
		}
	}
	return ""
}

func (l *subscriber) expect(want ...string) {
	l.t.Helper()
	for _, line := range want {
		if got := l.next(); got != line {
			l.t.Fatalf("the stream says %q, want %q", got, line)
		}
	}
}

// watched is a listener that keeps until when its newest connection may be read and
// written.
type watched struct {
	net.Listener
	read, write atomic.Pointer[time.Time]
}

type watchedConn struct {
	net.Conn
	by *watched
}

func (w *watched) Accept() (net.Conn, error) {
	conn, err := w.Listener.Accept()
	return watchedConn{conn, w}, err
}

func (c watchedConn) SetReadDeadline(at time.Time) error {
	c.by.read.Store(&at)
	return c.Conn.SetReadDeadline(at)
}

func (c watchedConn) SetWriteDeadline(at time.Time) error {
	c.by.write.Store(&at)
	return c.Conn.SetWriteDeadline(at)
}

// outlivesLimits fails where the server's own limits of time end the stream: reading has
// none any more, and each frame that is written has a new one.
func (w *watched) outlivesLimits(t *testing.T, limit time.Duration) {
	t.Helper()
	if at := w.read.Load(); at == nil || !at.IsZero() {
		t.Errorf("the stream is read until %v", at)
	}
	if at := w.write.Load(); at == nil || time.Until(*at) > limit/2 {
		t.Errorf("the stream is written until %v, as any answer", at)
	}
}

func TestStream(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		w := newWorld(t, db, Limits{})
		source := tapped(w)
		token := w.signIn("ann")
		server := httptest.NewUnstartedServer(w.api)
		connection := &watched{Listener: server.Listener}
		server.Listener = connection
		server.Config.ReadTimeout, server.Config.WriteTimeout = time.Hour, time.Hour
		server.Start()
		defer server.Close()
		l := listen(t, server.URL, token)
		if l.reply.Header.Get("Content-Type") != "text/event-stream" || l.reply.Header.Get("Cache-Control") != "no-store" || l.reply.Header.Get("X-Accel-Buffering") != "no" {
			t.Errorf("headers %v", l.reply.Header)
		}
		l.expect(": open")
		connection.outlivesLimits(t, time.Hour)
		source.incoming <- 3
		source.incoming <- 0
		source.incoming <- 0
		l.expect("id: 3", "data: 9", ": heart-beat", ": heart-beat")
		connection.outlivesLimits(t, time.Hour)
		source.incoming <- 4
		l.expect("id: 4", "data: 16")
		// With the session the stream ends, and what comes then is not told.
		w.must(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(deleteSession, HashToken(token))
			return err
		})
		source.incoming <- 5
		l.expect("")
		source.closed.Wait()
		if n := w.api.OpenStreams(); n != 0 {
			t.Errorf("%d streams are open", n)
		}
		for name, got := range map[string]reply{"no session": w.call("/api/test/events", ""), "an ended one": w.call("/api/test/events", token),
			"refused": w.call("/api/test/events", w.signIn("bob"), "refuse", "true"), "malformed": w.call("/api/test/events", "token-of-bob", "refuse", "x")} {
			if want := map[string]int{"no session": 1001, "an ended one": 1001, "refused": 1005, "malformed": 1002}[name]; got.Code != want {
				t.Errorf("%s: %d, want %d", name, got.Code, want)
			}
		}
		if n := w.api.OpenStreams(); n != 0 {
			t.Errorf("refusals left %d streams", n)
		}
	})
}

func TestAFeedThatFailsEndsItsStream(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	source := tapped(w)
	server := httptest.NewServer(w.api)
	defer server.Close()
	l := listen(t, server.URL, w.signIn("ann"))
	source.broken <- errors.New("too slow")
	l.expect(": open", "")
	source.closed.Wait()
	// Who leaves is noticed at once, without a heart-beat.
	gone := listen(t, server.URL, "token-of-ann")
	gone.expect(": open")
	_ = gone.reply.Body.Close()
	source.closed.Wait()
}

// A user's sixth stream ends the first, an address has only so many, and the end of
// the server ends all.
func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	source := tapped(w)
	s := serve(t, listener.ServerConfig{API: w.api, Draining: w.api.EndStreams})
	base := "http://" + s.address
	token := w.signIn("ann")
	var all []*subscriber
	for range streamsPerUser + 2 {
		l := listen(t, base, token)
		l.expect(": open")
		all = append(all, l)
	}
	all[0].expect("")
	all[1].expect("")
	for n := streamsPerUser; n < streamsPerAddress; n += streamsPerUser {
		other := w.signIn(fmt.Sprint("user", n))
		for range min(streamsPerUser, streamsPerAddress-n) {
			listen(t, base, other).expect(": open")
		}
	}
	crowded := listen(t, base, w.signIn("late"))
	if text := crowded.next(); !strings.Contains(text, `"code":1010`) || !strings.Contains(text, `"retryAfter":30`) || crowded.reply.Header.Get("Retry-After") != "30" {
		t.Errorf("one too many from an address: %s", text)
	}
	began := time.Now()
	s.stop()
	all[len(all)-1].expect("")
	source.closed.Wait()
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the streams ended after %s", took)
	}
	if _, err := net.DialTimeout("tcp", s.address, time.Second); err == nil {
		t.Error("the server still listens")
	}
}

// A customer whose provider gave 65,536 networks of IPv6 has the streams of eight
// households, and leaves the rest to others.
func TestStreamsOfASite(t *testing.T) {
	t.Parallel()
	s := newStreams()
	joins := func(address string) bool {
		_, leave, err := s.join(t.Context(), Caller{UserID: address, IP: address})
		if err == nil {
			t.Cleanup(func() {
				leave()
				if s.open == 0 && (len(s.byNetwork) != 0 || len(s.byUser) != 0) {
					t.Errorf("left behind: %v, %d users", s.byNetwork, len(s.byUser))
				}
			})
		}
		return err == nil
	}
	open := 0
	for i := range 2 * streamsPerSite {
		if joins(fmt.Sprintf("2001:db8:7:%x::1", i)) {
			open++
		}
	}
	if open != streamsPerSite {
		t.Errorf("%d streams of a site are open, want %d", open, streamsPerSite)
	}
	if !joins("2001:db8:8:1::1") || !joins("192.0.2.1") {
		t.Error("another site found no place")
	}
}
