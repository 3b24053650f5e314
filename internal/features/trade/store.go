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

// What rows have besides what they are read for.
type (
	bidRow struct {
		Bid
		book string
		open bool
	}
	// fillRow is a fill; its id is its sale's with its place in it.
	fillRow struct {
		Fill
		id, saleID string
	}
)

var (
	bidTable   = sqldb.NewTable[bidRow]("trade_bid", "id, book, open, price, quantity, rest, escrow, placed_by, placed_at, closed_by, closed_at")
	quoteTable = sqldb.NewTable[Quoted]("trade_quote", "id, user_id, quantity, min_receive, expire_at, used")
	saleTable  = sqldb.NewTable[Sale]("trade_sale", "id, user_id, via, quantity, filled, gross, fee, average, worst, min_receive = Need, at")
	fillTable  = sqldb.NewTable[fillRow]("trade_fill", "id, sale_id, bid_id, price, quantity, amount")
	// selectOpen serves the check, which reads past any lookup.
	selectOpen = bidTable.Select("WHERE open = 1")
	selectMine = saleTable.Select("WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3")
	selectLast = saleTable.Select("ORDER BY id DESC LIMIT $1")
)

const purgeQuotes = `DELETE FROM trade_quote WHERE id IN (SELECT id FROM trade_quote WHERE expire_at < $1 LIMIT $2)`

type store struct {
	books  *sqldb.Lookup[[]Bid]
	quotes *sqldb.Keyed[Quoted]
	fills  *sqldb.Lookup[[]Fill]

	saveBid    *sqldb.Rows[bidRow]
	insertSale *sqldb.Rows[Sale]
	insertFill *sqldb.Rows[fillRow]
}

func newStore() *store {
	return &store{
		books: sqldb.NewLookup("open bids", bidTable.Select("WHERE open = 1 AND book"), sqldb.Several(func(row *sqldb.Row) (string, Bid, error) {
			r, err := bidTable.Scan(row)
			return r.book, r.Bid, err
		})),
		quotes: quoteTable.Keyed("trade quotes", func(q Quoted) string { return q.ID }, quoteTable.Upsert()),
		fills: sqldb.NewLookup("trade fills", fillTable.Select("WHERE sale_id"), sqldb.Several(func(row *sqldb.Row) (string, Fill, error) {
			r, err := fillTable.Scan(row)
			return r.saleID, r.Fill, err
		})),
		saveBid: bidTable.Upsert(), insertSale: saleTable.Insert(), insertFill: fillTable.Insert(),
	}
}

// book is the open bids, in no order.
func (s *store) book(tx sqldb.Command) ([]Bid, error) {
	bids, _, err := s.books.Get(tx, theBook)
	return bids, err
}

// putBids stores the bids that changed and makes the open ones the book.
func (s *store) putBids(tx sqldb.Command, book []Bid, changed ...Bid) {
	byID := make(map[string]Bid, len(changed))
	for _, b := range changed {
		byID[b.ID] = b
		s.saveBid.Add(tx, bidRow{b, theBook, b.isOpen()})
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

func (s *store) putSale(tx sqldb.Command, v Sale, fills []Fill) {
	s.insertSale.Add(tx, v)
	for i, f := range fills {
		s.insertFill.Add(tx, fillRow{f, fmt.Sprintf("%s%03d", v.ID, i), v.ID})
	}
}
