package swap

import (
	"context"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/price"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag           = "swap"
	exchangesList = "swap exchanges"
)

// PairRow is one pair with what the caller can swap now. Amounts without
// another currency are in the pay currency.
type PairRow struct {
	Pay       money.Asset  `json:"pay"`
	Receive   money.Asset  `json:"receive"`
	Enabled   bool         `json:"enabled"`
	Reason    price.Reason `json:"reason" optional:"true" doc:"Why it is not; else empty"`
	ResumesAt *time.Time   `json:"resumesAt" doc:"When a halt after a jump ends"`
	// Engine tells who the counterparty is.
	Engine      string       `json:"engine" enum:"inventory,bids" doc:"The platform's inventory, or the funded bids"`
	Rate        money.Amount `json:"rate" doc:"rateQuote per rateBase; 0 while not enabled"`
	RateBase    money.Asset  `json:"rateBase"`
	RateQuote   money.Asset  `json:"rateQuote"`
	FeeRate     string       `json:"feeRate" doc:"A share: 0.002 is 0.2 %"`
	FeeCurrency money.Asset  `json:"feeCurrency"`
	Spread      string       `json:"spread" doc:"A share, already in the rate"`
	Min         money.Amount `json:"min"`
	Max         money.Amount `json:"max" doc:"Per quote"`
	DayRest     money.Amount `json:"dayRest" doc:"Left of the caller's daily limit"`
	Inventory   money.Amount `json:"inventory" doc:"The most that one quote can pay by the inventory's or the bids' limits, now"`
	Available   money.Amount `json:"available"`
	Maximum     money.Amount `json:"maximum" doc:"The least of available, max, dayRest and inventory"`
	Source      price.Origin `json:"source" optional:"true" doc:"What sort of feeds the rate is from, the funded bids, or the published ask"`
	At          *time.Time   `json:"at" doc:"How old the price is"`
	AgeSeconds  int64        `json:"ageSeconds"`
}

// ConfigOut is everything that is offered.
type ConfigOut struct {
	Pairs        []PairRow    `json:"pairs" nullable:"false"`
	QuoteSeconds int64        `json:"quoteSeconds"`
	ValueMin     money.Amount `json:"valueMin" doc:"USDT worth per quote"`
	ValueMax     money.Amount `json:"valueMax" doc:"USDT worth per quote"`
	ValueDayMax  money.Amount `json:"valueDayMax" doc:"USDT worth per user and day"`
	ServerTime   time.Time    `json:"serverTime"`
}

// QuoteIn asks for a quote. The absence of the amount has refusals of its own.
type QuoteIn struct {
	Pay       money.Asset  `query:"pay" enum:"USDT,ETH,ETLD"`
	Receive   money.Asset  `query:"receive" enum:"USDT,ETH,ETLD"`
	PayAmount money.Amount `query:"payAmount" optional:"true"`
	// ReceiveAmount stands instead of PayAmount.
	ReceiveAmount money.Amount `query:"receiveAmount" optional:"true" doc:"Instead of payAmount: the least payment is quoted that brings this"`
}

// Check refuses a pair that is not offered, a missing amount, and two.
func (in QuoteIn) Check() error {
	if in.PayAmount != 0 && in.ReceiveAmount != 0 {
		return fault.Invalid("receiveAmount")
	}
	return checkPair(Pair{in.Pay, in.Receive}, max(in.PayAmount, in.ReceiveAmount))
}

func checkPair(p Pair, amount money.Amount) error {
	offered := false
	for _, known := range pairs {
		offered = offered || known == p
	}
	switch {
	case !offered:
		return fault.Invalid("receive")
	case amount == 0 && p.Pay == money.ETLD:
		return ErrNoETLD
	case amount == 0:
		return ErrNoAmount
	}
	return nil
}

// QuoteOut is a rate held for the caller.
type QuoteOut struct {
	QuoteID       string       `json:"quoteId"`
	Pay           money.Asset  `json:"pay"`
	Receive       money.Asset  `json:"receive"`
	PayAmount     money.Amount `json:"payAmount"`
	Fee           money.Amount `json:"fee" doc:"Rounded up"`
	FeeCurrency   money.Asset  `json:"feeCurrency"`
	Rate          money.Amount `json:"rate" doc:"rateQuote per rateBase"`
	RateBase      money.Asset  `json:"rateBase"`
	RateQuote     money.Asset  `json:"rateQuote"`
	ReceiveAmount money.Amount `json:"receiveAmount" doc:"After the fee, rounded down"`
	PriceImpact   string       `json:"priceImpact" doc:"A share: by how much the rate is below the best bid, as the bids after it take their part; 0 at the inventory's one rate"`
	Maximum       money.Amount `json:"maximum" doc:"The most that can be paid now"`
	Source        price.Origin `json:"source" optional:"true" doc:"What sort of feeds the rate is from, the funded bids, or the published ask"`
	PriceAt       time.Time    `json:"priceAt"`
	ExpireAt      time.Time    `json:"expireAt"`
	ServerTime    time.Time    `json:"serverTime"`
}

