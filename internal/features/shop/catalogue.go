package shop

import (
	"fmt"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/checkout"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/operator/sentence"
	"etld/internal/core/param"
	"etld/internal/core/picture"
	"etld/internal/features/shop/address"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	kindGoods = "goods_change"

	nameMax    = 80
	detailsMax = 1000
	limitMax   = 10_000
	stockMax   = 1_000_000
	regionsMax = 60
)

// priceMax times QuantityMax is still an amount.
var priceMax = money.Units(1_000_000)

// goodsChange changes what is given of some goods, and leaves the rest. Goods that
// do not exist are new, and need all but regions and pictures.
type goodsChange struct {
	GoodsID  httpapi.ID    `json:"goodsId"`
	Category *Category     `json:"category,omitempty"`
	Price    *money.Amount `json:"price,omitempty" doc:"A higher one, or one in another currency, counts 24 h after the approval"`
	Currency *money.Asset  `json:"currency,omitempty" enum:"USDT,ETLD" doc:"Price and currency go together"`
	Limit    *int64        `json:"limit,omitempty" doc:"Per user"`
	// AddStock is what comes to the stock; below 0, what leaves it.
	AddStock *int64    `json:"addStock,omitempty" doc:"What comes to the stock; below 0 what leaves it"`
	Regions  *[]string `json:"regions,omitempty" doc:"Codes of ISO 3166-1; empty: everywhere"`
	Pictures *[]string `json:"pictures,omitempty" doc:"Ids, the cover first"`
	OnSale   *bool     `json:"onSale,omitempty" doc:"Off the sale 24 h after the approval"`
	Position *int64    `json:"position,omitempty" doc:"In the catalogue's order"`
	wording.Words
}

// Check refuses what no goods can be like.
func (c goodsChange) Check() error {
	between := func(n *int64, least, most int64) bool { return n == nil || *n >= least && *n <= most }
	switch {
	case c.Price != nil && (*c.Price <= 0 || *c.Price > priceMax):
		return fault.Invalid("price")
	case (c.Price == nil) != (c.Currency == nil):
		return fault.Invalid("currency")
	case !between(c.Limit, 1, limitMax):
		return fault.Invalid("limit")
	case !between(c.AddStock, -stockMax, stockMax):
		return fault.Invalid("addStock")
	case !between(c.Position, 0, stockMax):
		return fault.Invalid("position")
	case c.Regions != nil && (len(*c.Regions) > regionsMax || slices.ContainsFunc(*c.Regions, func(r string) bool { return !address.IsRegion(r) })):
		return fault.Invalid("regions")
	case c.Pictures != nil && !picture.AreIDs(*c.Pictures):
		return fault.Invalid("pictures")
	}
	return c.CheckWords(nameMax, detailsMax)
}

// missing names what new goods need and the change does not say.
func (c goodsChange) missing() string {
	switch {
	case c.Category == nil:
		return "category"
	case c.Price == nil:
		return "price"
	case c.Limit == nil:
		return "limit"
	case c.Names == nil:
		return "names"
	case c.Details == nil:
		return "details"
	}
	return ""
}

// CatalogueRow is goods as operators see them, on sale or not.
type CatalogueRow struct {
	GoodsID  string            `json:"goodsId"`
	Category Category          `json:"category"`
	Price    money.Amount      `json:"price"`
	Currency money.Asset       `json:"currency" enum:"USDT,ETLD"`
	Limit    int64             `json:"limit"`
	Stock    int64             `json:"stock"`
	Reserved int64             `json:"reserved" doc:"For payments that are open"`
	Regions  []string          `json:"regions" nullable:"false"`
	Images   []picture.Picture `json:"images" nullable:"false"`
	OnSale   bool              `json:"onSale"`
	Position int64             `json:"position"`
	Names    wording.Wording   `json:"names"`
	Details  wording.Wording   `json:"details"`
	Announced
}

// GoodsIDIn names goods.
type GoodsIDIn struct {
	GoodsID httpapi.ID `json:"goodsId"`
}

// RegisterOperator adds the operators' calls. wording.Texts, prices and stock are terms, so
// a checker stands outside the catalogue; to hide goods takes one person.
func (s *Service) RegisterOperator(o *operator.Service) {
	// Whoever reads what is sold a day reads what it is called.
	readers := []operator.Role{operator.Catalogue, operator.Fulfilment, operator.FinanceMaker, operator.FinanceChecker, operator.Support, operator.Risk}
	operator.Rows(o, operator.Route{Path: "goods/list", Roles: readers}, catalogueList, s.shelf.catalogueRow)
	operator.Action(o, operator.Route{Path: "goods/hide", Roles: []operator.Role{operator.Catalogue}}, s.shelf.hide)
	operator.Handle(o, operator.Kind[goodsChange]{Name: kindGoods, Path: "goods/change", Makers: []operator.Role{operator.Catalogue},
		Checkers: []operator.Role{operator.FinanceChecker}, Describe: s.shelf.describeGoods, Execute: s.shelf.changeGoods})
	s.registerOrders(o)
}

