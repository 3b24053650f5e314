package shop

import (
	"strconv"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/picture"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// GoodsRow is one of the goods as users see it.
type GoodsRow struct {
	ID            string            `json:"id"`
	Category      Category          `json:"category"`
	Name          string            `json:"name"`
	Price         money.Amount      `json:"price" doc:"Of one, in priceCurrency"`
	PriceCurrency money.Asset       `json:"priceCurrency" enum:"USDT,ETLD"`
	Stock         int64             `json:"stock"`
	PerUserLimit  int64             `json:"perUserLimit"`
	Regions       []string          `json:"regions" nullable:"false" doc:"Delivered to these only, as codes of ISO 3166-1 such as TW; empty: everywhere"`
	Images        []picture.Picture `json:"images" nullable:"false" doc:"The cover first; may be empty"`
	TermsVersion  string            `json:"termsVersion" doc:"Stands for price and currency; createOrder refuses an old one"`
	Announced
}

// Quote is what a quantity costs.
type Quote struct {
	Quantity  int64        `json:"quantity"`
	PayAmount money.Amount `json:"payAmount" doc:"In priceCurrency; there is no fee"`
}

// GoodsDetail is one of the goods with the caller's own figures.
type GoodsDetail struct {
	GoodsRow
	Description string       `json:"description"`
	Bought      int64        `json:"bought" doc:"By the caller, what waits for its payment included"`
	OnChainMax  int64        `json:"onChainMax" doc:"How many may be ordered with payType chain now: unpaid orders reserve a fifth of a stock at most, or one"`
	Quotes      []Quote      `json:"quotes" nullable:"false" doc:"One per quantity that the caller may buy now, by quantity"`
	Available   money.Amount `json:"available" doc:"The caller's balance in priceCurrency"`
}

// goods lists what is on sale, in the catalogue's order. What is sold out stays in
// the list.
func (s shelf) goods(tx *sqldb.Tx, c httpapi.Caller, in GoodsIn) (httpapi.List[GoodsRow], error) {
	from, err := in.Page.After(goodsList+string(in.Category), 2)
	if err != nil {
		return httpapi.List[GoodsRow]{}, err
	}
	position, id := int64(-1), ""
	if from != nil {
		if position, err = strconv.ParseInt(from[0], 10, 64); err != nil {
			return httpapi.List[GoodsRow]{}, fault.Invalid("cursor")
		}
		id = from[1]
	}
	found, err := sqldb.Collect(tx, goodsTable.Scan, selectOnSale, string(in.Category), position, id, tx.Now(), in.Page.Limit())
	if err != nil {
		return httpapi.List[GoodsRow]{}, err
	}
	page := httpapi.NewList(in.Page, goodsList+string(in.Category), found, func(g Goods) []string { return []string{strconv.FormatInt(g.Position, 10), g.ID} })
	var hints []sqldb.Hint
	for _, g := range page.List {
		hints = append(append(hints, s.checkout.StockHint(g.ID)), s.Pictures.ShownHints(g.Pictures)...)
	}
	if err := sqldb.Fetch(tx, hints...); err != nil {
		return httpapi.List[GoodsRow]{}, err
	}
	return httpapi.Show(page, func(g Goods) (GoodsRow, error) { return s.goodsRow(tx, g.at(tx.Now()), c.Language) })
}

func (s shelf) goodsRow(tx sqldb.Command, g Goods, language httpapi.Language) (GoodsRow, error) {
	left, err := s.checkout.StockOf(tx, g.ID)
	if err != nil {
		return GoodsRow{}, err
	}
	images, err := s.Pictures.Shown(tx, g.Pictures, language)
	return GoodsRow{ID: g.ID, Category: g.Category, Name: g.Names[string(language)], Price: g.Price, PriceCurrency: g.Asset, Stock: left.Rest,
		PerUserLimit: g.Limit, Regions: append([]string{}, g.Regions...), Images: images, TermsVersion: g.TermsVersion(), Announced: g.announced(tx.Now())}, err
}

func (s shelf) goodsInfo(tx *sqldb.Tx, c httpapi.Caller, in GoodsInfoIn) (GoodsDetail, error) {
	g, found, err := s.store.goodsAt(tx, string(in.ID))
	if err != nil {
		return GoodsDetail{}, err
	}
	if !found || !g.OnSale {
		return GoodsDetail{}, fault.NotFound
	}
	d := GoodsDetail{Description: g.Details[string(c.Language)]}
	if d.GoodsRow, err = s.goodsRow(tx, g, c.Language); err != nil {
		return GoodsDetail{}, err
	}
	had, _, err := s.store.bought.Get(tx, boughtKey(c.UserID, g.ID))
	if err != nil {
		return GoodsDetail{}, err
	}
	left, err := s.checkout.StockOf(tx, g.ID)
	if err != nil {
		return GoodsDetail{}, err
	}
	d.Bought = had.Quantity
	d.OnChainMax = left.UnpaidMax()
	d.Quotes = quotes(g.Price, min(left.Rest, g.Limit-d.Bought, QuantityMax))
	d.Available, err = s.Ledger.Balance(tx, ledger.AvailableOf(c.UserID, g.Asset))
	return d, err
}

// quotes is what each quantity up to the most costs, as an order charges it.
func quotes(price money.Amount, most int64) []Quote {
	list := make([]Quote, max(most, 0))
	for i := range list {
		n := int64(i) + 1
		list[i] = Quote{Quantity: n, PayAmount: price * money.Amount(n)}
	}
	return list
}
