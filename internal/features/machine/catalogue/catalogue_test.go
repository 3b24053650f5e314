package catalogue

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/payment"
	"etld/internal/core/payment/paymenttest"
	"etld/internal/core/picture"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// seller hears nothing: nobody buys here.
type seller struct{}

func (seller) EffectiveNow(tx sqldb.Command) (time.Time, error)              { return tx.Now(), nil }
func (seller) Paid(sqldb.Command, checkout.Order, time.Time) error           { return nil }
func (seller) Lapsed(sqldb.Command, checkout.Order, time.Time, string) error { return nil }
func (seller) Item(*sqldb.Tx, checkout.Order, httpapi.Language) (payment.Item, error) {
	return payment.Item{}, nil
}

func (album) ShownHints([]string) []sqldb.Hint { return nil }

func (album) Shown(_ sqldb.Command, ids []string, _ httpapi.Language) (list []picture.Picture, err error) {
	for _, id := range ids {
		if id == "cover123" {
			list = append(list, picture.Picture{ID: id})
		}
	}
	return list, nil
}

// album has one picture.
type album struct{}

// world is a catalogue with its stock.
type world struct {
	*worldtest.World
	catalogue *Service
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c)}
	stock := checkout.New(checkout.Config{Purpose: payment.ForMachine, RefType: ledger.RefMachineOrder, Seller: seller{}, Ledger: w.Ledger, Payments: paymenttest.New(),
		Escrow: ledger.Cooling, Refund: ledger.CoolingOffRefund})
	w.catalogue = New(stock, album{})
	w.Update(func(tx *sqldb.Tx) error {
		w.catalogue.Seed(tx, offer.Catalogue())
		return nil
	})
	return w
}

// approved changes a product as a proposal and its approval do.
func (w *world) approved(c change) error {
	return w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
		if err := c.Check(); err != nil {
			return err
		}
		if _, err := w.catalogue.describe(tx, c); err != nil {
			return err
		}
		return w.catalogue.execute(tx, c, operator.Decision{})
	})
}

func (w *world) row(id string) (found Row) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		list, err := w.catalogue.rows(tx, operator.Caller{})
		for _, row := range list {
			if row.ProductID == id {
				found = row
			}
		}
		return err
	})
	return found
}

// onSale lists what users find.
func (w *world) onSale() (ids []string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		list, err := w.catalogue.All(tx)
		for _, p := range list {
			ids = append(ids, p.ID)
		}
		return err
	})
	return ids
}

func of[T any](value T) *T { return &value }

func amount(text string) money.Amount { return money.MustParse(text) }

func worded(text string) *wording.Wording {
	return &wording.Wording{Chinese: text + "機", English: text, Russian: text + "я"}
}

// What a buyer may like less is announced for a day and counts then, all of it at
// once; what is better counts at once.
func TestWorseFiguresAreAnnounced(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Must(w.approved(change{ProductID: "machineSmall", Price: of(amount("120")), Power: of(int64(2))}))
		from := c.Now().Add(24 * time.Hour)
		row := w.row("machineSmall")
		if row.Price != amount("100") || row.Power != 1 || row.NextTerms == nil || row.NextTerms.Price != amount("120") || row.NextTerms.Power != 2 || !row.NextTerms.From.Equal(from) {
			t.Fatalf("announced: %+v, %+v", row.Shown, row.NextTerms)
		}
		if err := w.approved(change{ProductID: "machineSmall", Price: of(amount("120"))}); !errors.Is(err, operator.ErrNothing) {
			t.Errorf("announced twice: %v", err)
		}
		c.Advance(24*time.Hour - time.Second)
		if row := w.row("machineSmall"); row.Price != amount("100") {
			t.Errorf("a second before: %s", row.Price)
		}
		c.Advance(time.Second)
		if row := w.row("machineSmall"); row.Price != amount("120") || row.Power != 2 || row.NextTerms != nil {
			t.Errorf("a day later: %+v, %+v", row.Shown, row.NextTerms)
		}
		w.Must(w.approved(change{ProductID: "machineSmall", Price: of(amount("90")), DailyRate: of(amount("0.0003"))}))
		if row := w.row("machineSmall"); row.Price != amount("90") || row.DailyRate != "0.0003" || row.NextTerms != nil {
			t.Errorf("better at once: %+v, %+v", row.Shown, row.NextTerms)
		}
		for name, worse := range map[string]change{
			"less power": {Power: of(int64(1))}, "a longer term": {TermDays: of(int64(91))}, "a shorter term": {TermDays: of(int64(89))},
			"less interest": {DailyRate: of(amount("0.0002"))}, "a lower cap": {ETLDCap: of(amount("44"))}, "a lower limit": {UserLimit: of(int64(9))},
		} {
			before := w.row("machineSmall")
			worse.ProductID = "machineSmall"
			w.Must(w.approved(worse))
			if row := w.row("machineSmall"); row.Shown != before.Shown || row.NextTerms == nil {
				t.Errorf("%s counts at once: %+v", name, row.Shown)
			}
			// The figures of now, said again, take it back.
			w.Must(w.approved(change{ProductID: "machineSmall", Power: &before.Power, TermDays: &before.TermDays, DailyRate: of(amount(before.DailyRate)),
				ETLDCap: &before.ETLDCap, UserLimit: &before.PerUserLimit}))
			if row := w.row("machineSmall"); row.Shown != before.Shown || row.NextTerms != nil {
				t.Errorf("%s was not taken back: %+v", name, row.NextTerms)
			}
		}
	})
}

