package node

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// Closed is the dividend of one level for one month, and how far it was paid.
type Closed struct {
	ID       string       `json:"id" doc:"Month and level"`
	Month    string       `json:"month"`
	Level    Level        `json:"level" enum:"diamond,star,king"`
	NewPart  money.Amount `json:"newPart" doc:"New part of the machines that started in the month"`
	Opening  money.Amount `json:"opening"`
	Shares   money.Amount `json:"shares"`
	Funded   money.Amount `json:"funded"`
	Pool     money.Amount `json:"pool"`
	Nodes    int64        `json:"nodes"`
	Weights  int64        `json:"weights"`
	Base     int64        `json:"base"`
	Divided  money.Amount `json:"divided"`
	Free     money.Amount `json:"free" doc:"To P.INT.FREE"`
	Carried  money.Amount `json:"carried"`
	ClosedAt time.Time    `json:"closedAt"`
	Unpaid   int64        `json:"unpaid" doc:"Nodes whose share was not paid yet"`
}

var (
	statementList = lists.List[result]{Table: statementTable, Key: "id", Orders: []lists.Order{lists.Newest("month", "id")},
		Filters: []lists.Filter{lists.Prefix("month", "id").Doc("Such as 2026-06").Coarse(), lists.OneOf("level", "level", Diamond, Star, King).Coarse()}}

	countUnpaid = `SELECT COUNT(*) FROM node_share WHERE month = $1 AND statement = $2 AND paid_at = 0`
)

// registerClosed adds the call that lists what months came to.
func registerClosed(o *operator.Service, readers []operator.Role) {
	operator.Rows(o, operator.Route{Path: "nodes/months", Roles: readers}, statementList,
		func(tx *sqldb.Tx, _ operator.Caller, r result) (Closed, error) { return r.closed(tx) })
}

func (r result) closed(tx *sqldb.Tx) (c Closed, err error) {
	c = Closed{ID: r.ID, Month: r.Month.String(), Level: r.Level, NewPart: r.NewPart, Opening: r.Opening, Shares: r.Shares, Funded: r.Funded, Pool: r.pool(),
		Nodes: r.Nodes, Weights: r.Weights, Base: r.base(), Divided: r.Divided, Free: r.Free, Carried: r.Carried, ClosedAt: r.ClosedAt}
	c.Unpaid, _, err = sqldb.Find(tx, sqldb.One[int64], countUnpaid, r.Month, r.ID)
	return c, err
}
