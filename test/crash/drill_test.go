package crash

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"etld/internal/base/money"
	"etld/internal/base/skip"
	"etld/test/player"
)

var (
	drillFaults  = flag.Int("drill.faults", 0, "how many faults the drill has; 0 leaves it out")
	drillClients = flag.Int("drill.clients", 128, "how many buyers press buttons meanwhile")
	drillFor     = flag.Duration("drill.for", 24*time.Hour, "after how long no further fault begins")
	drillOne     = flag.Bool("drill.one", true, "the proxy sends commands to one instance while it is ready, not to all")
	drillOnly    = flag.String("drill.only", "", "a pattern of the names of the faults that befall; empty means all")
)

const (
	instancesCount = 3
	// thinksFor is how long a buyer thinks at most before each press.
	thinksFor   = 4 * time.Second
	chainPort   = 8545
	proxyConfig = `global
  maxconn 4000
defaults
  mode http
  # Whoever does not answer is tried again after as long.
  timeout connect 200ms
  timeout client 75s
  timeout server 75s
  timeout check 1s
  option forwardfor
  option redispatch 1
  retries 3
  # What an instance left without an answer is asked of another one: a request id takes
  # effect once, and whatever has none may be done twice.
  retry-on conn-failure empty-response
frontend users
  bind %[1]s:80
  # Where none is ready, any of them says so in the user's language.
  use_backend any if { nbsrv(ready) eq 0 }
%[3]s  default_backend ready
backend ready
  # In turns, as whoever is refused is then sent to the next without a pause.
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
%[2]sbackend any
%[2]s`
	// A command has a request id, and waits until another instance takes the place of the
	// one that has gone. A page and its files are of one build.
	commandsRule = `  use_backend commands if { urlp(requestId) -m found } { nbsrv(commands) gt 0 }
  use_backend commands if !{ path_beg /api/ } { nbsrv(commands) gt 0 }
`
	commands = `backend commands
  retries 10
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
`
)

// drill is three programs on three PostgreSQL servers behind a proxy, one chain and one
// signer, while people buy, draw money and earn.
type drill struct {
	t         *testing.T
	databases *patroni
	machines  []*machine
	// instances are the programs; the first keeps the chain and the signer.
	instances []*world
	// proxy is all of them, as users reach them.
	proxy *world
	// watcher tells how long there is silence; taken counts its writes that were.
	watcher *player.Player
	taken   atomic.Int64
	// areReadsAnswered says that the fault must leave reads alone; undone is called
	// before what befell ends.
	areReadsAnswered bool
	undone           func()
	// next is the program of the release after this one.
	next    string
	buyers  []*buyer
	drawers []*drawer
	owners  []*owner
	draws   []*withdrawal
}

// TestDrill has faults by chance, in an order that a printed seed repeats, befall the
// databases, the programs and the lines between them under load. What was acknowledged
// took effect once, what was not answered is found by repetition, wallets hold what the
// answers add up to, payouts are on the chain once, machines earned what is due, and the
// books are in order. `make drill` runs it.
func TestDrill(t *testing.T) {
	if *drillFaults == 0 {
		skip.Because(t, "`make drill` runs the drill")
	}
	chance := newRandom(t)
	startNetwork(t)
	d := &drill{t: t, databases: startPatroni(t)}
	d.next = d.nextRelease()
	d.startFirst()
	d.buyers = d.instances[0].manyBuyers(chance, *drillClients)
	d.watcher = d.instances[0].newPlayer()
	d.settleIn()
	d.startOthers()
	d.watcher.Server = d.proxy.url()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	for _, b := range d.buyers {
		b.world, b.thinksFor = d.proxy, thinksFor
		group.Go(func() error { return b.press(ctx) })
	}
	d.awaitService(ctx)
	list := d.faults(chance)
	began := time.Now()
	for n := range *drillFaults {
		if n%len(list) == 0 {
			chance.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		d.befall(ctx, n, list[n%len(list)])
		if ctx.Err() != nil || time.Since(began) > *drillFor {
			break
		}
	}
	stop()
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Log(count(d.buyers))
	t.Logf("an operator had to do something %d times: %q", len(d.databases.mended), d.databases.mended)
	d.verify()
}

// startFirst starts the instance that makes the world, with its chain and signer.
func (d *drill) startFirst() {
	d.t.Helper()
	dir, err := os.MkdirTemp("", "etld-world-")
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = os.RemoveAll(dir) })
	first := d.newInstance(filepath.Join(dir, "world"))
	first.flags = append(first.flags, "--chain-port", fmt.Sprint(chainPort))
	d.machines[0].forward(chainPort)
	first.open()
}

