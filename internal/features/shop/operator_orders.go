package shop

import (
	"cmp"
	"net/url"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/board"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/user"
	"etld/internal/features/shop/address"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	companyMax  = 60
	trackingMax = 60
	trackURLMax = 300
	// labelsMax bounds the addresses that one call shows.
	labelsMax = 100

	kindReversal = "order_reversal"
)

// OrderLine is an order as operators see it: without its address.
type OrderLine struct {
	OrderNo string `json:"orderNo"`
	user.Who
	GoodsID   string           `json:"goodsId"`
	Goods     string           `json:"goods" doc:"Its name when it was ordered, in the caller's language"`
	Quantity  int64            `json:"quantity"`
	PayAmount money.Amount     `json:"payAmount"`
	Currency  money.Asset      `json:"currency" enum:"USDT,ETLD"`
	PayType   checkout.PayType `json:"payType"`
	Status    State            `json:"status"`
	Cause     Cause            `json:"cause" optional:"true"`
	Reason    string           `json:"reason"`
	Company   string           `json:"company"`
	Number    string           `json:"number"`
	TrackURL  string           `json:"trackUrl"`
	IsLate    bool             `json:"isLate"`
	ShipBy    *time.Time       `json:"shipBy" doc:"Until when it should be shipped; null for what does not wait"`
	ShipFrom  *time.Time       `json:"shipFrom" doc:"From when it may be shipped, where its address was new; null for at once"`
	CreatedAt time.Time        `json:"createdAt"`
	Timeline  []Step           `json:"timeline" nullable:"false"`
	// SightsLeft is how many addresses the caller may still see on this day.
	SightsLeft int64 `json:"sightsLeft" doc:"How many addresses the caller may still see on this day of the platform"`
}

// OrderNoIn names an order.
type OrderNoIn struct {
	OrderNo httpapi.ID `json:"orderNo"`
}

// ShipIn says how an order travels.
type ShipIn struct {
	OrderNo  httpapi.ID `json:"orderNo"`
	Company  string     `json:"company"`
	Number   string     `json:"number"`
	TrackURL string     `json:"trackUrl,omitempty" doc:"https only, at the host of a listed carrier"`
}

// Check refuses what a buyer could not follow.
func (in *ShipIn) Check() error {
	in.Company, in.Number = strings.TrimSpace(in.Company), strings.TrimSpace(in.Number)
	switch {
	case !wording.IsLine(in.Company, companyMax):
		return fault.Invalid("company")
	case !wording.IsLine(in.Number, trackingMax):
		return fault.Invalid("number")
	case in.TrackURL != "" && !isSecureURL(in.TrackURL):
		return fault.Invalid("trackUrl")
	}
	return nil
}

// isSecureURL says that a text leads to a host by https, without credentials.
func isSecureURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && len(text) <= trackURLMax && wording.IsLine(text, trackURLMax) && u.Scheme == "https" && u.Host != "" && u.User == nil && u.Opaque == ""
}

// InvalidateIn ends an order that was not shipped.
type InvalidateIn struct {
	OrderNo httpapi.ID `json:"orderNo"`
	Reason  string     `json:"reason" doc:"Its buyer reads it"`
}

// Check refuses a reason that says nothing.
func (in *InvalidateIn) Check() error { return audit.CheckReason(in.Reason) }

// reversal takes back an order that was shipped.
type reversal struct {
	OrderNo httpapi.ID `json:"orderNo"`
	Cause   Cause      `json:"cause" enum:"lost,returned" doc:"What was returned is for sale again"`
}

