package trade

import (
	"context"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/price"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag          = "trade"
	salesList    = "trade sales"
	lastSalesMax = 20
)

// LastSale is a sale of anybody.
type LastSale struct {
	Seller   string       `json:"seller" doc:"Masked"`
	Platform bool         `json:"platform" doc:"The seller is a platform account"`
	Quantity money.Amount `json:"quantity"`
	Average  money.Amount `json:"average"`
	Amount   money.Amount `json:"amount" doc:"USDT before the fee"`
	At       time.Time    `json:"at"`
}

// Market is the book with what is needed to sell to it.
type Market struct {
	Bids        []Level      `json:"bids" nullable:"false" doc:"Funded bids, the best first"`
	Depth       money.Amount `json:"depth" doc:"ETLD that all bids together buy"`
	Price       money.Amount `json:"price" doc:"Average a seller of min(100, all bids) gets before the fee; 0 without bids"`
	Source      price.Origin `json:"source" enum:"bids"`
	At          time.Time    `json:"at"`
	LastSales   []LastSale   `json:"lastSales" nullable:"false"`
	FeeRate     string       `json:"feeRate" doc:"A share: 0.005 is 0.5 %"`
	Tolerance   string       `json:"tolerance" doc:"The default minimum is the net less this share"`
	QuantityMin money.Amount `json:"quantityMin"`
	QuantityMax money.Amount `json:"quantityMax"`
	Available   money.Amount `json:"available" doc:"The caller's ETLD"`
	Maximum     money.Amount `json:"maximum" doc:"The most the caller can sell now"`
	Stopped     bool         `json:"stopped"`
	Reason      string       `json:"reason" doc:"Why sales are stopped; else empty"`
	ServerTime  time.Time    `json:"serverTime"`
}

// QuantityIn is a quantity, whose absence has a refusal of its own.
type QuantityIn struct {
	Quantity money.Amount `query:"quantity" optional:"true"`
}

// Check refuses a missing quantity in its own words.
func (in QuantityIn) Check() error {
	if in.Quantity == 0 {
		return ErrNoQuantity
	}
	return nil
}

// QuoteOut is the preview of a sale.
type QuoteOut struct {
	QuoteID    string       `json:"quoteId"`
	Quantity   money.Amount `json:"quantity"`
	Filled     money.Amount `json:"filled"`
	Unfilled   money.Amount `json:"unfilled" doc:"Stays with the seller"`
	Average    money.Amount `json:"average"`
	Worst      money.Amount `json:"worst"`
	Gross      money.Amount `json:"gross"`
	Fee        money.Amount `json:"fee" doc:"Rounded up"`
	Net        money.Amount `json:"net" doc:"What the seller gets"`
	MinReceive money.Amount `json:"minReceive" doc:"Used when the sale names no other minimum"`
	ExpireAt   time.Time    `json:"expireAt"`
	ServerTime time.Time    `json:"serverTime"`
}

// SellIn is a sale by a quote.
type SellIn struct {
	QuoteID    httpapi.ID    `query:"quoteId"`
	MinReceive *money.Amount `query:"minReceive" minimum:"0" doc:"The least the seller wants; by default the quote's"`
	Quantity   *money.Amount `query:"quantity" doc:"If given, it must be the quote's"`
}

func (in SellIn) request(userID string) SaleRequest {
	return SaleRequest{UserID: userID, QuoteID: string(in.QuoteID), MinReceive: in.MinReceive, Quantity: in.Quantity}
}

// FillRow is what one bid took of a sale.
type FillRow struct {
	Price    money.Amount `json:"price"`
	Quantity money.Amount `json:"quantity"`
	Amount   money.Amount `json:"amount"`
}

// SaleRow is a sale of the caller.
type SaleRow struct {
	SaleNo     string       `json:"saleNo"`
	Via        string       `json:"via" enum:"trade,swap" doc:"Where it was made"`
	Quantity   money.Amount `json:"quantity"`
	Filled     money.Amount `json:"filled"`
	Unfilled   money.Amount `json:"unfilled"`
	Average    money.Amount `json:"average"`
	Worst      money.Amount `json:"worst"`
	Gross      money.Amount `json:"gross"`
	Fee        money.Amount `json:"fee"`
	Net        money.Amount `json:"net"`
	MinReceive money.Amount `json:"minReceive"`
	Fills      []FillRow    `json:"fills" nullable:"false"`
	CreatedAt  time.Time    `json:"createdAt"`
}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/trade/market", Tag: tag, Summary: "The funded bids for ETLD; charts come from /api/main/priceHistory"}, s.market)
	httpapi.Action(api, httpapi.Op{Path: "/api/trade/quote", Tag: tag, Summary: "Preview of a market sale, good for one sale and a few seconds",
		Faults: []fault.Fault{ErrNoQuantity, ErrQuantity, price.ErrUnavailable, ErrInsufficient, ErrNoBuyers}}, s.serveQuote)
	httpapi.Command(api, httpapi.Op{Path: "/api/trade/sell", Tag: tag, Part: string(emergency.Sell),
		Summary: "Sell ETLD at market by a quote; what the bids do not take stays with the seller. A quote that is over, another's or nobody's is refused alike (1402)",
		Faults:  []fault.Fault{ErrQuoteExpired, ErrQuantity, price.ErrUnavailable, ErrInsufficient, ErrNoBuyers, ErrBelowMinimum}},
		httpapi.CommandSpec[SellIn, SaleRow]{
			Hints: func(c httpapi.Caller, in SellIn) []sqldb.Hint {
				return append(s.SellHints(c.UserID), s.store.quotes.Hint(string(in.QuoteID)))
			},
			Handle: func(tx sqldb.Command, c httpapi.Caller, in SellIn) (SaleRow, error) {
				sale, fills, err := s.Sell(tx, in.request(c.UserID))
				return rowOf(sale, fills), err
			},
		})
	s.registerAlerts(api)
	httpapi.View(api, httpapi.Op{Path: "/api/trade/records", Tag: tag, Personal: "sales", Summary: "The caller's sales, newest first"}, s.records)
}

