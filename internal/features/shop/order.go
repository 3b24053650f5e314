package shop

import (
	"maps"
	"strconv"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/features/shop/address"
	"etld/internal/infra/sqldb"
)

// State is where an order is in its life (doc.go).
type State string

const (
	Payment State = "payment"
	Lapsed  State = "lapsed"
	Waiting State = "waiting_for_delivery"
	Shipped State = "shipped"
	Invalid State = "invalid"
)

func (State) Values() []string { return each.Texts(Payment, Lapsed, Waiting, Shipped, Invalid) }

// Cause is why an order became invalid, or a payment led to none.
type Cause string

const (
	ByBuyer    Cause = "cancelled"
	ByOperator Cause = "invalidated"
	Lost       Cause = "lost"
	Returned   Cause = "returned"
	Expired    Cause = "expired"
)

func (Cause) Values() []string { return each.Texts(ByBuyer, ByOperator, Lost, Returned, Expired) }

// Order is one purchase.
type Order struct {
	ID, UserID, GoodsID string
	Quantity            int64
	// Price is that of one; Amount is what was paid. Both are in Asset.
	Price, Amount money.Amount
	Asset         money.Asset
	PayType       checkout.PayType
	State         State
	// Names and Picture are the goods' as they were; Picture may be empty.
	Names   wording.Texts
	Picture string
	// Sealed is the address; empty once it was erased.
	Sealed                       string
	Company, Tracking, TrackURL  string
	Cause                        Cause
	Reason                       string
	CreatedAt, PaidAt, ShippedAt time.Time
	// EndedAt is when it became invalid or lapsed.
	EndedAt time.Time
	// ToldAt is when its buyer was told that it is late.
	ToldAt time.Time
	// EraseAt is when the address of a sent one is erased; zero once it was.
	EraseAt time.Time
	// ShipFrom is from when it may be shipped, where its address was new; zero for at
	// once.
	ShipFrom time.Time
}

// Purchase asks for goods.
type Purchase struct {
	UserID, GoodsID, AddressID string
	Quantity                   int64
	PayType                    checkout.PayType
	// TermsVersion is the price that the buyer saw; empty takes one that did not rise
	// within the last day.
	TermsVersion string
}

// Ordered is an order that was paid, or waits for its payment.
type Ordered struct {
	checkout.Receipt
	Bought Order
}

func revenueOf(asset money.Asset) ledger.Account { return ledger.House(ledger.RevenueGoods, asset) }

// purchaseHints names what Purchase will read.
func (s sale) purchaseHints(p Purchase) []sqldb.Hint {
	hints := s.checkout.Hints(checkout.Order{UserID: p.UserID, ProductID: p.GoodsID, PayType: p.PayType})
	return append(hints, s.store.goods.Hint(p.GoodsID), s.store.bought.Hint(boughtKey(p.UserID, p.GoodsID)), s.Addresses.Hint(p.AddressID), user.Hint(p.UserID))
}

// Purchase orders goods. It refuses, in this order,
// with fault.NotFound (no such goods on sale), ErrPlatformOwned, ErrNoAddress,
// fault.NotFound (no such address), ErrRegion, ErrTermsChanged, ErrUserLimit,
// ErrSoldOut, and what paying refuses with.
func (s sale) Purchase(tx sqldb.Command, p Purchase) (Ordered, error) {
	g, found, err := s.store.goodsAt(tx, p.GoodsID)
	if err != nil {
		return Ordered{}, err
	}
	if !found || !g.OnSale {
		return Ordered{}, fault.NotFound
	}
	buyer, err := user.Find(tx, p.UserID)
	if err != nil {
		return Ordered{}, err
	}
	if buyer.IsRobot {
		return Ordered{}, ErrPlatformOwned
	}
	to, err := s.addressFor(tx, p, g)
	if err != nil {
		return Ordered{}, err
	}
	isMeant := p.TermsVersion == g.TermsVersion() || p.TermsVersion == "" && g.isKnown(tx.Now())
	if !isMeant {
		return Ordered{}, ErrTermsChanged
	}
	had, _, err := s.store.bought.Get(tx, boughtKey(p.UserID, p.GoodsID))
	if err != nil {
		return Ordered{}, err
	}
	if had.Quantity+p.Quantity > g.Limit {
		return Ordered{}, ErrUserLimit
	}
	return s.order(tx, p, g, to)
}

// addressFor is the buyer's address, if the goods are delivered there.
func (s sale) addressFor(tx sqldb.Command, p Purchase, g Goods) (address.Address, error) {
	if p.AddressID == "" {
		return address.Address{}, ErrNoAddress
	}
	to, err := fault.Known(s.Addresses.Find(tx, p.UserID, p.AddressID))
	switch {
	case err != nil:
		return address.Address{}, err
	case !g.isDeliveredTo(to.Region):
		return address.Address{}, ErrRegion
	}
	return to, nil
}

