package checkout

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// PayType is a way to pay.
type PayType string

// The two ways.
const (
	PayBalance PayType = "balance"
	PayChain   PayType = "chain"
)

func (PayType) Values() []string { return each.Texts(PayChain, PayBalance) }

// Order is one purchase. Only those paid on chain are stored: what became of the
// others is told by what was bought.
type Order struct {
	ID, UserID, ProductID string
	// TermsVersion names what the seller promised; empty where it has no terms.
	TermsVersion string
	Quantity     int64
	PayType      PayType
	// StartNow waives the cooling-off.
	StartNow bool
	// Shown is the sum that the buyer agreed to; nil where none was named. The
	// seller refuses another one.
	Shown *money.Amount
	// Asset is what the buyer pays in; empty means USDT.
	Asset     money.Asset
	Amount    money.Amount
	CreatedAt time.Time
	// IntentNo and State are those of its payment on chain.
	IntentNo string
	State    payment.State
}

func (o Order) asset() money.Asset { return cmp.Or(o.Asset, money.USDT) }

// Receipt is what became of a purchase: it is paid, or waits for Intent.
type Receipt struct {
	Order  Order
	Intent *payment.Intent
}

// Pay takes an order's money from the balance into escrow, or opens its payment
// on chain. The seller's own transfers, such as what it reserves for what it
// promises, are posted with it. It refuses with ErrInsufficient, of another asset
// than USDT with ErrInsufficientOf, or with what opening a payment refuses with.
func (s *Service) Pay(tx sqldb.Command, o Order, own ...ledger.Transfer) (Receipt, error) {
	o.Asset = o.asset()
	if o.PayType == PayChain {
		return s.askPayment(tx, o, own)
	}
	err := s.post(tx, o, o.CreatedAt, append([]ledger.Transfer{s.payIn(o)}, own...))
	if short, ok := errors.AsType[*ledger.InsufficientError](err); ok && short.Account == ledger.AvailableOf(o.UserID, o.Asset) {
		if o.Asset != money.USDT {
			return Receipt{}, ErrInsufficientOf.With("currency", string(o.Asset))
		}
		return Receipt{}, ErrInsufficient
	}
	return Receipt{Order: o}, err
}

func (s *Service) askPayment(tx sqldb.Command, o Order, own []ledger.Transfer) (Receipt, error) {
	intent, err := s.Payments.Open(tx, payment.IntentRequest{UserID: o.UserID, Purpose: s.Purpose, Ref: o.ID, Asset: o.Asset, Amount: o.Amount})
	if err != nil {
		return Receipt{}, err
	}
	o.IntentNo, o.State = intent.No, payment.StateOpen
	s.store.orders.Put(tx, orderRow{s.Purpose, o})
	if len(own) > 0 {
		if err := s.post(tx, o, o.CreatedAt, own); err != nil {
			return Receipt{}, err
		}
	}
	return Receipt{Order: o, Intent: &intent}, nil
}

func (s *Service) payIn(o Order) ledger.Transfer {
	return ledger.Transfer{Type: ledger.PurchaseProduct, Debit: ledger.AvailableOf(o.UserID, o.Asset), Credit: s.inEscrow(o.UserID, o.Asset), Amount: o.Amount}
}

func (s *Service) post(tx sqldb.Command, o Order, at time.Time, transfers []ledger.Transfer) error {
	_, err := s.Ledger.Post(tx, ledger.Entry{At: at, RefType: s.RefType, RefID: o.ID, Transfers: transfers})
	return err
}

// Refunded is the part of a paid order that its buyer takes back.
type Refunded struct {
	UserID, ProductID string
	Quantity          int64
	// Asset is what was paid in; empty means USDT.
	Asset  money.Asset
	Amount money.Amount
	// At is the time of effect; the entry refers to RefType and RefID.
	At      time.Time
	RefType ledger.RefType
	RefID   string
}

