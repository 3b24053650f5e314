package catalogue

import (
	"fmt"

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
	"etld/internal/features/machine/offer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	kindProduct = "machine_change"

	nameMax     = 40
	detailsMax  = 600
	powerMax    = 100_000
	termMax     = 3_600
	limitMax    = 100
	stockMax    = 1_000_000
	positionMax = 1_000_000
)

// What a price may be. Ten of the dearest machines still have a price that is an
// amount.
var (
	priceMin = money.Unit
	priceMax = money.Units(10_000_000)
	capMax   = money.Units(100_000_000)
)

// rateStep is the smallest part of a daily rate, as an amount.
const rateStep = money.Amount(int64(money.Unit) / int64(money.One))

// change changes what is given of a product, and leaves the rest. A product that does
// not exist is new, and needs all but pictures.
type change struct {
	ProductID httpapi.ID    `json:"productId"`
	Size      *string       `json:"size,omitempty" enum:"small,medium,large" doc:"Of a new product; it stays"`
	Price     *money.Amount `json:"price,omitempty" doc:"In USDT. Figures that a buyer may like less count 24 h after the approval, all of them together"`
	Power     *int64        `json:"power,omitempty" doc:"In T"`
	TermDays  *int64        `json:"termDays,omitempty"`
	DailyRate *money.Amount `json:"dailyRate,omitempty" doc:"Interest per day, as a decimal fraction of the price: 0.0002 is 0.02 %"`
	ETLDCap   *money.Amount `json:"etldCap,omitempty" doc:"Lifetime cap of the ETLD output"`
	UserLimit *int64        `json:"perUserLimit,omitempty"`
	// AddStock is what comes to the stock; below 0, what leaves it.
	AddStock *int64    `json:"addStock,omitempty" doc:"What comes to the stock; below 0 what leaves it"`
	Pictures *[]string `json:"pictures,omitempty" doc:"Ids, the cover first; empty: the drawn art"`
	OnSale   *bool     `json:"onSale,omitempty" doc:"Off the sale 24 h after the approval"`
	Position *int64    `json:"position,omitempty" doc:"In the catalogue's order"`
	wording.Words
}

// Check refuses what no product can be like.
func (c change) Check() error {
	switch {
	case !between(c.Price, priceMin, priceMax):
		return fault.Invalid("price")
	case !between(c.Power, 1, powerMax):
		return fault.Invalid("power")
	case !between(c.TermDays, 1, termMax):
		return fault.Invalid("termDays")
	case !between(c.DailyRate, 0, money.Unit) || c.DailyRate != nil && *c.DailyRate%rateStep != 0:
		return fault.Invalid("dailyRate")
	case !between(c.ETLDCap, 0, capMax):
		return fault.Invalid("etldCap")
	case !between(c.UserLimit, 1, limitMax):
		return fault.Invalid("perUserLimit")
	case !between(c.AddStock, -stockMax, stockMax):
		return fault.Invalid("addStock")
	case !between(c.Position, 0, positionMax):
		return fault.Invalid("position")
	case c.Pictures != nil && !picture.AreIDs(*c.Pictures):
		return fault.Invalid("pictures")
	}
	return c.CheckWords(nameMax, detailsMax)
}

func between[N ~int64](n *N, least, most N) bool { return n == nil || *n >= least && *n <= most }

// missing names what a new product needs and the change does not say.
func (c change) missing() string {
	for _, one := range []struct {
		field string
		lacks bool
	}{
		{"size", c.Size == nil}, {"price", c.Price == nil}, {"power", c.Power == nil}, {"termDays", c.TermDays == nil}, {"dailyRate", c.DailyRate == nil},
		{"etldCap", c.ETLDCap == nil}, {"perUserLimit", c.UserLimit == nil}, {"names", c.Names == nil}, {"details", c.Details == nil},
	} {
		if one.lacks {
			return one.field
		}
	}
	return ""
}

// figures are those that are wanted once the change is made.
func (c change) figures(f offer.Figures) offer.Figures {
	set(&f.Price, c.Price)
	set(&f.Power, c.Power)
	set(&f.TermDays, c.TermDays)
	set(&f.ETLDCap, c.ETLDCap)
	set(&f.UserLimit, c.UserLimit)
	if c.DailyRate != nil {
		f.DailyRate = money.Ratio(*c.DailyRate / rateStep)
	}
	return f
}

