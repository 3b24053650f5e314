package node

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// theState is the key of the one row of node_state.
const theState = "node"

// perLevel is an amount for each level.
type perLevel struct{ Diamond, Star, King money.Amount }

func (p *perLevel) of(l Level) *money.Amount {
	switch l {
	case Diamond:
		return &p.Diamond
	case Star:
		return &p.Star
	default:
		return &p.King
	}
}

// month is what the machines that started in a month brought.
type month struct {
	// ID is the month as 2006-01.
	ID                      string
	NewPart, RepurchasePart money.Amount
	Shares                  perLevel
}

// state is what holds for all nodes together.
type state struct {
	id        string
	OpenMonth clock.Month
	// CountedTo is the time before which fundings of the pools are in Carried.
	CountedTo time.Time
	// Carried is what the pools held when the open month began.
	Carried perLevel
}

// weighedAt is the time at which the open month would be divided now: a month that is
// over, and waits for its closing, keeps the weights of its end.
func (v state) weighedAt(now time.Time) time.Time {
	if cutOff := v.OpenMonth.End(); now.After(cutOff) {
		return cutOff
	}
	return now
}

// countsTo is the time before which fundings belong to the open month.
func (v state) countsTo() time.Time {
	if cutOff := v.OpenMonth.End(); v.CountedTo.Before(cutOff) {
		return cutOff
	}
	return v.CountedTo
}

// share is what a node gets of a statement.
type share struct {
	ID, Statement  string
	Month          clock.Month
	NodeID, UserID string
	Weight         int64
	Amount         money.Amount
	PaidAt         time.Time
}

var (
	productTable = sqldb.NewTable[Product]("node_product", "id, level, supply, gift, floor, position, on_sale, off_sale_at, names, details")
	nodeTable    = sqldb.NewTable[Node]("node_node", "id, state, cooling_end_at, active_at, ended_at").
			Once("user_id, product_id, level, order_id, terms = TermsVersion, price, gift, created_at")
	monthTable = sqldb.NewTable[month]("node_month", `id, new_part, repurchase_part, diamond = Shares.Diamond, star = Shares.Star,
		king = Shares.King`)
	stateTable = sqldb.NewTable[state]("node_state", `id, open_month, counted_to, diamond = Carried.Diamond, star = Carried.Star,
		king = Carried.King`)
	statementTable = sqldb.NewTable[result]("node_statement", `id, month, level, new_part, repurchase_part, opening, shares, funded, floor, nodes,
		weights, divided, free, carried, closed_at`)
	shareTable = sqldb.NewTable[share]("node_share", "id, paid_at").Once("statement, month, node_id, user_id, weight, amount")

	selectProducts   = productTable.Select("ORDER BY position, id")
	selectActive     = nodeTable.Select("WHERE level = $1 AND state IN ('active', 'cooling') AND " + activeBy2 + " ORDER BY id")
	selectMine       = nodeTable.Select("WHERE user_id = $1 AND id < $2 AND ($3 = '' OR state = $3) ORDER BY id DESC LIMIT $4")
	selectActiveMine = nodeTable.Select("WHERE user_id = $1 AND state = 'active' ORDER BY id")
	selectAllNodes   = nodeTable.Select("ORDER BY id")
	selectMonths     = monthTable.Select("ORDER BY id")
	selectStatements = statementTable.Select("WHERE month >= $1 ORDER BY month DESC, level")
	selectStatement  = statementTable.Select("WHERE id = $1")
	selectShares     = shareTable.Select("WHERE month = $1 AND statement = $2 ORDER BY id")
	selectUserShares = shareTable.Select("WHERE month = $1 AND user_id = $2 ORDER BY id")
	selectUnpaid     = shareTable.Select("WHERE user_id = $1 AND paid_at = 0 ORDER BY id")

	selectDue = `SELECT id FROM node_node WHERE state = 'cooling' AND cooling_end_at <= $1 AND ` + jobs.NotParked(jobDue, "node_node.id") +
		` ORDER BY cooling_end_at, id LIMIT $2`
	selectPayees = `SELECT DISTINCT user_id FROM node_share WHERE paid_at = 0 AND ` + jobs.NotParked(jobDividend, "node_share.user_id") +
		` ORDER BY user_id LIMIT $1`
)

