package shop

import (
	"slices"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/checkout"
	"etld/internal/infra/sqldb"
)

// Category is a kind of goods.
type Category string

// The categories, in the order in which they are shown.
const (
	Hardware    Category = "hardware"
	Accessories Category = "accessories"
	Apparel     Category = "apparel"
	Home        Category = "home"
)

func (Category) Values() []string { return each.Texts(Hardware, Accessories, Apparel, Home) }

// Goods are one product of the shop.
type Goods struct {
	ID       string
	Category Category
	Price    money.Amount
	// Asset is what the price is in: USDT or ETLD.
	Asset money.Asset
	// Limit is how many one user may have.
	Limit int64
	// Regions are where they are delivered to, as codes of ISO 3166-1; none means
	// everywhere.
	Regions []string
	// Pictures are ids, the cover first.
	Pictures []string
	checkout.Sale
	// Position orders the catalogue.
	Position  int64
	Names     wording.Texts
	Details   wording.Texts
	CreatedAt time.Time
	announcement
}

// terms are what a price is.
type terms struct {
	GoodsID string       `json:"goodsId"`
	Price   money.Amount `json:"price"`
	Asset   money.Asset  `json:"asset"`
}

// TermsVersion is the digest that stands for a price.
func (g Goods) TermsVersion() string { return checkout.VersionOf(terms{g.ID, g.Price, g.Asset}) }

// isDeliveredTo says that an address in a region can be delivered to. An address
// may name none.
func (g Goods) isDeliveredTo(region string) bool {
	return len(g.Regions) == 0 || slices.Contains(g.Regions, region)
}

// Offer is goods with the stock that they begin with.
type Offer struct {
	Goods
	Stock int64
}

// Seed fills the catalogue of a new database and the list of carriers, and does
// nothing where there are goods.
func (s *Service) Seed(tx *sqldb.Tx, list []Offer, carriers ...string) error {
	_, exists, err := sqldb.Find(tx, sqldb.One[string], selectAnyOne)
	if err != nil || exists {
		return err
	}
	for i, o := range list {
		g := o.Goods
		g.Position, g.OnSale, g.CreatedAt = int64(i+1), true, tx.Now()
		s.store.goods.Put(tx, g)
		s.checkout.PutStock(tx, g.ID, o.Stock)
	}
	for _, host := range carriers {
		insertCarrier.Add(tx, Carrier{Host: host, ListedAt: tx.Now()})
	}
	return nil
}