// Refund returns money from escrow to the buyer and a quantity to the stock.
// Whether the buyer may still take it back, the seller knows. The seller's own
// transfers are posted with it.
func (s *Service) Refund(tx sqldb.Command, r Refunded, own ...ledger.Transfer) error {
	asset := cmp.Or(r.Asset, money.USDT)
	back := ledger.Transfer{Type: ledger.InternalTransfer, SubType: s.Config.Refund, Debit: s.inEscrow(r.UserID, asset),
		Credit: ledger.AvailableOf(r.UserID, asset), Amount: r.Amount}
	_, err := s.Ledger.Post(tx, ledger.Entry{At: r.At, RefType: r.RefType, RefID: r.RefID, Transfers: append([]ledger.Transfer{back}, own...)})
	if err != nil {
		return err
	}
	return s.AddStock(tx, r.ProductID, r.Quantity)
}

// Cancel ends an open order at its buyer's request; Lapsed tells the seller in this
// same transaction. It refuses as payment.Service.Cancel does.
func (s *Service) Cancel(tx sqldb.Command, orderID string) error {
	o, err := s.Order(tx, orderID)
	if err != nil {
		return err
	}
	return s.Payments.Cancel(tx, o.IntentNo)
}

// Order reads an order that was to be paid on chain.
func (s *Service) Order(tx sqldb.Command, id string) (Order, error) {
	row, found, err := s.store.orders.Get(tx, id)
	if err == nil && (!found || row.seller != s.Purpose) {
		err = fmt.Errorf("checkout: %s has no order %s", s.Purpose, id)
	}
	return row.Order, err
}

// OrderHint names what Order reads.
func (s *Service) OrderHint(id string) sqldb.Hint { return s.store.orders.Hint(id) }

// ends hears how the seller's payments on chain end.
type ends struct{ *Service }

var _ payment.Handler = ends{}

// Paid takes the money, which was just credited to the buyer's balance, into
// escrow, and tells the seller.
func (s ends) Paid(tx sqldb.Command, i payment.Intent) error {
	o, at, err := s.end(tx, i, payment.StatePaid)
	if err != nil {
		return err
	}
	if err := s.post(tx, o, at, []ledger.Transfer{s.payIn(o)}); err != nil {
		return err
	}
	if err := s.endReservation(tx, o, 0); err != nil {
		return err
	}
	return s.Seller.Paid(tx, o, at)
}

// Lapsed puts the order's quantity on sale again, and tells the seller.
func (s ends) Lapsed(tx sqldb.Command, i payment.Intent, cause string) error {
	o, at, err := s.end(tx, i, payment.State(cause))
	if err != nil {
		return err
	}
	if err := s.endReservation(tx, o, o.Quantity); err != nil {
		return err
	}
	return s.Seller.Lapsed(tx, o, at, cause)
}

// Item is what the payment is for. Of an order that lapsed nothing is said: it is
// deleted some day.
func (s ends) Item(tx *sqldb.Tx, i payment.Intent, language httpapi.Language) (payment.Item, error) {
	o, found, err := s.store.orders.Get(tx, i.Ref)
	if err != nil || !found || o.State != payment.StateOpen && o.State != payment.StatePaid {
		return payment.Item{}, err
	}
	item, err := s.Seller.Item(tx, o.Order, language)
	item.ProductID, item.Quantity = o.ProductID, o.Quantity
	return item, err
}

// end writes an order's end, which it has only once.
func (s ends) end(tx sqldb.Command, i payment.Intent, to payment.State) (Order, time.Time, error) {
	o, err := s.Order(tx, i.Ref)
	if err != nil {
		return Order{}, time.Time{}, err
	}
	if o.UserID != i.UserID || o.IntentNo != i.No || o.State != payment.StateOpen {
		return Order{}, time.Time{}, fmt.Errorf("checkout: payment %s ends the order %s, which is %s and waits for %s", i.No, o.ID, o.State, o.IntentNo)
	}
	o.State = to
	s.store.orders.Put(tx, orderRow{s.Purpose, o})
	at, err := s.Seller.EffectiveNow(tx)
	return o, at, err
}

// VersionLength is the length of a version of terms.
const VersionLength = 16

// VersionOf is the digest that stands for the terms of a sale: an order names it, so
// that nobody buys under others than were shown. Equal terms have equal versions, so a
// change that is taken back needs no new review.
func VersionOf(terms any) string {
	text, err := json.Marshal(terms)
	if err != nil {
		// Terms are structs of texts and integers, which always encode.
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])[:VersionLength]
}
