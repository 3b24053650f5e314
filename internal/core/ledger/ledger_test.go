package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

var (
	chain   = ledger.House(ledger.ChainBEP20, money.USDT)
	capital = ledger.House(ledger.Capital, money.USDT)
	free    = ledger.House(ledger.InterestFree, money.USDT)
	held    = ledger.House(ledger.InterestReserved, money.USDT)
)

func deposit(user string, amount money.Amount) ledger.Transfer {
	return ledger.Transfer{Type: ledger.TopUp, SubType: ledger.Deposit, Debit: chain, Credit: ledger.AvailableOf(user, money.USDT), Amount: amount}
}

func purchase(user string, amount money.Amount) ledger.Transfer {
	return ledger.Transfer{Type: ledger.PurchaseProduct, Debit: ledger.AvailableOf(user, money.USDT), Credit: ledger.Of(user, ledger.Cooling, money.USDT), Amount: amount}
}

func post(t *testing.T, db *sqldb.DB, l *ledger.Ledger, transfers ...ledger.Transfer) error {
	t.Helper()
	return db.Command(context.Background(), func(tx sqldb.Command) error {
		_, err := l.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "1", Transfers: transfers})
		return err
	})
}

func mustPost(t *testing.T, db *sqldb.DB, l *ledger.Ledger, transfers ...ledger.Transfer) {
	t.Helper()
	if err := post(t, db, l, transfers...); err != nil {
		t.Fatal(err)
	}
}

func check(t *testing.T, db *sqldb.DB) []ledger.Violation {
	t.Helper()
	var found []ledger.Violation
	if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
		books, err := ledger.Check(tx)
		if err != nil {
			return err
		}
		links, err := checkChain(tx)
		found = append(books, links...)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestPostMovesBalancesAndWritesLines(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		mustPost(t, db, l, deposit("ann", money.Units(1500)))
		c.Advance(time.Second)
		mustPost(t, db, l, purchase("ann", money.Units(1038)))
		err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			lines, err := l.Lines(tx, ledger.LinesQuery{User: "ann", Limit: 10})
			if err != nil || len(lines) != 2 {
				return fmt.Errorf("%d lines, %w", len(lines), err)
			}
			if got := lines[0]; got.Amount != -money.Units(1038) || got.BalanceAfter != money.Units(462) || got.Type != ledger.PurchaseProduct {
				t.Errorf("newest line %+v", got)
			}
			next, err := l.Lines(tx, ledger.LinesQuery{User: "ann", After: ledger.Position{At: lines[0].At, ID: lines[0].ID}, Limit: 10})
			if err != nil || len(next) != 1 || next[0].Amount != money.Units(1500) {
				t.Errorf("next page %+v, %v", next, err)
			}
			holdings, err := l.Holdings(tx, "ann")
			if err != nil || len(holdings) != 2 {
				t.Errorf("holdings %+v, %v", holdings, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// Late work posts with the time at which it was due, and stands among the lines
// of that time.
func TestLateWorkStandsWhereItTookEffect(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		due := c.Now()
		post := func(e ledger.Entry) (id string, err error) {
			c.Advance(time.Hour)
			err = db.Update(context.Background(), func(tx *sqldb.Tx) error {
				id, err = l.Post(tx, e)
				return err
			})
			return id, err
		}
		onTime, err := post(ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{deposit("ann", money.Units(10))}})
		if err != nil {
			t.Fatal(err)
		}
		late, err := post(ledger.Entry{At: due, RefType: ledger.RefFunding, RefID: "late", Transfers: []ledger.Transfer{deposit("ann", money.Units(5))}})
		if err != nil || late < onTime {
			t.Errorf("late %s, on time %s, %v", late, onTime, err)
		}
		if _, err := post(ledger.Entry{RefType: ledger.RefTransfer, At: due.Add(24 * time.Hour), Transfers: []ledger.Transfer{deposit("ann", 1)}}); !errors.Is(err, ledger.ErrNotPermitted) {
			t.Errorf("an entry that takes effect tomorrow: %v", err)
		}
		for _, unknown := range []ledger.RefType{"", "gift"} {
			if _, err := post(ledger.Entry{RefType: unknown, Transfers: []ledger.Transfer{deposit("ann", 1)}}); !errors.Is(err, ledger.ErrNotPermitted) {
				t.Errorf("an entry that refers to %q: %v", unknown, err)
			}
		}
		if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			lines, err := l.Lines(tx, ledger.LinesQuery{User: "ann", Limit: 10})
			if err != nil || len(lines) != 2 || lines[1].EntryID != late || lines[1].BalanceAfter != money.Units(15) || !lines[1].At.Equal(due) {
				t.Errorf("lines %+v, %v", lines, err)
			}
			since, err := l.Lines(tx, ledger.LinesQuery{User: "ann", From: due.Add(time.Minute), Limit: 10})
			if err != nil || len(since) != 1 || since[0].EntryID != onTime {
				t.Errorf("lines that took effect later %+v, %v", since, err)
			}
			cause := ledger.Caused{User: "ann", Type: ledger.TopUp, Asset: money.USDT, At: due, RefType: ledger.RefFunding, RefID: "late"}
			found, err := l.EntryOf(tx, cause)
			if err != nil || found != late {
				t.Errorf("the late entry is found as %q, %v", found, err)
			}
			later, other := cause, cause
			later.At, other.RefID = due.Add(time.Second), "another"
			for _, missing := range []ledger.Caused{later, other} {
				if found, err := l.EntryOf(tx, missing); err != nil || found != "" {
					t.Errorf("an entry that is not there is found as %q, %v", found, err)
				}
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
}

// A range that begins before there was a journal holds all of it.
func TestLinesFromLongAgo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		l := ledger.New(entropy.System())
		mustPost(t, db, l, deposit("ann", money.Units(10)))
		if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			for _, from := range []time.Time{{}, time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC), time.Date(1969, 12, 31, 16, 0, 0, 0, time.UTC), time.Unix(0, 0), time.Unix(1, 0)} {
				lines, err := l.Lines(tx, ledger.LinesQuery{User: "ann", From: from, Limit: 10})
				if err != nil || len(lines) != 1 {
					t.Errorf("from %s there are %d lines, %v", from, len(lines), err)
				}
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
}

func TestPostRefuses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		l := ledger.New(entropy.System())
		mustPost(t, db, l, deposit("ann", money.Units(10)))
		principal := ledger.Of("ann", ledger.Principal, money.USDT)
		for name, transfer := range map[string]ledger.Transfer{
			"principal to a pool":          {Type: ledger.InternalTransfer, SubType: ledger.PoolFunding, Debit: principal, Credit: free, Amount: 1},
			"pool to the operator":         {Type: ledger.InternalTransfer, SubType: ledger.PoolFunding, Debit: free, Credit: capital, Amount: 1},
			"another type":                 {Type: ledger.GameRewards, Debit: chain, Credit: ledger.AvailableOf("ann", money.USDT), Amount: 1},
			"principal to another user":    {Type: ledger.InternalTransfer, SubType: ledger.PrincipalReturned, Debit: principal, Credit: ledger.AvailableOf("bob", money.USDT), Amount: 1},
			"zero":                         deposit("ann", 0),
			"negative":                     deposit("ann", -1),
			"above the largest amount":     deposit("ann", money.Max+1),
			"beyond what an account holds": deposit("ann", money.Max),
			"user account without a user":  deposit("", 1),
			"two assets":                   {Type: ledger.TopUp, SubType: ledger.Deposit, Debit: chain, Credit: ledger.AvailableOf("ann", money.ETLD), Amount: 1},
		} {
			if err := post(t, db, l, transfer); !errors.Is(err, ledger.ErrNotPermitted) {
				t.Errorf("%s: %v", name, err)
			}
		}
		var short *ledger.InsufficientError
		if err := post(t, db, l, purchase("ann", money.Units(5)), purchase("ann", money.Units(6))); !errors.As(err, &short) || short.Account.Owner != "ann" {
			t.Errorf("overspending: %v", err)
		}
		if found := check(t, db); len(found) > 0 {
			t.Errorf("after the refusals: %v", found)
		}
	})
}

