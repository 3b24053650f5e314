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
	"etld/internal/base/entropy"
	"etld/internal/core/ledger"
	"etld/internal/features/notice"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

var clientCounts = []int{1, 8, 32, 128}

func main() {
	forTime := flag.Duration("for", 5*time.Second, "time per measurement")
	engine := flag.String("engine", "", "measure one engine only: sqlite or postgres")
	clients := flag.Int("clients", 0, "measure one number of clients only")
	parts := flag.String("parts", "tpcb,smallest,hot,instances,income,purchase,ancestors,team,dividends,game,proofs,page,growth", "what to measure")
	machines := flag.Int("machines", 1_000_000, "running machines for the daily income")
	members := flag.Int("members", 1_000_000, "users of the tree of invitations")
	rows := flag.Int("rows", 10_000_000, "rows of the grown journal")
	pgledger := flag.String("pgledger", "", "pgledger's file of functions, to measure its transfer beside TPC-B")
	profile := flag.String("cpu-profile", "", "file for a processor profile")
	kind := flag.String("serve", "", "be an instance that serves this kind of calls on -database; the bench starts such ones itself")
	database := flag.String("database", "", "the database of -serve")
	flag.Parse()
	config.CollectSeldom()
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
	if *kind != "" {
		if err := serveInstance(context.Background(), *database, *kind); err != nil {
			fmt.Fprintln(os.Stderr, "load:", err)
			os.Exit(1)
		}
		return
	}
	if *clients > 0 {
		clientCounts = []int{*clients}
	}
	if err := run(context.Background(), *forTime, sqldb.Engine(*engine), *parts, *pgledger, sizes{*machines, *members, *rows}); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// sizes are how many running machines the day's income is paid for, how many
// users one tree has, and how many rows the journal grows to.
type sizes struct{ machines, members, rows int }

func run(ctx context.Context, forTime time.Duration, only sqldb.Engine, parts, pgledger string, size sizes) error {
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
		if err := measure(ctx, address, forTime, parts, pgledger, size); err != nil {
			return err
		}
	}
	return nil
}

// measure runs every table on one engine's database.
func measure(ctx context.Context, address string, forTime time.Duration, parts, pgledger string, size sizes) error {
	if !strings.HasPrefix(address, "sqlite:") && strings.Contains(parts, "tpcb") {
		if err := yardsticks(ctx, address, pgledger, forTime); err != nil {
			return err
		}
	}
	if err := sqldb.Migrate(ctx, address); err != nil {
		return err
	}
	system := &clock.System{}
	db, err := sqldb.Open(ctx, address, system)
	if err != nil {
		return err
	}
	defer db.Close()
	database := findServer(ctx, address)
	if strings.Contains(parts, "smallest") {
		if err := database.measureSmallest(ctx, db, forTime); err != nil {
			return err
		}
	}
	if strings.Contains(parts, "hot") {
		if err := database.measureHot(ctx, db, forTime); err != nil {
			return err
		}
	}
	if strings.Contains(parts, "instances") && db.Engine() == sqldb.Postgres {
		if err := database.measureInstances(ctx, address, system, forTime); err != nil {
			return err
		}
	}
	// Machines that are bought start a day later, which would be work of that
	// day: so income comes first.
	if strings.Contains(parts, "income") {
		if err := database.measureIncome(ctx, db, system, size.machines); err != nil {
			return err
		}
	}
	if strings.Contains(parts, "purchase") {
		if err := database.measurePurchase(ctx, db, forTime); err != nil {
			return err
		}
	}
	if strings.Contains(parts, "ancestors") {
		if err := database.measureAncestors(ctx, db, forTime); err != nil {
			return err
		}
	}
	if strings.Contains(parts, "team") {
		if err := database.measureTeam(ctx, db, system, size.members); err != nil {
			return err
		}
	}
	if strings.Contains(parts, "dividends") {
		if err := database.measureDividends(ctx, db, system); err != nil {
			return err
		}
	}
	if strings.Contains(parts, "game") {
		if err := database.measureGame(ctx, db, system); err != nil {
			return err
		}
	}
	if strings.Contains(parts, "proofs") {
		if err := database.measureSnapshot(ctx, db, system, size.members); err != nil {
			return err
		}
	}
	if strings.Contains(parts, "page") {
		if err := database.measurePage(ctx, db, forTime); err != nil {
			return err
		}
	}
	if strings.Contains(parts, "growth") {
		return database.measureGrowth(ctx, db, forTime, size.rows)
	}
	return nil
}

func (database server) measureSmallest(ctx context.Context, db *sqldb.DB, forTime time.Duration) error {
	target, stop, err := serveSmallest(ctx, db)
	if err != nil {
		return err
	}
	defer stop()
	return database.table(target, fmt.Sprintf("smallest command (one transfer) on %s", db.Engine()), forTime,
		func(n int) func(client, i int) (string, string) { return smallestCall(fmt.Sprintf("smallest-%d", n)) })
}

func (database server) measurePurchase(ctx context.Context, db *sqldb.DB, forTime time.Duration) error {
	notices, err := notice.New(db, entropy.System())
	if err != nil {
		return err
	}
	w, err := newWorld(ctx, db, notices)
	if err != nil {
		return err
	}
	if err := w.addBuyers(ctx, "0xb1", buyersMax); err != nil {
		return err
	}
	target, stop, err := serve(db, w.machine.Register)
	if err != nil {
		return err
	}
	defer stop()
	if err := w.warmUp(target); err != nil {
		return err
	}
	err = database.table(target, fmt.Sprintf("purchase of a machine from balance on %s", db.Engine()), forTime,
		func(n int) func(client, i int) (string, string) {
			return w.purchaseCall(fmt.Sprintf("purchase-%d", n), n)
		})
	if err != nil {
		return err
	}
	return w.verify(ctx)
}

// verify checks the books after the load.
func (w *world) verify(ctx context.Context) error {
	return w.db.View(ctx, func(tx *sqldb.Tx) error {
		found, err := ledger.Check(tx)
		if err == nil && len(found) > 0 {
			err = fmt.Errorf("the books are not in order after the load: %v", found)
		}
		return err
	})
}

func (database server) table(target, title string, forTime time.Duration, call func(n int) func(client, i int) (string, string)) error {
	fmt.Printf("\n%s\n%8s %12s %10s %10s %16s %10s\n", title, "clients", "per second", "p50", "p99", "processor a call", "server's")
	for _, n := range clientCounts {
		r, err := database.drive([]string{target}, n, after(forTime), call(n))
		if err != nil {
			return err
		}
		fmt.Printf("%8d %12.0f %10s %10s %16s %10s\n", n, r.rate(), r.p50().Round(10*time.Microsecond), r.p99().Round(10*time.Microsecond), r.a(r.processor), r.a(r.server))
	}
	return nil
}
