package app

import (
	"etld/internal/base/money"
	"etld/internal/core/price"
	"etld/internal/features/swap"
	"etld/internal/features/trade"
	"etld/internal/infra/sqldb"
)

// wirePrices builds what knows and makes prices: the book, the price list and
// the swaps.
func (p *Program) wirePrices() error {
	s := p.settings
	p.trade = trade.New(trade.Config{DB: p.db, Ledger: p.ledger, Chance: s.Chance, Notices: p.notices})
	p.prices = price.New(price.Config{DB: p.db, Clock: s.Clock, Log: p.log, Sources: s.Chain.ETHSources, Bids: p.trade, Dealer: func() price.Dealer { return p.swap }})
	p.swap = swap.New(swap.Config{DB: p.db, Ledger: p.ledger, Chance: s.Chance, Clock: s.Clock, Prices: p.prices, Market: bids{p.trade}})
	return nil
}

// bids lets swaps of ETLD sell to the book.
type bids struct{ *trade.Service }

func (b bids) Preview(tx sqldb.Command, userID string, quantity money.Amount) (swap.Sold, error) {
	o, err := b.PreviewWhole(tx, userID, quantity)
	return swap.Sold{Average: o.Average, Gross: o.Gross, Fee: o.Fee, Net: o.Net}, err
}

func (b bids) Sell(tx sqldb.Command, userID string, quantity, minReceive money.Amount) (swap.Sold, error) {
	sale, err := b.SellNow(tx, trade.Order{UserID: userID, Via: trade.ViaSwap, Quantity: quantity, MinReceive: minReceive, Whole: true})
	return swap.Sold{SaleNo: sale.ID, Average: sale.Average, Gross: sale.Gross, Fee: sale.Fee, Net: sale.Net()}, err
}

func (b bids) Hints(userID string) []sqldb.Hint { return b.SellHints(userID) }