// far names a figure that the change moves too far from what it is.
func (c change) far(f offer.Figures) string {
	to := c.figures(f)
	for _, one := range []struct {
		field  string
		isNear bool
	}{
		{"price", param.IsNear(f.Price, to.Price)}, {"power", param.IsNear(f.Power, to.Power)}, {"termDays", param.IsNear(f.TermDays, to.TermDays)},
		{"dailyRate", param.IsNear(f.DailyRate, to.DailyRate)}, {"etldCap", param.IsNear(f.ETLDCap, to.ETLDCap)},
		{"perUserLimit", param.IsNear(f.UserLimit, to.UserLimit)},
	} {
		if !one.isNear {
			return one.field
		}
	}
	return ""
}

func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}

// Row is a product as operators see it, on sale or not.
type Row struct {
	ProductID string `json:"productId"`
	Size      string `json:"size" enum:"small,medium,large"`
	Shown
	Stock    int64             `json:"stock"`
	Reserved int64             `json:"reserved" doc:"For payments that are open"`
	Images   []picture.Picture `json:"images" nullable:"false"`
	OnSale   bool              `json:"onSale"`
	Position int64             `json:"position"`
	Names    wording.Wording   `json:"names"`
	Details  wording.Wording   `json:"details"`
	Announced
}

// NameIn names a product.
type NameIn struct {
	ProductID httpapi.ID `json:"productId"`
}

// RegisterOperator adds the operators' calls. What is sold, and for what, are terms, so
// a checker stands outside the catalogue; to hide a product takes one person.
func (s *Service) RegisterOperator(o *operator.Service) {
	readers := []operator.Role{operator.Catalogue, operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Support}
	operator.Few[Row]{Key: "productId", KeyOf: func(r Row) string { return r.ProductID }, Read: s.rows}.
		View(o, operator.Route{Path: "machines/catalogue", Roles: readers})
	operator.Action(o, operator.Route{Path: "machines/hide", Roles: []operator.Role{operator.Catalogue}}, s.hide)
	operator.Handle(o, operator.Kind[change]{Name: kindProduct, Path: "machines/change", Makers: []operator.Role{operator.Catalogue},
		Checkers: []operator.Role{operator.FinanceChecker}, Describe: s.describe, Execute: s.execute})
}

func (s *Service) rows(tx *sqldb.Tx, c operator.Caller) ([]Row, error) {
	list, err := s.everything(tx)
	if err != nil {
		return nil, err
	}
	rows := make([]Row, len(list))
	for i, p := range list {
		left, err := s.checkout.StockOf(tx, p.ID)
		if err != nil {
			return nil, err
		}
		images, err := s.Images(tx, p, c.Language)
		if err != nil {
			return nil, err
		}
		rows[i] = Row{ProductID: p.ID, Size: p.Size, Shown: shown(p.Figures), Stock: left.Rest, Reserved: left.Reserved, Images: images, OnSale: p.OnSale,
			Position: p.Position, Names: wording.Of(p.Names), Details: wording.Of(p.Details), Announced: AnnouncedOf(p)}
	}
	return rows, nil
}

// hide takes a product off sale at once: it must not be sold, whatever was announced.
// Who has bought keeps what was bought.
func (s *Service) hide(tx *sqldb.Tx, c *operator.Call, in NameIn) (httpapi.None, error) {
	c.Note(audit.Note{Subject: string(in.ProductID)})
	p, err := fault.Known(s.Find(tx, string(in.ProductID)))
	if err != nil {
		return httpapi.None{}, err
	}
	p.Sale = checkout.Sale{}
	s.products.Put(tx, p)
	return httpapi.None{}, nil
}

