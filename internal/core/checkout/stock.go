package checkout

import (
	"fmt"

	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// unpaidPart: unpaid orders reserve at most one part in five, so that nobody can
// empty the shop without paying. Of a stock that is smaller they may reserve one.
const unpaidPart = 5

// Stock is what is left of a product.
type Stock struct {
	// Rest can be sold; Reserved belongs to unpaid orders and is no part of it.
	Rest, Reserved int64
}

// IsWithinUnpaidShare says that unpaid orders may reserve so much more of what
// is limited: a stock, or a pool that must cover what is sold. reserved is what
// they have already, rest what nobody has.
func IsWithinUnpaidShare[N ~int64](more, reserved, rest N) bool {
	return more <= UnpaidLeft(reserved, rest)
}

// UnpaidLeft is how much more unpaid orders may reserve; it may be less than nothing.
func UnpaidLeft[N ~int64](reserved, rest N) N { return (rest+reserved)/unpaidPart - reserved }

// UnpaidMax is how many more of a stock unpaid orders may reserve.
func (s Stock) UnpaidMax() int64 {
	return max(min(max((s.Rest+s.Reserved)/unpaidPart, 1)-s.Reserved, s.Rest), 0)
}

// StockOf is what is left of a product; nothing of one that is unknown.
func (s *Service) StockOf(tx sqldb.Command, productID string) (Stock, error) {
	row, _, err := s.store.stocks.Get(tx, s.stockKey(productID))
	return row.Stock, err
}

// StockHint names what StockOf reads.
func (s *Service) StockHint(productID string) sqldb.Hint {
	return s.store.stocks.Hint(s.stockKey(productID))
}

// PutStock puts a new product on sale.
func (s *Service) PutStock(tx sqldb.Command, productID string, quantity int64) {
	s.setStock(tx, productID, Stock{Rest: quantity})
}

// Reserve takes an order's quantity out of the stock, and says whether it was
// there. It refuses with ErrReserved where it is, and orders that are not paid yet
// have reserved what they may. The order's Pay must follow in the same transaction,
// or its refusal.
func (s *Service) Reserve(tx sqldb.Command, o Order) (bool, error) {
	left, err := s.StockOf(tx, o.ProductID)
	if err != nil || left.Rest < o.Quantity {
		return false, err
	}
	if o.PayType == PayChain {
		if o.Quantity > left.UnpaidMax() {
			return false, ErrReserved
		}
		left.Reserved += o.Quantity
	}
	left.Rest -= o.Quantity
	s.setStock(tx, o.ProductID, left)
	return true, nil
}

// endReservation ends what an unpaid order reserved; back goes on sale again.
func (s *Service) endReservation(tx sqldb.Command, o Order, back int64) error {
	left, err := s.StockOf(tx, o.ProductID)
	if err != nil {
		return err
	}
	left.Reserved -= o.Quantity
	left.Rest += back
	s.setStock(tx, o.ProductID, left)
	return nil
}

// MayAdd is what is left of a product to which an operator adds. It refuses with
// ErrStockBelow to take more away than that.
func (s *Service) MayAdd(tx sqldb.Command, productID string, quantity *int64) (rest int64, err error) {
	left, err := s.StockOf(tx, productID)
	if err == nil && quantity != nil && left.Rest+*quantity < 0 {
		err = ErrStockBelow.With("max", fmt.Sprint(left.Rest))
	}
	return left.Rest, err
}

// AddStock puts more of a product on sale; a negative quantity takes back what is
// not sold, of which there must be enough.
func (s *Service) AddStock(tx sqldb.Command, productID string, quantity int64) error {
	left, err := s.StockOf(tx, productID)
	if err != nil {
		return err
	}
	if left.Rest+quantity < 0 {
		return fmt.Errorf("stock of %s: %d more than the %d that are left", productID, quantity, left.Rest)
	}
	left.Rest += quantity
	s.setStock(tx, productID, left)
	return nil
}

func (s *Service) setStock(tx sqldb.Command, productID string, left Stock) {
	s.store.stocks.Put(tx, stockRow{s.stockKey(productID), left})
}

// stockKey is a product's row: sellers name their products as they like.
func (s *Service) stockKey(productID string) string { return string(s.Purpose) + "|" + productID }

// Check compares what is reserved of each stock with the open orders.
func (s *Service) Check(tx *sqldb.Tx) (found ledger.Findings, err error) {
	lefts, err := stocksOf(tx, s.stockKey(""))
	if err != nil {
		return nil, err
	}
	wanted, err := openQuantities(tx, s.Purpose)
	if err != nil {
		return nil, err
	}
	for key, left := range lefts {
		if want := wanted[key]; left.Reserved != want {
			found.Add("stock", "%s: unpaid orders ask for %d, reserved are %d", key, want, left.Reserved)
		}
		delete(wanted, key)
	}
	for key, want := range wanted {
		found.Add("stock", "%s: unpaid orders ask for %d of a stock that is not there", key, want)
	}
	return found, nil
}
