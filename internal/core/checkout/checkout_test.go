package checkout_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/payment/paymenttest"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	buyer   = "buyer"
	product = "kingNode"
)

// shop is the simplest seller, as one of nodes would be.
type shop struct {
	*checkout.Service
	w        *worldtest.World
	payments *paymenttest.Fake
	// heard is what the seller was told.
	heard []string
	// at is the time of effect it answers.
	at time.Time
}

func (s *shop) EffectiveNow(sqldb.Command) (time.Time, error) { return s.at, nil }

func (s *shop) Paid(_ sqldb.Command, o checkout.Order, at time.Time) error {
	s.heard = append(s.heard, fmt.Sprintf("%s paid %d of %s, %v", o.ID, o.Quantity, o.ProductID, at.Equal(s.at)))
	return nil
}

func (s *shop) Lapsed(_ sqldb.Command, o checkout.Order, at time.Time, cause string) error {
	s.heard = append(s.heard, fmt.Sprintf("%s %s, %v", o.ID, cause, at.Equal(s.at)))
	return nil
}

func (s *shop) Item(_ *sqldb.Tx, o checkout.Order, language httpapi.Language) (payment.Item, error) {
	return payment.Item{ItemNo: "no " + o.ID, Name: string(language)}, nil
}

// open opens a shop with ten of the one product.
func open(t *testing.T, db *sqldb.DB, c dbtest.Clock, escrow ledger.Class) *shop {
	t.Helper()
	s := &shop{w: worldtest.New(t, db, c), payments: paymenttest.New(), at: c.Now().Add(-time.Minute)}
	s.Service = checkout.New(checkout.Config{Purpose: payment.ForNode, RefType: ledger.RefNodeOrder, Seller: s, Ledger: s.w.Ledger, Payments: s.payments, Escrow: escrow, Refund: ledger.CoolingOffRefund})
	s.w.Update(func(tx *sqldb.Tx) error {
		s.PutStock(tx, product, 10)
		return nil
	})
	return s
}

var errSoldOut = errors.New("sold out")

// buy orders at 100 USDT apiece.
func (s *shop) buy(id string, payType checkout.PayType, quantity int64) (r checkout.Receipt, err error) {
	return s.order(checkout.Order{ID: id, UserID: buyer, ProductID: product, Quantity: quantity, PayType: payType, Amount: money.Units(100 * quantity), CreatedAt: s.at})
}

func (s *shop) order(o checkout.Order) (r checkout.Receipt, err error) {
	err = s.w.Try(func(tx sqldb.Command) error {
		inStock, err := s.Reserve(tx, o)
		if err == nil && !inStock {
			err = errSoldOut
		}
		if err == nil {
			r, err = s.Pay(tx, o)
		}
		return err
	}, s.Hints(o)...)
	return r, err
}

func (s *shop) deposit(tx sqldb.Command, sum money.Amount) error {
	_, err := s.w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{worldtest.Deposited(buyer, money.USDT, sum)}})
	return err
}

// want compares the buyer's balance and escrow in whole USDT, and the stock.
func (s *shop) want(available, inEscrow int64, escrow ledger.Class, left checkout.Stock) {
	s.w.T.Helper()
	s.w.Update(func(tx *sqldb.Tx) error {
		for class, want := range map[ledger.Class]int64{ledger.Available: available, escrow: inEscrow} {
			if got, err := s.w.Ledger.Balance(tx, ledger.Of(buyer, class, money.USDT)); err != nil || got != money.Units(want) {
				s.w.T.Errorf("%s holds %s, want %d (%v)", class, got, want, err)
			}
		}
		if got, err := s.StockOf(tx, product); err != nil || got != left {
			s.w.T.Errorf("the stock is %+v, want %+v (%v)", got, left, err)
		}
		found, err := s.Check(tx)
		for _, v := range found {
			s.w.T.Error(v)
		}
		return err
	})
}

// More or less is put on sale, but nothing that is sold is taken back.
func TestTheStockChangesByWhatIsLeft(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := open(t, db, c, ledger.Cooling)
		s.w.Deposit(buyer, "300 USDT")
		if _, err := s.buy("one", checkout.PayBalance, 3); err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct{ by, rest int64 }{{5, 12}, {-12, 0}} {
			s.w.Update(func(tx *sqldb.Tx) error { return s.AddStock(tx, product, step.by) })
			s.want(0, 300, ledger.Cooling, checkout.Stock{Rest: step.rest})
		}
		if err := s.w.Try(func(tx sqldb.Command) error { return s.AddStock(tx, product, -1) }); err == nil {
			t.Error("something sold was taken back")
		}
		s.want(0, 300, ledger.Cooling, checkout.Stock{})
	})
}

