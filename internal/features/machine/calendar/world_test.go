package calendar

import (
	"log/slog"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/payment"
	"etld/internal/core/picture"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const day = 24 * time.Hour

// silent stands for everything the machines talk to and these tests do not look at.
type silent struct{}

func (silent) Send(sqldb.Command, string, string, map[string]string, string) error { return nil }
func (silent) Open(sqldb.Command, payment.IntentRequest) (payment.Intent, error) {
	return payment.Intent{}, payment.ErrNotOpen
}
func (silent) Cancel(sqldb.Command, string) error { return payment.ErrNotOpen }
func (silent) Hints(string) []sqldb.Hint          { return nil }
func (silent) Referral(sqldb.Command, life.Share) (life.Referral, error) {
	return life.Referral{}, nil
}
func (silent) Handle(payment.Purpose, payment.Handler) {}
func (silent) OpenHints(string) []sqldb.Hint           { return nil }
func (silent) ETLDPrice() money.Amount                 { return 0 }
func (silent) ShownHints([]string) []sqldb.Hint        { return nil }

func (silent) Shown(sqldb.Command, []string, httpapi.Language) ([]picture.Picture, error) {
	return nil, nil
}

// world has machines and their calendar. Owners have nodes, resting users a break.
type world struct {
	*worldtest.World
	machines *machine.Service
	calendar *Service
	client   *apitest.Client
	owners   map[string]bool
	breaks   map[string]time.Time
	// told are the calendar's notices.
	told []string
}

// Send keeps a notice of the calendar.
func (w *world) Send(_ sqldb.Command, userID, kind string, _ map[string]string, link string) error {
	w.told = append(w.told, userID+" "+kind+" "+link)
	return nil
}

func (w *world) HasActive(_ *sqldb.Tx, userID string) (bool, error) { return w.owners[userID], nil }

// NextPayment is noon of the next first of a month.
func (w *world) NextPayment(now time.Time) time.Time {
	at := clock.MonthOf(now).Start().Add(12 * time.Hour)
	if !at.After(now) {
		at = (clock.MonthOf(now) + 1).Start().Add(12 * time.Hour)
	}
	return at
}

func (w *world) BreakUntil(_ sqldb.Command, userID string) (time.Time, error) {
	return w.breaks[userID], nil
}

// newWorld sells a small machine of four days and a medium one of forty.
func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), owners: map[string]bool{}, breaks: map[string]time.Time{}}
	w.machines = machine.New(machine.Config{DB: db, Ledger: w.Ledger, Chance: entropy.Seeded(7), Notices: silent{}, Payments: silent{},
		Prices: silent{}, Pictures: silent{}, Rewards: silent{}})
	offers := offer.Catalogue()
	offers[0].Product.TermDays, offers[1].Product.TermDays = 4, 40
	w.Update(func(tx *sqldb.Tx) error { return w.machines.SeedWith(tx, offers) })
	w.Fund(ledger.InterestFree, "100000 USDT")
	w.Fund(ledger.Emission, "1000000 ETLD")
	var err error
	w.calendar, err = New(Config{DB: db, Ledger: w.Ledger, Chance: entropy.Seeded(8), Log: slog.New(slog.DiscardHandler), Machines: w.machines.Views, Nodes: w, Breaks: w,
		Notices: w, Origin: "https://etld.example/"})
	w.Must(err)
	w.client = apitest.New(t, db)
	w.calendar.Register(w.client.API)
	return w
}

// running buys a machine that starts at once.
func (w *world) running(userID, product string) (machineID string) {
	w.T.Helper()
	order := checkout.Order{UserID: userID, ProductID: product, Quantity: 1, PayType: checkout.PayBalance, StartNow: true}
	w.View(func(tx *sqldb.Tx) error {
		terms, err := w.machines.CurrentTerms(tx, product)
		order.TermsVersion = terms.Version()
		return err
	})
	w.Command(func(tx sqldb.Command) error {
		b, err := w.machines.Purchase(tx, order)
		if err == nil {
			machineID = b.Machines[0].ID
		}
		return err
	}, w.machines.PurchaseHints(order)...)
	return machineID
}

// pass moves the clock in steps, with the jobs running at each.
func (w *world) pass(total, step time.Duration) {
	w.T.Helper()
	for end := w.Clock.Now().Add(total); w.Clock.Now().Before(end); {
		w.Clock.Advance(min(step, end.Sub(w.Clock.Now())))
		w.Drain(w.machines.Jobs())
	}
}

func (w *world) month(userID string, params ...string) Month {
	w.T.Helper()
	return apitest.Data[Month](w.T, w.client.Call("/api/miner/calendar", userID, params...))
}
