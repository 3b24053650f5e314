package machine

import (
	"context"
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// memoryRoom is how much more the check of ten times the users may hold. A map
// with an entry a user and a machine takes several times that.
const memoryRoom = 5 << 19

// Ten times the users, their machines and what they were paid: the check holds no
// more in memory, and still names each of those who were tampered with. It runs
// beside no other test, which would be measured with it; PostgreSQL has its turn
// in long runs.
func TestTheCheckHoldsNoMoreForMoreUsers(t *testing.T) {
	for _, engine := range long.Or([]sqldb.Engine{sqldb.SQLite}, []sqldb.Engine{sqldb.SQLite, sqldb.Postgres}) {
		t.Run(string(engine), func(t *testing.T) {
			c := dbtest.NewClock()
			offers := offer.Catalogue()
			offers[0].Stock = 1 << 20
			w := newWorld(t, dbtest.Open(t, dbtest.Address(t, engine), c), c, offers...)
			w.Fund(ledger.InterestFree, "1000000 USDT")
			const few, many = 1000, 10_000
			w.crowd(0, few)
			w.Clock.Advance(day)
			w.drain()
			before := w.heldByCheck()
			w.crowd(few, many)
			w.Clock.Advance(day + time.Hour)
			w.drain()
			if after := w.heldByCheck(); after > before+memoryRoom {
				t.Errorf("%d users: the check holds %d bytes, with %d users it holds %d", few, before, many, after)
			} else {
				t.Logf("%d users: %d bytes, %d users: %d", few, before, many, after)
			}
			w.namesEach(many)
		})
	}
}

// crowd lets users sign up, buy a machine each and start it.
func (w *world) crowd(from, to int) {
	w.T.Helper()
	version := w.version("small")
	var wg sync.WaitGroup
	for clerk := range 64 {
		wg.Go(func() {
			for n := from + clerk; n < to; n += 64 {
				if err := w.DB.Command(context.Background(), func(tx sqldb.Command) error {
					p, err := user.Create(tx, entropy.Seeded(uint64(1000+n)), user.New{Address: fmt.Sprintf("0x%040x", n+1)})
					if err != nil {
						return err
					}
					if _, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{worldtest.Deposited(p.ID, money.USDT, money.Units(105))}}); err != nil {
						return err
					}
					_, err = w.machines.Purchase(tx, checkout.Order{UserID: p.ID, ProductID: productID("small"), Quantity: 1, PayType: checkout.PayBalance, TermsVersion: version, StartNow: true})
					return err
				}); err != nil {
					w.T.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// heldByCheck is the most that lives on the heap while the books are checked,
// beyond what lived there before. It fails on a finding.
func (w *world) heldByCheck() (most uint64) {
	w.T.Helper()
	living := func() uint64 {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		runtime.GC()
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	base := living()
	// What is made while a collection runs counts as living in it, but not for long:
	// what is held is the least that eight collections in a row found living.
	var last [8]uint64
	collections := 0
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				last[collections%len(last)] = living()
				collections++
				if kept := slices.Min(last[:]); kept > base {
					most = max(most, kept-base)
				}
			}
		}
	}()
	for _, v := range w.inspect() {
		w.T.Error(v)
	}
	close(stop)
	<-stopped
	w.T.Logf("%d collections", collections)
	return most
}

func (w *world) inspect() (found []ledger.Violation) {
	w.T.Helper()
	if err := w.DB.Inspect(context.Background(), func(tx *sqldb.Tx) error {
		books, err := ledger.Check(tx)
		if err != nil {
			return err
		}
		own, err := worldtest.Alone(w.machines.Check)(tx)
		found = append(books, own...)
		return err
	}); err != nil {
		w.T.Fatal(err)
	}
	return found
}

// namesEach tampers with users on both sides of where the check reads on, and with
// the first and the last.
func (w *world) namesEach(count int) {
	w.T.Helper()
	var ids []string
	for _, place := range []int{0, 499, 500, 501, count / 2, count - 1} {
		w.View(func(tx *sqldb.Tx) error {
			var id string
			_, err := tx.QueryOne(sqldb.Dest(&id), `SELECT user_id FROM machine_user ORDER BY user_id LIMIT 1 OFFSET $1`, place)
			ids = append(ids, id)
			return err
		})
	}
	change := func(by string) {
		for _, id := range ids {
			w.exec(fmt.Sprintf("UPDATE ledger_transfer SET amount = amount %s WHERE id = (SELECT MIN(id) FROM ledger_transfer WHERE credit = 'U.AVL/USDT/%s' AND type = 'mining_machine_income')", by, id))
			w.exec(fmt.Sprintf("UPDATE machine_user SET total_output = total_output %s WHERE user_id = '%s'", by, id))
			w.exec(fmt.Sprintf("UPDATE ledger_transfer SET line_after = line_after %s WHERE line_user = '%s' AND type = 'top_up'", by, id))
			w.exec(fmt.Sprintf("UPDATE ledger_transfer SET amount = amount %s WHERE debit = 'U.COO/USDT/%s' AND credit = 'P.DIV.star/USDT'", by, id))
		}
	}
	change("+ 1")
	found := map[string]int{}
	for _, v := range w.inspect() {
		found[v.Invariant]++
		if v.Invariant == "I6" || v.Invariant == "I12" {
			if !slices.ContainsFunc(ids, func(id string) bool { return strings.HasPrefix(v.Detail, "user "+id+":") }) {
				w.T.Errorf("nobody touched what it names: %s", v)
			}
		}
	}
	// An altered amount breaks the line it stands in as well.
	want := map[string]int{"I6": len(ids), "I12": len(ids), "I11": len(ids), "I10": 2 * len(ids)}
	for invariant, n := range want {
		if found[invariant] != n {
			w.T.Errorf("%s was found %d times, want %d; all: %v", invariant, found[invariant], n, found)
		}
	}
	change("- 1")
	// Of books that are spoilt throughout, so many findings are listed and no more.
	w.spoilAll("+ 1")
	ofUsers := 0
	for _, v := range w.inspect() {
		if v.Invariant == "I12" {
			ofUsers++
		}
	}
	if ofUsers != ledger.FindingsMax {
		w.T.Errorf("%d of %d findings are listed", ofUsers, count)
	}
	w.spoilAll("- 1")
	if found := w.inspect(); len(found) > 0 {
		w.T.Errorf("mended: %v", found)
	}
}

func (w *world) spoilAll(by string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec("UPDATE machine_user SET total_output = total_output " + by)
		return err
	})
}