func TestTheBalancePaysIntoEscrow(t *testing.T) {
	t.Parallel()
	for _, escrow := range []ledger.Class{ledger.Cooling, ledger.Order} {
		t.Run(string(escrow), func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				s := open(t, db, c, escrow)
				s.w.Deposit(buyer, "250 USDT")
				if _, err := s.buy("one", checkout.PayBalance, 3); !errors.Is(err, checkout.ErrInsufficient) {
					t.Errorf("three for 250: %v", err)
				}
				s.want(250, 0, escrow, checkout.Stock{Rest: 10})
				r, err := s.buy("two", checkout.PayBalance, 2)
				if err != nil || r.Intent != nil || r.ToPay() != (checkout.ToPay{}) {
					t.Errorf("two for 250: %+v, %v", r, err)
				}
				s.want(50, 200, escrow, checkout.Stock{Rest: 8})
				if _, err := s.buy("three", checkout.PayBalance, 9); !errors.Is(err, errSoldOut) {
					t.Errorf("nine of eight: %v", err)
				}
				if len(s.heard) > 0 {
					t.Errorf("the seller, who asked, was told %q", s.heard)
				}
			})
		})
	}
}

// A seller may ask for another asset than USDT, from the balance and on chain, and
// what comes back is of that asset.
func TestAnOrderInAnotherAsset(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := open(t, db, c, ledger.Cooling)
		inEscrow, available := ledger.Of(buyer, ledger.Cooling, money.ETLD), ledger.AvailableOf(buyer, money.ETLD)
		s.w.Deposit(buyer, "500 USDT", "20 ETLD")
		order := func(id string, payType checkout.PayType, amount int64) checkout.Order {
			return checkout.Order{ID: id, UserID: buyer, ProductID: product, Quantity: 1, PayType: payType, Asset: money.ETLD, Amount: money.Units(amount), CreatedAt: s.at}
		}
		if _, err := s.order(order("dear", checkout.PayBalance, 21)); !errors.Is(err, checkout.ErrInsufficientOf) {
			t.Errorf("21 of 20 ETLD: %v", err)
		} else if f, _ := fault.As(err); f.Params["currency"] != "ETLD" {
			t.Errorf("the refusal names %v", f.Params)
		}
		if _, err := s.order(order("one", checkout.PayBalance, 20)); err != nil {
			t.Fatal(err)
		}
		r, err := s.order(order("two", checkout.PayChain, 7))
		if err != nil || r.Intent.Asset != money.ETLD {
			t.Fatalf("%+v, %v", r.Intent, err)
		}
		s.w.Update(func(tx *sqldb.Tx) error {
			_, err := s.w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{worldtest.Deposited(buyer, money.ETLD, r.Intent.Amount)}})
			return errors.Join(err, s.payments.Pay(tx, *r.Intent))
		})
		s.w.Expect("both orders", inEscrow, "27")
		s.w.Update(func(tx *sqldb.Tx) error {
			return s.Refund(tx, checkout.Refunded{UserID: buyer, ProductID: product, Quantity: 1, Asset: money.ETLD, Amount: money.Units(20), At: s.at, RefType: "node", RefID: "one"})
		})
		s.w.Expect("one came back", available, "20")
		s.w.Expect("one is left", inEscrow, "7")
		s.want(500, 0, ledger.Cooling, checkout.Stock{Rest: 9})
	})
}

func TestAnOrderOnChainEndsOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := open(t, db, c, ledger.Cooling)
		r, err := s.buy("one", checkout.PayChain, 2)
		if err != nil || r.Intent == nil || *r.ToPay().Amount != money.Units(200) || *r.ToPay().IntentNo != r.Order.IntentNo {
			t.Fatalf("%+v, %v", r, err)
		}
		s.want(0, 0, ledger.Cooling, checkout.Stock{Rest: 8, Reserved: 2})
		pay := func(tx *sqldb.Tx) error {
			if err := s.deposit(tx, r.Intent.Amount); err != nil {
				return err
			}
			return s.payments.Pay(tx, *r.Intent)
		}
		s.w.Update(pay)
		s.want(0, 200, ledger.Cooling, checkout.Stock{Rest: 8})
		for name, again := range map[string]func(tx *sqldb.Tx) error{"paid": pay,
			"lapsed": func(tx *sqldb.Tx) error { return s.payments.Lapse(tx, *r.Intent, payment.Expired) }} {
			if err := s.w.DB.Update(context.Background(), again); err == nil {
				t.Errorf("the order was %s after it had ended", name)
			}
		}
		s.want(0, 200, ledger.Cooling, checkout.Stock{Rest: 8})
		if want := "one paid 2 of kingNode, true"; len(s.heard) != 1 || s.heard[0] != want {
			t.Errorf("the seller heard %q, want %q", s.heard, want)
		}
	})
}

// A payment that names an order of somebody else, or another payment's, ends
// nothing.
func TestAPaymentEndsItsOwnOrderOnly(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := open(t, db, c, ledger.Cooling)
		r, err := s.buy("one", checkout.PayChain, 1)
		if err != nil {
			t.Fatal(err)
		}
		for name, forge := range map[string]func(i *payment.Intent){
			"of another user": func(i *payment.Intent) { i.UserID = "other" },
			"another one":     func(i *payment.Intent) { i.No = "other" },
			"of no order":     func(i *payment.Intent) { i.Ref = "other" },
		} {
			forged := *r.Intent
			forge(&forged)
			err := s.w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
				if err := s.deposit(tx, forged.Amount); err != nil {
					return err
				}
				return s.payments.Pay(tx, forged)
			})
			if err == nil || len(s.heard) > 0 {
				t.Errorf("a payment %s: %v, heard %q", name, err, s.heard)
			}
		}
		s.want(0, 0, ledger.Cooling, checkout.Stock{Rest: 9, Reserved: 1})
	})
}

