// Package catalogue keeps the machines that are sold, and what operators change of
// them.
//
// Words. A *product* is what the package offer says; its *figures* are price, power,
// term, interest, cap and limit. What a buyer may like less is *announced* for a day
// before it counts, and so is that a product leaves the sale.
//
// What holds. A machine keeps the terms under which it was bought: no change here
// reaches one that somebody has. Who buys names the version of the terms that were
// shown, and is refused where they are others by then.
package catalogue

import (
	"cmp"
	"slices"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/picture"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

var (
	productTable = sqldb.NewTable[offer.Product]("machine_product", `id, size, image, pictures, price, power, term_days, daily_rate, etld_cap,
		user_limit, position, on_sale, names, details, off_sale_at, next, next_at`)

	selectAll = productTable.Select("ORDER BY position, id LIMIT $1")
)

// productsMax bounds the catalogue, which is shown whole.
const productsMax = 100

// Pictures are shown by their ids.
type Pictures interface {
	// Shown leaves out ids that it does not know.
	Shown(tx sqldb.Command, ids []string, l httpapi.Language) ([]picture.Picture, error)
	// ShownHints names what Shown reads.
	ShownHints(ids []string) []sqldb.Hint
}

// Service is the catalogue.
type Service struct {
	checkout *checkout.Service
	pictures Pictures
	products *sqldb.Keyed[offer.Product]
	// all has one key, the empty one, for the whole of a small table.
	all *sqldb.Lookup[[]offer.Product]
}

// New builds the catalogue; the checkout keeps the stock.
func New(c *checkout.Service, p Pictures) *Service {
	return &Service{checkout: c, pictures: p,
		products: productTable.Keyed("machine products", func(p offer.Product) string { return p.ID }, productTable.Upsert()),
		all:      sqldb.NewLookup("all machine products", productTable.Select("WHERE ''"), sqldb.Several(productTable.ByKey(func(offer.Product) string { return "" })))}
}

// Seed fills the catalogue of a new database.
func (s *Service) Seed(tx sqldb.Command, list []offer.Listing) {
	for _, listing := range list {
		s.products.Put(tx, listing.Product)
		s.checkout.PutStock(tx, listing.Product.ID, listing.Stock)
	}
}

// Hint names what Find and OnSale read.
func (s *Service) Hint(id string) sqldb.Hint { return s.products.Hint(id) }

// Find is a product as it is now, on sale or not.
func (s *Service) Find(tx sqldb.Command, id string) (offer.Product, bool, error) {
	p, found, err := s.products.Get(tx, id)
	return p.At(tx.Now()), found, err
}

// OnSale is a product that can be bought, or fault.NotFound.
func (s *Service) OnSale(tx sqldb.Command, id string) (offer.Product, error) {
	p, found, err := s.Find(tx, id)
	if err == nil && (!found || !p.OnSale) {
		err = fault.NotFound
	}
	return p, err
}

// All are the products that can be bought, in the catalogue's order.
func (s *Service) All(tx sqldb.Command) (onSale []offer.Product, err error) {
	list, _, err := s.all.Get(tx, "")
	for _, p := range list {
		if p = p.At(tx.Now()); p.OnSale {
			onSale = append(onSale, p)
		}
	}
	slices.SortFunc(onSale, func(a, b offer.Product) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID))
	})
	return onSale, err
}

// AllHint names what All reads.
func (s *Service) AllHint() sqldb.Hint { return s.all.Hint("") }

func (s *Service) everything(tx *sqldb.Tx) ([]offer.Product, error) {
	list, err := sqldb.Collect(tx, productTable.Scan, selectAll, productsMax)
	for i := range list {
		list[i] = list[i].At(tx.Now())
	}
	return list, err
}

// Images are the pictures of a product, the cover first.
func (s *Service) Images(tx sqldb.Command, p offer.Product, l httpapi.Language) ([]picture.Picture, error) {
	return s.pictures.Shown(tx, p.Pictures, l)
}

// ImageHints names what Images reads.
func (s *Service) ImageHints(p offer.Product) []sqldb.Hint { return s.pictures.ShownHints(p.Pictures) }

// Announced is what will become of a product, for those who look at it.
type Announced struct {
	OffSaleAt *time.Time     `json:"offSaleAt" doc:"When it leaves the sale, announced 24 h before; null when it stays"`
	NextTerms *AnnouncedNext `json:"nextTerms" doc:"Other figures that were announced, 24 h before they count; null when there are none"`
}

// AnnouncedNext are figures that do not count yet.
type AnnouncedNext struct {
	Shown
	From time.Time `json:"from"`
}

// Shown are figures as calls show them.
type Shown struct {
	Price        money.Amount `json:"price" doc:"Principal of one machine, in USDT"`
	Power        int64        `json:"power" doc:"In T"`
	TermDays     int64        `json:"termDays"`
	DailyRate    string       `json:"dailyRate" doc:"Interest per day, as a decimal fraction of the price"`
	ETLDCap      money.Amount `json:"etldCap" doc:"Lifetime cap of the ETLD output"`
	PerUserLimit int64        `json:"perUserLimit"`
}

func shown(f offer.Figures) Shown {
	return Shown{Price: f.Price, Power: f.Power, TermDays: f.TermDays, DailyRate: f.DailyRate.Text(), ETLDCap: f.ETLDCap, PerUserLimit: f.UserLimit}
}

// AnnouncedOf is what is still to come of a product as it is now.
func AnnouncedOf(p offer.Product) Announced {
	a := Announced{OffSaleAt: httpapi.OrNull(p.OffSaleAt)}
	if p.IsChanging() {
		a.NextTerms = &AnnouncedNext{Shown: shown(*p.Next), From: p.NextAt}
	}
	return a
}
