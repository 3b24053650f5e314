package main

import (
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
const shopBuyers = 16_000

// serving is one instance's calls.
type serving func(ctx context.Context, db *sqldb.DB) (address string, stop func(), err error)

// sharings are how many instances share a database, and how many of them are
// called: all, or one where a proxy sends it every command.
var sharings = []struct{ instances, called int }{{1, 1}, {3, 3}, {3, 1}}

// measureInstances compares one instance on a PostgreSQL with three that share
// it, in turn and twice. All of them run in this program, so they also share its
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
		fmt.Printf("\n%s, several instances on one PostgreSQL, %d clients\n%12s %12s %12s %10s %10s %16s %10s\n", kind.name, instancesClients,
			"instances", "called", "per second", "p50", "p99", "processor a call", "server's")
		for run, sharing := range slices.Concat(sharings, sharings) {
			r, err := database.driveInstances(ctx, address, clock, sharing.instances, sharing.called, kind.serve, forTime, kind.call(fmt.Sprintf("instances-%d", run)))
			if err != nil {
				return err
			}
			fmt.Printf("%12d %12d %12.0f %10s %10s %16s %10s\n", sharing.instances, sharing.called, r.rate(), r.p50().Round(10*time.Microsecond), r.p99().Round(10*time.Microsecond), r.a(r.processor), r.a(r.server))
		}
	}
	return nil
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

func (database server) driveInstances(ctx context.Context, address string, clock sqldb.Clock, instances, called int, serve serving, forTime time.Duration,
	call func(client, i int) (string, string)) (result, error) {
	var targets []string
	for range instances {
		db, err := sqldb.Open(ctx, address, clock)
		if err != nil {
			return result{}, err
		}
		defer db.Close()
		target, stop, err := serve(ctx, db)
		if err != nil {
			return result{}, err
		}
		defer stop()
		targets = append(targets, target)
	}
	return database.drive(targets[:called], instancesClients, after(forTime), call)
}
