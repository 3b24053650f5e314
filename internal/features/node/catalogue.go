package node

import (
	"fmt"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/operator"
	"etld/internal/core/operator/sentence"
	"etld/internal/core/param"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	kindLevel = "node_level_change"

	// supplyMax bounds what one reads who divides a pool or checks the books.
	supplyMax  = 10_000
	giftMax    = 5
	nameMax    = 40
	detailsMax = 300
)

// levelChange changes what is given of a level, and leaves the rest. Its price and
// its percentage are parameters.
type levelChange struct {
	Level  Level  `json:"level"`
	Supply *int64 `json:"supply,omitempty"`
	Gift   *int64 `json:"gift,omitempty" doc:"Member level that nodes bought afterwards give, 1 to 5; a lower one off the sale alone"`
	Floor  *int64 `json:"floorNodes,omitempty" doc:"Nodes that a pool is divided by at least; never more while there are nodes"`
	OnSale *bool  `json:"onSale,omitempty" doc:"Off the sale 24 h after the approval"`
	wording.Words
}

// Check refuses what no level can be like.
func (c levelChange) Check() error {
	if c.Supply != nil && (*c.Supply < 1 || *c.Supply > supplyMax) {
		return fault.Invalid("supply")
	}
	if c.Gift != nil && (*c.Gift < 1 || *c.Gift > giftMax) {
		return fault.Invalid("gift")
	}
	if c.Floor != nil && (*c.Floor < 1 || *c.Floor > supplyMax) {
		return fault.Invalid("floorNodes")
	}
	return c.CheckWords(nameMax, detailsMax)
}

// LevelRow is a level as operators see it, on sale or not.
type LevelRow struct {
	Level            Level           `json:"level"`
	Price            money.Amount    `json:"price"`
	WeightedDividend string          `json:"weightedDividend" doc:"Share of each new machine, as a decimal fraction, for all nodes of the level together"`
	GiftV            string          `json:"giftV" enum:"V1,V2,V3,V4,V5"`
	FloorNodes       int64           `json:"floorNodes"`
	Supply           int64           `json:"supply"`
	Sold             int64           `json:"sold"`
	Reserved         int64           `json:"reserved" doc:"For payments that are open"`
	Stock            int64           `json:"stock"`
	OnSale           bool            `json:"onSale"`
	OffSaleAt        *time.Time      `json:"offSaleAt" doc:"When it leaves the sale, as was announced; null when it stays"`
	Names            wording.Wording `json:"names"`
	Details          wording.Wording `json:"details"`
	TermsVersion     string          `json:"termsVersion"`
}

func (s *Service) levels(tx *sqldb.Tx, _ operator.Caller) ([]LevelRow, error) {
	products, err := sqldb.Collect(tx, productTable.Scan, selectProducts)
	if err != nil {
		return nil, err
	}
	rows := make([]LevelRow, len(products))
	for i, p := range products {
		terms, err := s.termsOf(tx, p)
		if err != nil {
			return nil, err
		}
		left, err := s.checkout.StockOf(tx, p.ID)
		if err != nil {
			return nil, err
		}
		rows[i] = LevelRow{Level: p.Level, Price: terms.Price, WeightedDividend: terms.Percentage.Text(), GiftV: giftName(p.Gift), FloorNodes: p.Floor,
			Supply: p.Supply, Sold: p.Supply - left.Rest - left.Reserved, Reserved: left.Reserved, Stock: left.Rest, OnSale: p.isOnSale(tx.Now()),
			OffSaleAt: httpapi.OrNull(p.OffSaleAt),
			Names:     wording.Of(p.Names), Details: wording.Of(p.Details), TermsVersion: terms.Version()}
	}
	return rows, nil
}

// changed is a level before and after a change. It refuses a supply that is less
// than what is sold or reserved, and more of it or a higher floor while there are nodes
// of the level, whose owners would get less than they were told, and another floor until
// the month that is over is divided by the one it had. A gift that is worth
// less waits until the level has left the sale, which is announced; who has a node keeps
// its gift.
func (s *Service) changed(tx *sqldb.Tx, c levelChange) (before, after Product, err error) {
	products, err := sqldb.Collect(tx, productTable.Scan, selectProducts)
	if err != nil {
		return before, after, err
	}
	i := slices.IndexFunc(products, func(p Product) bool { return p.Level == c.Level })
	if i < 0 {
		return before, after, fault.Invalid("level")
	}
	before, after = products[i], products[i]
	left, err := s.checkout.StockOf(tx, before.ID)
	if err != nil {
		return before, after, err
	}
	gone := before.Supply - left.Rest
	if c.Supply != nil {
		if *c.Supply < gone {
			return before, after, ErrBelowSold.With("min", fmt.Sprint(gone))
		}
		if *c.Supply > before.Supply && gone > 0 {
			return before, after, ErrSupplyPromised.With("max", fmt.Sprint(before.Supply))
		}
		after.Supply = *c.Supply
	}
	if c.Floor != nil && *c.Floor != before.Floor {
		if !param.IsNear(before.Floor, *c.Floor) {
			return before, after, fault.Invalid("floorNodes")
		}
		if *c.Floor > before.Floor && gone > 0 {
			return before, after, ErrFloorPromised.With("max", fmt.Sprint(before.Floor))
		}
		v, err := s.Dividends.currentState(tx)
		if err != nil {
			return before, after, err
		}
		if !tx.Now().Before(v.OpenMonth.End()) {
			return before, after, ErrMonthUndivided
		}
		after.Floor = *c.Floor
	}
	if c.Gift != nil {
		if *c.Gift < before.Gift && before.isOnSale(tx.Now()) {
			return before, after, ErrGiftOnSale
		}
		after.Gift = *c.Gift
	}
	after.Sell(c.OnSale, tx.Now())
	c.Change(&after.Names, &after.Details)
	return before, after, nil
}

func (s *Service) describeLevel(tx *sqldb.Tx, c levelChange) (operator.Description, error) {
	before, after, err := s.changed(tx, c)
	if err != nil {
		return operator.Description{}, err
	}
	var diff sentence.Comparison
	diff.Add("supply", before.Supply, after.Supply)
	diff.Add("gift", giftName(before.Gift), giftName(after.Gift))
	diff.Add("floor", before.Floor, after.Floor)
	diff.Add("on sale", before.OnSale, after.OnSale)
	diff.Add("off sale", clock.Text(before.OffSaleAt), param.Noticed(before.OffSaleAt, after.OffSaleAt, tx.Now()))
	diff.AddWords(before.Names, after.Names, before.Details, after.Details)
	if len(diff) == 0 {
		return operator.Description{}, operator.ErrNothing
	}
	return operator.Description{Subject: string(c.Level), Approvals: 1, Diff: diff, Called: before.Names}, nil
}

// changeLevel is the approved change. Open orders keep the terms they were made
// under; who has not bought yet is told that the terms changed.
func (s *Service) changeLevel(tx *sqldb.Tx, c levelChange, _ operator.Decision) error {
	before, after, err := s.changed(tx, c)
	if err != nil {
		return err
	}
	if err := s.checkout.AddStock(tx, after.ID, after.Supply-before.Supply); err != nil {
		return err
	}
	s.store.products.Put(tx, after)
	return nil
}
