package trade

import (
	"errors"
	"slices"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
)

const (
	// bidsMax bounds the book, which a sale reads as a whole.
	bidsMax = 200

	bidPriceMin    = money.Unit / 10_000
	bidPriceMax    = 10_000 * money.Unit
	bidQuantityMin = money.Unit
	bidQuantityMax = 100_000_000 * money.Unit
)

// BidRequest is a bid that is to be placed.
type BidRequest struct {
	Price, Quantity money.Amount
	// Actor is the operator, for the record.
	Actor string
}

// check refuses what cannot be a bid.
func (p BidRequest) check() error {
	if p.Price < bidPriceMin || p.Price > bidPriceMax {
		return fault.Invalid("price")
	}
	if p.Quantity < bidQuantityMin || p.Quantity > bidQuantityMax || int64(p.Quantity/money.Unit)+1 > int64(money.Max)/int64(p.Price) {
		return fault.Invalid("quantity")
	}
	return nil
}

// bookFull refuses a bid that the book has no room for.
var bookFull = fault.Invalid("book")

// capitalShort refuses a bid that the operator's capital does not cover.
func capitalShort(holds money.Amount) fault.Fault {
	return operator.ErrShort.With("account", string(ledger.Capital)).With("balance", holds.String()).With("currency", string(money.USDT))
}

// PlaceBid places a bid and moves its USDT from the operator's capital into
// escrow: without it there is no bid. It refuses with fault.InvalidField, which names
// the price, the quantity or the full book, and operator.ErrShort.
func (s *Service) PlaceBid(tx sqldb.Command, p BidRequest) (Bid, error) {
	if err := p.check(); err != nil {
		return Bid{}, err
	}
	book, err := s.store.book(tx)
	if err != nil {
		return Bid{}, err
	}
	if len(book) >= bidsMax {
		return Bid{}, bookFull
	}
	b := Bid{ID: s.ids.ID(s.Chance, tx.Now()), Price: p.Price, Quantity: p.Quantity, Rest: p.Quantity, Escrow: cost(p.Quantity, p.Price),
		PlacedBy: p.Actor, PlacedAt: tx.Now()}
	_, err = s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefBid, RefID: b.ID, Transfers: []ledger.Transfer{
		{Type: ledger.InternalTransfer, SubType: ledger.BidFunding, Debit: capital, Credit: escrow, Amount: b.Escrow}}})
	if short, ok := errors.AsType[*ledger.InsufficientError](err); ok {
		return Bid{}, capitalShort(short.Balance)
	}
	if err != nil {
		return Bid{}, err
	}
	s.store.putBids(tx, book, b)
	return b, nil
}

// CancelBid closes a bid and gives what is left of its escrow back to the
// operator's capital. One that is not open is fault.NotFound.
func (s *Service) CancelBid(tx sqldb.Command, id, actor string) (Bid, error) {
	book, err := s.store.book(tx)
	if err != nil {
		return Bid{}, err
	}
	b, err := find(book, id)
	if err != nil {
		return Bid{}, err
	}
	back := returned(b.Escrow)
	b.Escrow, b.ClosedBy, b.ClosedAt = 0, actor, tx.Now()
	if len(back) > 0 {
		if _, err := s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefBid, RefID: b.ID, Transfers: back}); err != nil {
			return Bid{}, err
		}
	}
	s.store.putBids(tx, book, b)
	return b, nil
}

func find(book []Bid, id string) (Bid, error) {
	if i := slices.IndexFunc(book, func(b Bid) bool { return b.ID == id }); i >= 0 {
		return book[i], nil
	}
	return Bid{}, fault.NotFound
}

// returned gives escrow back, if there is any.
func returned(amount money.Amount) []ledger.Transfer {
	if amount == 0 {
		return nil
	}
	return []ledger.Transfer{{Type: ledger.InternalTransfer, SubType: ledger.BidReturned, Debit: escrow, Credit: capital, Amount: amount}}
}

// Book is the open bids in the order in which they are filled, for operators.
func (s *Service) Book(tx sqldb.Command) ([]Bid, error) {
	bids, err := s.store.book(tx)
	return inOrder(bids), err
}
