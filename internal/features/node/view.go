package node

import (
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// PastDividend is what a level brought in a month.
type PastDividend struct {
	Month string       `json:"month"`
	Pool  money.Amount `json:"pool"`
	Full  money.Amount `json:"full" doc:"What a node of full weight got"`
}

// ProductRow is a level of nodes as users see it.
type ProductRow struct {
	ID               string         `json:"id"`
	Level            Level          `json:"level"`
	Name             string         `json:"name"`
	Description      string         `json:"description"`
	GiftV            string         `json:"giftV" enum:"V1,V2,V3,V4,V5" doc:"Member level of whoever has an active node"`
	WeightedDividend string         `json:"weightedDividend" doc:"Share of each new machine, as a decimal fraction, for all nodes of the level together"`
	PeriodDays       int64          `json:"periodDays" doc:"Days that a weight looks back"`
	FloorNodes       int64          `json:"floorNodes" doc:"Nodes of full weight that a pool is divided by at least"`
	Price            money.Amount   `json:"price"`
	Supply           int64          `json:"supply"`
	Sold             int64          `json:"sold"`
	Stock            int64          `json:"stock"`
	TermsVersion     string         `json:"termsVersion"`
	CoolingHours     int64          `json:"coolingHours"`
	OffSaleAt        *time.Time     `json:"offSaleAt" doc:"When it leaves the sale, announced 24 h before; null when it stays"`
	LastDividends    []PastDividend `json:"lastDividends" nullable:"false" doc:"Of the last twelve months, newest first"`
}

// Quote is what a quantity costs.
type Quote struct {
	Quantity  int64        `json:"quantity"`
	PayAmount money.Amount `json:"payAmount" doc:"In USDT; nodes have no fee"`
}

// ProductDetail is a level with the caller's own figures.
type ProductDetail struct {
	ProductRow
	Quotes     []Quote      `json:"quotes" nullable:"false" doc:"One per quantity that may be bought, by quantity"`
	OnChainMax int64        `json:"onChainMax" doc:"How many may be ordered with payType chain now: unpaid orders reserve a fifth of a supply at most, or one"`
	Owned      int64        `json:"owned" doc:"The caller's nodes of the level that are active or may become so"`
	Available  money.Amount `json:"available" doc:"The caller's USDT"`
}

// Row is one node of the caller.
type Row struct {
	NodeNo       string       `json:"nodeNo"`
	OrderNo      string       `json:"orderNo"`
	ProductID    string       `json:"productId"`
	IntentNo     string       `json:"intentNo" doc:"Of the payment it waits for; empty otherwise"`
	Level        Level        `json:"level"`
	Name         string       `json:"name"`
	Price        money.Amount `json:"price"`
	GiftV        string       `json:"giftV"`
	State        State        `json:"state"`
	CreatedAt    time.Time    `json:"createdAt"`
	CoolingEndAt *time.Time   `json:"coolingEndAt"`
	ActiveAt     *time.Time   `json:"activeAt"`
	EndedAt      *time.Time   `json:"endedAt"`
	Weight       int64        `json:"weight" doc:"If the month closed now"`
	Dividends    money.Amount `json:"dividends" doc:"Paid so far"`
	Hash         string       `json:"hash" doc:"By which statements name it"`
	Actions      []string     `json:"actions" nullable:"false" enum:"start_now,cancel"`
}

// Pool is one level's dividend pool.
type Pool struct {
	Level            Level        `json:"level"`
	WeightedDividend *string      `json:"weightedDividend" doc:"Null for a closed month, in which it may have changed"`
	Opening          money.Amount `json:"opening"`
	Shares           money.Amount `json:"shares"`
	Funded           money.Amount `json:"funded"`
	Pool             money.Amount `json:"pool"`
	Nodes            int64        `json:"nodes"`
	Weights          int64        `json:"weights"`
	Base             int64        `json:"base"`
	FloorNodes       int64        `json:"floorNodes"`
	MyNodes          int64        `json:"myNodes"`
	MyWeight         int64        `json:"myWeight"`
	MyAmount         money.Amount `json:"myAmount" doc:"Of an open month, what it would be if it closed now"`
	// MyRows let the caller find his nodes in the statement, whose rows name nobody.
	MyRows []StatementRow `json:"myRows" nullable:"false" doc:"The caller's rows of the statement; empty for an open month"`
	// LastDividends are told of a level that is not sold any more, too.
	LastDividends []PastDividend `json:"lastDividends" nullable:"false" doc:"Of the last twelve months, newest first; empty for a closed month"`
}

// Pools are the dividend pools of a month.
type Pools struct {
	Month         string       `json:"month"`
	IsOpen        bool         `json:"isOpen"`
	CutOff        time.Time    `json:"cutOff"`
	PaidAt        time.Time    `json:"paidAt"`
	NewPurchases  money.Amount `json:"newPurchases"`
	Repurchases   money.Amount `json:"repurchases" doc:"They bring nothing"`
	Pools         []Pool       `json:"pools" nullable:"false"`
	Months        []string     `json:"months" nullable:"false" doc:"The closed months of the last twelve, newest first"`
	NextPaymentAt time.Time    `json:"nextPaymentAt"`
	ServerTime    time.Time    `json:"serverTime"`
}

func (s *Service) productRow(tx sqldb.Command, p Product, past []result, language httpapi.Language) (ProductRow, error) {
	terms, err := s.termsOf(tx, p)
	if err != nil {
		return ProductRow{}, err
	}
	left, err := s.checkout.StockOf(tx, p.ID)
	row := ProductRow{ID: p.ID, Level: p.Level, Name: p.Names[string(language)], Description: p.Details[string(language)], GiftV: giftName(p.Gift),
		WeightedDividend: terms.Percentage.Text(), PeriodDays: WindowDays, FloorNodes: p.Floor, Price: terms.Price, Supply: p.Supply,
		Sold: p.Supply - left.Rest - left.Reserved, Stock: left.Rest, TermsVersion: terms.Version(),
		CoolingHours: int64(checkout.CoolingPeriod / time.Hour), LastDividends: lastOf(past, p.Level),
		OffSaleAt: httpapi.OrNull(p.OffSaleAt)}
	return row, err
}

// lastOf is what a level brought in past months.
func lastOf(past []result, l Level) []PastDividend {
	list := []PastDividend{}
	for _, r := range past {
		if r.Level == l {
			list = append(list, PastDividend{Month: r.Month.String(), Pool: r.pool(), Full: r.full()})
		}
	}
	return list
}

// GiftsAt are the gift levels of all owners at an instant that nothing before it
// can change any more.
func (s *Service) GiftsAt(tx *sqldb.Tx, at time.Time) (map[string]int64, error) {
	return sqldb.Map[string, int64](tx, selectGifts, at)
}

// pastResults are the statements of the last twelve closed months, newest first.
func (s dividends) pastResults(tx *sqldb.Tx) (state, []result, error) {
	v, err := s.currentState(tx)
	if err != nil {
		return v, nil, err
	}
	list, err := sqldb.Collect(tx, statementTable.Scan, selectStatements, int64(v.OpenMonth-pastMonths))
	return v, list, err
}

func (s *Service) all(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (httpapi.List[ProductRow], error) {
	products, err := sqldb.Collect(tx, productTable.Scan, selectProducts)
	if err != nil {
		return httpapi.List[ProductRow]{}, err
	}
	_, past, err := s.Dividends.pastResults(tx)
	if err != nil {
		return httpapi.List[ProductRow]{}, err
	}
	var rows []ProductRow
	for _, p := range products {
		if !p.isOnSale(tx.Now()) {
			continue
		}
		row, err := s.productRow(tx, p, past, c.Language)
		if err != nil {
			return httpapi.List[ProductRow]{}, err
		}
		rows = append(rows, row)
	}
	return httpapi.All(rows), nil
}

func (s *Service) detail(tx *sqldb.Tx, c httpapi.Caller, in ProductIn) (ProductDetail, error) {
	p, found, err := s.store.products.Get(tx, string(in.ID))
	if err != nil {
		return ProductDetail{}, err
	}
	if !found || !p.isOnSale(tx.Now()) {
		return ProductDetail{}, fault.NotFound
	}
	_, past, err := s.Dividends.pastResults(tx)
	if err != nil {
		return ProductDetail{}, err
	}
	d := ProductDetail{}
	if d.ProductRow, err = s.productRow(tx, p, past, c.Language); err != nil {
		return ProductDetail{}, err
	}
	left, err := s.checkout.StockOf(tx, p.ID)
	if err != nil {
		return ProductDetail{}, err
	}
	d.OnChainMax = left.UnpaidMax()
	d.Quotes = quotes(d.Price, min(d.Stock, checkout.QuantityMax))
	if _, err := tx.QueryOne(sqldb.Dest(&d.Owned), countOwned, c.UserID, p.ID); err != nil {
		return ProductDetail{}, err
	}
	d.Available, err = s.Ledger.Balance(tx, ledger.AvailableOf(c.UserID, money.USDT))
	return d, err
}

// quotes is what each quantity up to the most costs, as a purchase charges it.
func quotes(price money.Amount, most int64) []Quote {
	list := make([]Quote, max(most, 0))
	for i := range list {
		n := int64(i) + 1
		list[i] = Quote{Quantity: n, PayAmount: price * money.Amount(n)}
	}
	return list
}

// NodeList is a page of the caller's nodes; some count down.
type NodeList struct {
	httpapi.List[Row]
	ServerTime time.Time `json:"serverTime"`
}

func (s *Service) mine(tx *sqldb.Tx, c httpapi.Caller, in MineIn) (NodeList, error) {
	v, err := s.Dividends.currentState(tx)
	if err != nil {
		return NodeList{}, err
	}
	list, err := httpapi.Ordered[Node, Row]{Name: mineList + string(in.State), First: entropy.LastID, ID: func(n Node) string { return n.ID },
		Read: func(before string, limit int) ([]Node, error) {
			list, err := sqldb.Collect(tx, nodeTable.Scan, selectMine, c.UserID, before, string(in.State), limit)
			if err != nil {
				return nil, err
			}
			return list, s.store.earned.Load(tx, each.Of(list, func(n Node) string { return n.ID }))
		},
		Row: func(n Node) (Row, error) { return s.row(tx, n, v.weighedAt(tx.Now()), c.Language) }}.Page(in.Page)
	return NodeList{List: list, ServerTime: tx.Now()}, err
}

func (s *Service) row(tx sqldb.Command, n Node, weighedAt time.Time, language httpapi.Language) (Row, error) {
	p, _, err := s.store.products.Get(tx, n.ProductID)
	if err != nil {
		return Row{}, err
	}
	row := Row{NodeNo: n.ID, OrderNo: n.OrderID, ProductID: n.ProductID, Level: n.Level, Name: p.Names[string(language)],
		Price: n.Price, GiftV: giftName(n.Gift), State: n.State,
		CreatedAt: n.CreatedAt, CoolingEndAt: httpapi.OrNull(n.CoolingEndAt), ActiveAt: httpapi.OrNull(n.ActiveAt), EndedAt: httpapi.OrNull(n.EndedAt),
		Hash: HashOf(n.ID), Actions: []string{}}
	switch {
	case n.State == Active:
		row.Weight = Weight(n.ActiveAt, weighedAt)
	case n.State == Payment:
		row.Actions = []string{"cancel"}
		o, err := s.checkout.Order(tx, n.OrderID)
		if err != nil {
			return Row{}, err
		}
		row.IntentNo = o.IntentNo
	case n.State == Cooling && tx.Now().Before(n.CoolingEndAt):
		row.Actions = []string{"start_now", "cancel"}
	}
	row.Dividends, _, err = s.store.earned.Get(tx, n.ID)
	return row, err
}

// pools answers for the open month as if it closed now, and for a closed one what
// was divided.
func (s dividends) pools(tx *sqldb.Tx, c httpapi.Caller, in MonthIn) (Pools, error) {
	v, past, err := s.pastResults(tx)
	if err != nil {
		return Pools{}, err
	}
	m := v.OpenMonth
	if in.Month != "" {
		if m, err = clock.ParseMonth(in.Month); err != nil {
			return Pools{}, fault.Invalid("month")
		}
	}
	out := Pools{Month: m.String(), IsOpen: m == v.OpenMonth, CutOff: m.End(), PaidAt: PaidAt(m), Pools: []Pool{}, Months: []string{},
		NextPaymentAt: PaidAt(v.OpenMonth), ServerTime: tx.Now()}
	for _, r := range past {
		if !slices.Contains(out.Months, r.Month.String()) {
			out.Months = append(out.Months, r.Month.String())
		}
	}
	if out.IsOpen {
		err := s.addOpen(tx, &out, v, c.UserID)
		for i := range out.Pools {
			out.Pools[i].LastDividends = lastOf(past, out.Pools[i].Level)
		}
		return out, err
	}
	return out, s.addClosed(tx, &out, m, c.UserID)
}

func (s dividends) addOpen(tx *sqldb.Tx, out *Pools, v state, userID string) error {
	brought, _, err := s.store.months.Get(tx, v.OpenMonth.String())
	if err != nil {
		return err
	}
	out.NewPurchases, out.Repurchases = brought.NewPart, brought.RepurchasePart
	products, err := sqldb.Collect(tx, productTable.Scan, selectProducts)
	if err != nil {
		return err
	}
	mine, err := sqldb.Collect(tx, nodeTable.Scan, selectActiveMine, userID)
	if err != nil {
		return err
	}
	for _, p := range products {
		pool, err := s.openPool(tx, v, brought, p, mine)
		if err != nil {
			return err
		}
		out.Pools = append(out.Pools, pool)
	}
	return nil
}

func (s dividends) openPool(tx *sqldb.Tx, v state, brought month, p Product, mine []Node) (Pool, error) {
	terms, err := s.termsOf(tx, p)
	if err != nil {
		return Pool{}, err
	}
	funded, err := s.Ledger.Funded(tx, p.Level.pool(), v.CountedTo, v.countsTo())
	if err != nil {
		return Pool{}, err
	}
	percentage := terms.Percentage.Text()
	pool := Pool{Level: p.Level, WeightedDividend: &percentage, Opening: *v.Carried.of(p.Level), Shares: *brought.Shares.of(p.Level),
		Funded: funded, FloorNodes: p.Floor, MyRows: []StatementRow{}}
	pool.Pool = pool.Opening + pool.Shares + pool.Funded
	at := v.weighedAt(tx.Now())
	if _, err := tx.QueryOne(sqldb.Dest(&pool.Nodes, &pool.Weights), sumWeights, at, string(p.Level)); err != nil {
		return Pool{}, err
	}
	pool.Base = baseOf(pool.Weights, p.Floor)
	for _, n := range mine {
		if n.Level == p.Level && !n.ActiveAt.After(at) {
			w := Weight(n.ActiveAt, at)
			pool.MyNodes++
			pool.MyWeight += w
			pool.MyAmount += money.MulDivFloor(pool.Pool, w, pool.Base)
		}
	}
	return pool, nil
}

func (s dividends) addClosed(tx *sqldb.Tx, out *Pools, m clock.Month, userID string) error {
	mine, err := sqldb.Collect(tx, shareTable.Scan, selectUserShares, int64(m), userID)
	if err != nil {
		return err
	}
	for _, l := range Levels() {
		st, err := s.resultOf(tx, m, l)
		if err != nil {
			return err
		}
		out.NewPurchases, out.Repurchases = st.NewPart, st.RepurchasePart
		pool := Pool{Level: l, Opening: st.Opening, Shares: st.Shares, Funded: st.Funded, Pool: st.pool(), Nodes: st.Nodes, Weights: st.Weights,
			Base: st.base(), FloorNodes: st.Floor, MyRows: []StatementRow{}, LastDividends: []PastDividend{}}
		for _, one := range mine {
			if one.Statement == st.ID {
				pool.MyNodes++
				pool.MyWeight += one.Weight
				pool.MyAmount += one.Amount
				pool.MyRows = append(pool.MyRows, one.row())
			}
		}
		out.Pools = append(out.Pools, pool)
	}
	return nil
}