// catalogueList lists everything there is.
var catalogueList = lists.List[Goods]{Table: goodsTable, Key: "goodsId", Orders: []lists.Order{lists.First("position", "position", "id")}}

// catalogueRow shows goods as they are now.
func (s shelf) catalogueRow(tx *sqldb.Tx, c operator.Caller, g Goods) (CatalogueRow, error) {
	g = g.at(tx.Now())
	left, err := s.checkout.StockOf(tx, g.ID)
	if err != nil {
		return CatalogueRow{}, err
	}
	images, err := s.Pictures.Shown(tx, g.Pictures, c.Language)
	return CatalogueRow{GoodsID: g.ID, Category: g.Category, Price: g.Price, Currency: g.Asset, Limit: g.Limit, Stock: left.Rest, Reserved: left.Reserved,
		Regions: append([]string{}, g.Regions...), Images: images, OnSale: g.OnSale, Position: g.Position, Names: wording.Of(g.Names), Details: wording.Of(g.Details),
		Announced: g.announced(tx.Now())}, err
}

// hide takes goods off sale at once: they must not be sold, whatever was announced.
// What is ordered stays ordered.
func (s shelf) hide(tx *sqldb.Tx, c *operator.Call, in GoodsIDIn) (httpapi.None, error) {
	c.Note(audit.Note{Subject: string(in.GoodsID)})
	g, err := fault.Known(s.store.goodsAt(tx, string(in.GoodsID)))
	if err != nil {
		return httpapi.None{}, err
	}
	g.Sale = checkout.Sale{}
	s.store.goods.Put(tx, g)
	return httpapi.None{}, nil
}

// changed is some goods before and after a change, and what is in stock before it.
func (s shelf) changed(tx sqldb.Command, c goodsChange) (before, after Goods, stock int64, err error) {
	before, found, err := s.store.goodsAt(tx, string(c.GoodsID))
	if err != nil {
		return before, after, 0, err
	}
	if !found {
		if field := c.missing(); field != "" {
			return before, after, 0, fault.Invalid(field)
		}
		before.ID, before.CreatedAt = string(c.GoodsID), tx.Now()
	}
	after = before
	c.sets(&after, tx.Now(), !found)
	set(&after.Category, c.Category)
	set(&after.Limit, c.Limit)
	set(&after.Regions, c.Regions)
	set(&after.Pictures, c.Pictures)
	set(&after.Position, c.Position)
	c.Change(&after.Names, &after.Details)
	if c.Pictures != nil {
		shown, err := s.Pictures.Shown(tx, *c.Pictures, httpapi.Chinese)
		if err == nil && len(shown) != len(*c.Pictures) {
			err = fault.Invalid("pictures")
		}
		if err != nil {
			return before, after, 0, err
		}
	}
	stock, err = s.checkout.MayAdd(tx, before.ID, c.AddStock)
	return before, after, stock, err
}

// sets changes price and sale; for new goods nobody was promised anything.
func (c goodsChange) sets(g *Goods, now time.Time, isNew bool) {
	switch {
	case isNew:
		g.Price, g.Asset = *c.Price, *c.Currency
	case c.Price != nil:
		g.reprice(*c.Price, *c.Currency, now)
	}
	g.Sell(c.OnSale, now)
}

func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}

func (s shelf) describeGoods(tx *sqldb.Tx, c goodsChange) (operator.Description, error) {
	before, after, stock, err := s.changed(tx, c)
	if err != nil {
		return operator.Description{}, err
	}
	var diff sentence.Comparison
	diff.Add("category", before.Category, after.Category)
	diff.Add("price", fmt.Sprint(before.Price, " ", before.Asset), fmt.Sprint(after.Price, " ", after.Asset))
	diff.Add("next price", before.next(tx.Now()), after.next(tx.Now()))
	diff.Add("limit", before.Limit, after.Limit)
	if c.AddStock != nil {
		diff.Add("stock", stock, stock+*c.AddStock)
	}
	diff.Add("regions", before.Regions, after.Regions)
	diff.Add("pictures", before.Pictures, after.Pictures)
	diff.Add("on sale", before.OnSale, after.OnSale)
	diff.Add("off sale", clock.Text(before.OffSaleAt), param.Noticed(before.OffSaleAt, after.OffSaleAt, tx.Now()))
	diff.Add("position", before.Position, after.Position)
	diff.AddWords(before.Names, after.Names, before.Details, after.Details)
	if len(diff) == 0 {
		return operator.Description{}, operator.ErrNothing
	}
	return operator.Description{Subject: after.ID, Approvals: 1, Diff: diff, Called: before.Names}, nil
}

// changeGoods is the approved change. Who saw another price is told so when he
// orders; orders keep theirs.
func (s shelf) changeGoods(tx *sqldb.Tx, c goodsChange, _ operator.Decision) error {
	_, after, _, err := s.changed(tx, c)
	if err != nil {
		return err
	}
	s.store.goods.Put(tx, after)
	if c.AddStock == nil {
		return nil
	}
	return s.checkout.AddStock(tx, after.ID, *c.AddStock)
}
