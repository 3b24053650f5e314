package machine

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestPopularIsMostSold(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "30000 USDT")
		popular := func() (sizes [3]string, any bool) {
			w.View(func(tx *sqldb.Tx) error {
				rows, sold, err := w.machines.Views.Popular(tx, httpapi.Russian)
				for i := range sizes {
					sizes[i] = rows[i].Size
				}
				any = sold
				return err
			})
			return sizes, any
		}
		if sizes, any := popular(); any || sizes != [3]string{"small", "medium", "large"} {
			t.Errorf("with no sales: %v, %v", sizes, any)
		}
		b := w.buy(w.orderOf(buyer, "small", 2))
		w.buy(w.orderOf(buyer, "large", 2))
		w.buy(w.orderOf(buyer, "medium", 1))
		if err := w.Try(func(tx sqldb.Command) error {
			_, err := w.machines.Cancel(tx, buyer, b.Machines[0].ID)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if sizes, any := popular(); !any || sizes != [3]string{"large", "small", "medium"} {
			t.Errorf("most sold: %v, %v", sizes, any)
		}
		c.Advance(31 * day)
		if sizes, any := popular(); any || sizes[0] != "small" {
			t.Errorf("a month later: %v, %v", sizes, any)
		}
	})
}

func TestProductsSayWhyTheyAreNotSold(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[0].Stock = 0
		offers[2].Product.DailyRate *= 100
		w := newWorld(t, db, c, offers...)
		w.View(func(tx *sqldb.Tx) error {
			rows, err := w.machines.Views.Products(tx, httpapi.Chinese, "")
			if err != nil {
				return err
			}
			if rows[0].SoldOutReason == nil || *rows[0].SoldOutReason != soldOutStock || rows[1].SoldOutReason != nil ||
				rows[2].SoldOutReason == nil || *rows[2].SoldOutReason != soldOutPool || rows[0].Name != "小型礦機" {
				t.Errorf("%+v", rows)
			}
			return nil
		})
	})
}

// Whoever looks at the catalogue after somebody else waits for a server's database once.
func TestTheCatalogueIsAGlance(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		look := func() (rows []ProductRow, ran int) {
			err := db.Glance(t.Context(), func(tx sqldb.Command) (err error) {
				ran++
				rows, err = w.machines.Views.Products(tx, httpapi.English, "small")
				return err
			}, w.machines.Views.productsHints()...)
			if err != nil {
				t.Fatal(err)
			}
			return rows, ran
		}
		first, _ := look()
		if second, ran := look(); ran != 1 || len(second) == 0 || !reflect.DeepEqual(first, second) {
			t.Errorf("read %d times: %+v, want %+v", ran, second, first)
		}
		buyer := w.User(1, "1000 USDT")
		w.buy(w.orderOf(buyer, "small", 1))
		if sold, ran := look(); ran != 1 || sold[0].Stock != first[0].Stock-1 {
			t.Errorf("read %d times: %d are left of %d when one was sold", ran, sold[0].Stock, first[0].Stock)
		}
		// The newest closed day is not the one that was named.
		c.Advance(3 * day)
		late, _ := look()
		w.View(func(tx *sqldb.Tx) error {
			rows, err := w.machines.Views.Products(tx, httpapi.English, "small")
			for i := range rows {
				// The clock goes on.
				late[i].EarliestMaturity = rows[i].EarliestMaturity
			}
			if !reflect.DeepEqual(late, rows) {
				t.Errorf("while a day is late: %+v, want %+v", late, rows)
			}
			return err
		})
	})
}

// A product that leaves the sale between two pages of the catalogue neither shows others
// again nor hides one.
func TestTheCatalogueGoesOnBehindAProductThatLeft(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := newCaller(t, w)
		first := get[httpapi.List[ProductRow]](api, "ANN", "/api/miner/all", "size", "2")
		w.exec(`UPDATE machine_product SET on_sale = 0 WHERE id = 'machineMedium'`)
		rest := get[httpapi.List[ProductRow]](api, "ANN", "/api/miner/all", "size", "2", "cursor", first.NextCursor)
		if len(first.List) != 2 || first.List[1].Size != "medium" || len(rest.List) != 1 || rest.List[0].Size != "large" {
			t.Errorf("the first page %+v, then %+v", first.List, rest.List)
		}
	})
}

// What is due to a user beyond a day that is not closed bars his actions for
// the moment, instead of applying them in the wrong order.
func TestActionsWaitForTheCatchUp(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer, other := w.User(1, "1000 USDT"), w.User(2, "1000 USDT")
		m := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		c.Advance(3 * day)
		if _, err := w.try(w.orderOf(buyer, "small", 1)); !errors.Is(err, payrun.ErrCatchingUp) {
			t.Errorf("before the days are closed: %v", err)
		}
		w.buy(w.orderOf(other, "small", 1))
		w.drain()
		w.buy(w.orderOf(buyer, "small", 1))
		if got := w.machine(m.ID); got.State != Running || !got.StartAt.Equal(m.CreatedAt.Add(checkout.CoolingPeriod)) {
			t.Errorf("caught up: %+v", got)
		}
		// Interest that fell due in a finished hour is paid by the user's own action.
		c.Advance(3 * time.Hour)
		w.running(buyer, "small")
		w.expect("two days' interest", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("1000")-3*amount("105")+2*amount("0.02"))
		w.check()
	})
}
