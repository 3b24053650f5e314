// Package worldtest gives tests of capabilities something to stand on: a database
// with its books, people with money, an operator with capital. A test's own world
// embeds World and adds what it is about.
package worldtest

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// World is a platform without capabilities. A method that returns no error ends
// its test where one occurs.
type World struct {
	T      testing.TB
	DB     *sqldb.DB
	Clock  dbtest.Clock
	Ledger *ledger.Ledger
	// Joined is told of each new user. Optional.
	Joined func(tx sqldb.Command, p user.Person) error
}

// New is a world on a database.
func New(t testing.TB, db *sqldb.DB, c dbtest.Clock) *World {
	return &World{T: t, DB: db, Clock: c, Ledger: ledger.New(entropy.System())}
}

// Must ends the test on an error.
func (w *World) Must(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatal(err)
	}
}

// Update runs a body of free statements.
func (w *World) Update(body func(tx *sqldb.Tx) error) {
	w.T.Helper()
	w.Must(w.DB.Update(context.Background(), body))
}

// View reads.
func (w *World) View(body func(tx *sqldb.Tx) error) {
	w.T.Helper()
	w.Must(w.DB.View(context.Background(), body))
}

// Try runs a body as a call does.
func (w *World) Try(body func(tx sqldb.Command) error, hints ...sqldb.Hint) error {
	return w.DB.Command(context.Background(), body, hints...)
}

// Command is Try of what must succeed.
func (w *World) Command(body func(tx sqldb.Command) error, hints ...sqldb.Hint) {
	w.T.Helper()
	w.Must(w.Try(body, hints...))
}

// Post posts transfers as one entry.
func (w *World) Post(transfers ...ledger.Transfer) {
	w.T.Helper()
	w.PostEntry(ledger.Entry{RefType: ledger.RefTransfer, Transfers: transfers})
}

// PostEntry posts an entry.
func (w *World) PostEntry(e ledger.Entry) {
	w.T.Helper()
	w.Command(func(tx sqldb.Command) error {
		_, err := w.Ledger.Post(tx, e)
		return err
	})
}

// User makes a person and gives them money, such as "100 USDT". Worlds of one time
// make the same person of the same number.
func (w *World) User(n int, sums ...string) (id string) {
	w.T.Helper()
	return w.Invited("", n, sums...)
}

// Invited is a User whom another invited.
func (w *World) Invited(parentID string, n int, sums ...string) (id string) {
	w.T.Helper()
	return w.person(entropy.Seeded(uint64(1000+n)), user.New{Address: fmt.Sprintf("0x%040x", n+1), ParentID: parentID}, sums)
}

// Robot is a User whom the platform runs.
func (w *World) Robot(n int) (id string) {
	w.T.Helper()
	id = w.User(n)
	w.Update(func(tx *sqldb.Tx) error {
		_, err := user.SetRobot(tx, id, true)
		return err
	})
	return id
}

// Person makes somebody who is not like others: the owner of a wallet.
func (w *World) Person(n user.New, sums ...string) (id string) {
	w.T.Helper()
	return w.person(entropy.System(), n, sums)
}

func (w *World) person(chance entropy.Source, n user.New, sums []string) (id string) {
	w.T.Helper()
	if n.Proof == (user.Proof{}) {
		// Of a contract wallet's signature only its chain could tell.
		n.Proof = user.Proof{Kind: walletsig.KindContract, Message: "I sign up.", Signature: "0x01"}
	}
	w.Update(func(tx *sqldb.Tx) error {
		p, err := user.Create(tx, chance, n)
		id = p.ID
		if err == nil && w.Joined != nil {
			err = w.Joined(tx, p)
		}
		return err
	})
	w.Deposit(id, sums...)
	return id
}

// Deposit credits a user with what came on chain.
func (w *World) Deposit(userID string, sums ...string) {
	w.T.Helper()
	for _, text := range sums {
		sum, asset := w.sum(text)
		w.Post(Deposited(userID, asset, sum))
	}
}

