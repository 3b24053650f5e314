package machine

import (
	"errors"
	"sync"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The worked journal: a medium machine with a credit of 300, from the balance.
func TestWorkedJournal(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		referrer := w.user(1, "", "0")
		buyer := w.user(2, referrer, "1038")
		w.update(func(tx *sqldb.Tx) error {
			w.machines.store.putCredits(tx, buyer, nil, []Credit{{ID: "earlierMachine", UserID: buyer, Amount: amount("300"), Rest: amount("300"), CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(90 * day)}})
			return nil
		})
		b := w.buy(w.wish(buyer, "medium", 1))
		m := b.Machines[0]
		if b.Order.PayAmount != amount("1038") || m.Fee != amount("38") || m.NewPart != amount("700") || m.RepurchasePart != amount("300") || m.State != Cooling {
			t.Errorf("bought %+v", b)
		}
		w.expect("left", w.balance(available(buyer)), 0)
		w.expect("cooling", w.balance(cooling(buyer)), amount("1038"))
		w.expect("reserved", w.balance(interestReserved), amount("45"))
		w.check()

		c.Advance(CoolingPeriod)
		w.drain()
		w.expect("principal", w.balance(principal(buyer)), amount("1000"))
		w.expect("cooling", w.balance(cooling(buyer)), 0)
		w.expect("diamond", w.balance(ledger.House(ledger.DividendDiamond, money.USDT)), amount("2.8"))
		w.expect("star", w.balance(ledger.House(ledger.DividendStar, money.USDT)), amount("4.2"))
		w.expect("king", w.balance(ledger.House(ledger.DividendKing, money.USDT)), amount("7"))
		w.expect("referrer", w.balance(available(referrer)), amount("10.5"))
		w.expect("level pool", w.balance(levelPool), amount("3.5"))
		w.expect("revenue", w.balance(revenue), amount("10"))
		w.check()

		w.pass(180*day, 7*day)
		w.expect("all back", w.balance(available(buyer)), amount("1045"))
		w.expect("reserved", w.balance(interestReserved), 0)
		if got := w.machine(m.ID); got.State != Matured || got.Open || !got.EndedAt.Equal(m.CoolingEndAt.Add(180*day)) {
			t.Errorf("in the end %+v", got)
		}
		w.view(func(tx *sqldb.Tx) error {
			list, _, err := w.machines.store.credits.Get(tx, buyer)
			if open := openCredit(list, tx.Now()); open != amount("1000") {
				t.Errorf("credit %s", open)
			}
			return err
		})
		for kind, want := range map[string]int{"machine_cooling": 1, "machine_started": 1, "machine_ending": 1, "machine_completed": 1, "referral_reward": 1} {
			if got := w.notices(kind); got != want {
				t.Errorf("%d notices %s", got, kind)
			}
		}
		if len(w.heard.started) == 0 || len(w.heard.ended) == 0 || w.heard.started[0].Referral != amount("10.5") {
			t.Errorf("listeners heard %+v", w.heard)
		}
		w.check()
	})
}