// A product leaves the sale after its notice, and at once where it is hidden.
func TestAProductLeavesTheSale(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Must(w.approved(change{ProductID: "machineSmall", OnSale: of(false)}))
		if row := w.row("machineSmall"); !row.OnSale || row.OffSaleAt == nil || !slices.Contains(w.onSale(), "machineSmall") {
			t.Errorf("announced: %+v", row.Announced)
		}
		c.Advance(24 * time.Hour)
		if row := w.row("machineSmall"); row.OnSale || row.OffSaleAt != nil || slices.Contains(w.onSale(), "machineSmall") {
			t.Errorf("a day later: %+v", row.Announced)
		}
		w.Must(w.approved(change{ProductID: "machineSmall", OnSale: of(true)}))
		hide := func(id string) error {
			return w.DB.Update(t.Context(), func(tx *sqldb.Tx) error {
				_, err := w.catalogue.hide(tx, &operator.Call{}, NameIn{ProductID: httpapi.ID(id)})
				return err
			})
		}
		w.Must(hide("machineLarge"))
		if got := w.onSale(); !slices.Equal(got, []string{"machineSmall", "machineMedium"}) {
			t.Errorf("on sale: %v", got)
		}
		if err := hide("nothing1"); !errors.Is(err, fault.NotFound) {
			t.Errorf("hid what is not there: %v", err)
		}
		w.View(func(tx *sqldb.Tx) error {
			if _, err := w.catalogue.OnSale(tx, "machineLarge"); !errors.Is(err, fault.NotFound) {
				t.Errorf("a hidden product: %v", err)
			}
			return nil
		})
	})
}

// Stock comes and goes; a new product is sold as it is said, and the catalogue has an
// end.
func TestStockAndNewProducts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Must(w.approved(change{ProductID: "machineLarge", AddStock: of(int64(25))}))
		if err := w.approved(change{ProductID: "machineLarge", AddStock: of(int64(-76))}); !errors.Is(err, checkout.ErrStockBelow) {
			t.Errorf("more than there are: %v", err)
		}
		w.Must(w.approved(change{ProductID: "machineLarge", AddStock: of(int64(-75))}))
		if row := w.row("machineLarge"); row.Stock != 0 {
			t.Errorf("%d left", row.Stock)
		}
		whole := change{ProductID: "machineTiny", Size: of("small"), Price: of(amount("10")), Power: of(int64(1)), TermDays: of(int64(30)), DailyRate: of(amount("0.0001")),
			ETLDCap: of(amount("4")), UserLimit: of(int64(5)), AddStock: of(int64(7)), Pictures: of([]string{"cover123"}), OnSale: of(true), Position: of(int64(0)),
			Words: wording.Words{Names: worded("Tiny"), Details: worded("A day at a time")}}
		half := whole
		half.Details = nil
		var refused fault.Fault
		if err := w.approved(half); !errors.As(err, &refused) || refused.Params["field"] != "details" {
			t.Errorf("half a product: %v", err)
		}
		w.Must(w.approved(whole))
		row := w.row("machineTiny")
		want := Shown{Price: amount("10"), Power: 1, TermDays: 30, DailyRate: "0.0001", ETLDCap: amount("4"), PerUserLimit: 5}
		if row.Shown != want || row.Stock != 7 || len(row.Images) != 1 || row.Names.Russian != "Tinyя" || row.NextTerms != nil || row.OffSaleAt != nil {
			t.Errorf("the new product: %+v", row)
		}
		if got := w.onSale(); got[0] != "machineTiny" {
			t.Errorf("in the order %v", got)
		}
		for i := len(w.onSale()); i < productsMax; i++ {
			one := whole
			one.ProductID = httpapi.ID(entropy.ID(entropy.System(), c.Now()))
			w.Must(w.approved(one))
		}
		whole.ProductID = "oneTooMany"
		if err := w.approved(whole); !errors.Is(err, ErrFull) {
			t.Errorf("one more: %v", err)
		}
	})
}