// Deposited is the transfer by which a user is credited with what came on chain.
func Deposited(userID string, asset money.Asset, sum money.Amount) ledger.Transfer {
	return ledger.Transfer{Type: ledger.TopUp, SubType: ledger.Deposit, Debit: ledger.House(ledger.ChainBEP20, asset),
		Credit: ledger.AvailableOf(userID, asset), Amount: sum}
}

// Capital is what the operator brought on chain.
func (w *World) Capital(sums ...string) {
	w.T.Helper()
	for _, text := range sums {
		sum, asset := w.sum(text)
		w.Post(capitalIn(asset, sum))
	}
}

// Fund brings capital and puts it into a pool, or into the inventory.
func (w *World) Fund(pool ledger.Class, sums ...string) {
	w.T.Helper()
	for _, text := range sums {
		sum, asset := w.sum(text)
		w.Post(Funded(pool, asset, sum)...)
	}
}

// Funded are the transfers by which the operator brings capital and puts it into a
// pool, or into the inventory.
func Funded(pool ledger.Class, asset money.Asset, sum money.Amount) []ledger.Transfer {
	sub := ledger.PoolFunding
	if pool == ledger.Inventory {
		sub = ledger.InventoryFunding
	}
	return []ledger.Transfer{capitalIn(asset, sum),
		{Type: ledger.InternalTransfer, SubType: sub, Debit: ledger.House(ledger.Capital, asset), Credit: ledger.House(pool, asset), Amount: sum}}
}

func capitalIn(asset money.Asset, sum money.Amount) ledger.Transfer {
	return ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: ledger.House(ledger.ChainBEP20, asset),
		Credit: ledger.House(ledger.Capital, asset), Amount: sum}
}

// sum reads a sum of money such as "100 USDT".
func (w *World) sum(text string) (money.Amount, money.Asset) {
	w.T.Helper()
	figure, asset, _ := strings.Cut(text, " ")
	amount, err := money.Parse(figure)
	if err != nil || asset == "" {
		w.T.Fatalf("%q is no sum of money such as \"100 USDT\": %v", text, err)
	}
	return amount, money.Asset(asset)
}

// Balance is what an account holds.
func (w *World) Balance(a ledger.Account) (sum money.Amount) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		sum, err = w.Ledger.Balance(tx, a)
		return err
	})
	return sum
}

// Expect holds what an account must hold.
func (w *World) Expect(what string, a ledger.Account, want string) {
	w.T.Helper()
	if got := w.Balance(a); got != money.MustParse(want) {
		w.T.Errorf("%s: %s holds %s, want %s", what, a.ID(), got, want)
	}
}

// Check looks for broken invariants.
type Check func(tx *sqldb.Tx) ([]ledger.Violation, error)

// Alone is the check of a part of the product where nobody else has a claim: the
// accounts must hold exactly what that part claims of them.
func Alone(check func(*sqldb.Tx, ledger.Claims) ([]ledger.Violation, error)) Check {
	return func(tx *sqldb.Tx) ([]ledger.Violation, error) {
		claims := make(ledger.Claims)
		found, err := check(tx, claims)
		if err != nil {
			return nil, err
		}
		unmet, err := claims.Compare(tx, ledger.New(entropy.System()))
		return append(found, unmet...), err
	}
}

// Violations are those of the books and of other checks.
func (w *World) Violations(checks ...Check) (found []ledger.Violation) {
	w.T.Helper()
	w.Must(w.DB.Inspect(context.Background(), func(tx *sqldb.Tx) error {
		found = nil
		for _, check := range append([]Check{ledger.Check}, checks...) {
			more, err := check(tx)
			if err != nil {
				return err
			}
			found = append(found, more...)
		}
		return nil
	}))
	return found
}

// Check fails the test on a broken invariant of the books or of other checks.
func (w *World) Check(checks ...Check) {
	w.T.Helper()
	for _, v := range w.Violations(checks...) {
		w.T.Error(v)
	}
}

// Drain lets jobs do all that is due.
func (w *World) Drain(list []jobs.Job) {
	w.T.Helper()
	w.Must(jobs.NewRunner(slog.New(slog.DiscardHandler), nil, list...).Drain(context.Background()))
}
