package node

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/payment"
	"etld/internal/core/payment/paymenttest"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// world is a platform with nodes, and machines that start when a test says so.
type world struct {
	*worldtest.World
	payments *paymenttest.Fake
	node     *Service
	machines *machines
	inbox    *inbox
	client   *apitest.Client
}

// machines share 2 % of their price, and have all started by until.
type machines struct{ until time.Time }

func (m *machines) StartedUntil(sqldb.Command) (time.Time, error) { return m.until, nil }

func (m *machines) DividendShares(sqldb.Command) (diamond, star, king money.Ratio, err error) {
	return money.Percent(40), money.Percent(60), money.Percent(100), nil
}

// inbox takes every notice but those of one user, and keeps the ends of cooling-offs that
// were told.
type inbox struct {
	fullFor string
	ends    []string
}

var errFull = errors.New("the inbox is full")

func (b *inbox) Send(_ sqldb.Command, userID, _ string, params map[string]string, _ string) error {
	if userID == b.fullFor {
		return errFull
	}
	if end := params["coolingEndAt"]; end != "" {
		b.ends = append(b.ends, end)
	}
	return nil
}

func amount(text string) money.Amount { return money.MustParse(text) }

func newWorld(t *testing.T, db *sqldb.DB, c dbtest.Clock, start string) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), payments: paymenttest.New(), machines: &machines{}, inbox: &inbox{}}
	w.moveTo(start)
	w.client = apitest.New(t, db)
	w.restart()
	w.node.Register(w.client.API)
	w.Update(w.node.Seed)
	return w
}

// restart builds the service anew, as a new process does.
func (w *world) restart() {
	w.T.Helper()
	w.node = New(Config{DB: w.DB, Ledger: w.Ledger, Chance: entropy.System(), Notices: w.inbox, Payments: w.payments, Machines: func() Machines { return w.machines },
		Log: slog.New(slog.DiscardHandler)})
}

func (w *world) moveTo(text string) {
	w.T.Helper()
	w.Clock.Advance(at(w.T, text).Sub(w.Clock.Now()))
	w.machines.until = w.Clock.Now()
}

// start lets a machine start whose price is of a new and a repurchase part.
func (w *world) start(newPart, repurchasePart string, at time.Time) {
	w.T.Helper()
	part := func(percent int64) money.Amount { return money.Percent(percent).Floor(amount(newPart)) }
	sale := life.Machine{Price: amount(newPart) + amount(repurchasePart), NewPart: amount(newPart), Diamond: part(40), Star: part(60), King: part(100), At: at}
	w.Update(func(tx *sqldb.Tx) error {
		const buyer = "SOMEBUYER"
		e := ledger.Entry{RefType: ledger.RefTransfer, At: at, Transfers: []ledger.Transfer{
			worldtest.Deposited(buyer, money.USDT, sale.Diamond+sale.Star+sale.King),
			{Type: ledger.PurchaseProduct, Debit: ledger.AvailableOf(buyer, money.USDT), Credit: cooling(buyer), Amount: sale.Diamond + sale.Star + sale.King}}}
		for _, l := range Levels() {
			brought := perLevel{sale.Diamond, sale.Star, sale.King}
			e.Transfers = append(e.Transfers, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.DividendShare, Debit: cooling(buyer), Credit: l.pool(), Amount: *brought.of(l)})
		}
		if _, err := w.Ledger.Post(tx, e); err != nil {
			return err
		}
		return w.node.Dividends.MachineStarted(tx, sale)
	})
}

func (w *world) order(userID string, l Level, quantity int64) checkout.Order {
	w.T.Helper()
	o := checkout.Order{UserID: userID, ProductID: "node" + map[Level]string{Diamond: "Diamond", Star: "Star", King: "King"}[l], Quantity: quantity, PayType: checkout.PayBalance}
	w.View(func(tx *sqldb.Tx) error {
		p, _, err := w.node.store.products.Get(tx, o.ProductID)
		if err != nil {
			return err
		}
		terms, err := w.node.termsOf(tx, p)
		o.TermsVersion = terms.Version()
		return err
	})
	return o
}

func (w *world) try(o checkout.Order) (b Bought, err error) {
	err = w.Try(func(tx sqldb.Command) error {
		b, err = w.node.Sale.Purchase(tx, o)
		return err
	}, w.node.Sale.PurchaseHints(o)...)
	return b, err
}

func (w *world) buy(o checkout.Order) Bought {
	w.T.Helper()
	b, err := w.try(o)
	if err != nil {
		w.T.Fatal(err)
	}
	return b
}

// active buys nodes that are active at once.
func (w *world) active(userID string, l Level, quantity int64) []Node {
	w.T.Helper()
	o := w.order(userID, l, quantity)
	o.StartNow = true
	return w.buy(o).Nodes
}

// work does what is due.
func (w *world) work() {
	w.T.Helper()
	w.Drain(w.node.Jobs())
}

func (w *world) has(userID, want string) {
	w.T.Helper()
	w.Expect("a user", ledger.AvailableOf(userID, money.USDT), want)
}

// check holds the invariants.
func (w *world) check() {
	w.T.Helper()
	w.Check(worldtest.Alone(w.node.Check))
}

var _ checkout.Payments = payment.Service{}.Intents
