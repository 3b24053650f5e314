package trade

import (
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// Where sales are made.
const (
	ViaTrade = "trade"
	ViaSwap  = "swap"
)

// actorBook closes a bid whose rest was sold to it.
const actorBook = "book"

// Preview is what a sale would bring by the book as it is. It refuses with
// ErrQuantity, price.ErrUnavailable while sales are stopped, ErrInsufficient and ErrNoBuyers.
func (s *Service) Preview(tx sqldb.Command, userID string, quantity money.Amount) (Outcome, error) {
	t, err := currentTerms(tx)
	if err != nil {
		return Outcome{}, err
	}
	return s.preview(tx, t, userID, quantity)
}

func (s *Service) preview(tx sqldb.Command, t terms, userID string, quantity money.Amount) (Outcome, error) {
	if quantity < t.min || quantity > t.max {
		return Outcome{}, ErrQuantity.With("min", t.min.String()).With("max", t.max.String())
	}
	if err := s.Open(tx); err != nil {
		return Outcome{}, err
	}
	holds, err := s.Ledger.Balance(tx, ledger.AvailableOf(userID, money.ETLD))
	if err != nil {
		return Outcome{}, err
	}
	if holds < quantity {
		return Outcome{}, ErrInsufficient.With("currency", string(money.ETLD))
	}
	bids, err := s.store.book(tx)
	if err != nil {
		return Outcome{}, err
	}
	o := match(bids, quantity, t.fee)
	if o.Gross == 0 {
		return Outcome{}, ErrNoBuyers.With("max", depth(bids).String())
	}
	return o, nil
}

// PreviewWhole is Preview for a sale that must be filled entirely; it refuses
// with ErrNoBuyers when the bids take less.
func (s *Service) PreviewWhole(tx sqldb.Command, userID string, quantity money.Amount) (Outcome, error) {
	o, err := s.Preview(tx, userID, quantity)
	if err == nil && o.Unfilled > 0 {
		return Outcome{}, ErrNoBuyers.With("max", o.Filled.String())
	}
	return o, err
}

// Proceeds tells what quantities would bring by the book as it is, after the
// fee; what the bids do not take brings nothing. It refuses nobody.
func (s *Service) Proceeds(tx sqldb.Command) (func(quantity money.Amount) money.Amount, error) {
	t, err := currentTerms(tx)
	if err != nil {
		return nil, err
	}
	bids, err := s.store.book(tx)
	// Whoever asks for a quantity asks some forty times.
	ordered := inOrder(bids)
	return func(quantity money.Amount) money.Amount { return fill(ordered, quantity, t.fee).Net }, err
}

// Quote stores a preview that its user can sell by, once, for a short while.
func (s *Service) Quote(tx sqldb.Command, userID string, quantity money.Amount) (Quoted, Outcome, error) {
	t, err := currentTerms(tx)
	if err != nil {
		return Quoted{}, Outcome{}, err
	}
	o, err := s.preview(tx, t, userID, quantity)
	if err != nil {
		return Quoted{}, Outcome{}, err
	}
	q := Quoted{ID: entropy.ID(s.Chance, tx.Now()), UserID: userID, Quantity: quantity, MinReceive: o.Net - t.tolerance.Floor(o.Net),
		ExpireAt: tx.Now().Add(t.quoteFor)}
	s.store.quotes.Put(tx, q)
	return q, o, nil
}

// SaleRequest is a sale by a quote.
type SaleRequest struct {
	UserID, QuoteID string
	// MinReceive is the least the seller wants; null takes the quote's.
	MinReceive *money.Amount
	// Quantity, when given, must be the quote's.
	Quantity *money.Amount
}

// Sell sells by a quote: as much as the bids take now. It refuses with
// ErrQuoteExpired (also for a quote that was used or is another user's),
// ErrQuantity when it is not the quote's, what Preview refuses with, and
// ErrBelowMinimum; then nothing is sold.
func (s *Service) Sell(tx sqldb.Command, w SaleRequest) (Sale, []Fill, error) {
	q, found, err := s.store.quotes.Get(tx, w.QuoteID)
	if err != nil {
		return Sale{}, nil, err
	}
	if !found || q.UserID != w.UserID || q.Used || tx.Now().After(q.ExpireAt) {
		return Sale{}, nil, ErrQuoteExpired
	}
	if w.Quantity != nil && *w.Quantity != q.Quantity {
		quoted := q.Quantity.String()
		return Sale{}, nil, ErrQuantity.With("min", quoted).With("max", quoted)
	}
	least := q.MinReceive
	if w.MinReceive != nil {
		least = *w.MinReceive
	}
	q.Used = true
	s.store.quotes.Put(tx, q)
	return s.sell(tx, Order{UserID: w.UserID, Via: ViaTrade, Quantity: q.Quantity, MinReceive: least})
}

// Order is a sale without a quote, for the swap of ETLD.
type Order struct {
	UserID, Via string
	Quantity    money.Amount
	MinReceive  money.Amount
	// Whole refuses with ErrNoBuyers what the bids do not take entirely.
	Whole bool
}

// SellNow sells without a quote of this package. It refuses as Sell does, but for
// what is about a quote.
func (s *Service) SellNow(tx sqldb.Command, o Order) (Sale, error) {
	sale, _, err := s.sell(tx, o)
	return sale, err
}

// sell decides by the book of this transaction and moves the money.
func (s *Service) sell(tx sqldb.Command, order Order) (Sale, []Fill, error) {
	preview := s.Preview
	if order.Whole {
		preview = s.PreviewWhole
	}
	o, err := preview(tx, order.UserID, order.Quantity)
	if err != nil {
		return Sale{}, nil, err
	}
	if o.Net < order.MinReceive {
		return Sale{}, nil, ErrBelowMinimum
	}
	sale := Sale{ID: s.ids.ID(s.Chance, tx.Now()), UserID: order.UserID, Via: order.Via, Quantity: order.Quantity, Filled: o.Filled,
		Gross: o.Gross, Fee: o.Fee, Average: o.Average, Worst: o.Worst, Need: order.MinReceive, At: tx.Now()}
	left, err := s.take(tx, o.Fills)
	if err != nil {
		return Sale{}, nil, err
	}
	transfers := []ledger.Transfer{
		{Type: ledger.InternalTransfer, SubType: ledger.SellOut, Debit: ledger.AvailableOf(order.UserID, money.ETLD), Credit: inventory, Amount: o.Filled},
		{Type: ledger.InternalTransfer, SubType: ledger.SellIn, Debit: escrow, Credit: ledger.AvailableOf(order.UserID, money.USDT), Amount: o.Gross},
	}
	if o.Fee > 0 {
		transfers = append(transfers, ledger.Transfer{Type: ledger.HandlingFee, Debit: ledger.AvailableOf(order.UserID, money.USDT), Credit: revenue, Amount: o.Fee})
	}
	if _, err := s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefSale, RefID: sale.ID, Transfers: append(transfers, returned(left)...)}); err != nil {
		return Sale{}, nil, err
	}
	s.store.putSale(tx, sale, o.Fills)
	return sale, o.Fills, nil
}

// take lowers the bids by their fills and closes those that are filled. What
// rounding left in their escrow is returned to the caller to be given back.
func (s *Service) take(tx sqldb.Command, fills []Fill) (left money.Amount, err error) {
	book, err := s.store.book(tx)
	if err != nil {
		return 0, err
	}
	byID := make(map[string]Bid, len(book))
	for _, b := range book {
		byID[b.ID] = b
	}
	changed := make([]Bid, len(fills))
	for i, f := range fills {
		b := byID[f.BidID]
		b.Rest -= f.Quantity
		b.Escrow -= f.Amount
		if b.Rest == 0 {
			left += b.Escrow
			b.Escrow, b.ClosedBy, b.ClosedAt = 0, actorBook, tx.Now()
		}
		changed[i] = b
	}
	s.store.putBids(tx, book, changed...)
	return left, nil
}
