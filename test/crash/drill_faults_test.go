package crash

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"etld/test/player"
)

const (
	failoverWithin = 30 * time.Second
	// Another instance takes the commands over within two health checks of the proxy.
	takeoverWithin = 10 * time.Second
	// servedWithin bounds how long the others are held up by an instance that stands still.
	servedWithin = 10 * time.Second
	// A pause or a cut that the others can only wait out, and the election after it.
	waitedOut = 75 * time.Second
	// A lost line is given up after 15 seconds, and the database may then have its own
	// trouble with who held the turn.
	lineWithin = 30 * time.Second
	atOnce     = time.Second
	// Reads that a fault leaves alone wait for a processor at most.
	readsWithin = 3 * time.Second
	clockApart  = 90
)

// fault is something that befalls a part for a while. Service is back within a time.
type fault struct {
	name            string
	within, lasting time.Duration
	do, undo        func()
}

// faults are all that can befall. A fault picks its part when it befalls.
func (d *drill) faults(chance *rand.Rand) []fault {
	var m *member
	var w *world
	leader := func(then func()) func() { return func() { m = d.databases.leader(); then() } }
	standby := func(then func()) func() { return func() { m = d.databases.one("sync"); then() } }
	first := func(then func()) func() { return func() { w = d.instances[0]; then() } }
	any := func(then func()) func() { return func() { w = d.instances[chance.IntN(instancesCount)]; then() } }
	// The first is not stopped in good order, as the chain ends with it.
	other := func(then func()) func() { return func() { w = d.instances[1+chance.IntN(instancesCount-1)]; then() } }
	list := []fault{
		{"the primary and its Patroni are killed", failoverWithin, failoverWithin,
			leader(func() { m.kill() }), func() { m.start() }},
		{"the primary and its Patroni stand still for 30 s", waitedOut, 30 * time.Second,
			leader(func() { m.signal(syscall.SIGSTOP) }), func() { m.signal(syscall.SIGCONT) }},
		{"the primary's Patroni alone stands still for 60 s", waitedOut, time.Minute,
			leader(func() { _ = m.guard.Process.Signal(syscall.SIGSTOP) }), func() { _ = m.guard.Process.Signal(syscall.SIGCONT) }},
		{"the primary is cut from etcd and the other databases until 20 s after the election, programs still reach it", waitedOut, 20 * time.Second,
			leader(func() { m.cut(m.others()...); d.expectNothingTaken(m) }), func() { m.mend() }},
		{"the primary's disk is full for 30 s", waitedOut, 30 * time.Second,
			leader(func() { m.fillDisk() }), func() { m.freeDisk() }},
		{"the primary's clock jumps 90 s ahead for 20 s", failoverWithin, 20 * time.Second,
			leader(func() { m.setClock(clockApart) }), func() { m.setClock(0) }},
		{"the primary's clock jumps 90 s back for 20 s", failoverWithin, 20 * time.Second,
			leader(func() { m.setClock(-clockApart) }), func() { m.setClock(0) }},
		{"the synchronous standby is killed", failoverWithin, 15 * time.Second,
			standby(func() { m.kill() }), func() { m.start() }},
		{"the synchronous standby is gone for good, a new one is made", failoverWithin, 10 * time.Second,
			standby(func() { m.kill(); d.areReadsAnswered = true }), func() { m.startAnew() }},
		{"both standbys are killed, and come back after 20 s", waitedOut, 20 * time.Second,
			leader(func() { d.killStandbys(m) }), func() { d.startStandbys(m) }},
		{"etcd is without majority for 60 s", waitedOut + 30*time.Second, time.Minute,
			leader(func() { m.signalEtcd(syscall.SIGSTOP) }), func() { m.signalEtcd(syscall.SIGCONT) }},
		{"commits that wait for the standby are cancelled", servedWithin, 0,
			leader(func() { d.cancelCommits(m) }), nil},
		// What a call takes anyway, to compare with.
		{"nothing for 10 s", atOnce, 10 * time.Second,
			func() {}, nil},
		{"the instance that takes the commands is killed, and starts 10 s later", takeoverWithin, 10 * time.Second,
			first(func() { w.running().Kill() }), func() { w.start() }},
		{"an instance beside it is killed, and starts 10 s later", atOnce, 10 * time.Second,
			other(func() { w.running().Kill() }), func() { w.start() }},
		{"an instance stands still for 60 s", servedWithin + time.Second, time.Minute,
			any(func() { _ = w.running().Signal(syscall.SIGSTOP) }), func() { _ = w.running().Signal(syscall.SIGCONT) }},
		{"an instance is restarted", atOnce, 0,
			other(func() { d.restart(w) }), nil},
		{"the signer is killed", atOnce, 0,
			func() { d.instances[0].killSigner() }, nil},
		{"the line of an instance drops all for 20 s", lineWithin, 20 * time.Second,
			other(func() { d.lineOf(w).cut(d.databaseMachines()...) }), func() { d.lineOf(w).mend() }},
		{"an instance's clock is 90 s ahead for 20 s", failoverWithin, 20 * time.Second,
			other(func() { d.restartApart(w, clockApart*time.Second) }), func() { d.restart(w) }},
		{"an instance's clock is 90 s back for 20 s", failoverWithin, 20 * time.Second,
			other(func() { d.restartApart(w, -clockApart*time.Second) }), func() { d.restart(w) }},
		{"the others are replaced by the next release, one after the other, and back", atOnce, 5 * time.Second,
			func() { d.replace(d.next) }, func() { d.replace("") }},
	}
	only, err := regexp.Compile(*drillOnly)
	if err != nil {
		d.t.Fatal(err)
	}
	list = slices.DeleteFunc(list, func(f fault) bool { return !only.MatchString(f.name) })
	if len(list) == 0 {
		d.t.Fatalf("no fault is named %q", *drillOnly)
	}
	return list
}

