package crash

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"etld/internal/base/skip"
)

const (
	membersCount  = 3
	clusterWithin = 2 * time.Minute
	postgresPort  = 5432
	patroniPort   = 8008
	memberConfig  = `scope: drill
name: %[1]s
restapi: {listen: "%[2]s:8008", connect_address: "%[2]s:8008"}
etcd3: {hosts: "%[3]s"}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql: {use_pg_rewind: true, parameters: {max_connections: 100, wal_keep_size: 128MB, max_wal_size: 256MB}}
  initdb: [{encoding: UTF8}, {locale: C}, data-checksums]
postgresql:
  listen: "%[2]s:5432"
  connect_address: "%[2]s:5432"
  data_dir: %[4]s/data
  bin_dir: %[5]s
  pgpass: %[4]s.pgpass
  basebackup: [{checkpoint: fast}]
  authentication: {superuser: {username: etld, password: drill}, replication: {username: replicator, password: drill}, rewind: {username: etld, password: drill}}
  pg_hba: ["local all all trust", "host all all 10.77.0.0/24 trust", "host replication all 10.77.0.0/24 trust"]
  parameters: {unix_socket_directories: %[4]s}
`
	diskOfMember = "3G"
	fakeClock    = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
)

// safePatroni is the first release that asks no member of etcd that is behind, so that a
// primary whose line came back does not think that it still leads.
var safePatroni = []int{4, 0, 6}

// patroni is three PostgreSQL servers, of which one takes writes, another has them
// before they are answered, and Patroni decides which by etcd. Each of three machines has
// a server, its Patroni and an etcd.
type patroni struct {
	t        *testing.T
	dir      string
	uid, gid int
	bin      string
	members  []*member
	// mended is what an operator had to do, in order.
	mended []string
}

// member is one machine of them.
type member struct {
	*machine
	cluster *patroni
	// dir is a disk of the server's own.
	dir, file   string
	etcd, guard *exec.Cmd
}

// startPatroni starts a cluster; where its programs are not installed, the test is left
// out.
func startPatroni(t *testing.T) *patroni {
	t.Helper()
	bin, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	for _, name := range []string{"patroni", "etcd", "haproxy", "mkfs.ext4"} {
		if _, err := exec.LookPath(name); err != nil || len(bin) == 0 {
			skip.Because(t, "the drill needs Debian's patroni, etcd-server, postgresql, haproxy, faketime and e2fsprogs")
		}
	}
	said, err := exec.Command("patroni", "--version").Output()
	version := make([]int, len(safePatroni))
	if err == nil {
		_, err = fmt.Sscanf(string(said), "patroni %d.%d.%d", &version[0], &version[1], &version[2])
	}
	if err != nil || slices.Compare(version, safePatroni) < 0 {
		t.Fatalf("this Patroni may lose what was acknowledged: docs/operations/replicated.md says which to use (%q, %v)", said, err)
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		skip.Because(t, "PostgreSQL is run by its own user: %v", err)
	}
	c := &patroni{t: t, bin: bin[len(bin)-1]}
	c.uid, _ = strconv.Atoi(who.Uid)
	c.gid, _ = strconv.Atoi(who.Gid)
	if c.dir, err = os.MkdirTemp("", "etld-drill-"); err == nil {
		err = os.Chown(c.dir, c.uid, c.gid)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(c.dir) })
	var peers, clients []string
	for i := range membersCount {
		m := &member{machine: newMachine(t, fmt.Sprint("db", i+1), i+1), cluster: c}
		m.dir = filepath.Join(c.dir, m.name)
		m.file = m.dir + ".yml"
		c.members = append(c.members, m)
		peers = append(peers, fmt.Sprintf("%s=http://%s:2380", m.name, m.address))
		clients = append(clients, m.address+":2379")
	}
	for _, m := range c.members {
		client, peer := "http://"+m.address+":2379", "http://"+m.address+":2380"
		m.etcd = m.run("etcd", "etcd", "--name", m.name, "--data-dir", m.dir+".etcd", "--listen-client-urls", client, "--advertise-client-urls", client,
			"--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", strings.Join(peers, ","),
			"--heartbeat-interval", "300", "--election-timeout", "3000", "--pre-vote")
		m.makeDisk()
		m.setClock(0)
		m.makePrograms()
		text := fmt.Sprintf(memberConfig, m.name, m.address, strings.Join(clients, ","), m.dir, m.dir+".bin")
		if err := os.WriteFile(m.file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		m.start()
		t.Cleanup(m.remove)
	}
	c.awaitWhole()
	return c
}

// makeDisk gives a member's server a file system of its own, which can be full.
func (m *member) makeDisk() {
	m.t.Helper()
	run(m.t, "truncate", "-s", diskOfMember, m.dir+".img")
	run(m.t, "mkfs.ext4", "-q", "-m", "0", m.dir+".img")
	run(m.t, "mkdir", m.dir)
	run(m.t, "mount", "-o", "loop", m.dir+".img", m.dir)
	run(m.t, "chown", fmt.Sprintf("%d:%d", m.cluster.uid, m.cluster.gid), m.dir)
}