// A hundred spenders of a balance that covers one: exactly one succeeds.
func TestParallelSpendersCannotOverdraw(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		l := ledger.New(entropy.System())
		mustPost(t, db, l, deposit("ann", money.Units(7)))
		var wg sync.WaitGroup
		results := make([]error, 100)
		for i := range results {
			wg.Go(func() { results[i] = post(t, db, l, purchase("ann", money.Units(7))) })
		}
		wg.Wait()
		succeeded := 0
		for _, err := range results {
			var short *ledger.InsufficientError
			switch {
			case err == nil:
				succeeded++
			case !errors.As(err, &short):
				t.Error(err)
			}
		}
		if succeeded != 1 {
			t.Errorf("%d of 100 succeeded", succeeded)
		}
	})
}

// Random permitted movements keep every invariant after every step.
func TestRandomMovementsKeepTheBooks(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		users := []string{"ann", "bob", "cyd"}
		rapid.Check(t, func(rt *rapid.T) {
			for range rapid.IntRange(1, 8).Draw(rt, "steps") {
				user := rapid.SampledFrom(users).Draw(rt, "user")
				amount := money.Amount(rapid.Int64Range(1, 1_000_000_000).Draw(rt, "amount"))
				cooling := ledger.Of(user, ledger.Cooling, money.USDT)
				transfers := rapid.SampledFrom([][]ledger.Transfer{
					{deposit(user, amount)},
					{purchase(user, amount)},
					{{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: chain, Credit: capital, Amount: amount}, {Type: ledger.InternalTransfer, SubType: ledger.PoolFunding, Debit: capital, Credit: free, Amount: amount}},
					{{Type: ledger.InternalTransfer, SubType: ledger.InterestHeld, Debit: free, Credit: held, Amount: amount}},
					{{Type: ledger.MachineIncome, Debit: held, Credit: ledger.AvailableOf(user, money.USDT), Amount: amount}},
					{{Type: ledger.InternalTransfer, SubType: ledger.MachineStarted, Debit: cooling, Credit: ledger.Of(user, ledger.Principal, money.USDT), Amount: amount}},
				}).Draw(rt, "movement")
				err := post(t, db, l, transfers...)
				var short *ledger.InsufficientError
				if err != nil && !errors.As(err, &short) {
					rt.Fatal(err)
				}
				c.Advance(time.Minute)
				extend(t, db)
				if found := check(t, db); len(found) > 0 {
					rt.Fatal(found)
				}
			}
		})
	})
}