// registerOrders adds the operators' calls of orders. Addresses are shown by
// actions, not by views: each sight is in the audit log.
func (s *Service) registerOrders(o *operator.Service) {
	readers := []operator.Role{operator.Fulfilment, operator.Support, operator.Catalogue, operator.FinanceMaker, operator.FinanceChecker}
	fulfilment := []operator.Role{operator.Fulfilment}
	registerCarriers(o, readers)
	operator.Rows(o, operator.Route{Path: "orders/list", Roles: readers}, orderList, s.orderLine)
	operator.Action(o, operator.Route{Path: "orders/address", Roles: fulfilment}, s.showAddress)
	operator.Action(o, operator.Route{Path: "orders/labels", Roles: fulfilment}, s.labels)
	operator.Action(o, operator.Route{Path: "orders/ship", Roles: fulfilment}, s.shipOrder)
	operator.Action(o, operator.Route{Path: "orders/invalidate", Roles: fulfilment}, s.invalidateOrder)
	operator.Handle(o, operator.Kind[reversal]{Name: kindReversal, Path: "orders/reverse", Makers: fulfilment,
		Checkers: []operator.Role{operator.FinanceChecker}, Describe: s.describeReversal, Execute: s.reverse, Barred: s.refuseOwn})
}

// refuseOwn refuses an operator whose own order it is.
func (s *Service) refuseOwn(tx *sqldb.Tx, r reversal, who operator.Staff) error {
	o, err := s.Sale.orderOf(tx, "", string(r.OrderNo))
	if err != nil {
		return err
	}
	return operator.RefuseOwn(tx, o.UserID, who)
}

// orderList lists orders; late ones wait and were paid longer ago than promised. They
// were made by then too, which their ids say: so the index of ids is read no further.
var orderList = lists.List[Order]{Table: orderTable, Key: "orderNo", Orders: []lists.Order{lists.Newest("createdAt", "id")},
	Filters: []lists.Filter{lists.OneOf("status", "state", Payment, Lapsed, Waiting, Shipped, Invalid), lists.Is("goodsId", "goods_id"), lists.Is("userId", "user_id"),
		lists.When("late", "state = 'waiting_for_delivery' AND paid_at <= ? AND id < ?", func(now time.Time) []any {
			return []any{now.Add(-board.OrderPromise), entropy.FirstID(now.Add(time.Millisecond - board.OrderPromise))}
		}).
			Doc("Only what waits and was paid longer ago than promised"), lists.MadeFrom("from", "id"), lists.MadeBefore("to", "id")}}

func (s *Service) orderLine(tx *sqldb.Tx, c operator.Caller, o Order) (OrderLine, error) {
	_, left, err := s.sightsOf(tx, c.Staff)
	line := OrderLine{OrderNo: o.ID, Who: user.Who{UserID: o.UserID}, GoodsID: o.GoodsID, Goods: cmp.Or(o.Names[string(c.Language)], o.Names["en"]),
		SightsLeft: left, Quantity: o.Quantity, PayAmount: o.Amount, Currency: o.Asset,
		PayType: o.PayType, Status: o.State, Cause: o.Cause, Reason: o.Reason, Company: o.Company, Number: o.Tracking, TrackURL: o.TrackURL,
		ShipFrom: o.shownShipFrom(), CreatedAt: o.CreatedAt, Timeline: timeline(o)}
	if o.State == Waiting {
		due := o.PaidAt.Add(board.OrderPromise)
		line.ShipBy, line.IsLate = &due, !tx.Now().Before(due)
	}
	return line, err
}

// showAddress shows where an order goes that waits for its delivery.
func (s *Service) showAddress(tx *sqldb.Tx, c *operator.Call, in OrderNoIn) (address.Form, error) {
	c.Note(audit.Note{Subject: string(in.OrderNo)})
	o, err := s.toShip(tx, in.OrderNo)
	if err != nil {
		return address.Form{}, err
	}
	if err := s.countSights(tx, c.Staff, o.ID); err != nil {
		return address.Form{}, err
	}
	return s.Sale.addressOf(o)
}

// inState is an order that must be in a state.
func (s *Service) inState(tx sqldb.Command, orderNo httpapi.ID, state State) (Order, error) {
	o, err := s.Sale.orderOf(tx, "", string(orderNo))
	if err == nil && o.State != state {
		err = ErrNotPossible
		if o.State == Shipped {
			err = ErrShipped
		}
	}
	return o, err
}

// toShip is an order that may be shipped now.
func (s *Service) toShip(tx sqldb.Command, orderNo httpapi.ID) (Order, error) {
	o, err := s.inState(tx, orderNo, Waiting)
	if err == nil && tx.Now().Before(o.ShipFrom) {
		err = ErrAddressNew.With("time", clock.Text(o.ShipFrom))
	}
	return o, err
}