// ExchangeIn makes a swap: by a quote, or by all of the others.
type ExchangeIn struct {
	QuoteID    httpapi.ID    `query:"quoteId" optional:"true"`
	Pay        money.Asset   `query:"pay" optional:"true" enum:"USDT,ETH,ETLD"`
	Receive    money.Asset   `query:"receive" optional:"true" enum:"USDT,ETH,ETLD"`
	PayAmount  money.Amount  `query:"payAmount" optional:"true"`
	MinReceive *money.Amount `query:"minReceive" minimum:"0" doc:"The least to be received; needed without a quote"`
}

// Check wants either a quote or the pair with amount and minimum.
func (in ExchangeIn) Check() error {
	if in.QuoteID != "" {
		return nil
	}
	if in.Pay == "" {
		return fault.Invalid("pay")
	}
	if in.Receive == "" {
		return fault.Invalid("receive")
	}
	if err := checkPair(Pair{in.Pay, in.Receive}, in.PayAmount); err != nil {
		return err
	}
	if in.MinReceive == nil {
		return fault.Invalid("minReceive")
	}
	return nil
}

func (in ExchangeIn) request(userID string) ExchangeRequest {
	return ExchangeRequest{UserID: userID, QuoteID: string(in.QuoteID), Pair: Pair{in.Pay, in.Receive}, PayAmount: in.PayAmount, MinReceive: in.MinReceive}
}

// ExchangeRow is a swap of the caller.
type ExchangeRow struct {
	ExchangeNo    string       `json:"exchangeNo"`
	Pay           money.Asset  `json:"pay"`
	PayAmount     money.Amount `json:"payAmount"`
	Fee           money.Amount `json:"fee"`
	FeeCurrency   money.Asset  `json:"feeCurrency"`
	Rate          money.Amount `json:"rate" doc:"rateQuote per rateBase"`
	RateBase      money.Asset  `json:"rateBase"`
	RateQuote     money.Asset  `json:"rateQuote"`
	Receive       money.Asset  `json:"receive"`
	ReceiveAmount money.Amount `json:"receiveAmount"`
	Source        price.Origin `json:"source" optional:"true" doc:"What sort of feeds the rate is from, the funded bids, or the published ask"`
	SaleNo        *string      `json:"saleNo" doc:"The sale to the bids, if it was one"`
	CreatedAt     time.Time    `json:"createdAt"`
}

var marketFaults = []fault.Fault{price.ErrUnavailable, ErrAmount, ErrDayLimit, ErrInsufficient, ErrNotEnough, ErrInventory}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/userAccount/exchangeConfig", Tag: tag, Summary: "The pairs with rates, fees and the caller's limits"}, s.config)
	httpapi.Action(api, httpapi.Op{Path: "/api/userAccount/exchangeQuote", Tag: tag, Summary: "A rate held for the caller for one swap and a few seconds",
		Faults: append([]fault.Fault{ErrNoAmount, ErrNoETLD}, marketFaults...)}, s.serveQuote)
	httpapi.Command(api, httpapi.Op{Path: "/api/userAccount/qExchange", Tag: tag, Part: string(emergency.Swap),
		Summary: "Swap by a quote, or at the present rate with a minimum; a quote that is over, another's or nobody's is refused alike (1402)",
		Faults:  append([]fault.Fault{ErrNoAmount, ErrNoETLD, ErrQuoteExpired, ErrBelowMinimum}, marketFaults...)},
		httpapi.CommandSpec[ExchangeIn, ExchangeRow]{
			Hints: func(c httpapi.Caller, in ExchangeIn) []sqldb.Hint {
				hints := s.hints(c.UserID)
				if in.QuoteID != "" {
					hints = append(hints, s.store.quotes.Hint(string(in.QuoteID)))
				}
				return hints
			},
			Handle: func(tx sqldb.Command, c httpapi.Caller, in ExchangeIn) (ExchangeRow, error) {
				e, err := s.Exchange(tx, in.request(c.UserID))
				return exchangeRow(e), err
			},
		})
	httpapi.View(api, httpapi.Op{Path: "/api/userAccount/exchangeRecord", Tag: tag, Personal: "exchanges", Summary: "The caller's swaps, newest first"}, s.records)
}