func (s *Service) serveQuote(ctx context.Context, c httpapi.Caller, in QuantityIn) (out QuoteOut, err error) {
	err = s.DB.Command(ctx, func(tx sqldb.Command) error {
		q, o, err := s.Quote(tx, c.UserID, in.Quantity)
		out = QuoteOut{QuoteID: q.ID, Quantity: o.Quantity, Filled: o.Filled, Unfilled: o.Unfilled, Average: o.Average, Worst: o.Worst,
			Gross: o.Gross, Fee: o.Fee, Net: o.Net, MinReceive: q.MinReceive, ExpireAt: q.ExpireAt, ServerTime: tx.Now()}
		return err
	}, s.SellHints(c.UserID)...)
	return out, err
}

func (s *Service) market(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (Market, error) {
	t, err := currentTerms(tx)
	if err != nil {
		return Market{}, err
	}
	bids, err := s.store.book(tx)
	if err != nil {
		return Market{}, err
	}
	available, err := s.Ledger.Balance(tx, ledger.AvailableOf(c.UserID, money.ETLD))
	if err != nil {
		return Market{}, err
	}
	m := Market{Bids: levels(bids), Depth: depth(bids), Price: priceOf(bids), Source: price.OriginBids, At: tx.Now(),
		FeeRate: t.fee.Text(), Tolerance: t.tolerance.Text(),
		QuantityMin: t.min, QuantityMax: t.max, Available: available, Maximum: min(available, depth(bids), t.max), ServerTime: tx.Now()}
	err = s.Open(tx)
	if refused, ok := fault.As(err); ok {
		m.Stopped, m.Reason, m.Maximum = true, refused.Params["note"], 0
	} else if err != nil {
		return Market{}, err
	}
	m.LastSales, err = lastSales(tx)
	return m, err
}

func lastSales(tx *sqldb.Tx) ([]LastSale, error) {
	sales, err := sqldb.Collect(tx, saleTable.Scan, selectLast, lastSalesMax)
	if err != nil {
		return nil, err
	}
	if err := user.Load(tx, each.Of(sales, func(sale Sale) string { return sale.UserID })); err != nil {
		return nil, err
	}
	list := make([]LastSale, len(sales))
	for i, sale := range sales {
		seller, err := user.Find(tx, sale.UserID)
		if err != nil {
			return nil, err
		}
		list[i] = LastSale{Seller: user.Mask(seller.Address), Platform: seller.IsRobot, Quantity: sale.Filled, Average: sale.Average, Amount: sale.Gross, At: sale.At}
	}
	return list, nil
}

func (s *Service) records(tx *sqldb.Tx, c httpapi.Caller, in httpapi.Page) (httpapi.List[SaleRow], error) {
	return httpapi.Ordered[Sale, SaleRow]{Name: salesList, First: entropy.LastID, ID: func(sale Sale) string { return sale.ID },
		Read: func(before string, limit int) ([]Sale, error) { return s.sales(tx, c.UserID, before, limit) },
		Row:  func(sale Sale) (SaleRow, error) { return s.saleRow(tx, sale) }}.Page(in)
}

// sales are a user's sales made before one, the newest first.
func (s *Service) sales(tx *sqldb.Tx, userID, before string, limit int) ([]Sale, error) {
	sales, err := sqldb.Collect(tx, saleTable.Scan, selectMine, userID, before, limit)
	if err != nil {
		return nil, err
	}
	return sales, s.store.fills.Load(tx, each.Of(sales, func(sale Sale) string { return sale.ID }))
}

func (s *Service) saleRow(tx sqldb.Command, sale Sale) (SaleRow, error) {
	fills, _, err := s.store.fills.Get(tx, sale.ID)
	return rowOf(sale, fills), err
}

func rowOf(sale Sale, fills []Fill) SaleRow {
	return SaleRow{SaleNo: sale.ID, Via: sale.Via, Quantity: sale.Quantity, Filled: sale.Filled, Unfilled: sale.Quantity - sale.Filled, Average: sale.Average,
		Worst: sale.Worst, Gross: sale.Gross, Fee: sale.Fee, Net: sale.Net(), MinReceive: sale.Need, CreatedAt: sale.At,
		Fills: each.Of(fills, func(f Fill) FillRow { return FillRow{Price: f.Price, Quantity: f.Quantity, Amount: f.Amount} })}
}
