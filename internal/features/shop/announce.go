package shop

import (
	"fmt"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/param"
)

// announcement is what users were told will become of a price.
type announcement struct {
	// NextPrice and NextAsset are what they cost from NextAt on, which may have passed.
	NextPrice money.Amount
	NextAsset money.Asset
	NextAt    time.Time
}

// at is the goods as they are at a time: what was announced and fell due has
// happened. NextAt stays, and says since when the price stands.
func (g Goods) at(now time.Time) Goods {
	g.Sale = g.Sale.At(now)
	if g.isRisen(now) {
		g.Price, g.Asset = g.NextPrice, g.NextAsset
	}
	return g
}

func (g Goods) isRisen(now time.Time) bool { return !g.NextAt.IsZero() && !now.Before(g.NextAt) }

// isKnown says that a price rose too long ago for a page of before to be open, so
// that an order that names no price can be meant for no other.
func (g Goods) isKnown(now time.Time) bool {
	return !g.isRisen(now) || now.Sub(g.NextAt) >= param.NoticePeriod
}

// reprice changes what goods cost: at once where nobody pays more for it, else after
// the notice.
func (g *Goods) reprice(price money.Amount, asset money.Asset, now time.Time) {
	switch {
	case asset == g.Asset && price <= g.Price && g.isRisen(now):
		// Pages of before the rise may still be open: since when more is charged stays known.
		g.Price, g.NextPrice = price, price
	case asset == g.Asset && price <= g.Price:
		// A lower price, or the one of now said again, takes back a rise that was announced.
		g.Price, g.announcement = price, announcement{}
	case price != g.NextPrice || asset != g.NextAsset || g.isRisen(now):
		g.NextPrice, g.NextAsset, g.NextAt = price, asset, now.Add(param.NoticePeriod)
	}
}

// Announced is what will become of goods, for those who look at them.
type Announced struct {
	OffSaleAt *time.Time      `json:"offSaleAt" doc:"When they leave the sale, announced 24 h before; null when they stay"`
	NextPrice *AnnouncedPrice `json:"nextPrice" doc:"A price that was announced, 24 h before it counts; null when there is none"`
}

// AnnouncedPrice is a price that is not charged yet.
type AnnouncedPrice struct {
	Price         money.Amount `json:"price"`
	PriceCurrency money.Asset  `json:"priceCurrency" enum:"USDT,ETLD"`
	From          time.Time    `json:"from"`
}

// announced is what is still to come.
func (g Goods) announced(now time.Time) (a Announced) {
	if !g.OffSaleAt.IsZero() {
		a.OffSaleAt = &g.OffSaleAt
	}
	if !g.NextAt.IsZero() && !g.isRisen(now) {
		a.NextPrice = &AnnouncedPrice{Price: g.NextPrice, PriceCurrency: g.NextAsset, From: g.NextAt}
	}
	return a
}

// next is an announced price, for a diff.
func (g Goods) next(now time.Time) string {
	if g.NextAt.IsZero() {
		return ""
	}
	return fmt.Sprint(g.NextPrice, " ", g.NextAsset, " from ", param.Noticed(time.Time{}, g.NextAt, now))
}
