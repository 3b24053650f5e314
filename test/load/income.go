package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/machinetest"
	"etld/internal/infra/sqldb"
)

const (
	machinesPerUser = 10
	// window is how long calls are measured with and without a day's work in
	// turn: so both meet the same machine, whose speed moves.
	window = time.Second
	// afterMidnight is when the day before is closed for certain.
	afterMidnight = 2 * time.Minute
)

// measureIncome pays a day's interest and output of many machines, first
// alone, then while interactive calls run.
func (database server) measureIncome(ctx context.Context, db *sqldb.DB, system *clock.System, machines int) error {
	w, err := newWorld(ctx, db, silent{})
	if err != nil {
		return err
	}
	began := time.Now()
	plan := machinetest.Plan{Users: machines / machinesPerUser, MachinesPerUser: machinesPerUser, Product: "machineSmall", SpreadHours: 24}
	if err := machinetest.Fill(ctx, db, w.ledger, w.machine, entropy.System(), plan); err != nil {
		return err
	}
	fmt.Printf("\ndaily income of %d machines of %d users on %s (filled in %s)\n", machines, plan.Users, db.Engine(), time.Since(began).Round(time.Second))
	target, stop, err := serveSmallest(ctx, db)
	if err != nil {
		return err
	}
	defer stop()
	for _, day := range []string{"first day", "second day, alone"} {
		used, served := processorTime(), database.processorTime()
		took, err := w.nextDay(ctx, system, new(sync.Mutex))
		if err != nil {
			return err
		}
		printDay(day, took, processorTime()-used, database.processorTime()-served, plan.Users)
	}
	if err := w.chainAll(ctx, database, system); err != nil {
		return err
	}
	for i, day := range []string{"third", "fourth"} {
		if err := w.dayUnderLoad(ctx, database, system, target, incomeClients[i], day); err != nil {
			return err
		}
	}
	return w.verify(ctx)
}

// chainAll links what was posted so far, which the program does behind the
// postings.
func (w *world) chainAll(ctx context.Context, database server, system *clock.System) error {
	system.Advance(time.Minute)
	began, used, served := time.Now(), processorTime(), database.processorTime()
	entries := 0
	for more := true; more; {
		linked := 0
		err := w.db.Update(ctx, func(tx *sqldb.Tx) (err error) {
			linked, err = ledger.Extend(tx)
			return err
		})
		if err != nil {
			return err
		}
		entries += linked
		more = linked > 0
	}
	r := result{calls: entries}
	fmt.Printf("%-38s %8.1f s   processor %s an entry, the server's %s   %d entries\n", "the hash chain of all so far", time.Since(began).Seconds(),
		r.a(processorTime()-used), r.a(database.processorTime()-served), entries)
	return nil
}

func printDay(day string, took, processor, server time.Duration, users int) {
	r := result{calls: users}
	fmt.Printf("%-38s %8.1f s   processor %s a user, the server's %s   peak memory %d MiB\n", day, took.Seconds(), r.a(processor), r.a(server), peakMemory())
}

// incomeClients are the clients that call while the third and the fourth day
// are paid.
var incomeClients = [2]int{8, 128}

// dayUnderLoad pays a day beside interactive calls, in every other window, and
// compares the calls of the two kinds of windows.
func (w *world) dayUnderLoad(ctx context.Context, database server, system *clock.System, target string, clients int, day string) error {
	// The job holds the gate for each of its chunks.
	var gate sync.RWMutex
	gate.Lock()
	var isPaid atomic.Bool
	paid := make(chan error, 1)
	go func() {
		_, err := w.nextDay(ctx, system, gate.RLocker())
		isPaid.Store(true)
		paid <- err
	}()
	var usual, meanwhile []result
	for !isPaid.Load() {
		without, err := database.drive([]string{target}, clients, after(window), smallestCall(fmt.Sprintf("%s-%d-without", day, len(usual))))
		if err != nil {
			return err
		}
		gate.Unlock()
		var stands atomic.Bool
		time.AfterFunc(window, func() { gate.Lock(); stands.Store(true) })
		over := func() bool { return stands.Load() || isPaid.Load() }
		with, err := database.drive([]string{target}, clients, over, smallestCall(fmt.Sprintf("%s-%d-with", day, len(usual))))
		if err != nil {
			return err
		}
		usual, meanwhile = append(usual, without), append(meanwhile, with)
	}
	if err := <-paid; err != nil {
		return err
	}
	fmt.Printf("%-38s %8.1f s   peak memory %d MiB\n", fmt.Sprintf("%s day, beside %d clients", day, clients), join(meanwhile...).took.Seconds(), peakMemory())
	printInteractive(join(usual...), meanwhile)
	return nil
}

func printInteractive(usual result, during []result) {
	worst := time.Duration(0)
	for _, r := range during {
		worst = max(worst, r.p99())
	}
	meanwhile := join(during...)
	const line = "%-38s %8.0f /s  p50 %s  p99 %s"
	rounded := func(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
	fmt.Printf(line+"\n", "  calls, usually", usual.rate(), rounded(usual.p50()), rounded(usual.p99()))
	fmt.Printf(line+" (%s in the worst second)   %.0f %% of the usual rate, %.1f times the usual p99\n", "  calls, meanwhile", meanwhile.rate(),
		rounded(meanwhile.p50()), rounded(meanwhile.p99()), rounded(worst), 100*meanwhile.rate()/usual.rate(), float64(meanwhile.p99())/float64(usual.p99()))
}

// nextDay moves the clock past the platform day's end and works as the runner
// does until nothing is due. It holds the gate for each chunk.
func (w *world) nextDay(ctx context.Context, system *clock.System, gate sync.Locker) (time.Duration, error) {
	now := system.Now()
	system.Advance(clock.DayOf(now).End().Add(afterMidnight).Sub(now))
	began := time.Now()
	for busy := true; busy; {
		busy = false
		for _, job := range w.machine.Jobs() {
			for more := true; more; busy = busy || more {
				var err error
				gate.Lock()
				more, err = job.Work(ctx)
				gate.Unlock()
				if err != nil {
					return 0, fmt.Errorf("job %s: %w", job.Name, err)
				}
			}
		}
	}
	return time.Since(began), nil
}

var (
	peakPattern     = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)
	residentPattern = regexp.MustCompile(`RssAnon:\s+(\d+) kB`)
)

// peakMemory is the process's largest resident size so far, in MiB; 0 where
// the system does not tell.
func peakMemory() int { return memory(peakPattern) }

// residentMemory is the process's own memory now, without mapped files, in MiB.
func residentMemory() int { return memory(residentPattern) }

func memory(pattern *regexp.Regexp) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	match := pattern.FindSubmatch(status)
	if match == nil {
		return 0
	}
	kib, err := strconv.Atoi(string(match[1]))
	if err != nil {
		return 0
	}
	return kib >> 10
}

// silent drops notices: daily income sends none, and ends are far away.
type silent struct{}

func (silent) Send(sqldb.Command, string, string, map[string]string, string) error { return nil }
