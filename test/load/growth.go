package main

import (
	"context"
	"fmt"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const (
	// fillTransfers is how many transfers one entry of the filling has, and
	// fillEntries how many entries one transaction posts.
	fillTransfers = 80
	fillEntries   = 125
	// growthClients call while the journal has its sizes.
	growthClients = 32
)

// measureGrowth measures the smallest command on a journal of a tenth of the
// rows and on one of all of them.
func (database server) measureGrowth(ctx context.Context, db *sqldb.DB, forTime time.Duration, rows int) error {
	target, stop, err := serveSmallest(ctx, db)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Printf("\nsmallest command on a growing journal, %d clients, on %s\n%12s %12s %10s %10s %16s %10s\n",
		growthClients, db.Engine(), "rows", "per second", "p50", "p99", "bytes a command", "memory")
	first := 0.0
	for i, size := range []int{rows / 10, rows} {
		count, err := fillJournal(ctx, db, size)
		if err != nil {
			return err
		}
		before, err := databaseSize(ctx, db)
		if err != nil {
			return err
		}
		r, err := database.drive([]string{target}, growthClients, after(forTime), smallestCall(fmt.Sprintf("growth-%d", i)))
		if err != nil {
			return err
		}
		grown, err := databaseSize(ctx, db)
		if err != nil {
			return err
		}
		fmt.Printf("%12d %12.0f %10s %10s %16d %6d MiB\n", count, r.rate(), r.p50().Round(10*time.Microsecond), r.p99().Round(10*time.Microsecond), (grown-before)/int64(r.calls), residentMemory())
		if i == 0 {
			first = r.rate()
		} else {
			fmt.Printf("%.0f %% of the rate with a tenth of the rows\n", 100*r.rate()/first)
		}
	}
	return nil
}

// fillJournal posts until the journal has so many rows, and tells how many it has.
func fillJournal(ctx context.Context, db *sqldb.DB, rows int) (count int, err error) {
	err = db.View(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&count), `SELECT COUNT(*) FROM ledger_transfer`)
		return err
	})
	l := ledger.New(entropy.System())
	for n := 0; err == nil && count < rows; n++ {
		err = db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := range fillEntries {
				if _, err := l.Post(tx, thereAndBack(userID((n*fillEntries+i)%usersMax))); err != nil {
					return err
				}
			}
			return nil
		})
		count += fillEntries * fillTransfers
	}
	return count, err
}

// thereAndBack moves a cent between two accounts of a user, back and forth.
func thereAndBack(user string) ledger.Entry {
	from, to := ledger.Of(user, ledger.Available, money.USDT), ledger.Of(user, ledger.Cooling, money.USDT)
	e := ledger.Entry{RefType: ledger.RefFunding, RefID: "1"}
	for i := range fillTransfers {
		t := ledger.Transfer{Type: ledger.PurchaseProduct, Debit: from, Credit: to, Amount: 1_000_000}
		if i%2 == 1 {
			t = ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CoolingOffRefund, Debit: to, Credit: from, Amount: t.Amount}
		}
		e.Transfers = append(e.Transfers, t)
	}
	return e
}

// databaseSize is the bytes of tables and indexes, the log's apart.
func databaseSize(ctx context.Context, db *sqldb.DB) (bytes int64, err error) {
	query := `SELECT pg_database_size(current_database())`
	if db.Engine() == sqldb.SQLite {
		query = `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`
	}
	err = db.View(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&bytes), query)
		return err
	})
	return bytes, err
}

// measureHot compares callers who all spend from one account with callers of
// many accounts.
func (database server) measureHot(ctx context.Context, db *sqldb.DB, forTime time.Duration) error {
	target, stop, err := serveSmallest(ctx, db)
	if err != nil {
		return err
	}
	defer stop()
	const clients = 128
	fmt.Printf("\nsmallest command of one user and of many, %d clients, on %s\n%12s %12s %10s %10s\n", clients, db.Engine(), "users", "per second", "p50", "p99")
	for _, users := range []int{usersMax, 1} {
		call := smallestCall(fmt.Sprintf("hot-%d", users))
		r, err := database.drive([]string{target}, clients, after(forTime), func(client, i int) (string, string) {
			at, _ := call(client, i)
			return at, token((client*7919 + i) % users)
		})
		if err != nil {
			return err
		}
		fmt.Printf("%12d %12.0f %10s %10s\n", users, r.rate(), r.p50().Round(10*time.Microsecond), r.p99().Round(10*time.Microsecond))
	}
	return nil
}
