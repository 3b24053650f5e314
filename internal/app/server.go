package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"etld/internal/core/operator"
	"etld/internal/core/operator/secondlook"
	"etld/internal/core/picture"
	"etld/internal/features/machine/calendar"
	"etld/internal/features/transparency"
	"etld/internal/infra/config"
	"etld/internal/infra/jobs"
	"etld/internal/infra/listener"
	"etld/internal/infra/metrics"
	"etld/web"
)

// listeners are opened before anything else, so that a taken port is told at
// once and port 0 is known when the program is built.
type listeners struct {
	public, operator net.Listener
}

func listen(c config.Config) (listeners, error) {
	public, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return listeners{}, fmt.Errorf("public listener: %w", err)
	}
	operator, err := net.Listen("tcp", c.OperatorListen)
	if err != nil {
		return listeners{}, errors.Join(fmt.Errorf("operator listener: %w", err), public.Close())
	}
	return listeners{public, operator}, nil
}

func (l listeners) close() error {
	return errors.Join(unless(net.ErrClosed, l.public.Close()), unless(net.ErrClosed, l.operator.Close()))
}

// unless is an error that is not an expected one.
func unless(expected, err error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// localURL is where a browser on this machine finds a listener.
func localURL(l net.Listener) string {
	host, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return "http://" + l.Addr().String()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// thisMachine may open many connections: a proxy in front that runs here, and
// tests. Addresses of clients are still those of the trusted proxies alone.
var thisMachine = []string{"127.0.0.0/8", "::1"}

// server is the program behind its two listeners.
type server struct {
	program *Program
	// public and operator are further handlers by pattern.
	public, operator *http.ServeMux
}

func (p *Program) newServer() *server {
	s := &server{program: p, public: http.NewServeMux(), operator: http.NewServeMux()}
	s.operator.Handle("GET /metrics", p.metrics.handler(p.log))
	s.operator.Handle("GET /doctor", checklistOf(p).Handler(p.db))
	s.operator.Handle(operator.PathPrefix, p.operator)
	s.operator.Handle(picture.PathPrefix, p.pictures)
	p.metrics.watchProcess(p.db, p.api)
	if p.db.Servers().MayForget {
		p.log.Warn("no commit waits for a standby: an election of another database may take back what was answered as done")
	}
	for i, watcher := range p.watchers {
		if status := p.statusOf(watcher); status != nil {
			p.metrics.watchChain(p.networks[i].Name, status)
		}
	}
	for _, part := range p.parts {
		if part.figures != nil {
			p.metrics.registry.MustRegister(metrics.Read(p.db, p.log, part.name, part.figures))
		}
		if part.metrics != nil {
			p.metrics.registry.MustRegister(part.metrics())
		}
	}
	return s
}

// run serves until the context ends, then drains: calls first, then jobs.
func (s *server) run(ctx context.Context, l listeners, out io.Writer, ready map[string]string) error {
	p := s.program
	c := p.settings.Config
	site, err := listener.NewSite(listener.SiteConfig{Files: web.Player(), Chance: p.settings.Chance,
		Connect: connectOrigins(c, p.settings.Chain), Images: apiOrigins(c), Secure: strings.HasPrefix(c.PublicOrigin, "https://")})
	console, consoleErr := listener.NewSite(listener.SiteConfig{Files: web.Console(), Chance: p.settings.Chance, Path: "/operator/", PagesCall: true})
	proxies, proxiesErr := listener.ParseProxies(append(config.List(c.TrustedProxy), thisMachine...))
	looks := secondlook.New(p.db, p.operator, c.Host, proxies)
	if err = errors.Join(err, consoleErr, proxiesErr); err != nil {
		return err
	}
	s.operator.Handle("/operator/", console)
	s.operator.Handle("GET "+secondlook.PathPrefix, looks)
	s.operator.Handle("/{$}", console)
	checks := []listener.Check{{Name: "database", Run: p.db.Ready}, {Name: "chain", Run: p.chainReady}, {Name: "jobs", Run: p.jobsReady}}
	mounts := map[string]http.Handler{"/demo/": s.public, picture.PathPrefix: p.pictures, transparency.PagePath: p.transparency, calendar.PagePath: p.calendar}
	public := listener.NewServer(listener.ServerConfig{API: p.api, Site: site, Mounts: mounts,
		Checks: checks, Log: p.log, AccessLog: true, TrustedProxies: proxies, Delay: c.ShutdownDelay, Draining: p.api.EndStreams})
	operator := listener.NewServer(listener.ServerConfig{Mounts: map[string]http.Handler{"/": listener.OnlyHosts(config.List(c.OperatorHosts), s.operator)},
		Checks: checks, Log: p.log, TrustedProxies: proxies, Delay: c.ShutdownDelay, Draining: p.operator.EndStreams})
	if c.Jobs {
		if err := p.db.Update(ctx, jobs.RetryAll); err != nil {
			return fmt.Errorf("try again what was parked: %w", err)
		}
	}
	background, stopBackground := context.WithCancel(context.WithoutCancel(ctx))
	defer stopBackground()
	work := p.startBackground(background)
	serving, serveContext := errgroup.WithContext(ctx)
	serving.Go(func() error { return public.Serve(serveContext, l.public) })
	serving.Go(func() error { return operator.Serve(serveContext, l.operator) })
	ready["msg"], ready["url"], ready["operatorUrl"] = "ready", localURL(l.public), localURL(l.operator)
	if err := json.NewEncoder(out).Encode(ready); err != nil {
		return fmt.Errorf("print that the program is ready: %w", err)
	}
	p.log.Info("ready", "url", ready["url"], "settings", c.Masked())
	err = serving.Wait()
	stopBackground()
	return errors.Join(err, work.Wait())
}

// startBackground starts what works without being called.
func (p *Program) startBackground(ctx context.Context) *errgroup.Group {
	group := &errgroup.Group{}
	c := p.settings.Config
	if c.Watch {
		for _, watcher := range p.watchers {
			group.Go(func() error { return unless(context.Canceled, watcher.Run(ctx)) })
		}
	}
	group.Go(func() error { p.prices.Run(ctx); return nil })
	group.Go(func() error { p.notices.Run(ctx, p.log); return nil })
	if c.Jobs {
		group.Go(func() error { p.runner.Run(ctx); return nil })
	}
	if c.Pay {
		group.Go(func() error { p.payer.Run(ctx); leaveWallets(ctx, p); return nil })
	}
	return group
}

// leaveWithin bounds how long a stop waits for a database that does not answer.
const leaveWithin = 2 * time.Second

// leaveWallets lets another instance, or the next start, pay at once. Where that fails they
// pay once the leases have run out.
func leaveWallets(ctx context.Context, p *Program) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveWithin)
	defer cancel()
	if err := p.payout.GiveBack(ctx); err != nil {
		p.log.Warn("the wallets could not be left to another instance", "error", err)
	}
}

// jobsReady holds readiness back until what fell due while the program was away
// is done, as balances lag until then. It stays ready from then on.
func (p *Program) jobsReady(context.Context) error {
	if !p.settings.Config.Jobs {
		return nil
	}
	if behind := p.runner.NotCaughtUp(); len(behind) > 0 {
		return fmt.Errorf("work since the last stop is not done yet: %s", strings.Join(behind, ", "))
	}
	return nil
}

func (p *Program) chainReady(context.Context) error {
	for i, watcher := range p.watchers {
		if status := watcher.Status(); p.settings.Config.Watch && !status.State.IsCrediting() {
			return fmt.Errorf("the watcher of %s is %s: %s", p.networks[i].Name, status.State, status.Reason)
		}
	}
	return nil
}

// apiOrigins is where the API and its pictures stand, if not beside the page.
func apiOrigins(c config.Config) []string {
	if c.APIHost == "" {
		return nil
	}
	return []string{c.APIHost}
}

// connectOrigins are what the page may talk to besides its own server.
func connectOrigins(c config.Config, chain Chain) []string {
	list := apiOrigins(c)
	if strings.HasPrefix(chain.PublicRPCURL, "https://") {
		list = append(list, chain.PublicRPCURL)
	}
	return list
}
