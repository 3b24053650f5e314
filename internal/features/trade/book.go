package trade

import (
	"slices"
	"strings"
	"time"

	"etld/internal/base/money"
)

// Bid is one bid of the book. Bids are values: to change one, copy it.
type Bid struct {
	ID       string
	Price    money.Amount
	Quantity money.Amount
	// Rest is what it still buys.
	Rest money.Amount
	// Escrow is the USDT in P.BID that belongs to it.
	Escrow   money.Amount
	PlacedBy string
	PlacedAt time.Time
	ClosedBy string
	ClosedAt time.Time
}

func (b Bid) isOpen() bool { return b.ClosedAt.IsZero() }

// Fill is what one bid takes of a sale.
type Fill struct {
	BidID    string
	Price    money.Amount
	Quantity money.Amount
	// Amount is what it pays, rounded down.
	Amount money.Amount
}

// Outcome is what a sale brings by a book.
type Outcome struct {
	Quantity, Filled, Unfilled money.Amount
	Gross, Fee, Net            money.Amount
	// Average and Worst are prices before the fee.
	Average, Worst money.Amount
	Fills          []Fill
}

// inOrder sorts a copy of the bids as they are filled.
func inOrder(bids []Bid) []Bid {
	sorted := slices.Clone(bids)
	slices.SortFunc(sorted, func(a, b Bid) int {
		switch {
		case a.Price > b.Price:
			return -1
		case a.Price < b.Price:
			return 1
		}
		return strings.Compare(a.ID, b.ID)
	})
	return sorted
}

// cost is what a quantity costs at a price, rounded down. It fits for every
// quantity of a bid, as the bid's whole escrow does.
func cost(quantity, price money.Amount) money.Amount {
	return money.MulDivFloor(quantity, int64(price), int64(money.Unit))
}

// match fills a quantity from the best bids down.
func match(bids []Bid, quantity money.Amount, fee money.Ratio) Outcome {
	return fill(inOrder(bids), quantity, fee)
}

// fill is match for bids that are in order.
func fill(ordered []Bid, quantity money.Amount, fee money.Ratio) Outcome {
	o := Outcome{Quantity: quantity, Unfilled: quantity}
	for _, bid := range ordered {
		if o.Unfilled == 0 {
			break
		}
		part := min(o.Unfilled, bid.Rest)
		f := Fill{BidID: bid.ID, Price: bid.Price, Quantity: part, Amount: cost(part, bid.Price)}
		o.Fills = append(o.Fills, f)
		o.Unfilled -= part
		o.Filled += part
		o.Gross += f.Amount
		o.Worst = bid.Price
	}
	if o.Filled > 0 {
		o.Average = money.MulDivFloor(o.Gross, int64(money.Unit), int64(o.Filled))
	}
	o.Fee = fee.Ceil(o.Gross)
	o.Net = o.Gross - o.Fee
	return o
}

// depth is all that the bids still buy.
func depth(bids []Bid) (sum money.Amount) {
	for _, bid := range bids {
		sum = together(sum, bid.Rest)
	}
	return sum
}

// together adds what bids still buy. Each is an amount; the sum of many may be
// none, and the largest one stands for it: nobody can sell more.
func together(a, b money.Amount) money.Amount { return a + min(b, money.Max-a) }

// priceQuantity is the sale whose average is the price of ETLD.
const priceQuantity = 100 * money.Unit

// priceOf is the average a seller of min(100, all bids) gets; 0 without bids.
func priceOf(bids []Bid) money.Amount { return match(bids, priceQuantity, 0).Average }

// Level is all bids of one price.
type Level struct {
	Price money.Amount `json:"price"`
	Rest  money.Amount `json:"rest" doc:"ETLD still bought at this price"`
}

// levels adds up the bids of each price, the best first.
func levels(bids []Bid) []Level {
	list := []Level{}
	for _, bid := range inOrder(bids) {
		if last := len(list) - 1; last >= 0 && list[last].Price == bid.Price {
			list[last].Rest = together(list[last].Rest, bid.Rest)
			continue
		}
		list = append(list, Level{Price: bid.Price, Rest: bid.Rest})
	}
	return list
}
