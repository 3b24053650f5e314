package crash

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
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
	memberConfig  = `scope: drill
name: %[1]s
restapi: {listen: "127.0.0.1:%[2]d", connect_address: "127.0.0.1:%[2]d"}
etcd3: {hosts: "127.0.0.1:%[3]d"}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql: {use_pg_rewind: true, parameters: {max_connections: 100, wal_keep_size: 256MB}}
  initdb: [{encoding: UTF8}, {locale: C}, data-checksums]
postgresql:
  listen: "127.0.0.1,127.0.0.2:%[4]d"
  connect_address: "127.0.0.1:%[4]d"
  data_dir: %[5]s/%[1]s
  bin_dir: %[6]s
  pgpass: %[5]s/%[1]s.pgpass
  authentication: {superuser: {username: etld, password: drill}, replication: {username: replicator, password: drill}, rewind: {username: etld, password: drill}}
  pg_hba: ["local all all trust", "host all all 127.0.0.0/8 trust", "host replication all 127.0.0.0/8 trust"]
  parameters: {unix_socket_directories: %[5]s}
`
)

// patroni is three PostgreSQL servers, of which one takes writes, another has them
// before they are answered, and Patroni decides which by etcd.
type patroni struct {
	t       *testing.T
	dir     string
	owner   *syscall.Credential
	etcd    *exec.Cmd
	members []*member
}

// member is one server with the Patroni that watches over it.
type member struct {
	cluster     *patroni
	name, file  string
	port, watch int
	guard       *exec.Cmd
}

// startPatroni starts a cluster; where its programs are not installed, the test is left
// out.
func startPatroni(t *testing.T) *patroni {
	t.Helper()
	bin, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	for _, name := range []string{"patroni", "etcd", "iptables"} {
		if _, err := exec.LookPath(name); err != nil || len(bin) == 0 {
			skip.Because(t, "the drill needs Debian's patroni, etcd-server, postgresql and iptables")
		}
	}
	who, err := user.Lookup("postgres")
	if err != nil || os.Geteuid() != 0 {
		skip.Because(t, "the drill is run by root, and PostgreSQL by its own user: %v", err)
	}
	uid, _ := strconv.Atoi(who.Uid)
	gid, _ := strconv.Atoi(who.Gid)
	c := &patroni{t: t, owner: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	if c.dir, err = os.MkdirTemp("", "etld-drill-"); err == nil {
		err = os.Chown(c.dir, uid, gid)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.remove)
	client, peer := freePort(t), freePort(t)
	at := func(port int) string { return fmt.Sprintf("http://127.0.0.1:%d", port) }
	c.etcd = c.run("etcd", "--data-dir", filepath.Join(c.dir, "etcd"), "--listen-client-urls", at(client), "--advertise-client-urls", at(client),
		"--listen-peer-urls", at(peer), "--initial-advertise-peer-urls", at(peer), "--initial-cluster", "default="+at(peer))
	for i := range membersCount {
		m := &member{cluster: c, name: fmt.Sprint("db", i+1), port: freePort(t), watch: freePort(t)}
		m.file = filepath.Join(c.dir, m.name+".yml")
		text := fmt.Sprintf(memberConfig, m.name, m.watch, client, m.port, c.dir, bin[len(bin)-1])
		if err := os.WriteFile(m.file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		c.members = append(c.members, m)
		m.start()
	}
	c.awaitWhole()
	return c
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// run starts a program as PostgreSQL's user; it ends with the test.
func (c *patroni) run(name string, arguments ...string) *exec.Cmd {
	c.t.Helper()
	log, err := os.OpenFile(filepath.Join(c.dir, filepath.Base(name)+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		c.t.Fatal(err)
	}
	defer log.Close()
	command := exec.Command(name, arguments...)
	command.Dir, command.Stdout, command.Stderr = c.dir, log, log
	command.SysProcAttr = &syscall.SysProcAttr{Credential: c.owner, Pdeathsig: syscall.SIGKILL}
	if err := command.Start(); err != nil {
		c.t.Fatal(err)
	}
	return command
}

func (m *member) start() { m.guard = m.cluster.run("patroni", m.file) }

// address names all servers, under the first or second address of this machine.
func (c *patroni) address(host string) string {
	var hosts []string
	for _, m := range c.members {
		hosts = append(hosts, fmt.Sprint(host, ":", m.port))
	}
	return "postgres://etld:drill@" + strings.Join(hosts, ",") + "/postgres?sslmode=disable"
}

// is asks a member's Patroni whether it has a part: leader, sync or replica.
func (m *member) is(part string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d/%s", m.watch, part), nil)
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

// awaitWhole waits until one takes writes, one has them at once, and the third follows.
func (c *patroni) awaitWhole() {
	c.t.Helper()
	for deadline := time.Now().Add(clusterWithin); time.Now().Before(deadline); time.Sleep(5 * pollPause) {
		leaders, followers, synchronous := 0, 0, 0
		for _, m := range c.members {
			for part, count := range map[string]*int{"leader": &leaders, "replica": &followers, "sync": &synchronous} {
				if m.is(part) {
					*count++
				}
			}
		}
		if leaders == 1 && followers == membersCount-1 && synchronous == 1 {
			return
		}
	}
	for _, name := range []string{"patroni.log", "etcd.log"} {
		text, _ := os.ReadFile(filepath.Join(c.dir, name))
		c.t.Logf("%s: %s", name, text[max(0, len(text)-4_000):])
	}
	c.t.Fatal("the cluster is not whole")
}

// processes are the member's server and all that it started; with its Patroni.
func (m *member) processes() (pids []int) {
	pids = append(pids, m.guard.Process.Pid)
	text, err := os.ReadFile(filepath.Join(m.cluster.dir, m.name, "postmaster.pid"))
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

func (c *patroni) remove() {
	for _, m := range c.members {
		m.signal(syscall.SIGCONT)
		m.kill()
	}
	_ = c.etcd.Process.Kill()
	_ = c.etcd.Wait()
	_ = os.RemoveAll(c.dir)
}
