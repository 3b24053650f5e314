// Package cluster starts a throw-away PostgreSQL server for tests.
package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	startWithin = 60 * time.Second
	// memoryRoom is the least free room for tests' files in memory, in bytes.
	memoryRoom = 8 << 30
)

// Cluster is a PostgreSQL server with its own folder and port.
type Cluster struct {
	// Address names its database postgres, where further ones may be created.
	Address string

	dir, bin string
	// claim keeps the port from everybody else, also while the server stands.
	claim    *os.File
	port     int
	settings []string
	server   *exec.Cmd
}

// Start makes a cluster and waits until it answers. A durable one waits for
// the disk on every commit, as production does.
func Start(durable bool) (*Cluster, error) {
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	c := &Cluster{bin: bin}
	parent := ""
	if !durable {
		parent = MemoryFolder()
	}
	if c.dir, err = os.MkdirTemp(parent, "etld-postgres-"); err != nil {
		return nil, err
	}
	owner, err := serverUser(c.dir)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(c.dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "etld", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	initdb.Dir, initdb.SysProcAttr = c.dir, owner
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	if c.claim, c.port, err = keepPort(); err != nil {
		return nil, err
	}
	c.settings = []string{"-D", data, "-p", strconv.Itoa(c.port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=" + c.dir,
		"-c", "max_connections=200", "-c", "shared_buffers=512MB", "-c", "max_wal_size=4GB"}
	if !durable {
		c.settings = append(c.settings, "-c", "fsync=off", "-c", "full_page_writes=off")
	}
	c.Address = fmt.Sprintf("postgres://etld@127.0.0.1:%d/postgres?sslmode=disable", c.port)
	if err := c.Resume(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(c.dir))
	}
	return c, nil
}

// Resume starts the server of a halted cluster again, on the same port.
func (c *Cluster) Resume() error {
	owner, err := serverUser(c.dir)
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(c.dir, "server.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	c.server = exec.Command(filepath.Join(c.bin, "postgres"), c.settings...)
	c.server.Dir, c.server.SysProcAttr = c.dir, owner
	c.server.Stdout, c.server.Stderr = log, log
	if err := c.server.Start(); err != nil {
		return err
	}
	for deadline := time.Now().Add(startWithin); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		ready := exec.Command(filepath.Join(c.bin, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", strconv.Itoa(c.port))
		if ready.Run() == nil {
			return nil
		}
	}
	c.Halt()
	return errors.New("PostgreSQL did not start in time")
}

// Halt ends the server at once, connections included; its data stays.
func (c *Cluster) Halt() {
	// SIGINT is PostgreSQL's fast shutdown.
	_ = c.server.Process.Signal(syscall.SIGINT)
	_ = c.server.Wait()
}

// Crash ends the server without letting it write anything: what was not on disk is
// lost.
func (c *Cluster) Crash() {
	// SIGQUIT is PostgreSQL's immediate shutdown.
	_ = c.server.Process.Signal(syscall.SIGQUIT)
	_ = c.server.Wait()
}

// Elected is a halted cluster's copy that was elected in its place: its history goes on
// under a number of its own.
func (c *Cluster) Elected() (*Cluster, error) {
	dir, err := os.MkdirTemp("", "etld-postgres-")
	if err != nil {
		return nil, err
	}
	if out, err := exec.Command("cp", "-a", filepath.Join(c.dir, "data"), dir).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("copy the data: %w: %s", err, out)
	}
	claim, port, err := keepPort()
	if err != nil {
		return nil, err
	}
	elected := &Cluster{dir: dir, bin: c.bin, claim: claim, port: port, Address: strings.Replace(c.Address, strconv.Itoa(c.port), strconv.Itoa(port), 1)}
	for _, setting := range c.settings {
		setting = strings.Replace(setting, c.dir, dir, 1)
		if setting == strconv.Itoa(c.port) {
			setting = strconv.Itoa(port)
		}
		elected.settings = append(elected.settings, setting)
	}
	elected.settings = append(elected.settings, "-c", "restore_command=false")
	// The server recovers what is left to recover, which is nothing, and then leads.
	if err := elected.resumeWith("recovery.signal"); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return elected, nil
}

// Demote starts the server of a halted cluster again as one that follows nobody and waits
// to be elected.
func (c *Cluster) Demote() error { return c.resumeWith("standby.signal") }

// resumeWith starts the server again with a file that says how it begins.
func (c *Cluster) resumeWith(signal string) error {
	owner, err := serverUser(c.dir)
	if err != nil {
		return err
	}
	touch := exec.Command("touch", filepath.Join(c.dir, "data", signal))
	touch.SysProcAttr = owner
	if out, err := touch.CombinedOutput(); err != nil {
		return fmt.Errorf("write %s: %w: %s", signal, err, out)
	}
	return c.Resume()
}

// Follow starts a standby that only keeps the log, under a name that commits can wait
// for, and returns what ends it.
func (c *Cluster) Follow(name string) (end func(), err error) {
	folder, err := os.MkdirTemp(c.dir, "log-")
	if err != nil {
		return nil, err
	}
	follower := exec.Command(filepath.Join(c.bin, "pg_receivewal"), "-D", folder, "--synchronous", "-d",
		fmt.Sprintf("host=127.0.0.1 port=%d user=etld application_name=%s", c.port, name))
	follower.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := follower.Start(); err != nil {
		return nil, err
	}
	return func() {
		_ = follower.Process.Kill()
		_ = follower.Wait()
	}, nil
}

// Remove ends the server and deletes its data.
func (c *Cluster) Remove() {
	c.Halt()
	_ = c.claim.Close()
	_ = os.RemoveAll(c.dir)
}

// MemoryFolder is where files live in memory, if there is room for those of tests:
// each makes a database of some 600 files, which a disk makes at half the speed, or
// one that waits for the disk at every commit. An empty text is the system's folder
// for temporary files.
func MemoryFolder() string {
	const folder = "/dev/shm"
	var fs syscall.Statfs_t
	if syscall.Statfs(folder, &fs) != nil || fs.Bavail*uint64(fs.Bsize) < memoryRoom {
		return ""
	}
	return folder
}

// findBinaries looks on the path and where Debian installs each version.
func findBinaries() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	sort.Strings(found)
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	return "", errors.New("PostgreSQL's server programs are missing; install the package postgresql")
}

// serverUser gives the cluster to another user when we are root, as
// PostgreSQL refuses to run as root.
func serverUser(dir string) (*syscall.SysProcAttr, error) {
	attributes := &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT}
	if os.Geteuid() != 0 {
		return attributes, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		attributes.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return attributes, os.Chown(dir, uid, gid)
	}
	return nil, errors.New("there is neither a user postgres nor nobody to run PostgreSQL as")
}

// keepPort takes a free port that nobody is given until its claim is closed. It is not
// listened on, so that a server that names it can.
func keepPort() (claim *os.File, port int, err error) {
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, 0, err
	}
	claim = os.NewFile(uintptr(socket), "port")
	if err = syscall.Bind(socket, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err == nil {
		err = syscall.SetsockoptInt(socket, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
	}
	at, nameErr := syscall.Getsockname(socket)
	if err = errors.Join(err, nameErr); err != nil {
		return nil, 0, errors.Join(err, claim.Close())
	}
	return claim, at.(*syscall.SockaddrInet4).Port, nil
}