const (
	// activeBy2 holds for nodes that are active at the second parameter, also where
	// the job has not come to them yet.
	activeBy2 = `CASE WHEN state = 'active' THEN active_at ELSE cooling_end_at END <= $2`
	// sumWeights adds up Weight; a time is in microseconds.
	sumWeights = `SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN $1 - active_at >= 2592000000000 THEN 30 ELSE ($1 - active_at) / 86400000000 END), 0) AS BIGINT)
		FROM node_node WHERE level = $2 AND state = 'active' AND active_at <= $1`
	// selectGifts includes nodes that the job has not activated yet.
	selectGifts = `SELECT user_id, MAX(gift) FROM node_node WHERE state IN ('active', 'cooling')
		AND CASE WHEN state = 'active' THEN active_at ELSE cooling_end_at END <= $1 GROUP BY user_id`
	selectCoolingOrders = `SELECT DISTINCT order_id FROM node_node WHERE user_id = $1 AND state = 'cooling' AND cooling_end_at > $2 ORDER BY order_id`
	sumUnpaid           = `SELECT statement, CAST(SUM(amount) AS BIGINT) FROM node_share WHERE paid_at = 0 GROUP BY statement`
	countOwned          = `SELECT COUNT(*) FROM node_node WHERE user_id = $1 AND product_id = $2 AND state IN ('payment', 'cooling', 'active')`
	// Whoever asks reads a few thousand rows at most: the supply.
	selectOwnedLevel = `SELECT level FROM node_node WHERE state IN ('payment', 'cooling', 'active') AND level`
	selectOrderOf    = `SELECT id, order_id FROM node_node WHERE id`
)

// store is all SQL that calls and jobs need.
type store struct {
	products *sqldb.Keyed[Product]
	state    *sqldb.Keyed[state]
	months   *sqldb.Keyed[month]
	// orders are the nodes of an order. No other lookup may yield nodes that are to
	// be changed: two memories of one row would disagree.
	orders *sqldb.Lookup[[]Node]
	// orderOf names a node's order.
	orderOf *sqldb.Lookup[string]
	// owned has a level's key while there are nodes of it.
	owned *sqldb.Lookup[string]
	// earned adds up what a node was paid.
	earned *sqldb.Lookup[money.Amount]

	saveNode      *sqldb.Rows[Node]
	saveStatement *sqldb.Rows[result]
	saveShare     *sqldb.Rows[share]
}

func newStore() *store {
	s := &store{saveNode: nodeTable.Upsert(), saveStatement: statementTable.Insert(), saveShare: shareTable.Upsert()}
	s.products = productTable.Keyed("node products", func(p Product) string { return p.ID }, productTable.Upsert())
	s.state = stateTable.Keyed("node state", func(v state) string { return v.id }, stateTable.Upsert())
	s.months = monthTable.Keyed("node months", func(m month) string { return m.ID }, monthTable.Upsert())
	s.orders = sqldb.NewLookup("nodes of orders", nodeTable.Select("WHERE order_id"), sqldb.Several(nodeTable.ByKey(func(n Node) string { return n.OrderID })))
	s.orderOf = sqldb.NewLookup("orders of nodes", selectOrderOf, sqldb.Single(sqldb.Pair[string, string]))
	s.owned = sqldb.NewLookup("levels with nodes", selectOwnedLevel, sqldb.Single(func(row *sqldb.Row) (level, same string, err error) {
		err = row.Scan(&level)
		return level, level, err
	}))
	s.earned = sqldb.NewLookup("dividends of nodes", shareTable.Select("WHERE paid_at > 0 AND node_id"),
		func(row *sqldb.Row, sum func(nodeID string) money.Amount) (string, money.Amount, error) {
			one, err := shareTable.Scan(row)
			return one.NodeID, sum(one.NodeID) + one.Amount, err
		})
	return s
}

// putOrder stores an order's nodes, of which some changed.
func (s *store) putOrder(tx sqldb.Command, orderID string, list []Node, changed ...int) {
	s.orders.Set(tx, orderID, list)
	for _, i := range changed {
		s.orderOf.Set(tx, list[i].ID, orderID)
		s.saveNode.Add(tx, list[i])
	}
}

func (s *store) putState(tx sqldb.Command, v state) {
	v.id = theState
	s.state.Put(tx, v)
}
