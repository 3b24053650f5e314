package trade

import (
	"errors"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
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
	switch {
	case p.Actor == "":
		return ErrNoActor
	case p.Price < bidPriceMin || p.Price > bidPriceMax:
		return ErrBidPrice
	case p.Quantity < bidQuantityMin || p.Quantity > bidQuantityMax:
		return ErrBidQuantity
	case int64(p.Quantity/money.Unit)+1 > int64(money.Max)/int64(p.Price):
		return ErrBidQuantity
	}
	return nil
}

// PlaceBid places a bid and moves its USDT from the operator's capital into
// escrow: without it there is no bid. It refuses with
// ErrNoActor, ErrBidPrice, ErrBidQuantity, ErrBidsMax and ErrCapital.
func (s *Service) PlaceBid(tx sqldb.Command, p BidRequest) (Bid, error) {
	if err := p.check(); err != nil {
		return Bid{}, err
	}
	book, err := s.store.book(tx)
	if err != nil {
		return Bid{}, err
	}
	if len(book) >= bidsMax {
		return Bid{}, ErrBidsMax
	}
	b := Bid{ID: s.ids.ID(s.Chance, tx.Now()), Price: p.Price, Quantity: p.Quantity, Rest: p.Quantity, Escrow: cost(p.Quantity, p.Price),
		PlacedBy: p.Actor, PlacedAt: tx.Now()}
	_, err = s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefBid, RefID: b.ID, Transfers: []ledger.Transfer{
		{Type: ledger.InternalTransfer, SubType: ledger.BidFunding, Debit: capital, Credit: escrow, Amount: b.Escrow}}})
	if _, ok := errors.AsType[*ledger.InsufficientError](err); ok {
		return Bid{}, ErrCapital
	}
	if err != nil {
		return Bid{}, err
	}
	s.store.putBids(tx, book, b)
	return b, nil
}

// CancelBid closes a bid and gives what is left of its escrow back to the
// operator's capital.
func (s *Service) CancelBid(tx sqldb.Command, id, actor string) (Bid, error) {
	if actor == "" {
		return Bid{}, ErrNoActor
	}
	book, err := s.store.book(tx)
	if err != nil {
		return Bid{}, err
	}
	for _, b := range book {
		if b.ID != id {
			continue
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
	return Bid{}, ErrNoBid
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
