package price

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
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

// None is the parameters of a call that has none.
type None struct{}

// Row is one pair of the price list.
type Row struct {
	Pair     string        `json:"pair" example:"ETH/USDT"`
	Currency money.Asset   `json:"currency"`
	Price    money.Amount  `json:"price" doc:"USDT per coin; 0 when nobody buys at present"`
	Bid      *money.Amount `json:"bid"`
	Ask      *money.Amount `json:"ask"`
	Source   string        `json:"source"`
	At       time.Time     `json:"at"`
	Stale    bool          `json:"stale"`
}

// Prices is the price list.
type Prices struct {
	List       []Row     `json:"list" nullable:"false"`
	ServerTime time.Time `json:"serverTime"`
}

// Register adds the price calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.Read(api, httpapi.Op{Path: "/api/main/getETHPrice", Tag: "price", Summary: "ETH in USDT", Faults: []fault.Fault{ErrUnavailable}},
		func(context.Context, httpapi.Caller, None) (Number, error) {
			q := s.ETH()
			if q.Stale {
				return 0, ErrUnavailable
			}
			return Number(q.Price), nil
		})
	httpapi.Read(api, httpapi.Op{Path: "/api/main/getETLDPrice", Tag: "price", Summary: "ETLD in USDT by the funded bids; 0 when there is no buyer"},
		func(context.Context, httpapi.Caller, None) (Number, error) { return Number(s.ETLD().Price), nil })
	httpapi.Read(api, httpapi.Op{Path: "/api/main/prices", Tag: "price", Summary: "All prices with source and age"},
		func(context.Context, httpapi.Caller, None) (Prices, error) {
			return Prices{List: s.Rows(), ServerTime: s.clock.Now()}, nil
		})
}

// Rows is the price list's content.
func (s *Service) Rows() []Row {
	rows := make([]Row, 0, 2)
	for _, q := range []Quotation{s.ETLD(), s.ETH()} {
		row := Row{Pair: string(q.Asset) + "/USDT", Currency: q.Asset, Price: q.Price, Source: q.Source, At: q.At, Stale: q.Stale}
		if q.Asset == money.ETLD && q.Price > 0 {
			row.Bid = &q.Price
		}
		rows = append(rows, row)
	}
	return rows
}
