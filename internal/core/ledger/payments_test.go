package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func interest(user string, amount money.Amount, at time.Time) ledger.Payment {
	return ledger.Payment{Type: ledger.MachineIncome, From: held, To: ledger.Of(user, ledger.Available, money.USDT), Amount: amount, At: at, RefType: "test", RefID: "1"}
}

// fund fills the interest reserve as the operator and sales do.
func fund(t *testing.T, db *sqldb.DB, l *ledger.Ledger, amount money.Amount) {
	t.Helper()
	mustPost(t, db, l,
		ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: chain, Credit: capital, Amount: amount},
		ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.PoolFunding, Debit: capital, Credit: free, Amount: amount},
		ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.InterestHeld, Debit: free, Credit: held, Amount: amount})
}

func prepare(t *testing.T, db *sqldb.DB, l *ledger.Ledger, lists ...[]ledger.Payment) []ledger.Prepared {
	t.Helper()
	var all []ledger.Prepared
	if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
		for _, list := range lists {
			p, err := l.Prepare(tx, list)
			if err != nil {
				return err
			}
			all = append(all, p)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// What was prepared is posted on top of whatever happened meanwhile: to an
// account that is as it was, that has changed, and that is new.
func TestPreparedPayments(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		fund(t, db, l, money.Units(100))
		mustPost(t, db, l, deposit("ann", money.Units(5)), deposit("bob", money.Units(5)))
		at := c.Now()
		c.Advance(time.Hour)
		ready := prepare(t, db, l,
			[]ledger.Payment{interest("ann", money.Units(1), at), interest("ann", money.Units(2), at)},
			[]ledger.Payment{interest("bob", money.Units(3), at), interest("bob", money.Units(4), at)},
			[]ledger.Payment{interest("eve", money.Units(5), at), interest("eve", money.Units(6), at)}, nil)
		mustPost(t, db, l, deposit("bob", money.Units(10)))
		if err := db.Behind(context.Background(), func(tx *sqldb.Tx) error {
			if err := l.PostPrepared(tx, ready); err != nil {
				return err
			}
			// Whoever goes on in the same transaction sees what was paid.
			_, err := l.Post(tx, ledger.Entry{Transfers: []ledger.Transfer{deposit("ann", money.Units(50)), deposit("eve", money.Units(50))}})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		want := map[string][]money.Amount{
			"ann": {money.Units(5), money.Units(6), money.Units(8), money.Units(58)},
			"bob": {money.Units(5), money.Units(15), money.Units(18), money.Units(22)},
			"eve": {money.Units(5), money.Units(11), money.Units(61)},
		}
		if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			for user, after := range want {
				lines, err := l.Lines(tx, ledger.LinesQuery{User: user, Limit: 10})
				if err != nil {
					return err
				}
				if len(lines) != len(after) {
					t.Fatalf("%s has %d lines, want %d", user, len(lines), len(after))
				}
				for i, line := range lines {
					if line.BalanceAfter != after[len(after)-1-i] {
						t.Errorf("%s: line %d leaves %s, want %s", user, i, line.BalanceAfter, after[len(after)-1-i])
					}
				}
				balance, err := l.Balance(tx, ledger.Of(user, ledger.Available, money.USDT))
				if err != nil || balance != after[len(after)-1] {
					t.Errorf("%s holds %s, %v", user, balance, err)
				}
			}
			rest, err := l.Balance(tx, held)
			if err != nil || rest != money.Units(100-21) {
				t.Errorf("the house keeps %s, %v", rest, err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		c.Advance(time.Hour)
		if err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			_, err := ledger.Extend(tx)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if found := check(t, db); len(found) > 0 {
			t.Error(found)
		}
	})
}

func TestPreparedPaymentsAreRefusedWhole(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := ledger.New(entropy.System())
		fund(t, db, l, money.Units(10))
		mustPost(t, db, l, deposit("ann", money.Units(5)), deposit("bob", money.Units(5)))
		now := c.Now()
		post := func(list []ledger.Prepared) error {
			return db.Behind(context.Background(), func(tx *sqldb.Tx) error { return l.PostPrepared(tx, list) })
		}
		tooMuch := prepare(t, db, l, []ledger.Payment{interest("ann", money.Units(6), now)}, []ledger.Payment{interest("bob", money.Units(6), now)})
		var short *ledger.InsufficientError
		if err := post(tooMuch); !errors.As(err, &short) || short.Account != held {
			t.Errorf("more than the house has: %v", err)
		}
		if err := post(prepare(t, db, l, []ledger.Payment{interest("ann", money.Units(1), now.Add(time.Hour))})); !errors.Is(err, ledger.ErrNotPermitted) {
			t.Errorf("before its time: %v", err)
		}
		// Four of the largest amounts and this rest come to one unit, as far as an
		// integer holds them.
		largest := money.Max
		amounts := []money.Amount{largest, largest, largest, largest, money.Units(1) - 4*largest}
		lists := make([][]ledger.Payment, len(amounts))
		for i, amount := range amounts {
			lists[i] = []ledger.Payment{interest(fmt.Sprint("new", i), amount, now)}
		}
		if err := post(prepare(t, db, l, lists...)); !errors.Is(err, ledger.ErrNotPermitted) {
			t.Errorf("more than an integer holds: %v", err)
		}
		// What failed can be tried again.
		if err := post(tooMuch[:1]); err != nil {
			t.Error(err)
		}
		if found := check(t, db); len(found) > 0 {
			t.Error(found)
		}
		bad := map[string]func(*ledger.Payment){
			"nothing":           func(p *ledger.Payment) { p.Amount = 0 },
			"less than nothing": func(p *ledger.Payment) { p.Amount = -1 },
			"more than there is": func(p *ledger.Payment) {
				p.Amount = money.Max
			},
			"another asset":    func(p *ledger.Payment) { p.To.Asset = money.ETLD },
			"nobody":           func(p *ledger.Payment) { p.To.Owner = "" },
			"to the house":     func(p *ledger.Payment) { p.To = free },
			"from a user":      func(p *ledger.Payment) { p.From = ledger.Of("bob", ledger.Available, money.USDT) },
			"against policy":   func(p *ledger.Payment) { p.From = capital },
			"of another type":  func(p *ledger.Payment) { p.Type = ledger.TopUp },
			"to another class": func(p *ledger.Payment) { p.To.Class = ledger.Cooling },
		}
		for name, spoil := range bad {
			p := interest("ann", money.Units(1), now)
			spoil(&p)
			if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
				_, err := l.Prepare(tx, []ledger.Payment{p})
				return err
			}); !errors.Is(err, ledger.ErrNotPermitted) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
