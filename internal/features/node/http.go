package node

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payment"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag      = "node"
	mineList = "nodes"
	// pastMonths is how many past months are shown.
	pastMonths = 12
)

// ProductIn names a level's product.
type ProductIn struct {
	ID httpapi.ID `query:"id"`
}

// PurchaseIn is a purchase.
type PurchaseIn struct {
	NodeID httpapi.ID `query:"nodeId" doc:"The product's id"`
	checkout.Asked
}

// Check refuses a missing quantity in its own words.
func (in PurchaseIn) Check() error {
	if in.Quantity == 0 {
		return ErrNoQuantity
	}
	return nil
}

// PurchaseOut is what became of a purchase.
type PurchaseOut struct {
	OrderNo      string       `json:"orderNo"`
	NodeNos      []string     `json:"nodeNos" nullable:"false"`
	PayAmount    money.Amount `json:"payAmount"`
	CoolingEndAt *time.Time   `json:"coolingEndAt" doc:"Until when it can be cancelled; null when it cannot, or is not paid"`
	ServerTime   time.Time    `json:"serverTime"`
	checkout.ToPay
}

// MineIn asks for the caller's nodes.
type MineIn struct {
	httpapi.Page
	State State `query:"state" optional:"true"`
}

// NodeIn names a node.
type NodeIn struct {
	NodeNo httpapi.ID `query:"nodeNo"`
}

// StateOut is a node's state after an action.
type StateOut struct {
	NodeNo string `json:"nodeNo"`
	State  State  `json:"state"`
}

// MonthIn names a month; without one it is the open one.
type MonthIn struct {
	Month string `query:"month" optional:"true" maxLength:"7" doc:"As 2006-01; without it the open month"`
}

// StatementIn names a statement.
type StatementIn struct {
	Month string `query:"month" maxLength:"7" doc:"As 2006-01"`
	Level Level  `query:"level"`
}

// Register adds the calls of nodes.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/node/all", Tag: tag, Summary: "The levels of nodes"}, s.all)
	httpapi.View(api, httpapi.Op{Path: "/api/node/detail", Tag: tag, Summary: "One level with what it means for the caller",
		Faults: []fault.Fault{fault.NotFound}}, s.detail)
	httpapi.View(api, httpapi.Op{Path: "/api/node/mine", Tag: tag, Personal: "nodes", Summary: "The caller's nodes, newest first"}, s.mine)
	httpapi.View(api, httpapi.Op{Path: "/api/node/dividendPool", Tag: tag, Summary: "The dividend pools of a month",
		Faults: []fault.Fault{fault.NotFound}}, s.Dividends.pools)
	httpapi.View(api, httpapi.Op{Path: "/api/node/statement", Tag: tag,
		Summary: "How one pool of a month was divided: what etld verify dividend recomputes", Faults: []fault.Fault{fault.NotFound}},
		func(tx *sqldb.Tx, _ httpapi.Caller, in StatementIn) (Statement, error) {
			m, err := clock.ParseMonth(in.Month)
			if err != nil {
				return Statement{}, fault.Invalid("month")
			}
			return s.Dividends.statement(tx, m, in.Level)
		})
	s.registerCommands(api)
}

func (s *Service) registerCommands(api *httpapi.API) {
	httpapi.Command(api, httpapi.Op{Path: "/api/node/purchase", Tag: tag, Part: string(emergency.Sales), Summary: "Buy nodes",
		Faults: []fault.Fault{ErrNoQuantity, fault.NotFound, ErrPlatformOwned, ErrTermsChanged, ErrSoldOut,
			checkout.ErrReserved, checkout.ErrInsufficient, payment.ErrAlreadyOpen}},
		httpapi.CommandSpec[PurchaseIn, PurchaseOut]{
			Hints: func(c httpapi.Caller, in PurchaseIn) []sqldb.Hint {
				return s.Sale.PurchaseHints(in.Order(c.UserID, string(in.NodeID)))
			},
			Handle: func(tx sqldb.Command, c httpapi.Caller, in PurchaseIn) (PurchaseOut, error) {
				b, err := s.Sale.Purchase(tx, in.Order(c.UserID, string(in.NodeID)))
				if err != nil {
					return PurchaseOut{}, err
				}
				return purchaseOut(tx, b), nil
			},
		})
	for _, action := range []struct {
		path, summary string
		faults        []fault.Fault
		do            func(tx sqldb.Command, userID, nodeID string) (Node, error)
	}{
		{"/api/node/startNow", "Waive the rest of the cooling-off", []fault.Fault{fault.NotFound, ErrNotPossible}, s.Sale.StartNow},
		{"/api/node/cancel", "Cancel in the cooling-off, or leave the payment of the whole order",
			[]fault.Fault{fault.NotFound, ErrCoolingOver, ErrNotPossible}, s.Sale.Cancel},
	} {
		httpapi.Command(api, httpapi.Op{Path: action.path, Tag: tag, Summary: action.summary, Faults: action.faults},
			httpapi.CommandSpec[NodeIn, StateOut]{
				Hints: func(c httpapi.Caller, in NodeIn) []sqldb.Hint { return s.Sale.actionHints(c.UserID, string(in.NodeNo)) },
				Handle: func(tx sqldb.Command, c httpapi.Caller, in NodeIn) (StateOut, error) {
					n, err := action.do(tx, c.UserID, string(in.NodeNo))
					return StateOut{NodeNo: n.ID, State: n.State}, err
				},
			})
	}
}

func purchaseOut(tx sqldb.Command, b Bought) PurchaseOut {
	out := PurchaseOut{OrderNo: b.Order.ID, PayAmount: b.Order.Amount, NodeNos: make([]string, len(b.Nodes)), ServerTime: tx.Now(), ToPay: b.ToPay()}
	for i, n := range b.Nodes {
		out.NodeNos[i] = n.ID
		if n.State == Cooling {
			out.CoolingEndAt = &n.CoolingEndAt
		}
	}
	return out
}
