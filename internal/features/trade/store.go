package trade

import (
	"fmt"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// theBook is the one key under which all open bids are read.
const theBook = "ETLD"

// Quoted is a stored preview.
type Quoted struct {
	ID, UserID           string
	Quantity, MinReceive money.Amount
	ExpireAt             time.Time
	Used                 bool
}

// Sale is a stored market sale.
type Sale struct {
	ID, UserID string
	// Via is where it was made: "trade" or "swap".
	Via                              string
	Quantity, Filled                 money.Amount
	Gross, Fee, Average, Worst, Need money.Amount
	At                               time.Time
}

// Net is what the seller got.
func (s Sale) Net() money.Amount { return s.Gross - s.Fee }

const (
	bidColumns = `book, id, price, quantity, rest, escrow, placed_by, placed_at, closed_by, closed_at`
	selectBook = `SELECT ` + bidColumns + ` FROM trade_bid WHERE open = 1 AND book`
	// selectOpen serves the check, which reads past any lookup.
	selectOpen  = `SELECT ` + bidColumns + ` FROM trade_bid WHERE open = 1`
	selectQuote = `SELECT id, user_id, quantity, min_receive, expire_at, used FROM trade_quote WHERE id`
	selectFills = `SELECT sale_id, bid_id, price, quantity, amount FROM trade_fill WHERE sale_id`

	saleColumns = `id, user_id, via, quantity, filled, gross, fee, average, worst, min_receive, at`
	selectMine  = `SELECT ` + saleColumns + ` FROM trade_sale WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`
	selectLast  = `SELECT ` + saleColumns + ` FROM trade_sale ORDER BY id DESC LIMIT $1`

	purgeQuotes = `DELETE FROM trade_quote WHERE id IN (SELECT id FROM trade_quote WHERE expire_at < $1 LIMIT $2)`

	// lastID sorts after every id, for the first page.
	lastID = "ZZ"
)

type store struct {
	books  *sqldb.Lookup[[]Bid]
	quotes *sqldb.Lookup[Quoted]
	fills  *sqldb.Lookup[[]Fill]

	saveBid, saveQuote, insertSale, insertFill *sqldb.Write
}

func newStore() *store {
	text, integer := sqldb.Text, sqldb.Integer
	return &store{
		books: sqldb.NewLookup("open bids", selectBook, sqldb.Several(scanBid)),
		quotes: sqldb.NewLookup("trade quotes", selectQuote, sqldb.Single(func(row *sqldb.Row) (string, Quoted, error) {
			var q Quoted
			err := row.Scan(&q.ID, &q.UserID, &q.Quantity, &q.MinReceive, &q.ExpireAt, &q.Used)
			return q.ID, q, err
		})),
		fills: sqldb.NewLookup("trade fills", selectFills, sqldb.Several(func(row *sqldb.Row) (sale string, f Fill, err error) {
			err = row.Scan(&sale, &f.BidID, &f.Price, &f.Quantity, &f.Amount)
			return sale, f, err
		})),
		saveBid: sqldb.NewUpsert("trade_bid", text("id"), text("book"), integer("open"), integer("price"), integer("quantity"), integer("rest"),
			integer("escrow"), text("placed_by"), integer("placed_at"), text("closed_by"), integer("closed_at")),
		saveQuote: sqldb.NewUpsert("trade_quote", text("id"), text("user_id"), integer("quantity"), integer("min_receive"), integer("expire_at"), integer("used")),
		insertSale: sqldb.NewInsert("trade_sale", text("id"), text("user_id"), text("via"), integer("quantity"), integer("filled"), integer("gross"),
			integer("fee"), integer("average"), integer("worst"), integer("min_receive"), integer("at")),
		insertFill: sqldb.NewInsert("trade_fill", text("id"), text("sale_id"), text("bid_id"), integer("price"), integer("quantity"), integer("amount")),
	}
}

func scanBid(row *sqldb.Row) (book string, b Bid, err error) {
	err = row.Scan(&book, &b.ID, &b.Price, &b.Quantity, &b.Rest, &b.Escrow, &b.PlacedBy, &b.PlacedAt, &b.ClosedBy, &b.ClosedAt)
	return book, b, err
}

func scanSale(row *sqldb.Row) (s Sale, err error) {
	err = row.Scan(&s.ID, &s.UserID, &s.Via, &s.Quantity, &s.Filled, &s.Gross, &s.Fee, &s.Average, &s.Worst, &s.Need, &s.At)
	return s, err
}

// book is the open bids, in no order.
func (s *store) book(tx *sqldb.Tx) ([]Bid, error) {
	bids, _, err := s.books.Get(tx, theBook)
	return bids, err
}

// putBids stores the bids that changed and makes the open ones the book.
func (s *store) putBids(tx *sqldb.Tx, book []Bid, changed ...Bid) {
	byID := make(map[string]Bid, len(changed))
	for _, b := range changed {
		byID[b.ID] = b
		s.saveBid.Add(tx, b.ID, theBook, b.isOpen(), b.Price, b.Quantity, b.Rest, b.Escrow, b.PlacedBy, b.PlacedAt, b.ClosedBy, b.ClosedAt)
	}
	// A new slice, as an undone transaction goes back to the old one.
	next := make([]Bid, 0, len(book)+len(changed))
	for _, b := range book {
		if _, isChanged := byID[b.ID]; !isChanged {
			next = append(next, b)
		}
	}
	for _, b := range changed {
		if b.isOpen() {
			next = append(next, b)
		}
	}
	s.books.Set(tx, theBook, next)
}

func (s *store) putQuote(tx *sqldb.Tx, q Quoted) {
	s.quotes.Set(tx, q.ID, q)
	s.saveQuote.Add(tx, q.ID, q.UserID, q.Quantity, q.MinReceive, q.ExpireAt, q.Used)
}

func (s *store) putSale(tx *sqldb.Tx, v Sale, fills []Fill) {
	s.insertSale.Add(tx, v.ID, v.UserID, v.Via, v.Quantity, v.Filled, v.Gross, v.Fee, v.Average, v.Worst, v.Need, v.At)
	for i, f := range fills {
		s.insertFill.Add(tx, fmt.Sprintf("%s%03d", v.ID, i), v.ID, f.BidID, f.Price, f.Quantity, f.Amount)
	}
}
