// Command withpostgres runs a command beside a throw-away PostgreSQL cluster
// and gives it the cluster's address in ETLD_TEST_POSTGRES. Its temporary files live
// in memory as the cluster's do, if there is room.
//
//	go run ./internal/infra/sqldb/dbtest/withpostgres [-durable] go test ./...
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"

	"etld/internal/infra/sqldb/dbtest/cluster"
)

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
	c, err := cluster.Start(durable)
	if err != nil {
		return 0, err
	}
	defer c.Remove()
	environment := append(os.Environ(), "ETLD_TEST_POSTGRES="+c.Address)
	if folder := cluster.MemoryFolder(); folder != "" && !durable {
		temporary, err := os.MkdirTemp(folder, "etld-test-")
		if err != nil {
			return 0, err
		}
		defer os.RemoveAll(temporary)
		// A cluster of a test's own belongs to another user, and is in it.
		if err := os.Chmod(temporary, 0o711); err != nil {
			return 0, err
		}
		// What go builds stays on the disk.
		environment = append(environment, "TMPDIR="+temporary, "GOTMPDIR="+os.TempDir())
	}
	child := exec.Command(command[0], command[1:]...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	child.Env = environment
	err = child.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode(), nil
	}
	return 0, err
}
