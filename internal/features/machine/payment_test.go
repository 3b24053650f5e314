package machine

import (
	"errors"
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestPaymentOnChain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1)
		order := w.orderOf(buyer, "medium", 2)
		order.PayType = checkout.PayChain
		b := w.buy(order)
		if b.Intent == nil || b.Intent.Amount != amount("2100") || b.Machines[0].State != Payment || b.Order.IntentNo != b.Intent.No {
			t.Errorf("asked %+v", b)
		}
		w.expect("reserved", w.Balance(interestReserved), amount("90"))
		if _, err := w.try(order); !errors.Is(err, payment.ErrAlreadyOpen) {
			t.Errorf("a second open payment: %v", err)
		}
		w.check()
		w.Update(func(tx *sqldb.Tx) error {
			if _, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{worldtest.Deposited(buyer, money.USDT, b.Intent.Amount)}}); err != nil {
				return err
			}
			return w.payments.Pay(tx, *b.Intent)
		})
		if m := w.machine(b.Machines[1].ID); m.State != Cooling || !m.CoolingEndAt.Equal(c.Now().Add(checkout.CoolingPeriod)) {
			t.Errorf("paid: %+v", m)
		}
		w.expect("cooling", w.Balance(cooling(buyer)), amount("2100"))
		w.check()
	})
}

func TestLapsedPaymentsReleaseEverything(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1)
		w.Update(func(tx *sqldb.Tx) error {
			w.machines.store.putCredits(tx, buyer, nil, []offer.Credit{{ID: "matured", UserID: buyer, Amount: amount("150"), Rest: amount("150"), CreatedAt: c.Now(), ExpiresAt: c.Now().Add(90 * day)}})
			return nil
		})
		for _, cause := range []string{payment.Expired, payment.Cancelled} {
			order := w.orderOf(buyer, "small", 3)
			order.PayType, order.StartNow = checkout.PayChain, true
			b := w.buy(order)
			if got := w.openCredit(buyer); got != "0" {
				t.Errorf("%s: %s of the credit is left to others", cause, got)
			}
			want, told := Expired, "machine_expired"
			var err error
			if cause == payment.Cancelled {
				want, told = Cancelled, "machine_payment_cancelled"
				err = w.Try(func(tx sqldb.Command) error {
					m, err := w.machines.Cancel(tx, buyer, b.Machines[1].ID)
					if m.State != Cancelled {
						t.Errorf("cancelled into %s", m.State)
					}
					return err
				})
			} else {
				err = w.Try(func(tx sqldb.Command) error { return w.payments.Lapse(tx, *b.Intent, cause) })
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
			w.expect("reserved", w.Balance(interestReserved), 0)
			if got := w.openCredit(buyer); got != "150" {
				t.Errorf("%s: %s of the credit can be used again", cause, got)
			}
			w.View(func(tx *sqldb.Tx) error {
				left, err := w.machines.checkout.StockOf(tx, productID("small"))
				if left != (checkout.Stock{Rest: 1000}) {
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
		offers := offer.Catalogue()
		offers[0].Stock = 52
		w := newWorld(t, db, c, offers...)
		first, second := w.User(1), w.User(2)
		order := w.orderOf(first, "small", 10)
		order.PayType = checkout.PayChain
		w.buy(order)
		order.UserID, order.Quantity = second, 1
		if _, err := w.try(order); !errors.Is(err, checkout.ErrReserved) {
			t.Errorf("the eleventh of 52 held unpaid: %v", err)
		}
		// With 982 free and 18 held unpaid, payments may hold 182 more; five medium machines take 225.
		w.Update(func(tx *sqldb.Tx) error {
			_, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{
				{Type: ledger.InternalTransfer, SubType: ledger.InterestHeld, Debit: interestFree, Credit: interestReserved, Amount: amount("99000")}}})
			return err
		})
		medium := w.orderOf(second, "medium", 5)
		medium.PayType = checkout.PayChain
		if _, err := w.try(medium); !errors.Is(err, checkout.ErrReserved) {
			t.Errorf("more than a fifth of the interest: %v", err)
		}
		w.expect("nothing more is reserved", w.Balance(interestFree), amount("982"))
		medium.Quantity = 4
		w.buy(medium)
	})
}

// What a product's page offers is what a purchase takes: no more than the free interest
// covers, and on chain no more than unpaid orders may hold of it.
func TestOffersAreCoveredByTheIncomePool(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(2, "100000 USDT")
		held := w.orderOf(w.User(1), "small", 2)
		held.PayType = checkout.PayChain
		w.buy(held)
		errUndone := errors.New("only a trial")
		taken := func(payType checkout.PayType) int64 {
			order := w.orderOf(buyer, "small", 10)
			for order.PayType = payType; order.Quantity > 0; order.Quantity-- {
				err := w.Try(func(tx sqldb.Command) error {
					if _, err := w.machines.Purchase(tx, order); err != nil {
						return err
					}
					return errUndone
				}, w.machines.PurchaseHints(order)...)
				// The payments of these tests keep what is undone.
				if errors.Is(err, errUndone) || errors.Is(err, payment.ErrAlreadyOpen) {
					break
				}
				if !errors.Is(err, ErrPoolTooSmall) && (payType == checkout.PayBalance || !errors.Is(err, checkout.ErrReserved)) {
					t.Fatalf("%d by %s: %v", order.Quantity, payType, err)
				}
			}
			return order.Quantity
		}
		// A small machine takes 1.8, and two are held.
		for _, step := range []struct {
			free             string
			offered, onChain int64
		}{{"99996.4", 10, 10}, {"23.4", 10, 1}, {"23.39999999", 10, 0}, {"18", 10, 0}, {"17.99999999", 9, 0}, {"1.79999999", 0, 0}} {
			w.Update(func(tx *sqldb.Tx) error {
				free, err := w.Ledger.Balance(tx, interestFree)
				if err != nil || free == amount(step.free) {
					return err
				}
				_, err = w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{
					{Type: ledger.InternalTransfer, SubType: ledger.InterestHeld, Debit: interestFree, Credit: interestReserved, Amount: free - amount(step.free)}}})
				return err
			})
			var d ProductDetail
			w.View(func(tx *sqldb.Tx) (err error) {
				d, err = w.machines.Views.productDetail(tx, buyer, "machineSmall", httpapi.English)
				return err
			})
			offered := int64(len(d.Quotes))
			balance, chain := taken(checkout.PayBalance), taken(checkout.PayChain)
			if offered != step.offered || offered != balance || min(d.OnChainMax, offered) != step.onChain || step.onChain != chain {
				t.Errorf("%s free: offered are %d and on chain %d; taken are %d and %d", step.free, offered, d.OnChainMax, balance, chain)
			}
		}
	})
}
