package machine

import (
	"errors"
	"sync"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The worked journal: a medium machine with a credit of 300, from the balance.
func TestWorkedJournal(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		referrer := w.User(1)
		buyer := w.Invited(referrer, 2, "1038 USDT")
		w.Update(func(tx *sqldb.Tx) error {
			w.machines.store.putCredits(tx, buyer, nil, []offer.Credit{{ID: "earlierMachine", UserID: buyer, Amount: amount("300"), Rest: amount("300"), CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(90 * day)}})
			return nil
		})
		b := w.buy(w.orderOf(buyer, "medium", 1))
		m := b.Machines[0]
		if b.Order.Amount != amount("1038") || m.Fee != amount("38") || m.NewPart != amount("700") || m.RepurchasePart != amount("300") || m.State != Cooling {
			t.Errorf("bought %+v", b)
		}
		w.expect("left", w.Balance(ledger.AvailableOf(buyer, money.USDT)), 0)
		w.expect("cooling", w.Balance(cooling(buyer)), amount("1038"))
		w.expect("reserved", w.Balance(interestReserved), amount("45"))
		w.check()

		c.Advance(checkout.CoolingPeriod)
		w.drain()
		w.expect("principal", w.Balance(principal(buyer)), amount("1000"))
		w.expect("cooling", w.Balance(cooling(buyer)), 0)
		w.expect("diamond", w.Balance(ledger.House(ledger.DividendDiamond, money.USDT)), amount("2.8"))
		w.expect("star", w.Balance(ledger.House(ledger.DividendStar, money.USDT)), amount("4.2"))
		w.expect("king", w.Balance(ledger.House(ledger.DividendKing, money.USDT)), amount("7"))
		w.expect("referrer", w.Balance(ledger.AvailableOf(referrer, money.USDT)), amount("10.5"))
		w.expect("level pool", w.Balance(levelPool), amount("3.5"))
		w.expect("revenue", w.Balance(revenue), amount("10"))
		w.check()

		w.pass(180*day, 7*day)
		w.expect("all back", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("1045"))
		w.expect("reserved", w.Balance(interestReserved), 0)
		if got := w.machine(m.ID); got.State != Matured || got.Open || !got.EndedAt.Equal(m.CoolingEndAt.Add(180*day)) {
			t.Errorf("in the end %+v", got)
		}
		w.View(func(tx *sqldb.Tx) error {
			list, _, err := w.machines.store.credits.Get(tx, buyer)
			if open := offer.OpenCredit(list, tx.Now()); open != amount("1000") {
				t.Errorf("credit %s", open)
			}
			return err
		})
		for kind, want := range map[string]int{"machine_cooling": 1, "machine_started": 1, "machine_ending": 1, "machine_completed": 1} {
			if got := w.notices(kind); got != want {
				t.Errorf("%d notices %s", got, kind)
			}
		}
		if len(w.heard.started) == 0 || len(w.heard.ended) == 0 || w.heard.started[0].Diamond != amount("2.8") {
			t.Errorf("listeners heard %+v", w.heard)
		}
		w.check()
	})
}

// Refusals in their order: each case also breaks everything that is checked later.
func TestPurchaseRefusals(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[1].Stock, offers[1].Product.UserLimit = 1, 1
		w := newWorld(t, db, c, offers...)
		buyer := w.User(1, "104.99999999 USDT")
		robot := w.Robot(9)
		before := w.journal()
		for _, c := range []struct {
			name  string
			order func(checkout.Order) checkout.Order
			want  error
		}{
			{"an unknown product", func(x checkout.Order) checkout.Order { x.ProductID, x.UserID = "nothing", robot; return x }, fault.NotFound},
			{"a platform account", func(x checkout.Order) checkout.Order { x.UserID, x.TermsVersion = robot, "old"; return x }, ErrPlatformOwned},
			{"other terms", func(x checkout.Order) checkout.Order { x.TermsVersion, x.Quantity = "old", 2; return x }, ErrTermsChanged},
			{"too little stock, limit too", func(x checkout.Order) checkout.Order { x.Quantity = 2; return x }, ErrSoldOut},
			{"the balance", func(x checkout.Order) checkout.Order { return x }, checkout.ErrInsufficient},
			{"an atom short", func(x checkout.Order) checkout.Order { return w.orderOf(buyer, "small", 1) }, checkout.ErrInsufficient},
		} {
			if _, err := w.try(c.order(w.orderOf(buyer, "medium", 1))); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
		}
		if after := w.journal(); len(after) != len(before) {
			t.Errorf("refusals posted: %v", after[len(before):])
		}
		w.Deposit(buyer, "10000 USDT")
		w.buy(w.orderOf(buyer, "small", 9))
		if _, err := w.try(w.orderOf(buyer, "small", 2)); !errors.Is(err, ErrUserLimit) {
			t.Errorf("the eleventh machine: %v", err)
		}
		w.check()
	})
}

