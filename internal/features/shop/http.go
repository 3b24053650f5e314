package shop

import (
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payment"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag        = "shop"
	goodsList  = "goods"
	ordersList = "orders"
	// QuantityMax is how many one order may ask for.
	QuantityMax = 99
)

// GoodsIn asks for goods.
type GoodsIn struct {
	httpapi.Page
	Category Category `query:"category" optional:"true"`
}

// GoodsInfoIn names goods.
type GoodsInfoIn struct {
	ID httpapi.ID `query:"id"`
}

// CreateOrderIn is a purchase.
type CreateOrderIn struct {
	GoodsID      httpapi.ID       `query:"goodsId"`
	Quantity     int64            `query:"quantity" optional:"true" minimum:"1" maximum:"99"`
	AddressID    *httpapi.ID      `query:"addressId"`
	PayType      checkout.PayType `query:"payType"`
	TermsVersion string           `query:"termsVersion" optional:"true" maxLength:"64" doc:"Of the price that was shown; without it a price that rose within the last 24 h is refused"`
}

// Check refuses a missing quantity and a missing address in their own words.
func (in *CreateOrderIn) Check() error {
	if in.Quantity == 0 {
		return ErrNoQuantity
	}
	if in.AddressID == nil {
		return ErrNoAddress
	}
	return nil
}

func (in CreateOrderIn) purchase(userID string) Purchase {
	p := Purchase{UserID: userID, GoodsID: string(in.GoodsID), Quantity: in.Quantity, PayType: in.PayType, TermsVersion: in.TermsVersion}
	if in.AddressID != nil {
		p.AddressID = string(*in.AddressID)
	}
	return p
}

// CreateOrderOut is what became of a purchase.
type CreateOrderOut struct {
	OrderNo       string       `json:"orderNo"`
	Status        State        `json:"status" enum:"payment,waiting_for_delivery"`
	PayAmount     money.Amount `json:"payAmount"`
	PriceCurrency money.Asset  `json:"priceCurrency" enum:"USDT,ETLD"`
	ServerTime    time.Time    `json:"serverTime"`
	checkout.ToPay
}

// OrdersIn asks for the caller's orders.
type OrdersIn struct {
	httpapi.Page
	Status State `query:"status" optional:"true" enum:"payment,waiting_for_delivery,shipped,invalid" doc:"payment is what waits to become an order"`
}

// OrderIn names an order.
type OrderIn struct {
	OrderNo httpapi.ID `query:"orderNo"`
}

// CancelOut is an order after it was cancelled.
type CancelOut struct {
	OrderNo string `json:"orderNo"`
	Status  State  `json:"status" enum:"invalid,lapsed"`
}

// Register adds the calls of the shop.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/shop/goods", Tag: tag, Summary: "What is on sale, in the catalogue's order"}, s.shelf.goods)
	httpapi.View(api, httpapi.Op{Path: "/api/shop/goodsInfo", Tag: tag, Summary: "One of the goods with what it means for the caller",
		Faults: []fault.Fault{fault.NotFound}}, s.shelf.goodsInfo)
	httpapi.View(api, httpapi.Op{Path: "/api/shop/orders", Tag: tag, Personal: "orders", Summary: "The caller's orders, newest first"}, s.orders)
	// What was not paid, or not yet, is no order; it has an address all the same.
	for _, state := range []State{Payment, Lapsed} {
		httpapi.Personal(api, "orders_"+string(state), func(tx *sqldb.Tx, c httpapi.Caller, in httpapi.Page) (httpapi.List[OrderRow], error) {
			return s.orders(tx, c, OrdersIn{Page: in, Status: state})
		})
	}
	httpapi.View(api, httpapi.Op{Path: "/api/shop/orderInfo", Tag: tag, Summary: "One order of the caller, or what waits to become one",
		Faults: []fault.Fault{fault.NotFound}},
		func(tx *sqldb.Tx, c httpapi.Caller, in OrderIn) (OrderRow, error) {
			o, err := s.Sale.orderOf(tx, c.UserID, string(in.OrderNo))
			if err != nil {
				return OrderRow{}, err
			}
			return s.orderRow(tx, o, c.Language)
		})
	httpapi.Command(api, httpapi.Op{Path: "/api/shop/createOrder", Tag: tag, Part: string(emergency.Sales), Summary: "Order goods",
		Faults: []fault.Fault{ErrNoQuantity, ErrNoAddress, fault.NotFound, ErrPlatformOwned, ErrRegion, ErrTermsChanged, ErrUserLimit, ErrSoldOut,
			checkout.ErrReserved, checkout.ErrInsufficient, checkout.ErrInsufficientOf, payment.ErrAlreadyOpen}},
		httpapi.CommandSpec[CreateOrderIn, CreateOrderOut]{
			Hints: func(c httpapi.Caller, in CreateOrderIn) []sqldb.Hint {
				return s.Sale.purchaseHints(in.purchase(c.UserID))
			},
			Handle: func(tx sqldb.Command, c httpapi.Caller, in CreateOrderIn) (CreateOrderOut, error) {
				made, err := s.Sale.Purchase(tx, in.purchase(c.UserID))
				o := made.Bought
				return CreateOrderOut{OrderNo: o.ID, Status: o.State, PayAmount: o.Amount, PriceCurrency: o.Asset, ServerTime: tx.Now(), ToPay: made.ToPay()}, err
			},
		})
	httpapi.Command(api, httpapi.Op{Path: "/api/shop/cancelOrder", Tag: tag, Summary: "Cancel what was not shipped, or leave its payment",
		Faults: []fault.Fault{fault.NotFound, ErrShipped, ErrNotPossible}},
		httpapi.CommandSpec[OrderIn, CancelOut]{
			Hints: func(c httpapi.Caller, in OrderIn) []sqldb.Hint {
				return []sqldb.Hint{s.store.orders.Hint(string(in.OrderNo))}
			},
			Handle: func(tx sqldb.Command, c httpapi.Caller, in OrderIn) (CancelOut, error) {
				o, err := s.Sale.cancel(tx, c.UserID, string(in.OrderNo))
				return CancelOut{OrderNo: o.ID, Status: o.State}, err
			},
		})
}