func TestALapsedOrderPutsItsQuantityBack(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := open(t, db, c, ledger.Cooling)
		for id, end := range map[string]func(tx sqldb.Command, r checkout.Receipt) error{
			payment.Expired: func(tx sqldb.Command, r checkout.Receipt) error {
				return s.payments.Lapse(tx, *r.Intent, payment.Expired)
			},
			payment.Cancelled: func(tx sqldb.Command, r checkout.Receipt) error { return s.Cancel(tx, r.Order.ID) },
		} {
			s.heard = nil
			r, err := s.buy(id, checkout.PayChain, 2)
			if err != nil {
				t.Fatal(err)
			}
			s.w.Update(func(tx *sqldb.Tx) error { return end(tx, r) })
			s.want(0, 0, ledger.Cooling, checkout.Stock{Rest: 10})
			if want := id + " " + id + ", true"; len(s.heard) != 1 || s.heard[0] != want {
				t.Errorf("the seller heard %q, want %q", s.heard, want)
			}
			s.w.Update(func(tx *sqldb.Tx) error {
				o, err := s.Order(tx, id)
				if o.State != payment.State(id) {
					t.Errorf("the order is %s", o.State)
				}
				return err
			})
		}
	})
}

// Unpaid orders reserve at most a fifth; paid ones may buy the rest.
func TestUnpaidOrdersReserveAFifth(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := open(t, db, c, ledger.Cooling)
		if _, err := s.buy("three", checkout.PayChain, 3); !errors.Is(err, checkout.ErrReserved) {
			t.Errorf("three of ten unpaid: %v", err)
		}
		if _, err := s.buy("two", checkout.PayChain, 2); err != nil {
			t.Errorf("two of ten unpaid: %v", err)
		}
		s.w.Deposit(buyer, "800 USDT")
		if _, err := s.buy("eight", checkout.PayBalance, 8); err != nil {
			t.Errorf("the other eight, paid: %v", err)
		}
		s.want(0, 800, ledger.Cooling, checkout.Stock{Reserved: 2})
	})
}

// Of a stock of fewer than five one may be reserved: it is not sold out.
func TestUnpaidOrdersReserveOneOfAFew(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := open(t, db, c, ledger.Cooling)
		s.w.Deposit(buyer, "700 USDT")
		if _, err := s.buy("seven", checkout.PayBalance, 7); err != nil {
			t.Fatal(err)
		}
		if _, err := s.buy("one", checkout.PayChain, 1); err != nil {
			t.Errorf("one of three unpaid: %v", err)
		}
		if _, err := s.buy("another", checkout.PayChain, 1); !errors.Is(err, checkout.ErrReserved) {
			t.Errorf("two of three unpaid: %v", err)
		}
		if _, err := s.buy("three", checkout.PayChain, 3); !errors.Is(err, errSoldOut) {
			t.Errorf("more than there are: %v", err)
		}
		s.want(0, 700, ledger.Cooling, checkout.Stock{Rest: 2, Reserved: 1})
	})
}

func TestRefundUndoesAPartOfASale(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := open(t, db, c, ledger.Cooling)
		s.w.Deposit(buyer, "200 USDT")
		if _, err := s.buy("one", checkout.PayBalance, 2); err != nil {
			t.Fatal(err)
		}
		refund := func(tx *sqldb.Tx) error {
			return s.Refund(tx, checkout.Refunded{UserID: buyer, ProductID: product, Quantity: 1, Amount: money.Units(150), At: s.at, RefType: "node", RefID: "n1"})
		}
		s.w.Update(refund)
		s.want(150, 50, ledger.Cooling, checkout.Stock{Rest: 9})
		if err := s.w.DB.Update(context.Background(), refund); err == nil {
			t.Error("more came back than was in escrow")
		}
	})
}

func TestCheckSeesAReservationThatNoOrderAsksFor(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := open(t, db, c, ledger.Cooling)
		if _, err := s.buy("one", checkout.PayChain, 2); err != nil {
			t.Fatal(err)
		}
		for change, want := range map[string]string{
			`UPDATE checkout_stock SET reserved = 1`: "ask for 2, reserved are 1",
			`DELETE FROM checkout_stock`:             "ask for 2 of a stock that is not there",
		} {
			undo := errors.New("undo")
			err := s.w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
				if _, err := tx.Exec(change); err != nil {
					return err
				}
				found, err := s.Check(tx)
				if err != nil || len(found) != 1 || !strings.Contains(found[0].Detail, want) {
					t.Errorf("%s: %v, %v", change, found, err)
				}
				return undo
			})
			if !errors.Is(err, undo) {
				t.Error(err)
			}
		}
	})
}
