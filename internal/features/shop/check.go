package shop

import (
	"maps"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// checkPage bounds the rows of one read.
const checkPage = 1000

// Check claims what the orders hold that wait for their delivery, and compares what
// users have of each of the goods with their orders.
func (s *Service) Check(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
	escrow, have := map[money.Asset]money.Amount{money.USDT: 0, money.ETLD: 0}, make(map[string]int64)
	read := func(after string) ([]Order, error) {
		return sqldb.Collect(tx, orderTable.Scan, selectOrders, after, checkPage)
	}
	err := pages(read, func(o Order) string { return o.ID }, func(o Order) {
		if o.State == Waiting {
			escrow[o.Asset] += o.Amount
		}
		if o.State != Invalid && o.State != Lapsed {
			have[boughtKey(o.UserID, o.GoodsID)] += o.Quantity
		}
	})
	if err != nil {
		return nil, err
	}
	for asset, sum := range escrow {
		claims.Add("orders", ledger.Order, asset, sum)
	}
	var found ledger.Findings
	counted := maps.Clone(have)
	readBought := func(after string) ([]bought, error) {
		return sqldb.Collect(tx, boughtTable.Scan, selectAllBought, after, checkPage)
	}
	err = pages(readBought, func(b bought) string { return b.key }, func(b bought) {
		if b.Quantity != have[b.key] {
			found.Add("goods of users", "%s: orders are for %d, counted are %d", b.key, have[b.key], b.Quantity)
		}
		delete(counted, b.key)
	})
	if err != nil {
		return nil, err
	}
	for key, quantity := range counted {
		if quantity > 0 {
			found.Add("goods of users", "%s: orders are for %d, none is counted", key, quantity)
		}
	}
	stock, err := s.checkout.Check(tx)
	return append(found, stock...), err
}

// pages goes through a whole table in the order of its keys.
func pages[T any](read func(after string) ([]T, error), key func(T) string, each func(T)) error {
	for after := ""; ; {
		page, err := read(after)
		if err != nil {
			return err
		}
		for _, row := range page {
			each(row)
		}
		if len(page) < checkPage {
			return nil
		}
		after = key(page[len(page)-1])
	}
}
