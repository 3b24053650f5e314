package shop

import (
	"time"

	"etld/internal/core/checkout"
	"etld/internal/core/payment"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// seller is what checkout tells of payments that end.
type seller struct{ sale }

func (seller) EffectiveNow(tx sqldb.Command) (time.Time, error) { return tx.Now(), nil }

// Paid makes an order of a payment that is final.
func (s seller) Paid(tx sqldb.Command, paid checkout.Order, at time.Time) error {
	o, err := s.orderOf(tx, paid.UserID, paid.ID)
	if err != nil {
		return err
	}
	if err := s.paid(tx, &o, at); err != nil {
		return err
	}
	s.store.orders.Put(tx, o)
	return nil
}

// Item is the order itself; goods are sent, and never run.
func (s seller) Item(tx *sqldb.Tx, o checkout.Order, language httpapi.Language) (payment.Item, error) {
	ordered, err := s.orderOf(tx, o.UserID, o.ID)
	return payment.Item{ItemNo: o.ID, Name: ordered.Names[string(language)]}, err
}

// Lapsed ends what was not paid: there is no order.
func (s seller) Lapsed(tx sqldb.Command, unpaid checkout.Order, at time.Time, cause string) error {
	o, err := s.orderOf(tx, unpaid.UserID, unpaid.ID)
	if err != nil {
		return err
	}
	o.State, o.EndedAt, o.Cause = Lapsed, at, Expired
	o.eraseAddress()
	kind := "order_expired"
	if cause == payment.Cancelled {
		o.Cause, kind = ByBuyer, "order_payment_cancelled"
	}
	if err := s.count(tx, o, -o.Quantity); err != nil {
		return err
	}
	s.store.orders.Put(tx, o)
	return s.notifyUser(tx, o, kind, nil)
}
