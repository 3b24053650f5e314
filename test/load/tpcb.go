package main

import (
	"context"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"time"
)

// tpcbScale is pgbench's scale, which is its number of branches. Each of its
// transactions updates the row of one branch, so with fewer branches than
// clients it mostly measures clients that wait for each other; pgbench's
// documentation asks for a scale of at least the largest number of clients
// ("Good Practices"). A lower one would make a weaker yardstick of it.
const tpcbScale = 128

var (
	tpsPattern     = regexp.MustCompile(`tps = ([\d.]+)`)
	latencyPattern = regexp.MustCompile(`latency average = ([\d.]+ ms)`)
)

// measureTPCB runs pgbench's TPC-B on the same PostgreSQL, as the yardstick.
func measureTPCB(ctx context.Context, address string, forTime time.Duration) error {
	program, err := findPgbench()
	if err != nil {
		fmt.Println("TPC-B is left out:", err)
		return nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	common := []string{"-h", u.Hostname(), "-p", u.Port(), "-U", u.User.Username()}
	database := "tpcb"
	if out, err := exec.CommandContext(ctx, filepath.Join(filepath.Dir(program), "createdb"), append(common, database)...).CombinedOutput(); err != nil {
		return fmt.Errorf("createdb: %w: %s", err, out)
	}
	if out, err := exec.CommandContext(ctx, program, append(common, "-i", "-q", "-s", strconv.Itoa(tpcbScale), database)...).CombinedOutput(); err != nil {
		return fmt.Errorf("pgbench -i: %w: %s", err, out)
	}
	fmt.Printf("\npgbench's TPC-B on the same PostgreSQL\n%8s %12s %s\n", "clients", "per second", "average")
	for _, n := range clientCounts {
		out, err := exec.CommandContext(ctx, program, append(common, "-n", "-M", "prepared", "-c", strconv.Itoa(n), "-j", strconv.Itoa(min(n, 2)),
			"-T", strconv.Itoa(max(1, int(forTime.Seconds()))), database)...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("pgbench: %w: %s", err, out)
		}
		tps, latency := tpsPattern.FindSubmatch(out), latencyPattern.FindSubmatch(out)
		if tps == nil || latency == nil {
			return fmt.Errorf("pgbench says something new: %s", out)
		}
		fmt.Printf("%8d %12s %s\n", n, tps[1], latency[1])
	}
	return nil
}

func findPgbench() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
	sort.Strings(found)
	if len(found) > 0 {
		return found[len(found)-1], nil
	}
	return exec.LookPath("pgbench")
}
