package machine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/payment/paymenttest"
	"etld/internal/core/user"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const day = 24 * time.Hour

func amount(text string) money.Amount { return money.MustParse(text) }

// sent is a notice as the fake inbox keeps it: in the database, so that an
// undone transaction leaves none.
type inbox struct{}

var insertSent = sqldb.NewInsert("sqldb_meta", sqldb.Text("name"), sqldb.Text("value"))

func (inbox) Send(tx *sqldb.Tx, userID, kind string, params map[string]string, _ string) error {
	insertSent.Add(tx, "notice "+entropy.ID(entropy.System(), tx.Now()), fmt.Sprint(userID, " ", kind, " ", params["minerNo"]))
	return nil
}

type fixedPrice money.Amount

func (f fixedPrice) ETLDPrice() money.Amount { return money.Amount(f) }

// What stands behind the interfaces in the program.
var (
	_ checkout.Payments = (*payment.Service)(nil)
	_ Books             = (*ledger.Ledger)(nil)
)

// world is a platform with machines and nothing else.
type world struct {
	t        testing.TB
	db       *sqldb.DB
	clock    dbtest.Clock
	ledger   *ledger.Ledger
	machines *Service
	payments *paymenttest.Fake
	heard    *hearing
	rewards  capped
	// following holds up the closing of days after this one, where it is set.
	following *clock.Day
}

// IsAccelerated says that what follows a day's output is paid.
func (w *world) IsAccelerated(_ *sqldb.Tx, d clock.Day) (bool, error) {
	return w.following == nil || d <= *w.following, nil
}

// hearing remembers what a listener was told.
type hearing struct {
	started []Started
	ended   []Ended
}

func (h *hearing) Hints(string) []sqldb.Hint { return nil }

func (h *hearing) MachineStarted(_ *sqldb.Tx, e Started) error {
	h.started = append(h.started, e)
	return nil
}

func (h *hearing) MachineEnded(_ *sqldb.Tx, e Ended) error {
	h.ended = append(h.ended, e)
	return nil
}

// capped gives the whole share to the buyer's referrer, while rewards together
// stay below most.
type capped struct {
	most, given money.Amount
	// delays says that rewards are set aside.
	delays bool
}

func (c *capped) Hints(string) []sqldb.Hint { return nil }

func (c *capped) Referral(tx *sqldb.Tx, s ReferralShare) (Referral, error) {
	buyer, err := user.Find(tx, s.BuyerID)
	reward := min(s.Amount, c.most-c.given)
	if err != nil || buyer.ParentID == "" || reward == 0 {
		return Referral{}, err
	}
	c.given += reward
	return Referral{ReferrerID: buyer.ParentID, Amount: reward, IsDelayed: c.delays}, nil
}

// newWorld seeds the catalogue and funds the pools.
func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock, offers ...offer.Listing) *world {
	t.Helper()
	w := &world{t: t, db: db, clock: c, ledger: ledger.New(entropy.System()), heard: &hearing{}, rewards: capped{most: money.Units(1_000_000)}, payments: paymenttest.New()}
	w.machines = w.newService(entropy.Seeded(7))
	if len(offers) == 0 {
		offers = offer.Catalogue()
	}
	w.update(func(tx *sqldb.Tx) error { return w.machines.SeedWith(tx, offers) })
	w.fund(ledger.InterestFree, money.USDT, "100000")
	w.fund(ledger.Emission, money.ETLD, "1000000")
	return w
}

func (w *world) newService(chance entropy.Source) *Service {
	w.t.Helper()
	s, err := New(Config{DB: w.db, Ledger: w.ledger, Chance: chance, Notices: inbox{}, Payments: w.payments, Books: w.ledger,
		Prices: fixedPrice(0), Rewards: &w.rewards, Listeners: []Listener{w.heard}, Following: w})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (w *world) update(body func(tx *sqldb.Tx) error) {
	w.t.Helper()
	if err := w.db.Update(context.Background(), body); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) view(body func(tx *sqldb.Tx) error) {
	w.t.Helper()
	if err := w.db.View(context.Background(), body); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) post(e ledger.Entry) {
	w.t.Helper()
	w.update(func(tx *sqldb.Tx) error {
		_, err := w.ledger.Post(tx, e)
		return err
	})
}

func (w *world) fund(pool ledger.Class, asset money.Asset, text string) {
	w.t.Helper()
	w.post(ledger.Entry{Transfers: []ledger.Transfer{
		{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: ledger.House(ledger.ChainBEP20, asset), Credit: ledger.House(ledger.Capital, asset), Amount: amount(text)},
		{Type: ledger.InternalTransfer, SubType: ledger.PoolFunding, Debit: ledger.House(ledger.Capital, asset), Credit: ledger.House(pool, asset), Amount: amount(text)},
	}})
}

func (w *world) deposit(userID, text string) {
	w.t.Helper()
	w.post(ledger.Entry{Transfers: []ledger.Transfer{deposit(userID, amount(text))}})
}

func deposit(userID string, sum money.Amount) ledger.Transfer {
	return ledger.Transfer{Type: ledger.TopUp, SubType: ledger.Deposit, Debit: ledger.House(ledger.ChainBEP20, money.USDT), Credit: available(userID), Amount: sum}
}

// emissionPool is what output is paid from.
var emissionPool = ledger.House(ledger.Emission, money.ETLD)

// user makes a person with a balance.
func (w *world) user(n int, parent, balance string) string {
	w.t.Helper()
	var p user.Person
	w.update(func(tx *sqldb.Tx) (err error) {
		p, err = user.Create(tx, entropy.Seeded(uint64(1000+n)), user.New{Address: fmt.Sprintf("0x%040x", n+1), ParentID: parent})
		return err
	})
	if balance != "0" {
		w.deposit(p.ID, balance)
	}
	return p.ID
}

func (w *world) version(size string) (v string) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) error {
		p, _, err := w.machines.store.products.Get(tx, productID(size))
		if err != nil {
			return err
		}
		terms, err := termsOf(tx, p)
		v = terms.Version()
		return err
	})
	return v
}

