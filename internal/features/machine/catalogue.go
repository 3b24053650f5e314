package machine

import (
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/picture"
	"etld/internal/features/machine/catalogue"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/rules"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	selectSold = `SELECT product_id, CAST(SUM(sold) AS BIGINT) FROM machine_sale WHERE day > $1 GROUP BY product_id`
	purgeSales = `DELETE FROM machine_sale WHERE id IN (SELECT id FROM machine_sale WHERE day < $1 LIMIT $2)`
	// popularDays is how far "most sold" looks back.
	popularDays = 30
)

// Why a product is not on sale.
const (
	soldOutStock = "stock"
	soldOutPool  = "income_pool"
)

// ProductRow is a product as users see it. Figures that depend on the network
// are those of the newest closed day, and null when there is none.
type ProductRow struct {
	ID                   string `json:"id"`
	position             int64
	Size                 string            `json:"size" enum:"small,medium,large"`
	Name                 string            `json:"name"`
	Description          string            `json:"description"`
	Image                string            `json:"image" doc:"The drawn art, where there is no picture"`
	Images               []picture.Picture `json:"images" nullable:"false" doc:"The cover first; may be empty"`
	Price                money.Amount      `json:"price" doc:"Principal of one machine"`
	ServiceFeeNew        string            `json:"serviceFeeNew" doc:"Share of the new part, as a decimal fraction"`
	ServiceFeeRepurchase string            `json:"serviceFeeRepurchase" doc:"Share of the repurchase part, as a decimal fraction"`
	Power                int64             `json:"power" doc:"In T"`
	TermDays             int64             `json:"termDays"`
	DailyRate            string            `json:"dailyRate" doc:"Interest per day, as a decimal fraction of the price"`
	DailyInterest        money.Amount      `json:"dailyInterest"`
	InterestTotal        money.Amount      `json:"interestTotal"`
	ETLDCap              money.Amount      `json:"etldCap" doc:"Lifetime cap of the ETLD output"`
	// Certain figures of one machine bought as new.
	PayNew           money.Amount  `json:"payNew" doc:"Price and fee of one machine bought as new"`
	NetCertainCost   money.Amount  `json:"netCertainCost" doc:"What of payNew does not come back for certain; below 0 where more comes back"`
	EstETLDPerDay    *money.Amount `json:"estEtldPerDay" doc:"At the newest day's rate; null where that is not known"`
	EstETLDTotal     *money.Amount `json:"estEtldTotal" doc:"Over the term at that rate, within the cap"`
	BreakEvenPrice   *money.Amount `json:"breakEvenPrice" doc:"USDT per ETLD at which the estimated output is worth netCertainCost; null without output"`
	BidPrice         money.Amount  `json:"bidPrice" doc:"What a seller of ETLD really gets today; 0 without a funded bid"`
	NetworkPower     *int64        `json:"networkPower"`
	Rate             *money.Amount `json:"rate" doc:"ETLD per T of the newest closed day; null where no machine mined on it"`
	RateDay          *string       `json:"rateDay"`
	Stock            int64         `json:"stock"`
	SoldOutReason    *string       `json:"soldOutReason" enum:"stock,income_pool"`
	PerUserLimit     int64         `json:"perUserLimit"`
	TermsVersion     string        `json:"termsVersion"`
	CoolingHours     int64         `json:"coolingHours"`
	ExitAfterDays    int64         `json:"exitAfterDays" doc:"Days of pause after which a machine can be left"`
	CreditDays       int64         `json:"creditDays" doc:"Days in which a returned principal makes a purchase a repurchase"`
	EarliestMaturity time.Time     `json:"earliestMaturity" doc:"If it were started now"`
	catalogue.Announced
}

// ProductDetail is a product with what it means for the caller.
type ProductDetail struct {
	ProductRow
	Owned      int64         `json:"owned" doc:"The caller's unfinished machines of this product"`
	OpenCredit money.Amount  `json:"openCredit" doc:"Returned principal that makes a purchase a repurchase"`
	Available  money.Amount  `json:"available" doc:"The caller's USDT"`
	OnChainMax int64         `json:"onChainMax" doc:"How many may be ordered with payType chain now: unpaid orders reserve a fifth of a stock at most, or one"`
	Quotes     []offer.Quote `json:"quotes" nullable:"false" doc:"One per quantity that may be bought, by quantity"`
}

// network is what product figures need besides the product.
type network struct {
	day   earning.Day
	known bool // whether the day has a rate
	free  money.Amount
	bid   money.Amount
}

func (s views) network(tx sqldb.Command) (n network, err error) {
	if n.day, n.known, err = s.rate(tx); err != nil {
		return n, err
	}
	n.bid = s.Prices.ETLDPrice()
	n.free, err = s.Ledger.Balance(tx, interestFree)
	return n, err
}