// Refusals in their order: each case also breaks everything that is checked later.
func TestPurchaseRefusals(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := Catalogue()
		offers[1].Stock, offers[1].Product.UserLimit = 1, 1
		w := newWorld(t, db, c, offers...)
		buyer := w.user(1, "", "104.99999999")
		var robot user.Person
		w.update(func(tx *sqldb.Tx) (err error) {
			robot, err = user.Create(tx, entropy.Seeded(5), user.New{Address: "0x00000000000000000000000000000000000000ff", IsRobot: true})
			return err
		})
		before := w.journal()
		for _, c := range []struct {
			name string
			wish func(Wish) Wish
			want error
		}{
			{"an unknown product", func(x Wish) Wish { x.ProductID, x.UserID = "nothing", robot.ID; return x }, fault.NotFound},
			{"a platform account", func(x Wish) Wish { x.UserID, x.TermsVersion = robot.ID, "old"; return x }, ErrPlatformOwned},
			{"other terms", func(x Wish) Wish { x.TermsVersion, x.Quantity = "old", 2; return x }, ErrTermsChanged},
			{"too little stock, limit too", func(x Wish) Wish { x.Quantity = 2; return x }, ErrSoldOut},
			{"the balance", func(x Wish) Wish { return x }, ErrInsufficient},
			{"an atom short", func(x Wish) Wish { return w.wish(buyer, "small", 1) }, ErrInsufficient},
			{"a stock too small to be held unpaid", func(x Wish) Wish { x.PayType = PayChain; return x }, ErrSoldOut},
		} {
			if _, err := w.try(c.wish(w.wish(buyer, "medium", 1))); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
		}
		if after := w.journal(); len(after) != len(before) {
			t.Errorf("refusals posted: %v", after[len(before):])
		}
		w.deposit(buyer, "10000")
		w.buy(w.wish(buyer, "small", 9))
		if _, err := w.try(w.wish(buyer, "small", 2)); !errors.Is(err, ErrUserLimit) {
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
		buyer := w.user(1, "", "100000")
		// Large machines take what is more than 44.99 away.
		w.update(func(tx *sqldb.Tx) error {
			_, err := w.ledger.Post(tx, ledger.Entry{Transfers: []ledger.Transfer{
				{Type: ledger.InternalTransfer, SubType: ledger.InterestHeld, Debit: interestFree, Credit: interestReserved, Amount: amount("99955.01")}}})
			return err
		})
		if _, err := w.try(w.wish(buyer, "medium", 1)); !errors.Is(err, ErrPoolTooSmall) {
			t.Errorf("44.99 free: %v", err)
		}
		w.fund(ledger.InterestFree, money.USDT, "0.01")
		w.buy(w.wish(buyer, "medium", 1))
		w.expect("free", w.balance(interestFree), 0)
	})
}