// expectNothingTaken holds that the watcher's writes are not answered as taken, from a
// moment after the primary lost its standbys until another member is the leader.
func (d *drill) expectNothingTaken(of *member) {
	d.t.Helper()
	// What the standby had confirmed may still be on its way to the watcher.
	time.Sleep(time.Second)
	before := d.taken.Load()
	for deadline := time.Now().Add(waitedOut); time.Now().Before(deadline); time.Sleep(pollPause) {
		// Read before the leader is asked for: it was taken by the old one then.
		taken := d.taken.Load()
		for _, m := range of.cluster.members {
			if m != of && m.is("leader") {
				return
			}
		}
		if taken != before {
			d.t.Errorf("%d writes were answered as taken by a primary without a standby", taken-before)
			return
		}
	}
}

// killStandbys leaves the primary alone: nothing is taken until a standby is back, and
// reads are answered.
func (d *drill) killStandbys(of *member) {
	for _, m := range of.cluster.members {
		if m != of {
			m.kill()
		}
	}
	d.areReadsAnswered = true
	time.Sleep(time.Second)
	before := d.taken.Load()
	d.undone = func() {
		if taken := d.taken.Load(); taken != before {
			d.t.Errorf("%d writes were answered as taken by a primary without a standby", taken-before)
		}
	}
}

func (d *drill) startStandbys(of *member) {
	d.undone()
	for _, m := range of.cluster.members {
		if m != of {
			m.start()
		}
	}
}

// signalEtcd stops or continues the etcd of the other machines, two of three.
func (m *member) signalEtcd(signal syscall.Signal) {
	for _, o := range m.cluster.members {
		if o != m {
			_ = o.etcd.Process.Signal(signal)
		}
	}
}

func (d *drill) databaseMachines() (list []*machine) {
	for _, m := range d.databases.members {
		list = append(list, m.machine)
	}
	return list
}

// lineOf is the machine of an instance.
func (d *drill) lineOf(w *world) *machine {
	for i, one := range d.instances {
		if one == w {
			return d.machines[i]
		}
	}
	return nil
}

func (d *drill) restart(w *world) {
	if err := w.running().StopWell(); err != nil {
		d.t.Error(err)
	}
	w.start()
}

// restartApart restarts an instance on a machine whose clock is wrong.
func (d *drill) restartApart(w *world, by time.Duration) {
	if err := w.running().StopWell(); err != nil {
		d.t.Error(err)
	}
	w.moveClock(by)
	w.start()
	w.moveClock(-by)
}

// replace has the instances beside the first go on with another program.
func (d *drill) replace(binary string) {
	for _, w := range d.instances[1:] {
		w.binary = binary
		d.restart(w)
	}
}

// nextRelease is this program as the one that follows it: it knows one more migration.
func (d *drill) nextRelease() string {
	d.t.Helper()
	const folder = "internal/infra/sqldb/migrations"
	root := player.Root()
	path := filepath.Join(root, "bin", "etld-next")
	up, err := os.ReadFile(filepath.Join(root, folder, "up.go"))
	if err != nil {
		d.t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(root, folder, "*.sql"))
	newest := filepath.Base(files[len(files)-1])[:5]
	overlay := map[string]string{}
	for name, text := range map[string]string{
		"up.go":          strings.Replace(string(up), "formerRelease int64 = 0", "formerRelease int64 = 1"+newest+" - 100_000", 1),
		"00999_next.sql": "-- +goose Up\nALTER TABLE sqldb_meta ADD COLUMN next TEXT;\n",
	} {
		file := filepath.Join(d.databases.dir, name)
		overlay[filepath.Join(root, folder, name)] = file
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			d.t.Fatal(err)
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	file := filepath.Join(d.databases.dir, "overlay.json")
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	build := exec.Command("go", "build", "-trimpath", "-tags", "nodynamic", "-overlay", file, "-o", path, "./cmd/etld")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		d.t.Fatalf("build the next release: %v, %s", err, out)
	}
	return path
}

// cancelCommits cancels whatever waits for the standby, for three seconds.
func (d *drill) cancelCommits(m *member) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, fmt.Sprintf("postgres://etld:drill@%s:%d/postgres?sslmode=disable", m.address, postgresPort))
	if err != nil {
		d.t.Error(err)
		return
	}
	defer conn.Close(ctx)
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
