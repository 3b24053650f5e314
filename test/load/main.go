// Command load measures the product over HTTP and prints tables. Every commit
// is durable on both engines. Figures of one run compare with each other; the
// machine's own speed is in every one of them.
//
//	make bench
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

var clientCounts = []int{1, 8, 32, 128}

func main() {
	forTime := flag.Duration("for", 5*time.Second, "time per measurement")
	engine := flag.String("engine", "", "measure one engine only: sqlite or postgres")
	clients := flag.Int("clients", 0, "measure one number of clients only")
	profile := flag.String("cpu-profile", "", "file for a processor profile")
	flag.Parse()
	if *profile != "" {
		file, err := os.Create(*profile)
		if err != nil {
			fmt.Fprintln(os.Stderr, "load:", err)
			os.Exit(1)
		}
		defer file.Close()
		if err := pprof.StartCPUProfile(file); err != nil {
			fmt.Fprintln(os.Stderr, "load:", err)
			os.Exit(1)
		}
		defer pprof.StopCPUProfile()
	}
	if *clients > 0 {
		clientCounts = []int{*clients}
	}
	if err := run(context.Background(), *forTime, sqldb.Engine(*engine)); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, forTime time.Duration, only sqldb.Engine) error {
	dir, err := os.MkdirTemp("", "etld-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	addresses := []string{"sqlite:" + filepath.Join(dir, "load.db")}
	if cluster := os.Getenv(dbtest.Environment); cluster != "" {
		addresses = append(addresses, cluster)
	} else {
		fmt.Println("PostgreSQL is left out:", dbtest.Environment, "is not set")
	}
	for _, address := range addresses {
		if only != "" && strings.HasPrefix(address, "sqlite:") != (only == sqldb.SQLite) {
			continue
		}
		if err := measureSmallest(ctx, address, forTime); err != nil {
			return err
		}
	}
	return nil
}

func measureSmallest(ctx context.Context, address string, forTime time.Duration) error {
	if err := sqldb.Migrate(ctx, address); err != nil {
		return err
	}
	db, err := sqldb.Open(ctx, address, &clock.System{})
	if err != nil {
		return err
	}
	defer db.Close()
	target, stop, err := serveSmallest(ctx, db)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Printf("\nsmallest command (one transfer) on %s\n%8s %12s %10s %10s\n", db.Engine(), "clients", "per second", "p50", "p99")
	for _, n := range clientCounts {
		r, err := drive(target, n, forTime, smallestCall(fmt.Sprintf("smallest-%d", n)))
		if err != nil {
			return err
		}
		fmt.Printf("%8d %12.0f %10s %10s\n", n, r.rate(), r.p50.Round(10*time.Microsecond), r.p99.Round(10*time.Microsecond))
	}
	return nil
}