func TestManyBuyersOfTheLastThree(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := Catalogue()
		offers[0].Stock = 3
		w := newWorld(t, db, c, offers...)
		wishes := make([]Wish, 100)
		for i := range wishes {
			wishes[i] = w.wish(w.user(i, "", "105"), "small", 1)
		}
		results := make([]error, len(wishes))
		var wg sync.WaitGroup
		for i := range wishes {
			wg.Go(func() { _, results[i] = w.try(wishes[i]) })
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
		w.view(func(tx *sqldb.Tx) error {
			left, _, err := w.machines.store.stocks.Get(tx, productID("small"))
			if sold != 3 || left != (stock{}) {
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
		buyer := w.user(1, "", "1000")
		w.update(func(tx *sqldb.Tx) error {
			w.machines.store.putCredits(tx, buyer, nil, []Credit{{ID: "earlierMachine", UserID: buyer, Amount: amount("150"), Rest: amount("150"), CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(day)}})
			return nil
		})
		b := w.buy(w.wish(buyer, "small", 3))
		for i, want := range []string{"100", "50", "0"} {
			if b.Machines[i].RepurchasePart != amount(want) {
				t.Errorf("machine %d: %s repurchased", i, b.Machines[i].RepurchasePart)
			}
		}
		// 250 new at 5 %, 150 repurchased at 1 %.
		if b.Order.PayAmount != amount("309") {
			t.Errorf("pays %s", b.Order.PayAmount)
		}
		// Cancelled, the credit is back with its own expiry, and later it is over.
		if err := w.command(func(tx *sqldb.Tx) error {
			_, err := w.machines.Cancel(tx, buyer, b.Machines[0].ID)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		again := w.buy(w.wish(buyer, "small", 1))
		if again.Machines[0].RepurchasePart != amount("100") {
			t.Errorf("after the cancellation %s repurchased", again.Machines[0].RepurchasePart)
		}
		w.check()
		if err := w.command(func(tx *sqldb.Tx) error {
			_, err := w.machines.Cancel(tx, buyer, again.Machines[0].ID)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		w.pass(day, day)
		if late := w.buy(w.wish(buyer, "small", 1)); late.Machines[0].RepurchasePart != 0 {
			t.Errorf("after its expiry %s repurchased", late.Machines[0].RepurchasePart)
		}
		w.check()
	})
}

func TestPaymentOnChain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.user(1, "", "0")
		wish := w.wish(buyer, "medium", 2)
		wish.PayType = PayChain
		b := w.buy(wish)
		if b.Intent == nil || b.Intent.Amount != amount("2100") || b.Machines[0].State != Payment || b.Order.IntentNo != b.Intent.No {
			t.Errorf("asked %+v", b)
		}
		w.expect("reserved", w.balance(interestReserved), amount("90"))
		if _, err := w.try(wish); !errors.Is(err, payment.ErrAlreadyOpen) {
			t.Errorf("a second open payment: %v", err)
		}
		w.check()
		delete(w.payments.open, b.Intent.No)
		w.update(func(tx *sqldb.Tx) error {
			if _, err := w.ledger.Post(tx, ledger.Entry{Transfers: []ledger.Transfer{deposit(buyer, b.Intent.Amount)}}); err != nil {
				return err
			}
			return w.machines.Paid(tx, *b.Intent)
		})
		if m := w.machine(b.Machines[1].ID); m.State != Cooling || !m.CoolingEndAt.Equal(c.Now().Add(CoolingPeriod)) {
			t.Errorf("paid: %+v", m)
		}
		w.expect("cooling", w.balance(cooling(buyer)), amount("2100"))
		w.check()
	})
}

func TestLapsedPaymentsReleaseEverything(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.user(1, "", "0")
		for _, cause := range []string{payment.Expired, payment.Cancelled} {
			wish := w.wish(buyer, "small", 3)
			wish.PayType, wish.StartNow = PayChain, true
			b := w.buy(wish)
			want, told := Expired, "machine_expired"
			var err error
			if cause == payment.Cancelled {
				want, told = Cancelled, "machine_payment_cancelled"
				err = w.command(func(tx *sqldb.Tx) error {
					m, err := w.machines.Cancel(tx, buyer, b.Machines[1].ID)
					if m.State != Cancelled {
						t.Errorf("cancelled into %s", m.State)
					}
					return err
				})
			} else {
				delete(w.payments.open, b.Intent.No)
				err = w.command(func(tx *sqldb.Tx) error { return w.machines.Lapsed(tx, *b.Intent, cause) })
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range b.Machines {
				if got := w.machine(m.ID); got.State != want || got.Open {
					t.Errorf("%s: %+v", cause, got)
				}
			}
			if got := w.notices(told); got != 3 {
				t.Errorf("%d notices %s", got, told)
			}
			if got := w.notices("machine_cancelled"); got != 0 {
				t.Errorf("%d notices of machines that were paid", got)
			}
			w.expect("reserved", w.balance(interestReserved), 0)
			w.view(func(tx *sqldb.Tx) error {
				left, _, err := w.machines.store.stocks.Get(tx, productID("small"))
				if left != (stock{Rest: 1000}) {
					t.Errorf("%s: stock %+v", cause, left)
				}
				return err
			})
			w.check()
		}
	})
}

// Unpaid payments hold at most a fifth of a stock and of the free interest.
func TestUnpaidPaymentsCannotEmptyTheShop(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := Catalogue()
		offers[0].Stock = 52
		w := newWorld(t, db, c, offers...)
		first, second := w.user(1, "", "0"), w.user(2, "", "0")
		wish := w.wish(first, "small", 10)
		wish.PayType = PayChain
		w.buy(wish)
		wish.UserID, wish.Quantity = second, 1
		if _, err := w.try(wish); !errors.Is(err, ErrSoldOut) {
			t.Errorf("the eleventh of 52 held unpaid: %v", err)
		}
		// 18 are held of the 99,982 left and the 18: with 107.98 free, 21.60 more are too much.
		w.update(func(tx *sqldb.Tx) error {
			_, err := w.ledger.Post(tx, ledger.Entry{Transfers: []ledger.Transfer{
				{Type: ledger.InternalTransfer, SubType: ledger.InterestHeld, Debit: interestFree, Credit: interestReserved, Amount: amount("99000")}}})
			return err
		})
		large := w.wish(second, "large", 1)
		large.PayType = PayChain
		if _, err := w.try(large); !errors.Is(err, ErrPoolTooSmall) {
			t.Errorf("more than a fifth of the interest: %v", err)
		}
	})
}

