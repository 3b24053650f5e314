package trade

import (
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
)

// The kinds of proposals about bids. The bid's record names the proposal that
// placed or cancelled it.
const (
	kindPlace  = "bid_place"
	kindCancel = "bid_cancel"
)

type placeBid struct {
	Price    money.Amount `json:"price"`
	Quantity money.Amount `json:"quantity"`
}

func (p placeBid) placing(actor string) BidRequest {
	return BidRequest{Price: p.Price, Quantity: p.Quantity, Actor: actor}
}

// Check refuses what can never be a bid.
func (p placeBid) Check() error { return p.placing("").check() }

// cancelBid proposes to close a bid.
type cancelBid struct {
	BidNo string `json:"bidNo"`
}

// BidRow is an open bid for operators.
type BidRow struct {
	BidNo    string       `json:"bidNo"`
	Price    money.Amount `json:"price"`
	Quantity money.Amount `json:"quantity"`
	Rest     money.Amount `json:"rest"`
	Escrow   money.Amount `json:"escrow"`
	PlacedBy string       `json:"placedBy" doc:"The proposal that placed it"`
	PlacedAt time.Time    `json:"placedAt"`
}

// RegisterOperator adds the operators' calls: bids are placed and cancelled by
// two persons, as they move the operator's capital.
func (s *Service) RegisterOperator(o *operator.Service) {
	makers, checkers := []operator.Role{operator.FinanceMaker}, []operator.Role{operator.FinanceChecker}
	operator.Handle(o, operator.Kind[placeBid]{Name: kindPlace, Path: "bids/place", Makers: makers, Checkers: checkers,
		Describe: s.describePlace, Execute: s.executePlace})
	operator.Handle(o, operator.Kind[cancelBid]{Name: kindCancel, Path: "bids/cancel", Makers: makers, Checkers: checkers,
		Describe: s.describeCancel, Execute: s.executeCancel})
	operator.Few[BidRow]{Key: "bidNo", KeyOf: func(b BidRow) string { return b.BidNo }, Read: func(tx *sqldb.Tx, _ operator.Caller) ([]BidRow, error) {
		bids, err := s.Book(tx)
		return each.Of(bids, func(b Bid) BidRow {
			return BidRow{BidNo: b.ID, Price: b.Price, Quantity: b.Quantity, Rest: b.Rest, Escrow: b.Escrow, PlacedBy: b.PlacedBy, PlacedAt: b.PlacedAt}
		}), err
	}}.View(o, operator.Route{Path: "bids/list", Roles: append(makers, checkers...)})
}

// describePlace shows the bid and what it takes from the capital.
func (s *Service) describePlace(tx *sqldb.Tx, p placeBid) (operator.Description, error) {
	d := operator.Description{Subject: p.Quantity.String() + " at " + p.Price.String(), Approvals: 1}
	book, err := s.store.book(tx)
	if err != nil {
		return d, err
	}
	if len(book) >= bidsMax {
		return d, bookFull
	}
	price, err := s.Price(tx)
	if err != nil {
		return d, err
	}
	after := priceOf(append(append([]Bid(nil), book...), Bid{Price: p.Price, Rest: p.Quantity}))
	d.Diff = append(d.Diff, operator.Change{Field: "price of ETLD", Before: price.String(), After: after.String()})
	needed := cost(p.Quantity, p.Price)
	holds, err := s.Ledger.Balance(tx, capital)
	if err != nil {
		return d, err
	}
	if holds < needed {
		return d, capitalShort(holds)
	}
	d.Diff = append(d.Diff, operator.Change{Field: capital.ID(), Before: holds.String(), After: (holds - needed).String()})
	return d, nil
}

func (s *Service) executePlace(tx *sqldb.Tx, p placeBid, d operator.Decision) error {
	_, err := s.PlaceBid(tx, p.placing(d.ProposalID))
	return err
}

// describeCancel shows the bid and what comes back.
func (s *Service) describeCancel(tx *sqldb.Tx, c cancelBid) (operator.Description, error) {
	d := operator.Description{Subject: c.BidNo, Approvals: 1}
	book, err := s.store.book(tx)
	if err != nil {
		return d, err
	}
	b, err := find(book, c.BidNo)
	d.Diff = []operator.Change{{Field: "rest at " + b.Price.String(), Before: b.Rest.String(), After: "0"},
		{Field: "back to " + capital.ID(), Before: "0", After: b.Escrow.String()}}
	return d, err
}

func (s *Service) executeCancel(tx *sqldb.Tx, c cancelBid, d operator.Decision) error {
	_, err := s.CancelBid(tx, c.BidNo, d.ProposalID)
	return err
}
