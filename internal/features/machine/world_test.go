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
	"etld/internal/core/life"
	"etld/internal/core/payment"
	"etld/internal/core/payment/paymenttest"
	"etld/internal/core/picture"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/rules"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const day = 24 * time.Hour

func amount(text string) money.Amount { return money.MustParse(text) }

// sent is a notice as the fake inbox keeps it: in the database, so that an
// undone transaction leaves none.
type inbox struct{}

type sent struct{ name, notice string }

var insertSent = sqldb.NewTable[sent]("sqldb_meta", "name, value = notice").Insert()

func (inbox) Send(tx sqldb.Command, userID, kind string, params map[string]string, _ string) error {
	insertSent.Add(tx, sent{"notice " + entropy.ID(entropy.System(), tx.Now()), fmt.Sprint(userID, " ", kind, " ", params["minerNo"], " ", params["coolingEndAt"])})
	return nil
}

type fixedPrice money.Amount

func (f fixedPrice) ETLDPrice() money.Amount { return money.Amount(f) }

// noPictures knows none.
type noPictures struct{}

func (noPictures) ShownHints([]string) []sqldb.Hint { return nil }

func (noPictures) Shown(sqldb.Command, []string, httpapi.Language) ([]picture.Picture, error) {
	return []picture.Picture{}, nil
}

// What stands behind the interface in the program.
var _ checkout.Payments = payment.Service{}.Intents

// world is a platform with machines and nothing else.
type world struct {
	*worldtest.World
	machines *Service
	payments *paymenttest.Fake
	heard    *hearing
	rewards  capped
	// following holds up the closing of days after this one, where it is set.
	following *clock.Day
	// owed is what follows earlier days and is not paid.
	owed money.Amount
}

// IsAccelerated says that what follows a day's output is paid.
func (w *world) IsAccelerated(_ sqldb.Command, d clock.Day) (bool, error) {
	return w.following == nil || d <= *w.following, nil
}

// AccelerationOwed is what is still owed of it.
func (w *world) AccelerationOwed(*sqldb.Tx, clock.Day) (money.Amount, error) { return w.owed, nil }

// hearing remembers what a listener was told.
type hearing struct {
	started []life.Machine
	ended   []life.Machine
}

func (h *hearing) Hints(string) []sqldb.Hint { return nil }

func (h *hearing) MachineStarted(_ sqldb.Command, e life.Machine) error {
	h.started = append(h.started, e)
	return nil
}

func (h *hearing) MachineEnded(_ sqldb.Command, e life.Machine) error {
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

func (c *capped) Referral(tx sqldb.Command, s life.Share) (life.Referral, error) {
	buyer, err := user.Find(tx, s.BuyerID)
	reward := min(s.Amount, c.most-c.given)
	if err != nil || buyer.ParentID == "" || reward == 0 {
		return life.Referral{}, err
	}
	c.given += reward
	return life.Referral{ReferrerID: buyer.ParentID, Amount: reward, IsDelayed: c.delays}, nil
}

// newWorld seeds the catalogue and funds the pools.
func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock, offers ...offer.Listing) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), heard: &hearing{}, rewards: capped{most: money.Units(1_000_000)}, payments: paymenttest.New()}
	w.machines = w.newService(entropy.Seeded(7))
	if len(offers) == 0 {
		offers = offer.Catalogue()
	}
	w.Update(func(tx *sqldb.Tx) error { return w.machines.SeedWith(tx, offers) })
	w.Fund(ledger.InterestFree, "100000 USDT")
	w.Fund(ledger.Emission, "1000000 ETLD")
	return w
}

func (w *world) newService(chance entropy.Source) *Service {
	w.T.Helper()
	return New(Config{DB: w.DB, Ledger: w.Ledger, Chance: chance, Notices: inbox{}, Payments: w.payments,
		Prices: fixedPrice(0), Pictures: noPictures{}, Rewards: &w.rewards, Listeners: []life.Listener{w.heard}, Following: w})
}

// emissionPool is what output is paid from.
var emissionPool = ledger.House(ledger.Emission, money.ETLD)

func (w *world) version(size string) (v string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		p, _, err := w.machines.catalogue.Find(tx, productID(size))
		if err != nil {
			return err
		}
		terms, err := rules.TermsOf(tx, p)
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
	err = w.Try(func(tx sqldb.Command) error {
		b, err = w.machines.Purchase(tx, order)
		return err
	}, w.machines.PurchaseHints(order)...)
	return b, err
}

func (w *world) buy(order checkout.Order) Bought {
	w.T.Helper()
	b, err := w.try(order)
	w.Must(err)
	return b
}

func (w *world) startNow(userID, machineID string) {
	w.T.Helper()
	w.Command(func(tx sqldb.Command) error {
		_, err := w.machines.StartNow(tx, userID, machineID)
		return err
	})
}

// running buys one machine and starts it at once.
func (w *world) running(userID, size string) Machine {
	w.T.Helper()
	order := w.orderOf(userID, size, 1)
	order.StartNow = true
	return w.buy(order).Machines[0]
}

// drain lets the jobs do all that is due.
func (w *world) drain() {
	w.T.Helper()
	w.Must(w.tryDrain(w.machines))
}

func (w *world) tryDrain(s *Service) error {
	return jobs.NewRunner(slog.New(slog.DiscardHandler), nil, s.Jobs()...).Drain(context.Background())
}

// step does one chunk of a job.
func (w *world) step(name string) (more bool) {
	w.T.Helper()
	for _, job := range w.machines.Jobs() {
		if job.Name == name {
			more, err := job.Work(context.Background())
			w.Must(err)
			return more
		}
	}
	w.T.Fatalf("there is no job %s", name)
	return false
}

// pass moves the clock in steps, with the jobs running at each.
func (w *world) pass(total, step time.Duration) {
	w.T.Helper()
	for end := w.Clock.Now().Add(total); w.Clock.Now().Before(end); {
		w.Clock.Advance(min(step, end.Sub(w.Clock.Now())))
		w.drain()
	}
}

// check fails on a broken invariant.
func (w *world) check() {
	w.T.Helper()
	w.Check(worldtest.Alone(w.machines.Check))
}

// machine reads a machine whatever its state.
func (w *world) machine(id string) (m Machine) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		list, err := sqldb.Collect(tx, scanMachine, MachineTable.Select("WHERE id = $1"), id)
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
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
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
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
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

// told lists until when the owner of a machine was told that it can be taken back, by the
// notices of a kind.
func (w *world) told(kind, machineID string) (ends []string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		return tx.Query(func(row *sqldb.Row) error {
			var text string
			err := row.Scan(&text)
			if _, end, isTold := strings.Cut(text, " "+kind+" "+machineID+" "); isTold {
				ends = append(ends, end)
			}
			return err
		}, `SELECT value FROM sqldb_meta WHERE name LIKE 'notice %' ORDER BY value`)
	})
	return ends
}

func (w *world) expect(what string, got, want money.Amount) {
	w.T.Helper()
	if got != want {
		w.T.Errorf("%s: %s, want %s", what, got, want)
	}
}
