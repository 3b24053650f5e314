package offer

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/checkout"
	"etld/internal/core/param"
)

// Product is what the catalogue offers.
type Product struct {
	ID    string
	Size  string
	Image string
	// Pictures are ids, the cover first.
	Pictures []string
	Figures
	// Position orders the catalogue.
	Position int64
	checkout.Sale
	Names   wording.Texts
	Details wording.Texts
	Announcement
}

// Figures are what a product says of itself in numbers.
type Figures struct {
	Price     money.Amount
	Power     int64
	TermDays  int64
	DailyRate money.Ratio
	ETLDCap   money.Amount
	UserLimit int64
}

// Announcement is what users were told will become of a product's figures.
type Announcement struct {
	// Next are its figures from NextAt on; nil without any.
	Next   *Figures
	NextAt time.Time
}

// InterestTotal is the interest of the whole term, rounded down.
func (f Figures) InterestTotal() money.Amount {
	return money.MulDivFloor(f.Price, int64(f.DailyRate)*f.TermDays, int64(money.One))
}

// isWorseThan says that a buyer may like figures less than others. One term is not
// better than another: it binds for longer, or earns for a shorter time.
func (f Figures) isWorseThan(o Figures) bool {
	return f.Price > o.Price || f.TermDays != o.TermDays || f.Power < o.Power || f.DailyRate < o.DailyRate || f.ETLDCap < o.ETLDCap || f.UserLimit < o.UserLimit
}

// Terms are those of the product under the rules.
func (p Product) Terms(r Rules) Terms {
	return Terms{ProductID: p.ID, Size: p.Size, Price: p.Price, Power: p.Power, TermDays: p.TermDays, DailyRate: p.DailyRate,
		InterestTotal: p.InterestTotal(), ETLDCap: p.ETLDCap, Rules: r}
}

// At is the product as it is at a time: what was announced and fell due has happened.
func (p Product) At(now time.Time) Product {
	p.Sale = p.Sale.At(now)
	if p.IsChanging() && !now.Before(p.NextAt) {
		p.Figures, p.Next, p.NextAt = *p.Next, nil, time.Time{}
	}
	return p
}

// IsChanging says that other figures are announced.
func (p Product) IsChanging() bool { return p.Next != nil }

// Wanted are the figures that were decided last, announced or not.
func (p Product) Wanted() Figures {
	if p.IsChanging() {
		return *p.Next
	}
	return p.Figures
}

// Change gives the product other figures: at once where nobody gets less for them,
// else after the notice. What was announced before is taken back.
func (p *Product) Change(to Figures, now time.Time) {
	switch {
	case to == p.Wanted():
	case to.isWorseThan(p.Figures):
		p.Next, p.NextAt = &to, now.Add(param.NoticePeriod)
	default:
		p.Figures, p.Next, p.NextAt = to, nil, time.Time{}
	}
}