// startOthers starts the other instances and the proxy before all of them.
func (d *drill) startOthers() {
	d.t.Helper()
	for range instancesCount - 1 {
		w := d.newInstance(d.instances[0].dir)
		w.flags = append(w.flags, "--beside", w.rpcURL)
		w.t.Cleanup(func() {
			if w.running() != nil {
				w.running().Kill()
			}
		})
		w.start()
	}
	front := newMachine(d.t, "lb", 20)
	file := filepath.Join(d.databases.dir, "haproxy.cfg")
	if err := os.WriteFile(file, d.proxySettings(front.address), 0o644); err != nil {
		d.t.Fatal(err)
	}
	proxy := front.begin(filepath.Join(d.databases.dir, "haproxy.log"), "haproxy", "-db", "-f", file)
	d.t.Cleanup(func() {
		_ = proxy.Process.Kill()
		_ = proxy.Wait()
	})
	d.proxy = &world{t: d.t, isProxy: true, process: &player.Process{URL: "http://" + front.address, RPCURL: d.instances[0].rpcURL}}
	for _, o := range d.drawers {
		o.world = d.proxy
	}
}

// proxySettings send calls to all instances, or commands to one of them.
func (d *drill) proxySettings(address string) []byte {
	servers, inOrder := "", ""
	for i, m := range d.machines {
		server := fmt.Sprintf("  server app%d %s:8080", i+1, m.address)
		servers += server + "\n"
		if i > 0 {
			server += " backup"
		}
		inOrder += server + "\n"
	}
	if !*drillOne {
		return fmt.Appendf(nil, proxyConfig, address, servers, "")
	}
	return fmt.Appendf(nil, proxyConfig+commands+inOrder, address, servers, commandsRule)
}

// newInstance is one more program on a machine of its own.
func (d *drill) newInstance(dir string) *world {
	d.t.Helper()
	n := len(d.instances)
	m := newMachine(d.t, fmt.Sprint("app", n+1), 11+n)
	w := &world{t: d.t, dir: dir, log: &player.Log{Max: logMax}, database: d.databases.address(), within: m.command(),
		// Everybody comes through the proxy, or from this machine: an address of its own may
		// have 64 connections.
		flags: []string{"--listen", m.address + ":8080", "--operator-listen", m.address + ":8081", "--log-level", "error", "--shutdown-delay", "2s",
			"--trusted-proxy", networkHead + "0/24"},
		rpcURL: fmt.Sprintf("http://%s11:%d", networkHead, chainPort)}
	d.t.Cleanup(func() {
		if d.t.Failed() {
			d.t.Logf("instance %d's log: %s", n+1, w.log)
		}
	})
	d.machines, d.instances = append(d.machines, m), append(d.instances, w)
	return w
}

