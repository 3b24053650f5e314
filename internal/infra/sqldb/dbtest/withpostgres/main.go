// Command withpostgres runs a command beside a throw-away PostgreSQL cluster
// and gives it the cluster's address in ETLD_TEST_POSTGRES.
//
//	go run ./internal/infra/sqldb/dbtest/withpostgres [-durable] go test ./...
package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"sort"
	"strconv"
	"syscall"
	"time"
)

const startWithin = 60 * time.Second

func main() {
	durable := flag.Bool("durable", false, "wait for the disk on every commit, as production does")
	flag.Parse()
	code, err := run(*durable, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "withpostgres:", err)
		os.Exit(1)
	}
	os.Exit(code)
}

func run(durable bool, command []string) (int, error) {
	if len(command) == 0 {
		return 0, errors.New("name a command to run")
	}
	c, err := startCluster(durable)
	if err != nil {
		return 0, err
	}
	defer c.stop()
	child := exec.Command(command[0], command[1:]...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	child.Env = append(os.Environ(), "ETLD_TEST_POSTGRES="+c.address)
	err = child.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}

type cluster struct {
	dir, address string
	server       *exec.Cmd
}

func startCluster(durable bool) (*cluster, error) {
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "etld-postgres-")
	if err != nil {
		return nil, err
	}
	owner, err := serverUser(dir)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "etld", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	initdb.Dir, initdb.SysProcAttr = dir, owner
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	settings := []string{"-D", data, "-p", strconv.Itoa(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=" + dir, "-c", "max_connections=200", "-c", "shared_buffers=512MB", "-c", "max_wal_size=4GB"}
	if !durable {
		settings = append(settings, "-c", "fsync=off", "-c", "full_page_writes=off")
	}
	c := &cluster{dir: dir, address: fmt.Sprintf("postgres://etld@127.0.0.1:%d/postgres?sslmode=disable", port)}
	c.server = exec.Command(filepath.Join(bin, "postgres"), settings...)
	c.server.Dir, c.server.SysProcAttr = dir, owner
	log, err := os.Create(filepath.Join(dir, "server.log"))
	if err != nil {
		return nil, err
	}
	c.server.Stdout, c.server.Stderr = log, log
	if err := c.server.Start(); err != nil {
		return nil, err
	}
	return c, c.wait(bin, port)
}

func (c *cluster) wait(bin string, port int) error {
	deadline := time.Now().Add(startWithin)
	for time.Now().Before(deadline) {
		ready := exec.Command(filepath.Join(bin, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", strconv.Itoa(port))
		if ready.Run() == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	c.stop()
	return errors.New("PostgreSQL did not start in time")
}

func (c *cluster) stop() {
	// SIGINT is PostgreSQL's fast shutdown.
	_ = c.server.Process.Signal(syscall.SIGINT)
	_ = c.server.Wait()
	_ = os.RemoveAll(c.dir)
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

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}