// fillDisk leaves no room on the member's disk; freeDisk gives it back.
func (m *member) fillDisk() {
	// It ends with an error once nothing is left, as it is meant to.
	_ = exec.Command("dd", "if=/dev/zero", "of="+m.dir+"/full", "bs=1M").Run()
}

func (m *member) freeDisk() { _ = os.Remove(m.dir + "/full") }

// setClock has the member's server read a clock that is so many seconds ahead.
func (m *member) setClock(ahead int) {
	m.t.Helper()
	if err := os.WriteFile(m.dir+".clock", fmt.Appendf(nil, "%+d\n", ahead), 0o644); err != nil {
		m.t.Error(err)
	}
}

// run starts a program as PostgreSQL's user; it ends with the test.
func (m *member) run(log string, arguments ...string) *exec.Cmd {
	m.t.Helper()
	as := []string{"setpriv", "--reuid", fmt.Sprint(m.cluster.uid), "--regid", fmt.Sprint(m.cluster.gid), "--clear-groups", "--pdeathsig", "KILL"}
	return m.begin(filepath.Join(m.cluster.dir, log+".log"), slices.Concat(as, arguments)...)
}

func (m *member) start() { m.guard = m.run("patroni-"+m.name, "patroni", m.file) }

// makePrograms makes a folder of PostgreSQL's programs in which the server reads the
// member's clock. Patroni reads the machine's: its sleep ends with an error under another.
func (m *member) makePrograms() {
	m.t.Helper()
	bin := m.dir + ".bin"
	run(m.t, "cp", "-as", m.cluster.bin, bin)
	run(m.t, "rm", bin+"/postgres")
	script := fmt.Sprintf("#!/bin/sh\nexec env LD_PRELOAD=%s FAKETIME_TIMESTAMP_FILE=%s.clock FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1 %s/postgres \"$@\"\n",
		fakeClock, m.dir, m.cluster.bin)
	if err := os.WriteFile(bin+"/postgres", []byte(script), 0o755); err != nil {
		m.t.Error(err)
	}
}

// startAnew has the member begin with nothing, as a new machine does.
func (m *member) startAnew() {
	m.t.Helper()
	run(m.t, "rm", "-rf", m.dir+"/data")
	m.start()
}

// address names all servers.
func (c *patroni) address() string {
	var hosts []string
	for _, m := range c.members {
		hosts = append(hosts, fmt.Sprint(m.address, ":", postgresPort))
	}
	return "postgres://etld:drill@" + strings.Join(hosts, ",") + "/postgres?sslmode=disable"
}

// is asks a member's Patroni whether it has a part: leader, sync or replica.
func (m *member) is(part string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s:%d/%s", m.address, patroniPort, part), nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode == http.StatusOK
}

// leader is the member that takes writes.
func (c *patroni) leader() *member { return c.one("leader") }

// one waits for a member that has a part.
func (c *patroni) one(part string) *member {
	c.t.Helper()
	for deadline := time.Now().Add(clusterWithin); time.Now().Before(deadline); time.Sleep(pollPause) {
		for _, m := range c.members {
			if m.is(part) {
				return m
			}
		}
	}
	c.t.Fatalf("no member is %s", part)
	return nil
}

// processes are the member's server and all that it started; with its Patroni.
func (m *member) processes() (pids []int) {
	pids = append(pids, m.guard.Process.Pid)
	text, err := os.ReadFile(filepath.Join(m.dir, "data", "postmaster.pid"))
	if err != nil {
		return pids
	}
	postmaster, err := strconv.Atoi(strings.SplitN(string(text), "\n", 2)[0])
	if err != nil {
		return pids
	}
	pids = append(pids, postmaster)
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue
		}
		_, after, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(after); len(fields) > 1 && fields[1] == fmt.Sprint(postmaster) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
			pids = append(pids, pid)
		}
	}
	return pids
}

func (m *member) signal(signal syscall.Signal) {
	for _, pid := range m.processes() {
		_ = syscall.Kill(pid, signal)
	}
}

// kill ends a member's server and Patroni at once; start brings it back.
func (m *member) kill() {
	m.signal(syscall.SIGKILL)
	_ = m.guard.Wait()
}

// others are the other machines of the cluster.
func (m *member) others() (list []*machine) {
	for _, o := range m.cluster.members {
		if o != m {
			list = append(list, o.machine)
		}
	}
	return list
}

func (m *member) remove() {
	m.signal(syscall.SIGCONT)
	m.kill()
	_ = m.etcd.Process.Kill()
	_ = m.etcd.Wait()
	run(m.t, "umount", "-l", m.dir)
}