func (s views) productRow(tx sqldb.Command, n network, p offer.Product, language httpapi.Language) (ProductRow, offer.Terms, error) {
	t, err := rules.TermsOf(tx, p)
	if err != nil {
		return ProductRow{}, t, err
	}
	left, err := s.checkout.StockOf(tx, p.ID)
	if err != nil {
		return ProductRow{}, t, err
	}
	pay, netCost := t.Certain()
	row := ProductRow{ID: p.ID, position: p.Position, Size: p.Size, Name: p.Names[string(language)], Description: p.Details[string(language)], Image: p.Image,
		Price: t.Price, ServiceFeeNew: t.FeeNew.Text(), ServiceFeeRepurchase: t.FeeRepurchase.Text(), Power: t.Power, TermDays: t.TermDays,
		DailyRate: t.DailyRate.Text(), DailyInterest: earning.InterestOfDay(t.InterestTotal, t.TermDays, 1), InterestTotal: t.InterestTotal, ETLDCap: t.ETLDCap,
		PayNew: pay, NetCertainCost: netCost, BidPrice: n.bid, Stock: left.Rest, PerUserLimit: p.UserLimit,
		TermsVersion: t.Version(), CoolingHours: int64(checkout.CoolingPeriod / time.Hour), ExitAfterDays: t.ExitAfterDays, CreditDays: t.CreditDays,
		EarliestMaturity: tx.Now().Add(t.Term()), Announced: catalogue.AnnouncedOf(p)}
	if row.Images, err = s.catalogue.Images(tx, p, language); err != nil {
		return ProductRow{}, t, err
	}
	switch {
	case left.Rest == 0:
		row.SoldOutReason = new(soldOutStock)
	case n.free < t.InterestTotal:
		row.SoldOutReason = new(soldOutPool)
	}
	if n.known {
		row.addEstimate(t, n.day)
	}
	return row, t, nil
}

func (row *ProductRow) addEstimate(t offer.Terms, d earning.Day) {
	perDay, total := earning.OutputOf(d.Rate, t.Power, earning.SecondsOfDay), t.EstimateOutput(d.Rate)
	power, date := d.Power(), d.Day.String()
	row.EstETLDPerDay, row.EstETLDTotal, row.NetworkPower, row.Rate, row.RateDay = &perDay, &total, &power, &d.Rate, &date
	if price, ok := t.BreakEven(d.Rate); ok {
		row.BreakEvenPrice = &price
	}
}

// productsHints names what Products reads, by the products that it listed last.
func (s views) productsHints() []sqldb.Hint {
	hints := append(s.PayRun.NewestDayHints(s.DB.Now()), s.Ledger.Hint(interestFree), param.Hint(), s.catalogue.AllHint())
	if listed := s.listed.Load(); listed != nil {
		hints = append(hints, s.productHints(*listed)...)
	}
	return hints
}

// productHints names what the rows of products need.
func (s views) productHints(products []offer.Product) (hints []sqldb.Hint) {
	for _, p := range products {
		hints = append(append(hints, s.checkout.StockHint(p.ID)), s.catalogue.ImageHints(p)...)
	}
	return hints
}

// Products lists the catalogue in its order; size may be empty.
func (s views) Products(tx sqldb.Command, language httpapi.Language, size string) ([]ProductRow, error) {
	if err := sqldb.Fetch(tx, s.productsHints()...); err != nil {
		return nil, err
	}
	products, err := s.catalogue.All(tx)
	if err != nil {
		return nil, err
	}
	s.listed.Store(&products)
	if err := sqldb.Fetch(tx, s.productHints(products)...); err != nil {
		return nil, err
	}
	n, err := s.network(tx)
	if err != nil {
		return nil, err
	}
	rows := []ProductRow{}
	for _, p := range products {
		if size != "" && p.Size != size {
			continue
		}
		row, _, err := s.productRow(tx, n, p, language)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Popular lists the products most sold in the last 30 days, ties in the
// catalogue's order. anySold is false when nothing was sold, so that the
// heading can be neutral.
func (s views) Popular(tx *sqldb.Tx, language httpapi.Language) (rows []ProductRow, anySold bool, err error) {
	sold, err := sqldb.Map[string, int64](tx, selectSold, int64(clock.DayOf(tx.Now())-popularDays))
	if err != nil {
		return nil, false, err
	}
	for _, n := range sold {
		anySold = anySold || n > 0
	}
	if rows, err = s.Products(tx, language, ""); err != nil {
		return nil, false, err
	}
	slices.SortStableFunc(rows, func(a, b ProductRow) int { return int(sold[b.ID] - sold[a.ID]) })
	return rows, anySold, nil
}

// productDetail is a product with the caller's own figures.
func (s views) productDetail(tx sqldb.Command, userID, productID string, language httpapi.Language) (ProductDetail, error) {
	p, err := s.catalogue.OnSale(tx, productID)
	if err != nil {
		return ProductDetail{}, err
	}
	n, err := s.network(tx)
	if err != nil {
		return ProductDetail{}, err
	}
	row, t, err := s.productRow(tx, n, p, language)
	if err != nil {
		return ProductDetail{}, err
	}
	f, err := s.owners.open(tx, userID)
	if err != nil {
		return ProductDetail{}, err
	}
	credits, err := f.credits()
	if err != nil {
		return ProductDetail{}, err
	}
	d := ProductDetail{ProductRow: row, Owned: f.countOf(productID), OpenCredit: offer.OpenCredit(credits, tx.Now())}
	if d.Available, err = s.Ledger.Balance(tx, ledger.AvailableOf(userID, money.USDT)); err != nil {
		return ProductDetail{}, err
	}
	left, err := s.checkout.StockOf(tx, productID)
	if err != nil {
		return ProductDetail{}, err
	}
	d.OnChainMax = left.UnpaidMax()
	most := min(checkout.QuantityMax, row.Stock, max(0, p.UserLimit-d.Owned))
	if t.InterestTotal > 0 {
		most = min(most, int64(n.free/t.InterestTotal))
		d.OnChainMax = max(0, min(d.OnChainMax, int64(checkout.UnpaidLeft(f.State.UnpaidInterest, n.free)/t.InterestTotal)))
	}
	d.Quotes = t.Quotes(credits, most, tx.Now())
	return d, nil
}
