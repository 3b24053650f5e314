package shop

import (
	"errors"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/board"
	"etld/internal/core/checkout"
	"etld/internal/core/picture"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

// Step is a point in an order's life.
type Step struct {
	Status State     `json:"status"`
	At     time.Time `json:"at"`
	Actor  string    `json:"actor" enum:"buyer,operator,platform"`
	Cause  Cause     `json:"cause" optional:"true" doc:"Why, of the last step of an order that is invalid or lapsed"`
}

// OrderRow is an order as its buyer sees it. It shows goods, price and address as
// they were.
type OrderRow struct {
	OrderNo          string           `json:"orderNo"`
	Status           State            `json:"status" doc:"payment and lapsed: no order yet, or no more"`
	GoodsID          string           `json:"goodsId"`
	GoodsName        string           `json:"goodsName"`
	Image            *picture.Picture `json:"image"`
	Quantity         int64            `json:"quantity"`
	Price            money.Amount     `json:"price" doc:"Of one, in priceCurrency"`
	PriceCurrency    money.Asset      `json:"priceCurrency" enum:"USDT,ETLD"`
	PayAmount        money.Amount     `json:"payAmount"`
	PaymentMethod    checkout.PayType `json:"paymentMethod"`
	IntentNo         string           `json:"intentNo" doc:"Of the payment it waits for; empty otherwise"`
	Consignee        string           `json:"consignee" doc:"This, phone and address are empty once they were erased, or where no key opens them"`
	Phone            string           `json:"phone"`
	Address          string           `json:"address"`
	Region           string           `json:"region"`
	LogisticsCompany string           `json:"logisticsCompany"`
	LogisticsNo      string           `json:"logisticsNo"`
	TrackURL         string           `json:"trackUrl" doc:"https only; may be empty"`
	Cause            Cause            `json:"cause" optional:"true" doc:"Why it is invalid or lapsed"`
	Reason           string           `json:"reason" doc:"The operator's words, in the operator's language"`
	CreatedAt        time.Time        `json:"createdAt"`
	LateAt           *time.Time       `json:"lateAt" doc:"Until when it should be shipped; null for what does not wait"`
	IsLate           bool             `json:"isLate"`
	ShipFrom         *time.Time       `json:"shipFrom" doc:"From when it may be shipped, where its address was new when it was ordered; null for at once"`
	Timeline         []Step           `json:"timeline" nullable:"false" doc:"The oldest first"`
	Actions          []string         `json:"actions" nullable:"false" enum:"cancel"`
	ServerTime       time.Time        `json:"serverTime"`
}

// orders lists the caller's; what waits for its payment only where it is asked for.
func (s *Service) orders(tx *sqldb.Tx, c httpapi.Caller, in OrdersIn) (httpapi.List[OrderRow], error) {
	return httpapi.Ordered[Order, OrderRow]{Name: ordersList + string(in.Status), First: entropy.LastID, ID: func(o Order) string { return o.ID },
		Read: func(before string, limit int) ([]Order, error) {
			query, args := selectMine, []any{c.UserID, before, limit}
			if in.Status != "" {
				query, args = selectMineIn, []any{c.UserID, string(in.Status), before, limit}
			}
			orders, err := sqldb.Collect(tx, orderTable.Scan, query, args...)
			if err != nil {
				return nil, err
			}
			return orders, sqldb.Fetch(tx, s.rowHints(orders)...)
		},
		Row: func(o Order) (OrderRow, error) { return s.orderRow(tx, o, c.Language) }}.Page(in.Page)
}

// rowHints names what the rows of orders need.
func (s *Service) rowHints(orders []Order) (hints []sqldb.Hint) {
	for _, o := range orders {
		if o.State == Payment {
			hints = append(hints, s.checkout.OrderHint(o.ID))
		}
		if o.Picture != "" {
			hints = append(hints, s.Pictures.ShownHints([]string{o.Picture})...)
		}
	}
	return hints
}

func (s *Service) orderRow(tx sqldb.Command, o Order, language httpapi.Language) (OrderRow, error) {
	to, err := s.Sale.addressOf(o)
	if errors.Is(err, seal.ErrSealed) {
		// The buyer's other orders are shown, and the rest of this one.
		s.Log.Warn("the address of an order cannot be opened", "error", err)
	} else if err != nil {
		return OrderRow{}, err
	}
	row := OrderRow{OrderNo: o.ID, Status: o.State, GoodsID: o.GoodsID, GoodsName: o.Names[string(language)], Quantity: o.Quantity,
		Price: o.Price, PriceCurrency: o.Asset, PayAmount: o.Amount, PaymentMethod: o.PayType,
		Consignee: to.Name, Phone: to.Phone, Address: to.Detail, Region: to.Region,
		LogisticsCompany: o.Company, LogisticsNo: o.Tracking, TrackURL: o.TrackURL, Cause: o.Cause, Reason: o.Reason,
		CreatedAt: o.CreatedAt, ShipFrom: o.shownShipFrom(), Timeline: timeline(o), Actions: []string{}, ServerTime: tx.Now()}
	if o.State == Waiting {
		late := o.PaidAt.Add(board.OrderPromise)
		row.LateAt, row.IsLate = &late, !tx.Now().Before(late)
	}
	if o.State == Waiting || o.State == Payment {
		row.Actions = []string{"cancel"}
	}
	if o.State == Payment {
		unpaid, err := s.checkout.Order(tx, o.ID)
		if err != nil {
			return OrderRow{}, err
		}
		row.IntentNo = unpaid.IntentNo
	}
	if o.Picture != "" {
		images, err := s.Pictures.Shown(tx, []string{o.Picture}, language)
		if err != nil {
			return OrderRow{}, err
		}
		if len(images) > 0 {
			row.Image = &images[0]
		}
	}
	return row, nil
}

// shownShipFrom is nil for what may be shipped at once, or does not wait.
func (o Order) shownShipFrom() *time.Time {
	if o.ShipFrom.IsZero() || o.State != Waiting && o.State != Payment {
		return nil
	}
	return &o.ShipFrom
}

// Who brought an order a step further.
const (
	buyer      = "buyer"
	byOperator = "operator"
	platform   = "platform"
)

// actor is who ends an order for a cause.
func (c Cause) actor() string {
	switch c {
	case ByBuyer:
		return buyer
	case Expired:
		return platform
	default:
		return byOperator
	}
}

// timeline is what happened to an order, when, by whom and why.
func timeline(o Order) []Step {
	list := []Step{}
	for _, step := range []Step{{Status: Payment, At: o.CreatedAt, Actor: buyer}, {Status: Waiting, At: o.PaidAt, Actor: buyer},
		{Status: Shipped, At: o.ShippedAt, Actor: byOperator}, {Status: o.State, At: o.EndedAt, Actor: o.Cause.actor(), Cause: o.Cause}} {
		if step.At.IsZero() || step.Status == Payment && !o.PaidAt.IsZero() && o.PaidAt.Equal(o.CreatedAt) {
			continue
		}
		list = append(list, step)
	}
	return list
}