func extend(t *testing.T, db *sqldb.DB) {
	t.Helper()
	for more := true; more; {
		if err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			n, err := ledger.Extend(tx)
			more = n > 0
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// The pool of a past instant leaves out what took effect later, also when it was
// posted with an earlier time of effect afterwards.
func TestEmissionAt(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		start := c.Now()
		pool := ledger.House(ledger.Emission, money.ETLD)
		mustPost(t, db, l, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: ledger.House(ledger.ChainBEP20, money.ETLD),
			Credit: ledger.House(ledger.Capital, money.ETLD), Amount: money.Units(100)})
		fund := ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.PoolFunding, Debit: ledger.House(ledger.Capital, money.ETLD), Credit: pool, Amount: money.Units(10)}
		mine := ledger.Transfer{Type: ledger.MiningIncome, Debit: pool, Credit: ledger.AvailableOf("ann", money.ETLD), Amount: money.Units(1)}
		mustPost(t, db, l, fund)
		c.Advance(2 * time.Hour)
		mustPost(t, db, l, fund)
		for _, late := range []struct {
			after time.Duration
			ledger.Transfer
		}{{30 * time.Minute, fund}, {time.Hour, mine}} {
			if err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
				_, err := l.Post(tx, ledger.Entry{At: start.Add(late.after), RefType: ledger.RefFunding, RefID: "late", Transfers: []ledger.Transfer{late.Transfer}})
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			for after, want := range map[time.Duration]int64{time.Hour: 19, 119 * time.Minute: 19, 2 * time.Hour: 29, 3 * time.Hour: 29} {
				if got, err := l.EmissionAt(tx, start.Add(after)); err != nil || got != money.Units(want) {
					t.Errorf("after %s: %s, %v; want %d", after, got, err, want)
				}
			}
			sum, err := l.ClassTotal(tx, ledger.Capital, money.ETLD)
			if err != nil || sum != money.Units(70) {
				t.Errorf("class total %s, %v", sum, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// An account through which more has gone than 64 bits hold is in order as long
// as its balance is, and a single atom too many is found.
func TestCheckAddsUpMoreThanFitsABalance(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		l := ledger.New(entropy.System())
		mustPost(t, db, l, deposit("ann", money.Max))
		back := ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CoolingOffRefund, Debit: ledger.Of("ann", ledger.Cooling, money.USDT),
			Credit: ledger.AvailableOf("ann", money.USDT), Amount: money.Max}
		for range 3 {
			mustPost(t, db, l, purchase("ann", money.Max), back)
		}
		if found := check(t, db); len(found) > 0 {
			t.Errorf("found %v", found)
		}
		if err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE ledger_account SET balance = balance - 1 WHERE id = 'U.AVL/USDT/ann'`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if found := check(t, db); len(found) != 1 || !strings.Contains(found[0].Detail, "the journal gives 40000000000, stored is 39999999999.99999999") {
			t.Errorf("after an atom was taken: %v", found)
		}
	})
}

func TestCheckNamesWhatWasTamperedWith(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		for range 5 {
			mustPost(t, db, l, deposit("ann", money.Units(1)))
		}
		c.Advance(time.Minute)
		extend(t, db)
		if found := check(t, db); len(found) > 0 {
			t.Fatalf("before: %v", found)
		}
		var victim string
		if err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			if _, err := tx.QueryOne(sqldb.Dest(&victim), `SELECT entry_id FROM ledger_chain WHERE seq = 3`); err != nil {
				return err
			}
			_, err := tx.Exec(`UPDATE ledger_transfer SET amount = amount + 1 WHERE entry_id = $1`, victim)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprint(check(t, db))
		if !strings.Contains(text, "I9") || !strings.Contains(text, "I10: entry "+victim) {
			t.Errorf("found %s, the altered entry is %s", text, victim)
		}
	})
}

// checkChain is all of I10.
func checkChain(tx *sqldb.Tx) ([]ledger.Violation, error) {
	links, err := ledger.CheckChain(tx)
	if err != nil {
		return nil, err
	}
	lag, err := ledger.CheckLag(tx)
	return append(links, lag...), err
}
