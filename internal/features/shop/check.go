package shop

import (
	"maps"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// Check claims what the orders hold that wait for their delivery, and compares what
// users have of each of the goods with their orders.
func (s *Service) Check(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
	escrow, have := map[money.Asset]money.Amount{money.USDT: 0, money.ETLD: 0}, make(map[string]int64)
	err := orderTable.Walk(tx, func(o Order) error {
		if o.State == Waiting {
			escrow[o.Asset] += o.Amount
		}
		if o.State != Invalid && o.State != Lapsed {
			have[boughtKey(o.UserID, o.GoodsID)] += o.Quantity
		}
		return nil
	}, selectOrders)
	if err != nil {
		return nil, err
	}
	for asset, sum := range escrow {
		claims.Add("orders", ledger.Order, asset, sum)
	}
	var found ledger.Findings
	counted := maps.Clone(have)
	err = boughtTable.Walk(tx, func(b bought) error {
		if b.Quantity != have[b.key] {
			found.Add("goods of users", "%s: orders are for %d, counted are %d", b.key, have[b.key], b.Quantity)
		}
		delete(counted, b.key)
		return nil
	}, selectAllBought)
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