func TestReferralRewardHasAMonthlyCap(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		referrer := w.user(1, "", "0")
		buyer := w.user(2, referrer, "200000")
		wish := w.wish(buyer, "large", 5)
		wish.StartNow = true
		w.buy(wish)
		// 150 each; of the fourth 50 remain under the cap of 500.
		w.expect("referrer", w.balance(available(referrer)), amount("500"))
		w.expect("free", w.balance(interestFree), amount("100000")-5*amount("1080")+amount("250"))
		w.check()
		w.pass(30*day, 30*day)
		w.running(buyer, "small")
		w.expect("a new month", w.balance(available(referrer)), amount("501.5"))
		// A suspended referrer gets nothing.
		w.update(func(tx *sqldb.Tx) error {
			_, err := user.SetSuspended(tx, referrer, "barred")
			return err
		})
		w.running(buyer, "small")
		w.expect("suspended", w.balance(available(referrer)), amount("501.5"))
		w.check()
	})
}

func TestCoolingOff(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer, other := w.user(1, "", "1000"), w.user(2, "", "0")
		b := w.buy(w.wish(buyer, "small", 3))
		act := func(userID, id string, do func(tx *sqldb.Tx, userID, id string) (Machine, error)) error {
			return w.command(func(tx *sqldb.Tx) error {
				_, err := do(tx, userID, id)
				return err
			})
		}
		s := w.machines
		if err := act(other, b.Machines[0].ID, s.Cancel); !errors.Is(err, fault.NotFound) {
			t.Errorf("another's machine: %v", err)
		}
		if err := act(buyer, b.Machines[0].ID, s.Exit); !errors.Is(err, ErrNotPossible) {
			t.Errorf("exit while cooling: %v", err)
		}
		c.Advance(CoolingPeriod - time.Microsecond)
		if err := act(buyer, b.Machines[0].ID, s.Cancel); err != nil {
			t.Error(err)
		}
		if err := act(buyer, b.Machines[0].ID, s.Cancel); !errors.Is(err, ErrNotPossible) {
			t.Errorf("cancelled twice: %v", err)
		}
		if err := act(buyer, b.Machines[1].ID, s.StartNow); err != nil {
			t.Error(err)
		}
		if err := act(buyer, b.Machines[1].ID, s.StartNow); !errors.Is(err, ErrNotPossible) {
			t.Errorf("started twice: %v", err)
		}
		if err := act(buyer, b.Machines[1].ID, s.Cancel); !errors.Is(err, ErrCoolingOver) {
			t.Errorf("cancelled when it runs: %v", err)
		}
		// The last one starts in time although no job has run: the action settles first.
		c.Advance(time.Hour)
		if err := act(buyer, b.Machines[2].ID, s.Cancel); !errors.Is(err, ErrCatchingUp) && !errors.Is(err, ErrCoolingOver) {
			t.Errorf("cancelled too late: %v", err)
		}
		w.drain()
		if m := w.machine(b.Machines[2].ID); m.State != Running || !m.StartAt.Equal(m.CoolingEndAt) {
			t.Errorf("started %+v", m)
		}
		w.expect("back", w.balance(available(buyer)), amount("1000")-2*amount("105"))
		w.check()
	})
}