func (s *Service) serveQuote(ctx context.Context, c httpapi.Caller, in QuoteIn) (out QuoteOut, err error) {
	p := Pair{in.Pay, in.Receive}
	err = s.DB.Command(ctx, func(tx sqldb.Command) error {
		payAmount := in.PayAmount
		if in.ReceiveAmount > 0 {
			var err error
			if payAmount, err = s.payFor(tx, c.UserID, p, in.ReceiveAmount); err != nil {
				return err
			}
		}
		q, o, err := s.Quote(tx, c.UserID, p, payAmount)
		base, quote := p.rateIn()
		out = QuoteOut{QuoteID: q.ID, Pay: p.Pay, Receive: p.Receive, PayAmount: q.PayAmount, Fee: q.Fee, FeeCurrency: p.feeIn(), Rate: q.Rate, RateBase: base,
			RateQuote: quote, ReceiveAmount: q.ReceiveAmount, PriceImpact: impactOf(q.Rate, o.rate.value).Text(), Maximum: o.maximum(),
			Source: o.source, PriceAt: o.at, ExpireAt: q.ExpireAt, ServerTime: tx.Now()}
		return err
	}, s.hints(c.UserID)...)
	return out, err
}

// config shows every pair; one that cannot be swapped now says why.
func (s *Service) config(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (ConfigOut, error) {
	t, err := currentTerms(tx)
	if err != nil {
		return ConfigOut{}, err
	}
	out := ConfigOut{QuoteSeconds: int64(t.quoteFor / time.Second), ValueMin: t.min, ValueMax: t.max, ValueDayMax: t.dayMax, ServerTime: tx.Now()}
	for _, p := range pairs {
		row, err := s.pairRow(tx, c.UserID, p)
		if err != nil {
			return ConfigOut{}, err
		}
		out.Pairs = append(out.Pairs, row)
	}
	return out, nil
}

func (s *Service) pairRow(tx sqldb.Command, userID string, p Pair) (PairRow, error) {
	base, quote := p.rateIn()
	row := PairRow{Pay: p.Pay, Receive: p.Receive, Engine: "inventory", RateBase: base, RateQuote: quote, FeeCurrency: p.feeIn()}
	find := s.openOffer
	if p.isSale() {
		row.Engine = "bids"
		find = func(tx sqldb.Command, userID string, _ Pair) (offer, error) { return s.saleOffer(tx, userID) }
	}
	o, err := find(tx, userID, p)
	row.FeeRate, row.Spread = o.terms.fee.Text(), o.terms.spread.Text()
	if refused, ok := fault.As(err); ok {
		row.Reason = price.Reason(refused.Params["reason"])
		if at, err := time.Parse(time.RFC3339, refused.Params["resumesAt"]); err == nil {
			row.ResumesAt = &at
		}
		return row, nil
	}
	if err != nil {
		return row, err
	}
	if p.isSale() {
		row.Spread = money.Ratio(0).Text()
	}
	row.Enabled, row.Rate, row.Source, row.At = true, o.rate.value, o.source, &o.at
	row.Min, row.Max, row.DayRest, row.Inventory, row.Available, row.Maximum = o.min, o.max, o.dayRest, o.inventoryMax, o.available, o.maximum()
	row.AgeSeconds = max(0, int64(tx.Now().Sub(o.at)/time.Second))
	return row, nil
}

func (s *Service) records(tx *sqldb.Tx, c httpapi.Caller, in httpapi.Page) (httpapi.List[ExchangeRow], error) {
	return httpapi.Ordered[Exchange, ExchangeRow]{Name: exchangesList, First: entropy.LastID, ID: func(e Exchange) string { return e.ID },
		Read: func(before string, limit int) ([]Exchange, error) {
			return sqldb.Collect(tx, exchangeTable.Scan, selectMine, c.UserID, before, limit)
		},
		Row: func(e Exchange) (ExchangeRow, error) { return exchangeRow(e), nil }}.Page(in)
}

func exchangeRow(e Exchange) ExchangeRow {
	base, quote := e.Pair.rateIn()
	row := ExchangeRow{ExchangeNo: e.ID, Pay: e.Pair.Pay, PayAmount: e.PayAmount, Fee: e.Fee, FeeCurrency: e.Pair.feeIn(), Rate: e.Rate, RateBase: base,
		RateQuote: quote, Receive: e.Pair.Receive, ReceiveAmount: e.ReceiveAmount, Source: e.Source, CreatedAt: e.At}
	if e.SaleID != "" {
		row.SaleNo = &e.SaleID
	}
	return row
}