// A slip of a digit does not take the network's output: a figure moves to a tenth or to
// ten times of what it is at most, and back from what is announced.
func TestAFigureMovesTenfoldAtMost(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		// Medium: 1,000 USDT, 11 T, 180 days, 0.00025, 1,100 ETLD, 10 for each user.
		for field, far := range map[string][]change{
			"price":        {{Price: of(amount("10000.00000001"))}, {Price: of(amount("99.99999999"))}},
			"power":        {{Power: of(int64(111))}, {Power: of(int64(1))}},
			"termDays":     {{TermDays: of(int64(1_801))}, {TermDays: of(int64(17))}},
			"dailyRate":    {{DailyRate: of(amount("0.002501"))}, {DailyRate: of(amount("0.000024"))}, {DailyRate: of(amount("0"))}},
			"etldCap":      {{ETLDCap: of(amount("11000.00000001"))}, {ETLDCap: of(amount("0"))}},
			"perUserLimit": {{UserLimit: of(int64(101))}},
		} {
			for _, one := range far {
				one.ProductID = "machineMedium"
				var refused fault.Fault
				if err := w.approved(one); !errors.As(err, &refused) || refused.Params["field"] != field {
					t.Errorf("%s: %v", field, err)
				}
			}
		}
		w.Must(w.approved(change{ProductID: "machineMedium", Power: of(int64(110)), ETLDCap: of(amount("11000"))}))
		w.Must(w.approved(change{ProductID: "machineMedium", Power: of(int64(11))}))
		w.Must(w.approved(change{ProductID: "machineMedium", Power: of(int64(110))}))
		if row := w.row("machineMedium"); row.Power != 110 || row.ETLDCap != amount("11000") || row.NextTerms != nil {
			t.Errorf("%+v", row)
		}
	})
}

// A digit too many does not sell the others' output and the pool's interest: a new machine
// gives at most ten times what the best on sale does.
func TestANewMachineGivesTenTimesTheBestAtMost(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		// The best on sale are 0.012 T and 2.64 ETLD for each USDT, and 0.0003 a day.
		most := change{ProductID: "machineTiny", Size: of("small"), Price: of(amount("1000")), Power: of(int64(120)), TermDays: of(int64(30)), DailyRate: of(amount("0.003")),
			ETLDCap: of(amount("26400")), UserLimit: of(int64(5)), Words: wording.Words{Names: worded("Tiny"), Details: worded("A day at a time")}}
		for field, more := range map[string]func(c *change){
			"power": func(c *change) { c.Power = of(int64(121)) }, "etldCap": func(c *change) { c.ETLDCap = of(amount("26400.00000001")) },
			"dailyRate": func(c *change) { c.DailyRate = of(amount("0.003001")) },
		} {
			one := most
			more(&one)
			var refused fault.Fault
			if err := w.approved(one); !errors.As(err, &refused) || refused.Params["field"] != field {
				t.Errorf("%s: %v", field, err)
			}
		}
		w.Must(w.approved(most))
		// With nothing on sale there is nothing to compare with.
		for _, p := range offer.Catalogue() {
			w.Must(w.approved(change{ProductID: httpapi.ID(p.Product.ID), OnSale: of(false)}))
		}
		w.Clock.Advance(24 * time.Hour)
		most.ProductID, most.Power = "machineFirst", of(int64(1_000))
		w.Must(w.approved(most))
	})
}

// What no machine can be like is refused, whoever wants it.
func TestRefusedChanges(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		for field, one := range map[string]change{
			"size":         {Size: of("huge")},
			"price":        {Price: of(amount("0.99999999"))},
			"power":        {Power: of(int64(0))},
			"termDays":     {TermDays: of(int64(3_601))},
			"dailyRate":    {DailyRate: of(amount("0.0000001"))},
			"etldCap":      {ETLDCap: of(money.Amount(-1))},
			"perUserLimit": {UserLimit: of(int64(101))},
			"addStock":     {AddStock: of(int64(1_000_001))},
			"position":     {Position: of(int64(-1))},
			"pictures":     {Pictures: of([]string{"unknown1"})},
			"names.en":     {Words: wording.Words{Names: &wording.Wording{Chinese: "機", Russian: "я"}}},
			"details.zhtw": {Words: wording.Words{Details: &wording.Wording{}}},
		} {
			one.ProductID = "machineMedium"
			var refused fault.Fault
			if err := w.approved(one); !errors.As(err, &refused) || refused.Params["field"] != field {
				t.Errorf("%s: %v", field, err)
			}
		}
		for name, one := range map[string]change{
			"another size": {Size: of("large")}, "interest above the price": {DailyRate: of(amount("0.0056"))},
		} {
			one.ProductID = "machineMedium"
			var refused fault.Fault
			if err := w.approved(one); !errors.As(err, &refused) || refused.Code != fault.InvalidField.Code {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := w.approved(change{ProductID: "machineMedium", Price: of(amount("1000"))}); !errors.Is(err, operator.ErrNothing) {
			t.Errorf("nothing: %v", err)
		}
	})
}