// shipOrder records how an order travels, once; its buyer is told.
func (s *Service) shipOrder(tx *sqldb.Tx, c *operator.Call, in ShipIn) (OrderLine, error) {
	c.Note(audit.Note{Subject: string(in.OrderNo), After: map[string]string{"company": in.Company, "number": in.Number, "trackUrl": in.TrackURL}})
	o, err := s.toShip(tx, in.OrderNo)
	if err != nil {
		return OrderLine{}, err
	}
	isListed, err := isFollowed(tx, in.TrackURL)
	if err == nil && !isListed {
		err = ErrNoCarrier
	}
	if err != nil {
		return OrderLine{}, err
	}
	o.Company, o.Tracking, o.TrackURL = in.Company, in.Number, in.TrackURL
	if err := s.Sale.ship(tx, &o); err != nil {
		return OrderLine{}, err
	}
	return s.orderLine(tx, c.Caller, o)
}

// invalidateOrder ends an order that was not shipped, and refunds it.
func (s *Service) invalidateOrder(tx *sqldb.Tx, c *operator.Call, in InvalidateIn) (OrderLine, error) {
	c.Note(audit.Note{Subject: string(in.OrderNo), Reason: in.Reason})
	o, err := s.inState(tx, in.OrderNo, Waiting)
	if err != nil {
		return OrderLine{}, err
	}
	o.Cause, o.Reason = ByOperator, in.Reason
	if err := s.Sale.invalidate(tx, &o); err != nil {
		return OrderLine{}, err
	}
	return s.orderLine(tx, c.Caller, o)
}

func (s *Service) describeReversal(tx *sqldb.Tx, r reversal) (operator.Description, error) {
	o, err := s.Sale.orderOf(tx, "", string(r.OrderNo))
	if err != nil {
		return operator.Description{}, err
	}
	if o.State != Shipped {
		return operator.Description{}, ErrNotPossible
	}
	if _, err := s.refundOf(tx, o); err != nil {
		return operator.Description{}, err
	}
	return operator.Description{Subject: o.ID, Approvals: 1, Diff: []operator.Change{
		{Field: "status", Before: string(Shipped), After: string(Invalid) + ", " + string(r.Cause)},
		{Field: "refund", After: o.Amount.String() + " " + string(o.Asset)}}}, nil
}

// refundOf is what a shipped order's refund is made of: what goods earned, then the
// capital.
func (s *Service) refundOf(tx sqldb.Command, o Order) (list []ledger.Transfer, err error) {
	rest := o.Amount
	for _, from := range []ledger.Account{revenueOf(o.Asset), ledger.House(ledger.Capital, o.Asset)} {
		balance, err := s.Ledger.Balance(tx, from)
		if err != nil {
			return nil, err
		}
		if part := min(balance, rest); part > 0 {
			list = append(list, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.OrderRefund, Debit: from,
				Credit: ledger.AvailableOf(o.UserID, o.Asset), Amount: part})
			rest -= part
		}
	}
	if rest > 0 {
		return nil, operator.ErrShort.With("account", string(ledger.Capital)).With("balance", (o.Amount-rest).String()).With("currency", string(o.Asset))
	}
	return list, nil
}

// reverse is the approved end of an order that was shipped.
func (s *Service) reverse(tx *sqldb.Tx, r reversal, d operator.Decision) error {
	o, err := s.Sale.orderOf(tx, "", string(r.OrderNo))
	if err != nil {
		return err
	}
	if o.State != Shipped {
		return ErrNotPossible
	}
	refund, err := s.refundOf(tx, o)
	if err != nil {
		return err
	}
	if _, err := s.Ledger.Post(tx, ledger.Entry{At: tx.Now(), RefType: ledger.RefGoods, RefID: o.ID, Transfers: refund}); err != nil {
		return err
	}
	if r.Cause == Returned {
		if err := s.checkout.AddStock(tx, o.GoodsID, o.Quantity); err != nil {
			return err
		}
	}
	o.Cause, o.Reason = r.Cause, d.Reason
	return s.Sale.end(tx, &o)
}
