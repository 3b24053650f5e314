package node

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// StaffNode is a user's node, as operators name it.
type StaffNode struct {
	NodeNo string `json:"nodeNo"`
	user.Who
	Level     Level        `json:"level"`
	State     State        `json:"state"`
	Price     money.Amount `json:"price" doc:"USDT"`
	CreatedAt time.Time    `json:"createdAt"`
	ActiveAt  *time.Time   `json:"activeAt" doc:"From when on it is active; null where it never was"`
	EndedAt   *time.Time   `json:"endedAt" doc:"When it was cancelled or expired, or null"`
}

var ownedList = lists.List[Node]{Table: nodeTable, Key: "nodeNo", Orders: []lists.Order{lists.Newest("nodeNo", "id")},
	Filters: []lists.Filter{lists.Is("userId", "user_id")}}

// registerOwned adds the list of what users have.
func registerOwned(o *operator.Service) {
	readers := []operator.Role{operator.Support, operator.Risk, operator.FinanceMaker, operator.FinanceChecker}
	operator.Rows(o, operator.Route{Path: "users/nodes", Roles: readers}, ownedList, staffNode)
}

func staffNode(_ *sqldb.Tx, _ operator.Caller, n Node) (StaffNode, error) {
	return StaffNode{NodeNo: n.ID, Who: user.Who{UserID: n.UserID}, Level: n.Level, State: n.State, Price: n.Price, CreatedAt: n.CreatedAt,
		ActiveAt: httpapi.OrNull(n.ActiveAt), EndedAt: httpapi.OrNull(n.EndedAt)}, nil
}
