package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/features/machine"
	"etld/internal/features/node"
	"etld/internal/features/notice"
	"etld/internal/infra/sqldb"
)

// nodeMachines have all started by now.
type nodeMachines struct {
	*machine.Service
	system *clock.System
}

// StartedUntil is now.
func (m nodeMachines) StartedUntil(sqldb.Command) (time.Time, error) { return m.system.Now(), nil }

// nodeWorld is a platform that sells nodes.
type nodeWorld struct {
	*world
	node *node.Service
}

// measureDividends sells every node of the catalogue, each to a buyer of its own,
// and pays a full month's dividends to all of them.
func (database server) measureDividends(ctx context.Context, db *sqldb.DB, system *clock.System) error {
	w, err := newNodeWorld(ctx, db, system)
	if err != nil {
		return err
	}
	target, stop, err := serve(db, w.node.Register)
	if err != nil {
		return err
	}
	defer stop()
	sold, err := database.sellNodes(ctx, w, target)
	if err != nil {
		return err
	}
	fmt.Printf("\ndividends of %d nodes of as many owners on %s\n", sold.calls, db.Engine())
	// Nodes take part in full in the month after the one in which they were bought.
	for _, month := range []string{"the first month", "a full month"} {
		if err := w.fillPools(ctx); err != nil {
			return err
		}
		system.Advance(w.node.NextPayment(system.Now()).Sub(system.Now()))
		began, used, served := time.Now(), processorTime(), database.processorTime()
		if err := work(ctx, w.node.Jobs()); err != nil {
			return err
		}
		took, used, served := time.Since(began), processorTime()-used, database.processorTime()-served
		shares, err := w.paidShares(ctx)
		if err != nil {
			return err
		}
		fmt.Printf("%s divided and paid in %s, %d shares so far   processor %s a node, the server's %s\n", month, took.Round(time.Millisecond),
			shares, sold.a(used), sold.a(served))
	}
	return w.verify(ctx)
}

func newNodeWorld(ctx context.Context, db *sqldb.DB, system *clock.System) (*nodeWorld, error) {
	notices, err := notice.New(db, entropy.System())
	if err != nil {
		return nil, err
	}
	w := &nodeWorld{}
	if w.world, err = newWorld(ctx, db, notices); err != nil {
		return nil, err
	}
	w.node = node.New(node.Config{DB: db, Ledger: w.ledger, Chance: entropy.System(), Notices: notices, Payments: noPayments{},
		Machines: func() node.Machines { return nodeMachines{w.machine, system} }, Log: slog.Default()})
	return w, db.Update(ctx, w.node.Seed)
}

// sellNodes has a buyer for each node of the catalogue buy and start it.
func (database server) sellNodes(ctx context.Context, w *nodeWorld, target string) (result, error) {
	type level struct {
		ID    string
		Stock int
		Terms string `json:"termsVersion"`
	}
	var answer struct{ Data struct{ List []level } }
	if err := w.addBuyers(ctx, "0xd1", 1); err != nil {
		return result{}, err
	}
	c, err := dial(target)
	if err != nil {
		return result{}, err
	}
	defer c.conn.Close()
	if err := errors.Join(c.post("/api/node/all", token(0)), json.Unmarshal(c.body, &answer)); err != nil {
		return result{}, err
	}
	var wanted []level
	for _, l := range answer.Data.List {
		for range l.Stock {
			wanted = append(wanted, l)
		}
	}
	if err := w.addBuyers(ctx, "0xd2", len(wanted)); err != nil {
		return result{}, err
	}
	sold := 0
	return database.drive([]string{target}, 1, func() bool { return sold == len(wanted) }, func(_, i int) (string, string) {
		sold++
		return fmt.Sprintf("/api/node/purchase?nodeId=%s&quantity=1&payType=balance&startNow=true&termsVersion=%s&requestId=bench-node-%010d",
			wanted[i].ID, wanted[i].Terms, i), token(i)
	})
}

// fillPools brings to the pools what machines for a million USDT bring.
func (w *nodeWorld) fillPools(ctx context.Context) error {
	return w.db.Update(ctx, func(tx *sqldb.Tx) error {
		sale := life.Machine{Price: money.Units(1_000_000), NewPart: money.Units(1_000_000), Diamond: money.Units(4_000), Star: money.Units(6_000), King: money.Units(10_000), At: tx.Now()}
		const buyer = "BENCHMACHINEBUYER"
		balance, cooling := ledger.Of(buyer, ledger.Available, money.USDT), ledger.Of(buyer, ledger.Cooling, money.USDT)
		brought := sale.Diamond + sale.Star + sale.King
		_, err := w.ledger.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "dividend", Transfers: []ledger.Transfer{
			{Type: ledger.TopUp, SubType: ledger.Deposit, Debit: ledger.House(ledger.ChainBEP20, money.USDT), Credit: balance, Amount: brought},
			{Type: ledger.PurchaseProduct, Debit: balance, Credit: cooling, Amount: brought},
			{Type: ledger.InternalTransfer, SubType: ledger.DividendShare, Debit: cooling, Credit: ledger.House(ledger.DividendDiamond, money.USDT), Amount: sale.Diamond},
			{Type: ledger.InternalTransfer, SubType: ledger.DividendShare, Debit: cooling, Credit: ledger.House(ledger.DividendStar, money.USDT), Amount: sale.Star},
			{Type: ledger.InternalTransfer, SubType: ledger.DividendShare, Debit: cooling, Credit: ledger.House(ledger.DividendKing, money.USDT), Amount: sale.King}}})
		return errors.Join(err, w.node.Dividends.MachineStarted(tx, sale))
	})
}

// paidShares counts the nodes' shares that were paid, month by month.
func (w *nodeWorld) paidShares(ctx context.Context) (n int, err error) {
	err = w.db.View(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&n), `SELECT COUNT(*) FROM node_share WHERE amount > 0 AND paid_at > 0`)
		return err
	})
	return n, err
}

// verify holds books and statements to their checks.
func (w *nodeWorld) verify(ctx context.Context) error {
	if err := w.world.verify(ctx); err != nil {
		return err
	}
	return w.db.View(ctx, func(tx *sqldb.Tx) error {
		found, err := w.node.Check(tx, make(ledger.Claims))
		if len(found) > 0 {
			err = errors.Join(err, fmt.Errorf("the dividends are not in order: %v", found))
		}
		return err
	})
}
