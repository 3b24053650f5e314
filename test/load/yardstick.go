package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
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

// pgbench runs PostgreSQL's own programs on a server, as yardsticks.
type pgbench struct {
	folder string
	server []string
}

// yardsticks are pgbench's TPC-B and, where its file is given, transfers of pgledger on
// the server of an address.
func yardsticks(ctx context.Context, address, pgledger string, forTime time.Duration) error {
	program, err := findPgbench()
	if err != nil {
		fmt.Println("TPC-B is left out:", err)
		return nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	bench := pgbench{filepath.Dir(program), []string{"-h", u.Hostname(), "-p", u.Port(), "-U", u.User.Username()}}
	if err := bench.measureTPCB(ctx, forTime); err != nil || pgledger == "" {
		return err
	}
	return bench.measurePgledger(ctx, pgledger, forTime)
}

// run starts one of the programs.
func (bench pgbench) run(ctx context.Context, program string, arguments ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, filepath.Join(bench.folder, program), append(bench.server[:len(bench.server):len(bench.server)], arguments...)...).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", program, err, out)
	}
	return out, nil
}

func (bench pgbench) measureTPCB(ctx context.Context, forTime time.Duration) error {
	if _, err := bench.run(ctx, "createdb", "tpcb"); err != nil {
		return err
	}
	if _, err := bench.run(ctx, "pgbench", "-i", "-q", "-s", strconv.Itoa(tpcbScale), "tpcb"); err != nil {
		return err
	}
	return bench.table(ctx, "pgbench's TPC-B on the same PostgreSQL", "tpcb", forTime)
}

// pgledgerHot is how many accounts everybody pays to, in one of the tables.
const pgledgerHot = 1

// measurePgledger loads pgledger's file of functions and has pgbench call its transfer,
// between as many accounts as the smallest command has users, and to one hot account.
func (bench pgbench) measurePgledger(ctx context.Context, file string, forTime time.Duration) error {
	if _, err := bench.run(ctx, "createdb", "pgledger"); err != nil {
		return err
	}
	accounts := fmt.Sprintf(`INSERT INTO pgledger_accounts (id, name, currency, allow_negative_balance, allow_positive_balance, created_at, updated_at)
		SELECT 'a' || n, 'account', 'USD', true, true, now(), now() FROM generate_series(1, %d) n`, usersMax)
	if _, err := bench.run(ctx, "psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", file, "-c", accounts, "-c", "VACUUM ANALYZE", "pgledger"); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "etld-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	for _, payees := range []int{usersMax, pgledgerHot} {
		script := filepath.Join(folder, "transfer.sql")
		text := fmt.Sprintf("\\set payer random(%d, %d)\n\\set payee random(1, %d)\n"+
			"SELECT id FROM pgledger_create_transfer('a' || :payer, 'a' || (CASE WHEN :payee = :payer THEN 1 ELSE :payee END), 1);\n", pgledgerHot+1, usersMax, payees)
		if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
			return err
		}
		if err := bench.table(ctx, fmt.Sprintf("pgledger's transfer on the same PostgreSQL, to %d accounts", payees), "pgledger", forTime, "-f", script); err != nil {
			return err
		}
	}
	return nil
}

// table runs a script, TPC-B where none is named, for each number of clients.
func (bench pgbench) table(ctx context.Context, title, database string, forTime time.Duration, script ...string) error {
	fmt.Printf("\n%s\n%8s %12s %s\n", title, "clients", "per second", "average")
	for _, n := range clientCounts {
		arguments := append([]string{"-n", "-M", "prepared", "-c", strconv.Itoa(n), "-j", strconv.Itoa(min(n, 2)), "-T", strconv.Itoa(max(1, int(forTime.Seconds())))}, script...)
		out, err := bench.run(ctx, "pgbench", append(arguments, database)...)
		if err != nil {
			return err
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