// With 44.99 free a medium machine is refused, with 45 it is sold.
func TestNoSaleBeyondTheIncomePool(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "100000 USDT")
		// Large machines take what is more than 44.99 away.
		w.Update(func(tx *sqldb.Tx) error {
			_, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{
				{Type: ledger.InternalTransfer, SubType: ledger.InterestHeld, Debit: interestFree, Credit: interestReserved, Amount: amount("99955.01")}}})
			return err
		})
		if _, err := w.try(w.orderOf(buyer, "medium", 1)); !errors.Is(err, ErrPoolTooSmall) {
			t.Errorf("44.99 free: %v", err)
		}
		w.Fund(ledger.InterestFree, "0.01 USDT")
		w.buy(w.orderOf(buyer, "medium", 1))
		w.expect("free", w.Balance(interestFree), 0)
	})
}

func TestManyBuyersOfTheLastThree(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[0].Stock = 3
		w := newWorld(t, db, c, offers...)
		orders := make([]checkout.Order, 100)
		for i := range orders {
			orders[i] = w.orderOf(w.User(i, "105 USDT"), "small", 1)
		}
		results := make([]error, len(orders))
		var wg sync.WaitGroup
		for i := range orders {
			wg.Go(func() { _, results[i] = w.try(orders[i]) })
		}
		wg.Wait()
		sold := 0
		for _, err := range results {
			switch {
			case err == nil:
				sold++
			case !errors.Is(err, ErrSoldOut):
				t.Error(err)
			}
		}
		w.View(func(tx *sqldb.Tx) error {
			left, err := w.machines.checkout.StockOf(tx, productID("small"))
			if sold != 3 || left != (checkout.Stock{}) {
				t.Errorf("%d sold, %+v left", sold, left)
			}
			return err
		})
		w.check()
	})
}

func TestRepurchasePartFollowsMachineOrder(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "1000 USDT")
		w.Update(func(tx *sqldb.Tx) error {
			w.machines.store.putCredits(tx, buyer, nil, []offer.Credit{{ID: "earlierMachine", UserID: buyer, Amount: amount("150"), Rest: amount("150"), CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(day)}})
			return nil
		})
		b := w.buy(w.orderOf(buyer, "small", 3))
		for i, want := range []string{"100", "50", "0"} {
			if b.Machines[i].RepurchasePart != amount(want) {
				t.Errorf("machine %d: %s repurchased", i, b.Machines[i].RepurchasePart)
			}
		}
		// 250 new at 5 %, 150 repurchased at 1 %.
		if b.Order.Amount != amount("309") {
			t.Errorf("pays %s", b.Order.Amount)
		}
		// Cancelled, the credit is back with its own expiry, and later it is over.
		if err := w.Try(func(tx sqldb.Command) error {
			_, err := w.machines.Cancel(tx, buyer, b.Machines[0].ID)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		again := w.buy(w.orderOf(buyer, "small", 1))
		if again.Machines[0].RepurchasePart != amount("100") {
			t.Errorf("after the cancellation %s repurchased", again.Machines[0].RepurchasePart)
		}
		w.check()
		if err := w.Try(func(tx sqldb.Command) error {
			_, err := w.machines.Cancel(tx, buyer, again.Machines[0].ID)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		w.pass(day, day)
		if late := w.buy(w.orderOf(buyer, "small", 1)); late.Machines[0].RepurchasePart != 0 {
			t.Errorf("after its expiry %s repurchased", late.Machines[0].RepurchasePart)
		}
		w.check()
	})
}
