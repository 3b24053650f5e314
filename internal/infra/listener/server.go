// Package listener is a listener's side of serving: its limits of time and of connections,
// who is behind a proxy, probes, the access log, and the files of a built web app.
package listener

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sort"
	"strings"
	"sync/atomic"
	"time"
)

const (
	headerTimeout  = 5 * time.Second
	readTimeout    = 30 * time.Second
	writeTimeout   = 90 * time.Second
	idleTimeout    = 60 * time.Second
	drainTimeout   = 20 * time.Second
	headerBytesMax = 32 << 10
	// BodyWithin is how long a body may take to come, and unreadWithin one that
	// nobody reads: no call of the apps has a body, but a connection is only free
	// again when what was announced has come.
	BodyWithin   = 10 * time.Second
	unreadWithin = 2 * time.Second
	pathLogged   = 120
)

// Check is a condition for being ready to serve.
type Check struct {
	Name string
	Run  func(ctx context.Context) error
}

// ServerConfig is what a server is built from.
type ServerConfig struct {
	API  http.Handler
	Site http.Handler
	// Mounts are further handlers by pattern, as http.ServeMux takes them.
	Mounts map[string]http.Handler
	Checks []Check
	Log    *slog.Logger
	// Delay is how long the server says on /readyz that it stops, and still answers,
	// before it takes no more connections: a proxy asks others meanwhile.
	Delay time.Duration
	// Draining is called after the delay, before the listener closes, to end what would
	// not end by itself. Optional.
	Draining func()
	// AccessLog writes a line per request, never with its query.
	AccessLog bool
	// ConnectionsMax bounds the open connections; 0 is 20,000. Above it the
	// connection that has been idle longest makes room. ConnectionsEach bounds
	// those of one address in the same way; 0 is 64.
	ConnectionsMax, ConnectionsEach int
	// TrustedProxies bring many people through one address; theirs are counted
	// in all only.
	TrustedProxies Proxies
}

// Server is the public listener's side.
type Server struct {
	http     *http.Server
	ready    *readiness
	log      *slog.Logger
	delay    time.Duration
	drain    func()
	draining atomic.Bool
}

// NewServer puts the API, the site, /healthz and /readyz behind one listener.
func NewServer(c ServerConfig) *Server {
	s := &Server{ready: &readiness{checks: c.Checks, log: c.Log}, log: c.Log, delay: c.Delay, drain: c.Draining}
	mux := http.NewServeMux()
	if c.API != nil {
		mux.Handle("/api/", within(unreadWithin, c.API))
	}
	if c.Site != nil {
		mux.Handle("/", within(unreadWithin, c.Site))
	}
	for pattern, handler := range c.Mounts {
		mux.Handle(pattern, within(BodyWithin, handler))
	}
	mux.Handle("GET /healthz", within(unreadWithin, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })))
	mux.Handle("GET /readyz", within(unreadWithin, http.HandlerFunc(s.serveReady)))
	handler := s.leaving(mux)
	if c.AccessLog {
		handler = s.logged(handler)
	}
	open := newConnections(cmp.Or(c.ConnectionsMax, connectionsMax), cmp.Or(c.ConnectionsEach, connectionsEach), c.TrustedProxies)
	s.http = &http.Server{Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: headerBytesMax, ConnState: open.changed,
		ErrorLog: slog.NewLogLogger(c.Log.Handler(), slog.LevelDebug)}
	return s
}

// leaving has each connection end after its next answer once the server is about to
// stop, so that nobody sends a call on one that closes at that moment.
func (s *Server) leaving(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// within ends a request whose body has not come after a time. Its read deadline
// counts for what is left of the body only; the next request sets its own.
func within(limit time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			if err := http.NewResponseController(w).SetReadDeadline(time.Now().Add(limit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// Serve answers until the context ends and the delay is over, then lets running calls
// finish.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	s.draining.Store(true)
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-time.After(s.delay):
	}
	if s.drain != nil {
		s.drain()
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	if err := s.http.Shutdown(drain); err != nil {
		return errors.Join(fmt.Errorf("calls were still running after %s: %w", drainTimeout, err), s.http.Close())
	}
	return nil
}

// serveReady names what is not ready, without its details.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	missing := s.ready.missing(r.Context())
	if s.draining.Load() {
		missing = append(missing, "stopping")
	}
	if len(missing) == 0 {
		_, _ = w.Write([]byte("ready\n"))
		return
	}
	sort.Strings(missing)
	http.Error(w, "not ready: "+strings.Join(missing, ", "), http.StatusServiceUnavailable)
}

// SetCode says which code an answer's body carries, for the access log.
func SetCode(w http.ResponseWriter, code int) {
	if recorder, ok := w.(*seen); ok {
		recorder.code = code
	}
}

// seen records what was answered, for the access log.
type seen struct {
	http.ResponseWriter
	status int
	bytes  int
	// code is the body's code; see SetCode.
	code int
}

func (s *seen) WriteHeader(status int) {
	if s.status == 0 {
		s.status = status
	}
	s.ResponseWriter.WriteHeader(status)
}

func (s *seen) Write(p []byte) (int, error) {
	if s.status == 0 {
		s.status = http.StatusOK
	}
	n, err := s.ResponseWriter.Write(p)
	s.bytes += n
	return n, err
}

// Unwrap gives http.ResponseController the connection's own writer.
func (s *seen) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// logged writes a line per request. Query strings hold what people type and
// sign, so they stay out; so do all headers.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		recorder := &seen{ResponseWriter: w}
		next.ServeHTTP(recorder, r)
		path := r.URL.Path
		if len(path) > pathLogged {
			path = path[:pathLogged]
		}
		s.log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", r.Method), slog.String("path", path),
			slog.Int("status", recorder.status), slog.Int("code", recorder.code), slog.Int("bytes", recorder.bytes),
			slog.Duration("took", time.Since(began)))
	})
}