// order reserves, pays and writes what may be bought.
func (s sale) order(tx sqldb.Command, p Purchase, g Goods, to address.Address) (Ordered, error) {
	o := checkout.Order{ID: entropy.ID(s.Chance, tx.Now()), UserID: p.UserID, ProductID: g.ID, TermsVersion: g.TermsVersion(), Quantity: p.Quantity,
		PayType: p.PayType, Asset: g.Asset, Amount: g.Price * money.Amount(p.Quantity), CreatedAt: tx.Now()}
	left, err := s.checkout.StockOf(tx, g.ID)
	if err != nil {
		return Ordered{}, err
	}
	inStock, err := s.checkout.Reserve(tx, o)
	if err != nil {
		return Ordered{}, err
	}
	if !inStock {
		return Ordered{}, ErrSoldOut.With("max", strconv.FormatInt(left.Rest, 10))
	}
	receipt, err := s.checkout.Pay(tx, o)
	if err != nil {
		return Ordered{}, err
	}
	bought := Order{ID: o.ID, UserID: p.UserID, GoodsID: g.ID, Quantity: p.Quantity, Price: g.Price, Amount: o.Amount, Asset: g.Asset, PayType: p.PayType,
		State: Payment, Names: g.Names, CreatedAt: o.CreatedAt}
	if to.ReadyAt.After(tx.Now()) {
		bought.ShipFrom = to.ReadyAt
	}
	if len(g.Pictures) > 0 {
		bought.Picture = g.Pictures[0]
	}
	if bought.Sealed, err = s.Sealer.SealValue(to.Form, sealOwner(o.ID)); err != nil {
		return Ordered{}, err
	}
	if err := s.count(tx, bought, p.Quantity); err != nil {
		return Ordered{}, err
	}
	if receipt.Intent == nil {
		err = s.paid(tx, &bought, o.CreatedAt)
	}
	s.store.orders.Put(tx, bought)
	return Ordered{receipt, bought}, err
}

// paid makes what was paid an order.
func (s sale) paid(tx sqldb.Command, o *Order, at time.Time) error {
	o.State, o.PaidAt = Waiting, at
	return s.notifyUser(tx, *o, "order_paid", nil)
}

// cancel takes an order back that was not shipped, or leaves its payment. It refuses with fault.NotFound, ErrShipped and ErrNotPossible.
func (s sale) cancel(tx sqldb.Command, userID, orderNo string) (Order, error) {
	o, err := s.orderOf(tx, userID, orderNo)
	if err != nil {
		return Order{}, err
	}
	switch o.State {
	case Payment:
		// Lapsed ends it, in this same transaction.
		if err := s.checkout.Cancel(tx, o.ID); err != nil {
			return Order{}, err
		}
		return s.orderOf(tx, userID, orderNo)
	case Waiting:
		o.Cause = ByBuyer
		return o, s.invalidate(tx, &o)
	case Shipped:
		return Order{}, ErrShipped
	default:
		return Order{}, ErrNotPossible
	}
}

// orderOf is an order of a user; without one, of anybody.
func (s sale) orderOf(tx sqldb.Command, userID, orderNo string) (Order, error) {
	o, found, err := s.store.orders.Get(tx, orderNo)
	if err == nil && (!found || userID != "" && o.UserID != userID) {
		err = fault.NotFound
	}
	return o, err
}

// invalidate refunds an order that waits for its delivery, whose cause is set.
func (s sale) invalidate(tx sqldb.Command, o *Order) error {
	err := s.checkout.Refund(tx, checkout.Refunded{UserID: o.UserID, ProductID: o.GoodsID, Quantity: o.Quantity, Asset: o.Asset, Amount: o.Amount,
		At: tx.Now(), RefType: ledger.RefGoods, RefID: o.ID})
	if err != nil {
		return err
	}
	return s.end(tx, o)
}

// end writes an order that was refunded.
func (s sale) end(tx sqldb.Command, o *Order) error {
	o.State, o.EndedAt = Invalid, tx.Now()
	o.eraseAddress()
	if err := s.count(tx, *o, -o.Quantity); err != nil {
		return err
	}
	s.store.orders.Put(tx, *o)
	kind := "order_invalid"
	if o.Cause == ByBuyer {
		kind = "order_cancelled"
	}
	return s.notifyUser(tx, *o, kind, map[string]string{"reason": o.Reason})
}

// ship gives an order to a company; its money is the operator's from now on.
func (s sale) ship(tx sqldb.Command, o *Order) error {
	o.State, o.ShippedAt, o.EraseAt = Shipped, tx.Now(), tx.Now().Add(addressKept)
	earned := ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.OrderShipped, Debit: ledger.Of(o.UserID, ledger.Order, o.Asset),
		Credit: revenueOf(o.Asset), Amount: o.Amount}
	_, err := s.Ledger.Post(tx, ledger.Entry{At: tx.Now(), RefType: ledger.RefGoods, RefID: o.ID, Transfers: []ledger.Transfer{earned}})
	if err != nil {
		return err
	}
	s.store.orders.Put(tx, *o)
	return s.notifyUser(tx, *o, "order_shipped", map[string]string{"company": o.Company, "tracking": o.Tracking})
}

// count changes what a user has of some goods.
func (s sale) count(tx sqldb.Command, o Order, by int64) error {
	b, _, err := s.store.bought.Get(tx, boughtKey(o.UserID, o.GoodsID))
	if err != nil {
		return err
	}
	b.key = boughtKey(o.UserID, o.GoodsID)
	b.Quantity += by
	s.store.bought.Put(tx, b)
	return nil
}

// notifyUser leaves an order's buyer a notice.
func (s sale) notifyUser(tx sqldb.Command, o Order, kind string, params map[string]string) error {
	told := map[string]string{"orderNo": o.ID, "quantity": strconv.FormatInt(o.Quantity, 10), "amount": o.Amount.String(), "currency": string(o.Asset)}
	for language, name := range o.Names {
		told["goods."+language] = name
	}
	maps.Copy(told, params)
	return s.Notices.Send(tx, o.UserID, kind, told, "/order?id="+o.ID)
}
