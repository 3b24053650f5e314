package node

import (
	"maps"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

// State is where a node is in its life (doc.go).
type State string

const (
	Payment   State = "payment"
	Cooling   State = "cooling"
	Active    State = "active"
	Cancelled State = "cancelled"
	Expired   State = "expired"
)

func (State) Values() []string { return each.Texts(Payment, Cooling, Active, Cancelled, Expired) }

// Node is one node of a user. Its terms are those it was bought under.
type Node struct {
	ID, UserID, ProductID string
	Level                 Level
	OrderID, TermsVersion string
	Price                 money.Amount
	// Gift is the member level that it gives while it is active.
	Gift                              int64
	State                             State
	CreatedAt, CoolingEndAt, ActiveAt time.Time
	// EndedAt is when it was cancelled or expired.
	EndedAt time.Time
}

// activeFrom is when a node is active from, which is known before the job comes to
// it.
func (n Node) activeFrom() time.Time {
	if n.State == Cooling {
		return n.CoolingEndAt
	}
	return n.ActiveAt
}

// nodesOf is the nodes of a node's order, and where it is among them; found is
// false for a node that does not exist or belongs to somebody else.
func (s sale) nodesOf(tx sqldb.Command, userID, nodeID string) (list []Node, at int, found bool, err error) {
	orderID, found, err := s.store.orderOf.Get(tx, nodeID)
	if err != nil || !found {
		return nil, 0, false, err
	}
	if list, _, err = s.store.orders.Get(tx, orderID); err != nil {
		return nil, 0, false, err
	}
	list = slices.Clone(list)
	at = slices.IndexFunc(list, func(n Node) bool { return n.ID == nodeID && n.UserID == userID })
	return list, at, at >= 0, nil
}

// cool begins the cooling-off of a paid node, or activates it at once for a buyer
// who waived it.
func (s sale) cool(tx sqldb.Command, n *Node, at time.Time, startNow bool) error {
	var err error
	if n.CoolingEndAt, err = checkout.CoolingEnd(tx, n.UserID, at); err != nil {
		return err
	}
	n.State = Cooling
	if startNow {
		return s.activate(tx, n, at)
	}
	return s.notifyCooling(tx, *n)
}

// notifyCooling tells until when a node can be taken back, once that is known.
func (s sale) notifyCooling(tx sqldb.Command, n Node) error {
	if !user.IsEndKnown(n.CoolingEndAt) {
		return nil
	}
	return s.notifyUser(tx, n, "node_cooling", map[string]string{"coolingEndAt": clock.Text(n.CoolingEndAt)})
}

// activate ends a node's cooling-off: its price is the operator's, and its owner
// has its gift level from now on.
func (s sale) activate(tx sqldb.Command, n *Node, at time.Time) error {
	n.State, n.ActiveAt = Active, at
	_, err := s.Ledger.Post(tx, ledger.Entry{At: at, RefType: ledger.RefNode, RefID: n.ID, Transfers: []ledger.Transfer{
		{Type: ledger.InternalTransfer, SubType: ledger.NodeStarted, Debit: cooling(n.UserID), Credit: revenue, Amount: n.Price}}})
	if err != nil {
		return err
	}
	owner, err := user.Find(tx, n.UserID)
	if err != nil {
		return err
	}
	if int64(owner.GiftLevel) < n.Gift {
		if _, err := user.SetGiftLevel(tx, n.UserID, int(n.Gift)); err != nil {
			return err
		}
	}
	return s.notifyUser(tx, *n, "node_active", map[string]string{"gift": giftName(n.Gift)})
}

// notifyUser leaves a node's owner a notice.
func (s sale) notifyUser(tx sqldb.Command, n Node, kind string, params map[string]string) error {
	p, _, err := s.store.products.Get(tx, n.ProductID)
	if err != nil {
		return err
	}
	told := map[string]string{"nodeNo": n.ID}
	for language, name := range p.Names {
		told["node."+language] = name
	}
	maps.Copy(told, params)
	return s.Notices.Send(tx, n.UserID, kind, told, "/chain")
}
