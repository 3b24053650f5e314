package player

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"etld/internal/base/skip"
	"etld/internal/infra/chain/anvil"
)

// Main builds the program and runs a package's tests with it, in a folder that
// goes away afterwards. Without a development chain all of them are left out.
func Main(name string, run func(dir, program string) (code int)) {
	os.Exit(inFolder(name, run))
}

func inFolder(name string, run func(dir, program string) (code int)) int {
	if _, err := anvil.Find("", Root()); err != nil {
		return skip.AllMissing(name, "they need a development chain: "+err.Error())
	}
	dir, err := os.MkdirTemp("", "etld-test-")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(dir)
	program, err := Build(dir)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return run(dir, program)
}

// Demo is a demo world whose program runs until the test ends.
type Demo struct {
	*Process
	Dir, Database string
	program       string
}

// NewDemo starts a world on a database, or on the folder's own where the address
// is empty.
func NewDemo(t testing.TB, program, database string) *Demo {
	t.Helper()
	d := &Demo{Dir: filepath.Join(t.TempDir(), "world"), Database: database, program: program}
	if database == "" {
		d.Database = "sqlite:" + filepath.Join(d.Dir, "etld.db")
	}
	process, err := Launch(context.Background(), program, os.Stderr, append(DemoArguments(d.Dir), "--database", d.Database)...)
	if err != nil {
		t.Fatal(err)
	}
	d.Process = process
	t.Cleanup(func() {
		process.Kill()
		if err := anvil.StopLeftover(d.Dir); err != nil {
			t.Error(err)
		}
	})
	return d
}

// Check ends the program, which must end well, and has its books checked.
func (d *Demo) Check(t testing.TB) {
	t.Helper()
	if err := errors.Join(d.StopWell(), CheckBooks(d.program, d.Dir, d.Database)); err != nil {
		t.Error(err)
	}
}

// CheckBooks has etld check look at the books of a world that stands still.
func CheckBooks(program, dir, database string) error {
	if output, code := Run(context.Background(), program, "check", "--data-dir", dir, "--database", database); code != 0 {
		return fmt.Errorf("etld check ended with %d: %s", code, output)
	}
	return nil
}

// Log keeps what programs log: the newest Max bytes, or all where Max is zero.
type Log struct {
	Max  int
	mu   sync.Mutex
	kept []byte
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept = append(l.kept, p...)
	if over := len(l.kept) - l.Max; l.Max > 0 && over > 0 {
		l.kept = l.kept[over:]
	}
	return len(p), nil
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.kept)
}
