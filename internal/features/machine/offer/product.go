package offer

import "etld/internal/base/money"

// Product is what the catalogue offers.
type Product struct {
	ID        string
	Size      string
	Image     string
	Price     money.Amount
	Power     int64
	TermDays  int64
	DailyRate money.Ratio
	ETLDCap   money.Amount
	UserLimit int64
	// Position orders the catalogue.
	Position int64
	OnSale   bool
	Names    Texts
	Details  Texts
}

// Texts is one text in the languages of the product, by language code.
type Texts map[string]string

// InterestTotal is the interest of the whole term, rounded down.
func (p Product) InterestTotal() money.Amount {
	return money.MulDivFloor(p.Price, int64(p.DailyRate)*p.TermDays, int64(money.One))
}

// Terms are those of the product under the rules.
func (p Product) Terms(r Rules) Terms {
	return Terms{ProductID: p.ID, Size: p.Size, Price: p.Price, Power: p.Power, TermDays: p.TermDays, DailyRate: p.DailyRate,
		InterestTotal: p.InterestTotal(), ETLDCap: p.ETLDCap, Rules: r}
}