// changed is a product before and after a change, and what is in stock before it.
func (s *Service) changed(tx *sqldb.Tx, c change) (before, after offer.Product, stock int64, err error) {
	before, found, err := s.Find(tx, string(c.ProductID))
	if err == nil && !found {
		before, err = s.newProduct(tx, c)
	}
	if err != nil {
		return before, after, 0, err
	}
	if far := c.far(before.Figures); found && far != "" {
		return before, after, 0, fault.Invalid(far)
	}
	after = before
	after.Change(c.figures(before.Wanted()), tx.Now())
	switch wanted := after.Wanted(); {
	case found && c.Size != nil && *c.Size != before.Size:
		return before, after, 0, fault.Invalid("size")
	case wanted.InterestTotal() > wanted.Price:
		return before, after, 0, fault.Invalid("dailyRate")
	case !found:
		// Nobody was promised anything.
		after.Size, after.Image, after.Figures, after.Announcement = *c.Size, *c.Size, wanted, offer.Announcement{}
	}
	set(&after.Position, c.Position)
	after.Sell(c.OnSale, tx.Now())
	c.Change(&after.Names, &after.Details)
	if c.Pictures != nil {
		after.Pictures = *c.Pictures
		images, err := s.Images(tx, after, httpapi.Chinese)
		if err == nil && len(images) != len(after.Pictures) {
			err = fault.Invalid("pictures")
		}
		if err != nil {
			return before, after, 0, err
		}
	}
	stock, err = s.checkout.MayAdd(tx, before.ID, c.AddStock)
	return before, after, stock, err
}

// newProduct is a product that is not there yet.
func (s *Service) newProduct(tx *sqldb.Tx, c change) (offer.Product, error) {
	if field := c.missing(); field != "" {
		return offer.Product{}, fault.Invalid(field)
	}
	list, err := s.everything(tx)
	if err != nil {
		return offer.Product{}, err
	}
	if len(list) >= productsMax {
		return offer.Product{}, ErrFull.With("max", fmt.Sprint(productsMax))
	}
	if field := tooMuch(c.figures(offer.Figures{}), list); field != "" {
		return offer.Product{}, fault.Invalid(field)
	}
	return offer.Product{ID: string(c.ProductID)}, nil
}

// bestFactor is how many times the best on sale a new product may give.
const bestFactor = 10

// tooMuch names what a new product gives too much of, for its price, beside what is on sale:
// a digit too many would take the others' output, and what the pool has for interest.
func tooMuch(f offer.Figures, list []offer.Product) string {
	perUnit := func(given money.Amount, f offer.Figures) money.Amount {
		return money.MulDivCeil(given, int64(money.Unit), int64(f.Price))
	}
	var power, output, rate money.Amount
	for _, p := range list {
		if p.OnSale {
			power = max(power, perUnit(money.Units(p.Power), p.Figures))
			output, rate = max(output, perUnit(p.ETLDCap, p.Figures)), max(rate, money.Amount(p.DailyRate))
		}
	}
	for _, one := range []struct {
		field       string
		given, best money.Amount
	}{{"power", perUnit(money.Units(f.Power), f), power}, {"etldCap", perUnit(f.ETLDCap, f), output}, {"dailyRate", money.Amount(f.DailyRate), rate}} {
		// There is no ten times of nothing.
		if one.best > 0 && one.given > bestFactor*one.best {
			return one.field
		}
	}
	return ""
}

func (s *Service) describe(tx *sqldb.Tx, c change) (operator.Description, error) {
	before, after, stock, err := s.changed(tx, c)
	if err != nil {
		return operator.Description{}, err
	}
	var diff sentence.Comparison
	figures := func(when string, from, to offer.Figures) {
		diff.Add("price"+when, fmt.Sprint(from.Price, " ", money.USDT), fmt.Sprint(to.Price, " ", money.USDT))
		diff.Add("power"+when, from.Power, to.Power)
		diff.Add("term"+when, from.TermDays, to.TermDays)
		diff.Add("daily rate"+when, from.DailyRate.Text(), to.DailyRate.Text())
		diff.Add("cap"+when, fmt.Sprint(from.ETLDCap, " ", money.ETLD), fmt.Sprint(to.ETLDCap, " ", money.ETLD))
		diff.Add("limit"+when, from.UserLimit, to.UserLimit)
	}
	figures("", before.Figures, after.Figures)
	if before.IsChanging() || after.IsChanging() {
		figures(" announced", before.Wanted(), after.Wanted())
	}
	diff.Add("figures change", clock.Text(before.NextAt), param.Noticed(before.NextAt, after.NextAt, tx.Now()))
	if c.AddStock != nil {
		diff.Add("stock", stock, stock+*c.AddStock)
	}
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

// execute is the approved change. Who saw other terms is told so when he buys; who has
// bought keeps the terms of then.
func (s *Service) execute(tx *sqldb.Tx, c change, _ operator.Decision) error {
	_, after, _, err := s.changed(tx, c)
	if err != nil {
		return err
	}
	s.products.Put(tx, after)
	if c.AddStock == nil {
		return nil
	}
	return s.checkout.AddStock(tx, after.ID, *c.AddStock)
}