// befall has a fault befall and waits until all is whole again.
func (d *drill) befall(ctx context.Context, n int, f fault) {
	d.t.Helper()
	d.t.Logf("fault %d at %s: %s", n+1, time.Now().UTC().Format(time.TimeOnly), f.name)
	before := d.lost()
	drawn := make(chan *withdrawal, 1)
	go func() { drawn <- d.drawers[n%len(d.drawers)].draw(ctx) }()
	if n%2 == 0 && n < 2*machinesEach {
		d.passHour(ctx)
	}
	d.areReadsAnswered = false
	end, reads := make(chan struct{}), make(chan time.Duration, 1)
	go func() { reads <- d.readSilenceOf(end) }()
	silence := d.silenceOf(func() {
		f.do()
		time.Sleep(f.lasting)
		if f.undo != nil {
			f.undo()
		}
	})
	close(end)
	silenceOfReads := <-reads
	d.databases.awaitWhole()
	d.awaitService(ctx)
	d.expectNoStop()
	if w := <-drawn; w != nil {
		d.draws = append(d.draws, w)
	}
	d.t.Logf("fault %d: %s: silent for %s at most, to reads for %s, %d calls repeated, load average %s",
		n+1, f.name, silence.Round(10*time.Millisecond), silenceOfReads.Round(10*time.Millisecond), d.lost()-before, loadAverage())
	if d.areReadsAnswered && silenceOfReads > readsWithin {
		d.t.Errorf("%s: silent to reads for %s, more than %s", f.name, silenceOfReads, readsWithin)
	}
	if silence > f.within {
		d.t.Errorf("%s: silent for %s, more than %s", f.name, silence, f.within)
	}
}

// expectNoStop holds that the program's own checks have stopped nothing.
func (d *drill) expectNoStop() {
	d.t.Helper()
	var out struct{ Alert *struct{ Cause, Text string } }
	d.proxy.await("an answer to what stands still", clusterWithin, func() bool {
		return d.watcher.Must(d.t.Context(), "/api/open/app", nil, &out) == nil
	})
	if out.Alert != nil {
		w := d.instances[0]
		output, _ := player.Run(d.t.Context(), program, "check", "--data-dir", w.dir, "--database", w.database)
		d.t.Fatalf("everybody is told %+v; etld check: %s", out.Alert, output)
	}
}

// loadAverage is the machine's of the last minute; the drill shares it with other work.
func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	minute, _, _ := strings.Cut(string(text), " ")
	return minute
}

func (d *drill) lost() (sum int64) {
	for _, b := range d.buyers {
		sum += b.lost.Load()
	}
	return sum
}

// awaitService waits until every buyer is answered again.
func (d *drill) awaitService(ctx context.Context) {
	d.t.Helper()
	before := make([]int64, len(d.buyers))
	for i, b := range d.buyers {
		before[i] = b.answered.Load()
	}
	for i, b := range d.buyers {
		d.proxy.await(fmt.Sprintf("answers to buyer %d", i), clusterWithin, func() bool { return b.answered.Load() > before[i] || ctx.Err() != nil })
	}
}

// silenceOf writes through the proxy, a call after the other, until one is taken after
// the fault is over.
func (d *drill) silenceOf(during func()) (longest time.Duration) {
	d.t.Helper()
	over := make(chan bool)
	go func() {
		defer close(over)
		during()
	}()
	answered := time.Now()
	for n := 0; ; n++ {
		isOver := false
		select {
		case <-over:
			isOver = true
		default:
		}
		a, err := d.watcher.Call(d.t.Context(), profilePath, url.Values{"nickName": {fmt.Sprint("watcher ", n)}})
		if err == nil && a.Code != http.StatusOK && a.Code != codeMaintenance {
			d.t.Errorf("the watcher is answered %d %s", a.Code, a.Message)
			<-over
			return longest
		}
		longest = max(longest, time.Since(answered))
		if err != nil || a.Code != http.StatusOK {
			time.Sleep(pollPause)
			continue
		}
		d.taken.Add(1)
		if answered = time.Now(); isOver {
			return longest
		}
	}
}

// readSilenceOf reads a balance through the proxy until it is told to end.
func (d *drill) readSilenceOf(end <-chan struct{}) (longest time.Duration) {
	reader := *d.watcher
	for answered := time.Now(); ; {
		_, err := reader.Holding(d.t.Context(), money.USDT)
		longest = max(longest, time.Since(answered))
		select {
		case <-end:
			return longest
		default:
		}
		if err == nil {
			answered = time.Now()
		}
		time.Sleep(pollPause)
	}
}
