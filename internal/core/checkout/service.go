package checkout

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// CoolingPeriod is the buyer's time to cancel what was paid.
const CoolingPeriod = 24 * time.Hour

// CoolingEnd is until when what is paid at a time can be taken back. The period stands
// still while the buyer is suspended, and cannot ask for it.
func CoolingEnd(tx sqldb.Command, buyerID string, at time.Time) (time.Time, error) {
	buyer, err := user.Find(tx, buyerID)
	return buyer.BarredUntil(at).Add(CoolingPeriod), err
}

// MovedCooling is the end of a cooling-off that lasts, after its buyer was suspended for
// longer or less long: now at the earliest, as what is over stays over.
func MovedCooling(end, now time.Time, by time.Duration) time.Time {
	if end = end.Add(by); end.Before(now) {
		return now
	}
	return end
}

// Seller is whose products are bought. It hears how a payment on chain ended
// after checkout did its part, in the same transaction; an error undoes both.
type Seller interface {
	// EffectiveNow is the time at which what happens now takes effect. Most
	// sellers answer tx.Now().
	EffectiveNow(tx sqldb.Command) (time.Time, error)
	// Paid is told that the order's money is in escrow.
	Paid(tx sqldb.Command, o Order, at time.Time) error
	// Lapsed is told that the order's payment expired or was cancelled
	// (payment.Expired, payment.Cancelled): its stock is for sale again.
	Lapsed(tx sqldb.Command, o Order, at time.Time, cause string) error
	// Item is what an order that is open or paid has made; the order itself says
	// what and how many were ordered.
	Item(tx *sqldb.Tx, o Order, language httpapi.Language) (payment.Item, error)
}

// Payments opens and cancels payments on chain. *payment.Service is one.
type Payments interface {
	Open(tx sqldb.Command, o payment.IntentRequest) (payment.Intent, error)
	OpenHints(userID string) []sqldb.Hint
	Cancel(tx sqldb.Command, intentNo string) error
	Handle(purpose payment.Purpose, h payment.Handler)
}

// Config is what the checkout of one seller is built from. Every part is needed.
type Config struct {
	// Purpose is what the seller's payments are for.
	Purpose payment.Purpose
	// RefType is what entries about an order refer to.
	RefType  ledger.RefType
	Seller   Seller
	Ledger   *ledger.Ledger
	Payments Payments
	// Escrow is the class of a buyer's account that takes the price, and Refund
	// the name under which it comes back from there.
	Escrow ledger.Class
	Refund ledger.SubType
}

// Service is the checkout of one seller.
type Service struct {
	Config
	store *store
}

// New builds a seller's checkout and lets payments tell it of their ends.
func New(c Config) *Service {
	s := &Service{Config: c, store: newStore()}
	c.Payments.Handle(c.Purpose, ends{s})
	return s
}

// Hints names what Reserve and Pay will read for an order.
func (s *Service) Hints(o Order) []sqldb.Hint {
	hints := []sqldb.Hint{s.StockHint(o.ProductID), s.Ledger.Hint(ledger.AvailableOf(o.UserID, o.asset())),
		s.Ledger.Hint(s.inEscrow(o.UserID, o.asset()))}
	if o.PayType == PayChain {
		hints = append(hints, s.Payments.OpenHints(o.UserID)...)
	}
	return hints
}

func (s *Service) inEscrow(userID string, asset money.Asset) ledger.Account {
	return ledger.Of(userID, s.Escrow, asset)
}
