package node

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// Parts are what a pool came from, and how it is divided.
type Parts struct {
	Opening money.Amount `json:"opening"`
	Shares  money.Amount `json:"shares"`
	Funded  money.Amount `json:"funded"`
	Pool    money.Amount `json:"pool"`
	Nodes   int64        `json:"nodes"`
	Weights int64        `json:"weights"`
	Base    int64        `json:"base"`
	Divided money.Amount `json:"divided"`
	Free    money.Amount `json:"free" doc:"To P.INT.FREE"`
	Carried money.Amount `json:"carried"`
}

// Trial is how a pool of the open month would be divided if it closed now.
type Trial struct {
	Level Level `json:"level"`
	Parts
	// Sold and Supply are of the level's catalogue.
	Sold   int64 `json:"sold"`
	Supply int64 `json:"supply"`
}

// DryRun is the coming dividend as it stands.
type DryRun struct {
	Month      string    `json:"month"`
	CutOff     time.Time `json:"cutOff"`
	PaidAt     time.Time `json:"paidAt"`
	Pools      []Trial   `json:"pools" nullable:"false"`
	ServerTime time.Time `json:"serverTime"`
}

// RegisterOperator adds the operators' calls. The checker of a level stands outside
// the catalogue, as terms are money.
func (s *Service) RegisterOperator(o *operator.Service) {
	readers := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Catalogue, operator.Risk, operator.Support}
	operator.Handle(o, operator.Kind[levelChange]{Name: kindLevel, Path: "nodes/change", Makers: []operator.Role{operator.Catalogue},
		Checkers: []operator.Role{operator.FinanceChecker}, Describe: s.describeLevel, Execute: s.changeLevel})
	operator.Few[LevelRow]{Key: "level", KeyOf: func(r LevelRow) string { return string(r.Level) }, Read: s.levels}.
		View(o, operator.Route{Path: "nodes/levels", Roles: readers})
	registerClosed(o, readers)
	registerOwned(o)
	operator.View(o, operator.Route{Path: "nodes/dryRun", Roles: readers},
		func(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (DryRun, error) { return s.Dividends.dryRun(tx) })
}

// dryRun divides the pools of the open month as if it closed now, and changes
// nothing.
func (s dividends) dryRun(tx *sqldb.Tx) (DryRun, error) {
	v, err := s.currentState(tx)
	if err != nil {
		return DryRun{}, err
	}
	brought, _, err := s.store.months.Get(tx, v.OpenMonth.String())
	if err != nil {
		return DryRun{}, err
	}
	products, err := sqldb.Collect(tx, productTable.Scan, selectProducts)
	if err != nil {
		return DryRun{}, err
	}
	out := DryRun{Month: v.OpenMonth.String(), CutOff: v.OpenMonth.End(), PaidAt: PaidAt(v.OpenMonth), Pools: []Trial{}, ServerTime: tx.Now()}
	for _, p := range products {
		one, err := s.try(tx, v, brought, p)
		if err != nil {
			return DryRun{}, err
		}
		out.Pools = append(out.Pools, one)
	}
	return out, nil
}

func (s dividends) try(tx *sqldb.Tx, v state, brought month, p Product) (Trial, error) {
	at := v.weighedAt(tx.Now())
	nodes, err := sqldb.Collect(tx, nodeTable.Scan, selectActive, string(p.Level), at)
	if err != nil {
		return Trial{}, err
	}
	funded, err := s.Ledger.Funded(tx, p.Level.pool(), v.CountedTo, v.countsTo())
	if err != nil {
		return Trial{}, err
	}
	left, err := s.checkout.StockOf(tx, p.ID)
	if err != nil {
		return Trial{}, err
	}
	out := Trial{Level: p.Level, Sold: p.Supply - left.Rest - left.Reserved, Supply: p.Supply,
		Parts: Parts{Opening: *v.Carried.of(p.Level), Shares: *brought.Shares.of(p.Level), Funded: funded, Nodes: int64(len(nodes))}}
	out.Pool = out.Opening + out.Shares + out.Funded
	d := Divide(out.Pool, p.Floor, weightsAt(nodes, at))
	out.Weights, out.Base, out.Divided, out.Free, out.Carried = d.Weights, d.Base, d.Divided, d.Free, d.Carried
	return out, nil
}

// Closed is the dividend of one level for one month, and how far it was paid.
type Closed struct {
	ID      string       `json:"id" doc:"Month and level"`
	Month   string       `json:"month"`
	Level   Level        `json:"level"`
	NewPart money.Amount `json:"newPart" doc:"New part of the machines that started in the month"`
	Parts
	ClosedAt time.Time `json:"closedAt"`
	Unpaid   int64     `json:"unpaid" doc:"Nodes whose share was not paid yet"`
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
	c = Closed{ID: r.ID, Month: r.Month.String(), Level: r.Level, NewPart: r.NewPart, ClosedAt: r.ClosedAt, Parts: Parts{Opening: r.Opening, Shares: r.Shares,
		Funded: r.Funded, Pool: r.pool(), Nodes: r.Nodes, Weights: r.Weights, Base: r.base(), Divided: r.Divided, Free: r.Free, Carried: r.Carried}}
	c.Unpaid, _, err = sqldb.Find(tx, sqldb.One[int64], countUnpaid, r.Month, r.ID)
	return c, err
}