func productID(size string) string { return "machine" + strings.ToUpper(size[:1]) + size[1:] }

func (w *world) orderOf(userID, size string, quantity int64) checkout.Order {
	return checkout.Order{UserID: userID, ProductID: productID(size), Quantity: quantity, PayType: checkout.PayBalance, TermsVersion: w.version(size)}
}

func (w *world) try(order checkout.Order) (b Bought, err error) {
	err = w.db.Command(context.Background(), func(tx *sqldb.Tx) error {
		b, err = w.machines.Purchase(tx, order)
		return err
	}, w.machines.PurchaseHints(order)...)
	return b, err
}

func (w *world) buy(order checkout.Order) Bought {
	w.t.Helper()
	b, err := w.try(order)
	if err != nil {
		w.t.Fatal(err)
	}
	return b
}

// command runs an action as the call would.
func (w *world) command(act func(tx *sqldb.Tx) error) error {
	return w.db.Command(context.Background(), act)
}

func (w *world) startNow(userID, machineID string) {
	w.t.Helper()
	if err := w.command(func(tx *sqldb.Tx) error {
		_, err := w.machines.StartNow(tx, userID, machineID)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

// running buys one machine and starts it at once.
func (w *world) running(userID, size string) Machine {
	w.t.Helper()
	order := w.orderOf(userID, size, 1)
	order.StartNow = true
	return w.buy(order).Machines[0]
}

// drain lets the jobs do all that is due.
func (w *world) drain() {
	w.t.Helper()
	if err := w.tryDrain(w.machines); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) tryDrain(s *Service) error {
	return jobs.NewRunner(slog.New(slog.DiscardHandler), nil, s.Jobs()...).Drain(context.Background())
}

// step does one chunk of a job.
func (w *world) step(name string) (more bool) {
	w.t.Helper()
	for _, job := range w.machines.Jobs() {
		if job.Name == name {
			more, err := job.Work(context.Background())
			w.must(err)
			return more
		}
	}
	w.t.Fatalf("there is no job %s", name)
	return false
}

// pass moves the clock in steps, with the jobs running at each.
func (w *world) pass(total, step time.Duration) {
	w.t.Helper()
	for end := w.clock.Now().Add(total); w.clock.Now().Before(end); {
		w.clock.Advance(min(step, end.Sub(w.clock.Now())))
		w.drain()
	}
}

// check fails on a broken invariant.
func (w *world) check() {
	w.t.Helper()
	for _, v := range w.violations() {
		w.t.Error(v)
	}
}

func (w *world) violations() (found []ledger.Violation) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) error {
		books, err := ledger.Check(tx)
		if err != nil {
			return err
		}
		own, err := w.machines.Check(tx)
		found = append(books, own...)
		return err
	})
	return found
}

func (w *world) balance(a ledger.Account) (sum money.Amount) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) (err error) {
		sum, err = w.ledger.Balance(tx, a)
		return err
	})
	return sum
}

// machine reads a machine whatever its state.
func (w *world) machine(id string) (m Machine) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) error {
		list, err := sqldb.Collect(tx, scanMachine, machineTable.Select("WHERE id = $1"), id)
		if err == nil && len(list) == 0 {
			err = errors.New("no machine " + id)
		}
		if err == nil {
			m = list[0]
		}
		return err
	})
	return m
}

// journal is every posting in the form in which two worlds are compared.
func (w *world) journal() (lines []string) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) error {
		return tx.Query(func(row *sqldb.Row) error {
			var at, sum int64
			var kind, sub, debit, credit, refType, refID string
			if err := row.Scan(&at, &kind, &sub, &debit, &credit, &sum, &refType, &refID); err != nil {
				return err
			}
			lines = append(lines, fmt.Sprintf("%s %s/%s %s → %s %s for %s %s", time.UnixMicro(at).UTC().Format(time.RFC3339Nano), kind, sub, debit, credit, money.Amount(sum), refType, refID))
			return nil
		}, `SELECT at, type, sub_type, debit, credit, amount, ref_type, ref_id FROM ledger_transfer ORDER BY at, type, sub_type, debit, credit, amount, ref_id`)
	})
	return lines
}

// notices lists what users were told, as "user kind machine".
func (w *world) notices(kind string) (n int) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) error {
		return tx.Query(func(row *sqldb.Row) error {
			var text string
			err := row.Scan(&text)
			if strings.Contains(text, " "+kind+" ") {
				n++
			}
			return err
		}, `SELECT value FROM sqldb_meta WHERE name LIKE 'notice %'`)
	})
	return n
}

func (w *world) expect(what string, got, want money.Amount) {
	w.t.Helper()
	if got != want {
		w.t.Errorf("%s: %s, want %s", what, got, want)
	}
}
