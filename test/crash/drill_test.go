package crash

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"etld/internal/base/skip"
	"etld/test/player"
)

var (
	drillFaults  = flag.Int("drill.faults", 0, "how many faults the drill has; 0 leaves it out")
	drillClients = flag.Int("drill.clients", 36, "how many buyers press buttons meanwhile")
)

const (
	failoverWithin = 45 * time.Second
	// A lost line is given up after 15 seconds, and the database may then have its own
	// trouble with who held the turn.
	lineWithin = 30 * time.Second
	longPause  = 30 * time.Second
)

// drill is three programs on three PostgreSQL servers, while people buy at each of them.
type drill struct {
	t         *testing.T
	databases *patroni
	instances []*world
}

// fault is something that befalls a part. Service elsewhere is back within a time.
type fault struct {
	name   string
	within time.Duration
	befall func(ctx context.Context)
}

// TestDrill has faults by chance, in an order that a printed seed repeats, befall the
// databases, the programs and the lines between them under load. What was acknowledged
// took effect once, what was not answered is found by repetition, wallets hold what the
// answers add up to, and the books are in order. `make drill` runs it.
func TestDrill(t *testing.T) {
	if *drillFaults == 0 {
		skip.Because(t, "`make drill` runs the drill")
	}
	chance := newRandom(t)
	d := &drill{t: t, databases: startPatroni(t)}
	first := &world{t: t, dir: filepath.Join(t.TempDir(), "world"), log: &player.Log{Max: logMax}, database: d.databases.address("127.0.0.1")}
	first.open()
	buyers := first.manyBuyers(chance, *drillClients)
	watcher := first.newPlayer()
	d.instances = []*world{first, first.twin(), first.twin()}
	if err := d.instances[1].running().StopWell(); err != nil {
		t.Fatal(err)
	}
	// The second reaches the databases by an address of its own, which can be cut.
	d.instances[1].database = d.databases.address("127.0.0.2")
	d.instances[1].start("--watch=false")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	for i, b := range buyers {
		b.world = d.instances[i%len(d.instances)]
		group.Go(func() error { return b.press(ctx) })
	}
	d.awaitService(ctx, buyers)
	list := d.faults()
	for n := range *drillFaults {
		if n%len(list) == 0 {
			chance.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		f := list[n%len(list)]
		silence := d.silenceOf(watcher, func() { f.befall(ctx) })
		t.Logf("fault %d: %s: silent for %s at most", n+1, f.name, silence.Round(10*time.Millisecond))
		if silence > f.within {
			t.Errorf("%s: silent for %s, more than %s", f.name, silence, f.within)
		}
		d.databases.awaitWhole()
		d.awaitService(ctx, buyers)
		if ctx.Err() != nil {
			break
		}
	}
	stop()
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Log(count(buyers))
	for _, w := range d.instances[1:] {
		if err := w.running().StopWell(); err != nil {
			t.Error(err)
		}
	}
	first.verify(buyers)
}

// awaitService waits until every instance answers its buyers again.
func (d *drill) awaitService(ctx context.Context, buyers []*buyer) {
	d.t.Helper()
	for i, b := range buyers {
		want := b.answered.Load() + 1
		d.instances[0].await(fmt.Sprintf("answers to buyer %d", i), clusterWithin, func() bool { return b.answered.Load() >= want || ctx.Err() != nil })
	}
}

// silenceOf writes at the third instance, which nothing befalls itself, until a call is
// taken after the fault is over.
func (d *drill) silenceOf(p *player.Player, during func()) (longest time.Duration) {
	d.t.Helper()
	over := make(chan bool)
	go func() {
		defer close(over)
		during()
	}()
	at, answered := d.instances[2].at(p), time.Now()
	for n := 0; ; n++ {
		isOver := false
		select {
		case <-over:
			isOver = true
		default:
		}
		a, err := at.Call(d.t.Context(), profilePath, url.Values{"nickName": {fmt.Sprint("watcher ", n)}})
		if err != nil || a.Code != http.StatusOK && a.Code != codeMaintenance {
			d.t.Errorf("the watcher is answered %d %s (%v)", a.Code, a.Message, err)
			<-over
			return longest
		}
		longest = max(longest, time.Since(answered))
		if a.Code == http.StatusOK {
			if answered = time.Now(); isOver {
				return longest
			}
		}
	}
}

func (d *drill) faults() []fault {
	db, second := d.databases, d.instances[1]
	return []fault{
		{"the primary and its Patroni are killed", failoverWithin, func(context.Context) {
			m := db.leader()
			m.kill()
			d.pause(failoverWithin)
			m.start()
		}},
		{"the primary and its Patroni stand still for 30 s", failoverWithin, func(context.Context) {
			m := db.leader()
			m.signal(syscall.SIGSTOP)
			d.pause(longPause)
			m.signal(syscall.SIGCONT)
		}},
		{"the synchronous standby is killed", failoverWithin, func(context.Context) {
			m := db.one("sync")
			m.kill()
			d.pause(longPause / 2)
			m.start()
		}},
		{"etcd stands still for 30 s", longPause + failoverWithin, func(context.Context) {
			_ = db.etcd.Process.Signal(syscall.SIGSTOP)
			d.pause(longPause)
			_ = db.etcd.Process.Signal(syscall.SIGCONT)
		}},
		{"commits that wait for the standby are cancelled", servedWithin, d.cancelCommits},
		{"an instance is killed", servedWithin, func(context.Context) {
			second.running().Kill()
			second.start("--watch=false")
		}},
		{"an instance stands still for 7 s", servedWithin, func(context.Context) {
			_ = second.running().Signal(syscall.SIGSTOP)
			d.pause(pausedFor)
			_ = second.running().Signal(syscall.SIGCONT)
		}},
		{"an instance is restarted", servedWithin, func(context.Context) {
			if err := second.running().StopWell(); err != nil {
				d.t.Error(err)
			}
			second.start("--watch=false")
		}},
		{"the line of an instance drops all for 20 s", lineWithin, func(context.Context) { d.dropLine(20 * time.Second) }},
	}
}

// pause lets a fault last.
func (d *drill) pause(lasting time.Duration) { time.Sleep(lasting) }

// cancelCommits cancels whatever waits for the standby, for three seconds.
func (d *drill) cancelCommits(ctx context.Context) {
	conn, err := pgx.Connect(ctx, fmt.Sprintf("postgres://etld:drill@127.0.0.1:%d/postgres?sslmode=disable", d.databases.leader().port))
	if err != nil {
		d.t.Error(err)
		return
	}
	defer conn.Close(context.WithoutCancel(ctx))
	cancelled := 0
	for began := time.Now(); time.Since(began) < 3*time.Second; {
		var n int
		if err := conn.QueryRow(ctx, `SELECT COUNT(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`).Scan(&n); err != nil {
			d.t.Error(err)
			return
		}
		cancelled += n
	}
	d.t.Logf("%d waiting commits were cancelled", cancelled)
}

// dropLine has the system drop everything between the second instance and the databases.
func (d *drill) dropLine(lasting time.Duration) {
	var rules [][]string
	for _, m := range d.databases.members {
		port := fmt.Sprint(m.port)
		rules = append(rules, []string{"OUTPUT", "-p", "tcp", "-d", "127.0.0.2", "--dport", port, "-j", "DROP"},
			[]string{"OUTPUT", "-p", "tcp", "-s", "127.0.0.2", "--sport", port, "-j", "DROP"})
	}
	change := func(how string, rules [][]string) {
		for _, rule := range rules {
			if out, err := exec.Command("iptables", slices.Concat([]string{"-w", how}, rule)...).CombinedOutput(); err != nil {
				d.t.Errorf("iptables %s: %v, %s", how, err, out)
			}
		}
	}
	change("-I", rules)
	defer change("-D", rules)
	d.pause(lasting)
}
