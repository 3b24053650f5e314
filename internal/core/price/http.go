package price

import (
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Number is an amount as a bare JSON number. Two calls of the public contract
// answer with one; it is for display, and nothing is ever settled by it.
type Number money.Amount

// MarshalJSON writes the decimal digits as they are, through no float.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(money.Amount(n).String()), nil }

// Schema describes the number in the API document.
func (Number) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Description: "USDT per coin, for display only"}
}

// Row is one pair of the price list.
type Row struct {
	Pair     string        `json:"pair" example:"ETH/USDT"`
	Currency money.Asset   `json:"currency"`
	Price    money.Amount  `json:"price" doc:"USDT per coin; 0 when nobody buys at present"`
	Bid      *money.Amount `json:"bid" doc:"The best at which a coin is bought from users; null when it is not"`
	Ask      *money.Amount `json:"ask" doc:"At which a coin is sold to users; null when it is not"`
	Source   Origin        `json:"source" enum:",bids,aggregator,pair,aggregator_pair" doc:"What sort of feeds it is from, or the funded bids; empty before the first price"`
	At       *time.Time    `json:"at" doc:"How old the price is: the oldest time of its feeds; null before the first"`
	Stale    bool          `json:"stale"`
	Reason   Reason        `json:"reason" enum:",too_few_feeds,feed_out_of_bounds,feeds_disagree,stale,jump,stopped" doc:"Why it is stale or halted; else empty"`
}

// Prices is the price list.
type Prices struct {
	List       []Row     `json:"list" nullable:"false"`
	ServerTime time.Time `json:"serverTime"`
}

// Register adds the price calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/main/getETHPrice", Tag: "price", Summary: "ETH in USDT", Faults: []fault.Fault{ErrUnavailable}},
		func(tx *sqldb.Tx, _ httpapi.Caller, _ httpapi.None) (Number, error) {
			q, err := s.Find(tx, money.ETH)
			if err == nil && q.Stale {
				err = q.Refusal()
			}
			return Number(q.Price), err
		})
	httpapi.View(api, httpapi.Op{Path: "/api/main/getETLDPrice", Tag: "price", Summary: "ETLD in USDT by the funded bids; 0 when there is no buyer"},
		func(tx *sqldb.Tx, _ httpapi.Caller, _ httpapi.None) (Number, error) {
			q, err := s.Find(tx, money.ETLD)
			return Number(q.Price), err
		})
	httpapi.View(api, httpapi.Op{Path: "/api/main/prices", Tag: "price", Summary: "All prices with source and age"},
		func(tx *sqldb.Tx, _ httpapi.Caller, _ httpapi.None) (Prices, error) {
			rows, err := s.List(tx)
			return Prices{List: rows, ServerTime: tx.Now()}, err
		})
	httpapi.View(api, httpapi.Op{Path: "/api/main/priceHistory", Tag: "price",
		Summary: "What a coin really cost, for a chart; empty when nothing is known"}, s.history)
}

// List is the price list's content, exact in the transaction.
func (s *Service) List(tx sqldb.Command) ([]Row, error) {
	rows := make([]Row, 0, 2)
	for _, asset := range []money.Asset{money.ETLD, money.ETH} {
		q, err := s.Find(tx, asset)
		if err != nil {
			return nil, err
		}
		row := Row{Pair: string(asset) + "/USDT", Currency: asset, Price: q.Price, Source: q.Source, At: httpapi.OrNull(q.At), Stale: q.Stale, Reason: q.Reason}
		if s.Dealer != nil {
			if row.Bid, row.Ask, err = s.Dealer().Sides(tx, q); err != nil {
				return nil, err
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Rows is the price list as of at most a second ago; whether ETH is stale is
// judged now.
func (s *Service) Rows() []Row {
	rows := slices.Clone(s.snapshot().rows)
	eth := s.ETH()
	for i := range rows {
		if rows[i].Currency == money.ETH {
			rows[i].Stale, rows[i].Reason = eth.Stale, eth.Reason
		}
	}
	return rows
}
