package node

import (
	"slices"
	"strings"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Bought is a purchase that was made, or is waiting for its payment.
type Bought struct {
	checkout.Receipt
	Nodes []Node
}

// PurchaseHints names what Purchase will read.
func (s sale) PurchaseHints(o checkout.Order) []sqldb.Hint {
	return append(s.checkout.Hints(o), s.store.products.Hint(o.ProductID), s.Ledger.Hint(revenue), user.Hint(o.UserID), param.Hint())
}

// Purchase buys nodes; the order says who wants how many of which level, and how
// he pays. It refuses, in this order, with
// fault.NotFound (no such product on sale), ErrPlatformOwned, ErrTermsChanged,
// ErrSoldOut, and what paying refuses with.
func (s sale) Purchase(tx sqldb.Command, o checkout.Order) (Bought, error) {
	p, found, err := s.store.products.Get(tx, o.ProductID)
	if err != nil {
		return Bought{}, err
	}
	if !found || !p.isOnSale(tx.Now()) {
		return Bought{}, fault.NotFound
	}
	buyer, err := user.Find(tx, o.UserID)
	if err != nil {
		return Bought{}, err
	}
	if buyer.IsRobot {
		return Bought{}, ErrPlatformOwned
	}
	terms, err := s.termsOf(tx, p)
	if err != nil {
		return Bought{}, err
	}
	if o.TermsVersion != terms.Version() {
		return Bought{}, ErrTermsChanged
	}
	o.CreatedAt = tx.Now()
	o.ID, o.Amount = entropy.ID(s.Chance, o.CreatedAt), terms.Price*money.Amount(o.Quantity)
	inStock, err := s.checkout.Reserve(tx, o)
	if err != nil {
		return Bought{}, err
	}
	if !inStock {
		return Bought{}, ErrSoldOut
	}
	receipt, err := s.checkout.Pay(tx, o)
	if err != nil {
		return Bought{}, err
	}
	nodes, err := s.newNodes(tx, terms, receipt)
	return Bought{Receipt: receipt, Nodes: nodes}, err
}

// newNodes writes an order's nodes: cooling off, or waiting for their payment.
func (s sale) newNodes(tx sqldb.Command, t Terms, r checkout.Receipt) ([]Node, error) {
	o := r.Order
	list := make([]Node, o.Quantity)
	for i := range list {
		list[i] = Node{ID: entropy.ID(s.Chance, o.CreatedAt), UserID: o.UserID, ProductID: t.ProductID, Level: t.Level, OrderID: o.ID,
			TermsVersion: o.TermsVersion, Price: t.Price, Gift: t.Gift, State: Payment, CreatedAt: o.CreatedAt}
	}
	slices.SortFunc(list, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
	if r.Intent == nil {
		return list, s.coolAll(tx, list, o, o.CreatedAt)
	}
	s.store.putOrder(tx, o.ID, list, all(list)...)
	return list, nil
}

// coolAll begins the cooling-off of a paid order's nodes.
func (s sale) coolAll(tx sqldb.Command, list []Node, o checkout.Order, at time.Time) error {
	for i := range list {
		if err := s.cool(tx, &list[i], at, o.StartNow); err != nil {
			return err
		}
	}
	s.store.putOrder(tx, o.ID, list, all(list)...)
	return nil
}

// actionHints names what an action on one node reads at first.
func (s sale) actionHints(userID, nodeID string) []sqldb.Hint {
	return []sqldb.Hint{s.store.orderOf.Hint(nodeID), s.Ledger.Hint(ledger.AvailableOf(userID, money.USDT)),
		s.Ledger.Hint(cooling(userID)), s.Ledger.Hint(revenue), user.Hint(userID)}
}

// StartNow waives the rest of a node's cooling-off.
// It refuses with fault.NotFound and ErrNotPossible.
func (s sale) StartNow(tx sqldb.Command, userID, nodeID string) (Node, error) {
	return s.act(tx, userID, nodeID, func(n *Node) error {
		if n.State != Cooling {
			return ErrNotPossible
		}
		return s.activate(tx, n, tx.Now())
	})
}

// Cancel takes a node back: in its cooling-off with a full refund, or out of a
// payment that is not complete. A payment is for the whole order, so leaving it
// cancels all nodes of the order. It refuses with
// fault.NotFound, ErrCoolingOver and ErrNotPossible.
func (s sale) Cancel(tx sqldb.Command, userID, nodeID string) (Node, error) {
	isOpen := false
	n, err := s.act(tx, userID, nodeID, func(n *Node) error {
		switch n.State {
		case Payment:
			isOpen = true
			return nil
		case Cooling:
			return s.refund(tx, n)
		case Active:
			return ErrCoolingOver
		default:
			return ErrNotPossible
		}
	})
	if err != nil || !isOpen {
		return n, err
	}
	// Lapsed ends the nodes, in this same transaction.
	n.State = Cancelled
	return n, s.checkout.Cancel(tx, n.OrderID)
}

// MoveDeadlines moves the ends of a user's cooling-offs that are to come, and tells them:
// they stand still while the user is suspended.
func (s sale) MoveDeadlines(tx *sqldb.Tx, userID string, by time.Duration) error {
	ids, err := sqldb.Collect(tx, sqldb.One[string], selectCoolingOrders, userID, tx.Now())
	if err != nil {
		return err
	}
	for _, id := range ids {
		list, _, err := s.store.orders.Get(tx, id)
		if err != nil {
			return err
		}
		list = slices.Clone(list)
		for i, n := range list {
			if n.State != Cooling {
				continue
			}
			list[i].CoolingEndAt = checkout.MovedCooling(n.CoolingEndAt, tx.Now(), by)
			if err := s.notifyCooling(tx, list[i]); err != nil {
				return err
			}
		}
		s.store.putOrder(tx, id, list, all(list)...)
	}
	return nil
}

// act changes one node of a user. A node whose cooling-off is over is active, even
// if the job has not come to it yet.
func (s sale) act(tx sqldb.Command, userID, nodeID string, do func(n *Node) error) (Node, error) {
	list, i, found, err := s.nodesOf(tx, userID, nodeID)
	if err != nil {
		return Node{}, err
	}
	if !found {
		return Node{}, fault.NotFound
	}
	n := &list[i]
	if n.State == Cooling && !tx.Now().Before(n.CoolingEndAt) {
		// What follows is refused, and the refusal undoes what the job will do anyway.
		n.State = Active
	}
	if err := do(n); err != nil {
		return Node{}, err
	}
	s.store.putOrder(tx, n.OrderID, list, i)
	return *n, nil
}

// refund undoes a purchase in its cooling-off.
func (s sale) refund(tx sqldb.Command, n *Node) error {
	n.State, n.EndedAt = Cancelled, tx.Now()
	err := s.checkout.Refund(tx, checkout.Refunded{UserID: n.UserID, ProductID: n.ProductID, Quantity: 1, Amount: n.Price,
		At: tx.Now(), RefType: ledger.RefNode, RefID: n.ID})
	if err != nil {
		return err
	}
	return s.notifyUser(tx, *n, "node_cancelled", map[string]string{"amount": n.Price.String()})
}

// seller is what checkout tells of payments that end.
type seller struct{ sale }

func (s seller) EffectiveNow(tx sqldb.Command) (time.Time, error) { return tx.Now(), nil }

// Paid begins the cooling-off of an order whose payment on chain is final.
func (s seller) Paid(tx sqldb.Command, o checkout.Order, at time.Time) error {
	list, _, err := s.store.orders.Get(tx, o.ID)
	if err != nil {
		return err
	}
	return s.coolAll(tx, slices.Clone(list), o, at)
}

// Lapsed ends the nodes of an order whose payment expired or was cancelled.
func (s seller) Lapsed(tx sqldb.Command, o checkout.Order, at time.Time, cause string) error {
	list, _, err := s.store.orders.Get(tx, o.ID)
	if err != nil {
		return err
	}
	list = slices.Clone(list)
	to, kind := Expired, "node_expired"
	if cause == payment.Cancelled {
		to, kind = Cancelled, "node_payment_cancelled"
	}
	for i := range list {
		list[i].State, list[i].EndedAt = to, at
		if err := s.notifyUser(tx, list[i], kind, nil); err != nil {
			return err
		}
	}
	s.store.putOrder(tx, o.ID, list, all(list)...)
	return nil
}

// Item is the first node of an order.
func (s seller) Item(tx *sqldb.Tx, o checkout.Order, language httpapi.Language) (payment.Item, error) {
	list, _, err := s.store.orders.Get(tx, o.ID)
	if err != nil || len(list) == 0 {
		return payment.Item{}, err
	}
	p, _, err := s.store.products.Get(tx, o.ProductID)
	return payment.Item{ItemNo: list[0].ID, Name: p.Names[string(language)], IsRunning: list[0].State == Active}, err
}

func all(list []Node) []int {
	positions := make([]int, len(list))
	for i := range positions {
		positions[i] = i
	}
	return positions
}
