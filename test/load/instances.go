package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/features/notice"
	"etld/internal/infra/sqldb"
)

// instancesClients call, a third of them each instance where there are three.
const instancesClients = 129

// shopBuyers can buy more than any run sells.
const shopBuyers = 40_000

// serving is one instance's calls.
type serving func(ctx context.Context, db *sqldb.DB) (address string, stop func(), err error)

// called are how many instances take the calls, in turn. An instance that is not called
// costs the others nothing here, as it has no jobs.
var called = []int{1, instancesMax}

const (
	instancesMax = 3
	// instancesRounds is even, as each number comes first in half of the rounds: whoever
	// comes second finds what the first run bought.
	instancesRounds = 6
	// instancesPause lets one instance alone find that the others write no more.
	instancesPause = 2500 * time.Millisecond
)

// measureInstances compares calls to one instance on a PostgreSQL with calls to three
// that share it, in turn. All of them run in this program, so they also share its
// processors.
func (database server) measureInstances(ctx context.Context, address string, clock sqldb.Clock, forTime time.Duration) error {
	shop, err := openShop(ctx, address, clock)
	if err != nil {
		return err
	}
	defer shop.db.Close()
	for _, kind := range []struct {
		name  string
		serve serving
		call  func(run string) func(client, i int) (string, string)
	}{
		{"purchase, everybody of one machine", shop.serveKnown, func(run string) func(client, i int) (string, string) { return shop.purchaseCall(run, instancesClients) }},
		{"reading the catalogue", shop.serve, func(string) func(client, i int) (string, string) {
			return func(client, i int) (string, string) { return "/api/miner/all", token((client*7919 + i) % usersMax) }
		}},
		// Its users take the buyers' tokens over, so it is last.
		{"smallest command", serveSmallest, smallestCall},
	} {
		fmt.Printf("\n%s, several instances on one PostgreSQL, %d clients\n%12s %12s %10s %10s %16s %10s\n", kind.name, instancesClients,
			"instances", "per second", "p50", "p99", "processor a call", "server's")
		runs, err := database.driveInstances(ctx, address, clock, kind.serve, forTime, kind.call)
		if err != nil {
			return err
		}
		for _, n := range called {
			fmt.Printf("%12d %12.0f %10s %10s %16s %10s\n", n, median(runs[n], result.rate), median(runs[n], result.p50).Round(10*time.Microsecond), median(runs[n], result.p99).Round(10*time.Microsecond),
				median(runs[n], func(r result) time.Duration { return r.a(r.processor) }), median(runs[n], func(r result) time.Duration { return r.a(r.server) }))
		}
	}
	return nil
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
func openShop(ctx context.Context, address string, clock sqldb.Clock) (*world, error) {
	db, err := sqldb.Open(ctx, address, clock)
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

// serve serves what the world sells from another instance.
func (w *world) serve(ctx context.Context, db *sqldb.DB) (address string, stop func(), err error) {
	another, err := openWorld(ctx, db)
	if err != nil {
		return "", nil, err
	}
	return serve(db, another.machine.Register)
}

// serveKnown is serve to buyers whom the instance knows.
func (w *world) serveKnown(ctx context.Context, db *sqldb.DB) (address string, stop func(), err error) {
	if address, stop, err = w.serve(ctx, db); err != nil {
		return "", nil, err
	}
	return address, stop, w.warmUp(address)
}

// driveInstances are the runs by how many instances took the calls.
func (database server) driveInstances(ctx context.Context, address string, clock sqldb.Clock, serve serving, forTime time.Duration, call func(run string) func(client, i int) (string, string)) (map[int][]result, error) {
	var targets []string
	for range instancesMax {
		db, err := sqldb.Open(ctx, address, clock)
		if err != nil {
			return nil, err
		}
		defer db.Close()
		target, stop, err := serve(ctx, db)
		if err != nil {
			return nil, err
		}
		defer stop()
		targets = append(targets, target)
	}
	runs := make(map[int][]result)
	order := slices.Clone(called)
	for round := range instancesRounds {
		slices.Reverse(order)
		for _, n := range order {
			time.Sleep(instancesPause)
			r, err := database.drive(targets[:n], instancesClients, after(forTime), call(fmt.Sprintf("instances-%d-%d", round, n)))
			if err != nil {
				return nil, err
			}
			fmt.Printf("%12s %12.0f\n", fmt.Sprint("run with ", n), r.rate())
			runs[n] = append(runs[n], r)
		}
	}
	return runs, nil
}
