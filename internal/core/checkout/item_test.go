package checkout_test

import (
	"testing"

	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// What a payment is for the seller says, and checkout how many; nothing of an order
// that lapsed.
func TestAPaymentNamesItsOrder(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := open(t, db, c, ledger.Cooling)
		r, err := s.buy("one", checkout.PayChain, 2)
		if err != nil {
			t.Fatal(err)
		}
		want := payment.Item{ItemNo: "no one", ProductID: product, Name: "ru", Quantity: 2}
		named := func(tx *sqldb.Tx) error {
			item, err := s.payments.Item(tx, *r.Intent, httpapi.Russian)
			if item != want {
				t.Errorf("the payment is for %+v, want %+v", item, want)
			}
			return err
		}
		s.w.Update(named)
		want = payment.Item{}
		s.w.Update(func(tx *sqldb.Tx) error { return s.payments.Lapse(tx, *r.Intent, payment.Expired) })
		s.w.Update(named)
	})
}
