package node

import (
	"fmt"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
)

// Level is a kind of node.
type Level string

// The levels, in the order in which they are listed.
const (
	Diamond Level = "diamond"
	Star    Level = "star"
	King    Level = "king"
)

// Levels lists them.
func Levels() []Level { return []Level{Diamond, Star, King} }

func (Level) Values() []string { return each.Texts(Levels()...) }

// WindowDays is how far a weight looks back from the cut-off.
const WindowDays = 30

// pool is the account that a level's dividends are paid from, in USDT.
func (l Level) pool() ledger.Account {
	classes := map[Level]ledger.Class{Diamond: ledger.DividendDiamond, Star: ledger.DividendStar, King: ledger.DividendKing}
	return ledger.House(classes[l], money.USDT)
}

var (
	priceDiamond = param.NewAmount("node.price_diamond", money.Units(500), param.WorseHigher)
	priceStar    = param.NewAmount("node.price_star", money.Units(2000), param.WorseHigher)
	priceKing    = param.NewAmount("node.price_king", money.Units(10_000), param.WorseHigher)
)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined { return []param.Defined{priceDiamond, priceStar, priceKing} }

// price is the parameter of what a node of the level costs.
func (l Level) price() param.Amount {
	return map[Level]param.Amount{Diamond: priceDiamond, Star: priceStar, King: priceKing}[l]
}

// Product is a level as it is sold.
type Product struct {
	ID     string
	Level  Level
	Supply int64
	// Gift is the member level of whoever has an active node of it.
	Gift int64
	// Floor is the number of nodes of full weight that a pool is divided by at
	// least.
	Floor int64
	// Position orders the catalogue.
	Position int64
	checkout.Sale
	Names   wording.Texts
	Details wording.Texts
}

// isOnSale says whether it can be bought at a time.
func (p Product) isOnSale(now time.Time) bool { return p.At(now).OnSale }

// Terms are everything a purchase promises.
type Terms struct {
	ProductID  string       `json:"productId"`
	Level      Level        `json:"level"`
	Price      money.Amount `json:"price"`
	Supply     int64        `json:"supply"`
	Gift       int64        `json:"gift"`
	Floor      int64        `json:"floor"`
	WindowDays int64        `json:"windowDays"`
	Percentage money.Ratio  `json:"percentage"`
}

// Version is the digest that stands for the terms.
func (t Terms) Version() string { return checkout.VersionOf(t) }

func (p Product) terms(price money.Amount, percentage money.Ratio) Terms {
	return Terms{ProductID: p.ID, Level: p.Level, Price: price, Supply: p.Supply, Gift: p.Gift, Floor: p.Floor, WindowDays: WindowDays, Percentage: percentage}
}

// giftName is how a gift level is written: V1 to V5.
func giftName(level int64) string { return fmt.Sprintf("V%d", level) }

var details = wording.Texts{
	"en":   "A share of future service fees; may be zero; not redeemable.",
	"zhtw": "分享未來的服務費；可能為零；不可贖回。",
	"ru":   "Доля будущих сервисных сборов; может быть нулевой; выкуп не предусмотрен.",
}

// Catalogue is the catalogue a new database starts with.
func Catalogue() []Product {
	return []Product{
		{ID: "nodeDiamond", Level: Diamond, Supply: 2000, Gift: 1, Floor: 20, Position: 1, Sale: checkout.Sale{OnSale: true},
			Names: wording.Texts{"en": "Diamond node", "zhtw": "鑽石節點", "ru": "Бриллиантовый узел"}, Details: details},
		{ID: "nodeStar", Level: Star, Supply: 500, Gift: 2, Floor: 10, Position: 2, Sale: checkout.Sale{OnSale: true},
			Names: wording.Texts{"en": "Star node", "zhtw": "星耀節點", "ru": "Звёздный узел"}, Details: details},
		{ID: "nodeKing", Level: King, Supply: 100, Gift: 3, Floor: 2, Position: 3, Sale: checkout.Sale{OnSale: true},
			Names: wording.Texts{"en": "King node", "zhtw": "王者節點", "ru": "Королевский узел"}, Details: details},
	}
}
