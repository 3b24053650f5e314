package machine

import (
	"testing"
	"time"

	"etld/internal/core/checkout"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A purchase waits for PostgreSQL once for all that it reads and once for all that
// it writes, commit and disk included; one that is paid waits once more, for the
// day's count of sales, whose key is not known before. Whoever adds a read adds
// its hint.
func TestRoundTripsOfAPurchase(t *testing.T) {
	t.Parallel()
	db, c, trips := dbtest.OpenCounted(t)
	w := newWorld(t, db, c)
	for name, buy := range map[string]struct {
		change func(o *checkout.Order)
		want   int64
	}{
		"from the balance": {func(o *checkout.Order) {}, 3},
		"started at once":  {func(o *checkout.Order) { o.StartNow = true }, 3},
		"on chain":         {func(o *checkout.Order) { o.PayType = checkout.PayChain }, 2},
	} {
		buyers := 0
		fewest := trips.Fewest(func() {
			buyers++
			o := w.orderOf(w.User(len(name)*100+buyers, "1000 USDT"), "small", 1)
			buy.change(&o)
			trips.Count()
			w.buy(o)
		})
		if fewest != buy.want {
			t.Errorf("a purchase %s takes %d round trips, want %d", name, fewest, buy.want)
		}
	}
}

// A page of a machine's income waits for PostgreSQL as often however long the machine
// has run.
func TestRoundTripsOfIncome(t *testing.T) {
	t.Parallel()
	db, c, trips := dbtest.OpenCounted(t)
	w := newWorld(t, db, c)
	owner := w.User(1, "105 USDT")
	m := w.running(owner, "small")
	read := func() (rows int, fewest int64) {
		fewest = trips.Fewest(func() {
			w.View(func(tx *sqldb.Tx) error {
				page, err := w.machines.Views.income(tx, owner, m.ID, httpapi.Page{Size: 20})
				rows = len(page.List)
				return err
			})
		})
		return rows, fewest
	}
	w.pass(15*day, day)
	rows, early := read()
	w.pass(30*day, day)
	if later, late := read(); rows != 20 || later != rows || late != early {
		t.Errorf("%d rows took %d round trips, %d rows a month later %d", rows, early, later, late)
	}
}

// A page of machines waits for PostgreSQL as often as one of a single one, however long
// they have run and whether they were paused.
func TestRoundTripsOfAPageOfMachines(t *testing.T) {
	t.Parallel()
	db, c, trips := dbtest.OpenCounted(t)
	w := newWorld(t, db, c)
	owner := w.User(1, "1000 USDT")
	w.buy(w.orderOf(owner, "small", 1))
	for range 3 {
		m := w.running(owner, "small")
		w.Must(w.pause(m.ID))
		c.Advance(time.Hour)
		w.Must(w.resume(m.ID))
	}
	w.pass(30*day, day)
	read := func(size int) (rows int, fewest int64) {
		fewest = trips.Fewest(func() {
			w.View(func(tx *sqldb.Tx) error {
				page, err := w.machines.Views.mine(tx, httpapi.Caller{UserID: owner}, MineIn{Page: httpapi.Page{Size: size}})
				rows = len(page.List.List)
				return err
			})
		})
		return rows, fewest
	}
	_, one := read(1)
	if rows, all := read(20); rows != 4 || all > one {
		t.Errorf("%d machines take %d round trips, one takes %d", rows, all, one)
	}
	if one > 6 {
		t.Errorf("a machine takes %d round trips", one)
	}
}
