package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/features/notice"
	"etld/internal/infra/sqldb"
)

// instancesClients call, a third of them each instance where there are three.
const instancesClients = 129

// shopBuyers can buy more than any run sells.
const shopBuyers = 40_000

// way is how calls come to instances. An instance that is not called costs the others
// nothing here, as it has no jobs.
type way struct {
	name    string
	targets []string
}

const (
	instancesMax = 3
	// instancesRounds is even, as each way comes first in half of the rounds: whoever
	// comes second finds what the first run bought.
	instancesRounds = 6
	// instancesPause lets one instance alone find that the others write no more.
	instancesPause = 2500 * time.Millisecond
)

// measureInstances compares calls to one instance on a PostgreSQL with calls to three
// that share it, in turn. Each is a process of its own on the same machine.
func (database server) measureInstances(ctx context.Context, address string, system sqldb.Clock, forTime time.Duration) error {
	shop, err := openShop(ctx, address, system)
	if err != nil {
		return err
	}
	defer shop.db.Close()
	known := func(string) error { return nil }
	for _, kind := range []instanceCalls{
		{"purchase, everybody of one machine", sellsMachines, shop.warmUp, func(run string) func(client, i int) (string, string) { return shop.purchaseCall(run, instancesClients) }},
		{"reading the catalogue", sellsMachines, known, func(string) func(client, i int) (string, string) {
			return func(client, i int) (string, string) { return "/api/miner/all", token((client*7919 + i) % usersMax) }
		}},
		// Its users take the buyers' tokens over, so it is last.
		{"smallest command", takesTheSmallest, known, smallestCall},
	} {
		if err := database.measureCalls(ctx, address, forTime, kind); err != nil {
			return err
		}
	}
	return nil
}

// instanceCalls are calls of one kind.
type instanceCalls struct {
	// name is what the table says, and serves what an instance serves.
	name, serves string
	// warmUp has an instance know its users.
	warmUp func(target string) error
	call   func(run string) func(client, i int) (string, string)
}

func (database server) measureCalls(ctx context.Context, address string, forTime time.Duration, kind instanceCalls) error {
	var targets []string
	for range instancesMax {
		target, stop, err := startInstance(ctx, address, kind.serves)
		if err != nil {
			return err
		}
		defer stop()
		if err := kind.warmUp(target); err != nil {
			return err
		}
		targets = append(targets, target)
	}
	ways, stop, err := waysTo(ctx, targets)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Printf("\n%s, several instances on one PostgreSQL, %d clients\n%32s %12s %10s %10s %16s %10s\n", kind.name, instancesClients,
		"instances", "per second", "p50", "p99", "processor a call", "server's")
	runs, err := database.driveInstances(ways, forTime, kind.call)
	if err != nil {
		return err
	}
	for _, w := range ways {
		list := runs[w.name]
		fmt.Printf("%32s %12.0f %10s %10s %16s %10s\n", w.name, median(list, result.rate), median(list, result.p50).Round(10*time.Microsecond), median(list, result.p99).Round(10*time.Microsecond),
			median(list, func(r result) time.Duration { return r.a(r.processor) }), median(list, func(r result) time.Duration { return r.a(r.server) }))
	}
	return nil
}

// waysTo are the ways to call one instance and all of them: each by a third of the
// clients, and where HAProxy is installed, behind it.
func waysTo(ctx context.Context, targets []string) (ways []way, stop func(), err error) {
	ways = []way{{"1", targets[:1]}, {"3, calls to each", targets}}
	one, stopOne, err := startProxy(ctx, targets[:1])
	if errors.Is(err, exec.ErrNotFound) {
		return ways, func() {}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	all, stopAll, err := startProxy(ctx, targets)
	if err != nil {
		stopOne()
		return nil, nil, err
	}
	ways = append(ways, way{"1 behind a proxy", []string{one}}, way{"3 behind it, commands to one", []string{all}})
	return ways, func() { stopOne(); stopAll() }, nil
}

// median is the middle one of what runs measured.
func median[T cmp.Ordered](runs []result, figure func(result) T) T {
	list := make([]T, len(runs))
	for i, r := range runs {
		list[i] = figure(r)
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// openShop makes buyers and what they buy.
func openShop(ctx context.Context, address string, system sqldb.Clock) (*world, error) {
	db, err := sqldb.Open(ctx, address, system)
	if err != nil {
		return nil, err
	}
	w, err := openWorld(ctx, db)
	if err != nil {
		return nil, err
	}
	return w, w.addBuyers(ctx, "0xb3", shopBuyers)
}

func openWorld(ctx context.Context, db *sqldb.DB) (*world, error) {
	notices, err := notice.New(db, entropy.System())
	if err != nil {
		return nil, err
	}
	return newWorld(ctx, db, notices)
}

// What an instance serves.
const (
	sellsMachines    = "machines"
	takesTheSmallest = "smallest"
)

// startInstance starts a process that serves one kind of calls until stop is called.
func startInstance(ctx context.Context, address, kind string) (target string, stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	instance := exec.CommandContext(ctx, self, "-serve", kind, "-database", address)
	instance.Stderr = os.Stderr
	// It ends with its input.
	input, err := instance.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	output, err := instance.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := instance.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = input.Close()
		_ = instance.Wait()
	}
	if _, err := fmt.Fscanln(output, &target); err != nil {
		stop()
		return "", nil, fmt.Errorf("an instance did not start: %w", err)
	}
	return target, stop, nil
}

// serveInstance is such a process.
func serveInstance(ctx context.Context, address, kind string) error {
	db, err := sqldb.Open(ctx, address, &clock.System{})
	if err != nil {
		return err
	}
	defer db.Close()
	start := func() (string, func(), error) { return serveSmallest(ctx, db) }
	if kind == sellsMachines {
		w, err := openWorld(ctx, db)
		if err != nil {
			return err
		}
		start = func() (string, func(), error) { return serve(db, w.machine.Register) }
	}
	target, stop, err := start()
	if err != nil {
		return err
	}
	defer stop()
	fmt.Println(target)
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// driveInstances are the runs by the way in which calls came.
func (database server) driveInstances(ways []way, forTime time.Duration, call func(run string) func(client, i int) (string, string)) (map[string][]result, error) {
	runs := make(map[string][]result)
	order := slices.Clone(ways)
	for round := range instancesRounds {
		slices.Reverse(order)
		for i, w := range order {
			time.Sleep(instancesPause)
			r, err := database.drive(w.targets, instancesClients, after(forTime), call(fmt.Sprintf("instances-%d-%d", round, i)))
			if err != nil {
				return nil, err
			}
			fmt.Printf("%32s %12.0f\n", "run with "+w.name, r.rate())
			runs[w.name] = append(runs[w.name], r)
		}
	}
	return runs, nil
}
