// Package machinetest fills a database with running machines, for benchmarks
// and load tests. The books are consistent afterwards: every invariant holds.
package machinetest

import (
	"context"
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
)

const (
	// chunkUsers bounds the users of one transaction.
	chunkUsers = 500
	hours      = 24
	// registered is the time between two users' registrations, all of them
	// before the first machine; bought is that between two starts of one hour.
	registered = time.Second
	bought     = 5 * time.Millisecond
)

// Plan says what to fill in.
type Plan struct {
	Users, MachinesPerUser int
	// Product is the catalogue's product that everybody owns.
	Product string
	// SpreadHours shares the users' starts out over the last hours of the day
	// before the transaction's, so that interest falls due at as many hours.
	// Users have registered in another order than they bought in.
	SpreadHours int
}

var (
	insertMachine = machine.MachineTable.Insert()
	insertPayee   = payrun.PayeeTable.Insert()
)

// Fill makes the plan's users and machines. The service's catalogue must be
// seeded and its pools funded. The machines count as repurchases, so that
// their fee goes to one account; nobody is told anything.
func Fill(ctx context.Context, db *sqldb.DB, books *ledger.Ledger, machines *machine.Service, chance entropy.Source, plan Plan) error {
	terms, err := sample(ctx, db, books, machines, chance, plan.Product)
	if err != nil {
		return fmt.Errorf("buy the machine the others are like: %w", err)
	}
	for from := 0; from < plan.Users; from += chunkUsers {
		err := db.Update(ctx, func(tx *sqldb.Tx) error {
			for n := from; n < min(from+chunkUsers, plan.Users); n++ {
				if err := fillUser(tx, books, chance, terms, plan, n); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("users from %d: %w", from, err)
		}
	}
	return nil
}

// sample buys one machine the ordinary way, which stores the terms.
func sample(ctx context.Context, db *sqldb.DB, books *ledger.Ledger, machines *machine.Service, chance entropy.Source, product string) (terms offer.Terms, err error) {
	err = db.Update(ctx, func(tx *sqldb.Tx) error {
		buyer, err := user.Create(tx, chance, user.New{Address: fmt.Sprintf("0x%x", entropy.Bytes(chance, 20))})
		if err != nil {
			return err
		}
		if terms, err = machines.CurrentTerms(tx, product); err != nil {
			return err
		}
		// Twice the price covers the fee whatever it is.
		if _, err = books.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{worldtest.Deposited(buyer.ID, money.USDT, 2*terms.Price)}}); err != nil {
			return err
		}
		_, err = machines.Purchase(tx, checkout.Order{UserID: buyer.ID, ProductID: product, Quantity: 1, PayType: checkout.PayBalance, TermsVersion: terms.Version(), StartNow: true})
		return err
	})
	return terms, err
}

func fillUser(tx sqldb.Command, books *ledger.Ledger, chance entropy.Source, t offer.Terms, plan Plan, n int) error {
	today := clock.DayOf(tx.Now())
	spread := max(1, plan.SpreadHours)
	// Half past the hour and later, so that no due time meets an hour's end.
	start := today.Start().Add(-time.Duration(n%spread)*time.Hour - 30*time.Minute + time.Duration(n/spread)*bought%(20*time.Minute))
	first := today.Start().Add(-2*hours*time.Hour - time.Duration(plan.Users)*registered)
	userID, fee := entropy.ID(chance, first.Add(time.Duration(n)*registered)), t.FeeRepurchase.Floor(t.Price)
	ids := make([]string, plan.MachinesPerUser)
	for i := range ids {
		ids[i] = entropy.ID(chance, start)
		insertMachine.Add(tx, machine.Row{Machine: machine.Machine{ID: ids[i], UserID: userID, OrderID: userID, ProductID: t.ProductID, TermsVersion: t.Version(),
			Power: t.Power, State: machine.Running, BeforePause: machine.None, Open: true, Cost: offer.Cost{RepurchasePart: t.Price, Fee: fee},
			CreatedAt: start, CoolingEndAt: start, StartAt: start, EndAt: start.Add(t.Term()), MiningUntil: earning.Never(), Steps: 2}})
	}
	firstDue := start.Truncate(time.Hour).Add((hours + 1) * time.Hour)
	insertPayee.Add(tx, payrun.Payee{UserID: userID, NextDueAt: firstDue, ChangesAt: start.Add(t.Term() - machine.EndingNotice), InterestThrough: start,
		OutputNext: today, Mining: true})
	count := money.Amount(plan.MachinesPerUser)
	available, cooling := ledger.AvailableOf(userID, money.USDT), ledger.Of(userID, ledger.Cooling, money.USDT)
	_, err := books.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, At: start, Transfers: []ledger.Transfer{
		worldtest.Deposited(userID, money.USDT, count*(t.Price+fee)),
		{Type: ledger.PurchaseProduct, Debit: available, Credit: cooling, Amount: count * (t.Price + fee)},
		{Type: ledger.InternalTransfer, SubType: ledger.InterestHeld, Debit: ledger.House(ledger.InterestFree, money.USDT), Credit: ledger.House(ledger.InterestReserved, money.USDT),
			Amount: count * t.InterestTotal},
		{Type: ledger.InternalTransfer, SubType: ledger.MachineStarted, Debit: cooling, Credit: ledger.Of(userID, ledger.Principal, money.USDT), Amount: count * t.Price},
	}})
	// What becomes of the fee stands in the journal for each machine apart.
	for i := 0; i < len(ids) && err == nil; i++ {
		_, err = books.Post(tx, ledger.Entry{At: start, RefType: "machine", RefID: ids[i], Transfers: []ledger.Transfer{
			{Type: ledger.InternalTransfer, SubType: ledger.ServiceFee, Debit: cooling, Credit: ledger.House(ledger.RevenueService, money.USDT), Amount: fee},
		}})
	}
	return err
}
