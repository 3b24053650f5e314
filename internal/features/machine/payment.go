package machine

import (
	"etld/internal/core/ledger"
	"time"

	"etld/internal/core/checkout"
	"etld/internal/core/payment"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

var selectFirstOf = MachineTable.Select("WHERE user_id = $1 AND order_id = $2 ORDER BY id LIMIT 1")

// seller is what checkout tells of payments that end.
type seller struct{ machines *Service }

// EffectiveNow never lies in a closed day.
func (s seller) EffectiveNow(tx sqldb.Command) (time.Time, error) {
	v, err := s.machines.PayRun.State(tx)
	return v.EffectiveNow(tx), err
}

// Paid begins the cooling-off of an order whose on-chain payment is final.
func (s seller) Paid(tx sqldb.Command, o checkout.Order, at time.Time) error {
	f, _, err := s.machines.openUnpaid(tx, o)
	if err != nil {
		return err
	}
	if err := f.coolAll(o, PaymentFinal, at); err != nil {
		return err
	}
	return f.Save()
}

// Lapsed ends the machines of an order whose payment expired or was cancelled,
// and releases the interest that was reserved for them.
func (s seller) Lapsed(tx sqldb.Command, o checkout.Order, at time.Time, cause string) error {
	f, t, err := s.machines.openUnpaid(tx, o)
	if err != nil {
		return err
	}
	end := Step{To: Expired, Cause: PaymentExpired, Actor: actorSystem, At: at}
	if cause == payment.Cancelled {
		end = Step{To: Cancelled, Cause: PaymentCancelled, Actor: actorUser, At: at}
	}
	for n := range f.machines {
		m := &f.machines[n]
		if m.OrderID != o.ID {
			continue
		}
		if transfers := releaseInterest(t.InterestTotal); len(transfers) > 0 {
			if err := f.post(at, ledger.RefMachine, m.ID, transfers...); err != nil {
				return err
			}
		}
		if err := f.lapse(n, end); err != nil {
			return err
		}
	}
	return f.Save()
}

// Item is the first machine of an order.
func (s seller) Item(tx *sqldb.Tx, o checkout.Order, language httpapi.Language) (payment.Item, error) {
	m, err := sqldb.Collect(tx, scanMachine, selectFirstOf, o.UserID, o.ID)
	if err != nil || len(m) == 0 {
		return payment.Item{}, err
	}
	p, _, err := s.machines.catalogue.Find(tx, o.ProductID)
	return payment.Item{ItemNo: m[0].ID, Name: p.Names[string(language)], IsRunning: m[0].State.Status() == StatusRunning}, err
}

func (f *portfolio) lapse(n int, end Step) error {
	if err := f.changeState(n, end); err != nil {
		return err
	}
	m := &f.machines[n]
	if err := f.giveCreditBack(m); err != nil {
		return err
	}
	if end.To == Cancelled {
		return f.notifyUser(m, "machine_payment_cancelled", nil)
	}
	return f.notifyUser(m, "machine_expired", nil)
}

// openUnpaid opens the buyer of an order whose payment ended: its interest is not
// reserved for an unpaid order any more. The buyer need not catch up first: nothing
// that may be due touches a machine that is not paid.
func (s *Service) openUnpaid(tx sqldb.Command, o checkout.Order) (*portfolio, offer.Terms, error) {
	t, err := s.owners.termsOf(tx, o.TermsVersion)
	if err != nil {
		return nil, t, err
	}
	f, err := s.owners.open(tx, o.UserID)
	if err != nil {
		return nil, t, err
	}
	f.AddUnpaidInterest(-t.InterestOf(o.Quantity))
	return f, t, nil
}
