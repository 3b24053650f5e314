package swap

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/price"
	"etld/internal/infra/sqldb"
)

// offer is what a pair costs now and how much of it one user can swap.
type offer struct {
	pair  Pair
	terms terms
	rate  rate
	// demanded is the rate at which ETLD costs what the best bid demands; 0 where none
	// is sold.
	demanded rate
	// value is what one coin of the pay currency is worth in USDT.
	value  money.Amount
	source price.Origin
	at     time.Time

	// All of these are in the pay currency.
	min, max, available, dayRest, inventoryMax money.Amount
	// dayRestValue is the user's rest of the day in USDT.
	dayRestValue money.Amount
	// receivable is the most of the receive currency that one swap may take.
	receivable money.Amount
}

// maximum is the most that the user can swap now.
func (o offer) maximum() money.Amount { return min(o.available, o.max, o.dayRest, o.inventoryMax) }

// openOffer is the offer of a pair that trades with the inventory. It refuses
// with price.ErrUnavailable while the pair is stopped or halted.
func (s *Service) openOffer(tx sqldb.Command, userID string, p Pair) (offer, error) {
	o := offer{pair: p}
	if err := open(tx); err != nil {
		return o, err
	}
	var err error
	if o.terms, err = currentTerms(tx); err != nil {
		return o, err
	}
	if err := s.price(tx, &o); err != nil {
		return o, err
	}
	return o, s.limit(tx, userID, &o)
}

// price finds the offer's rate.
func (s *Service) price(tx sqldb.Command, o *offer) error {
	var eth price.Quotation
	var ask, bestAsk money.Amount
	p := o.pair
	o.value, o.source, o.at = money.Unit, price.OriginAsk, tx.Now()
	if p.Receive == money.ETLD {
		etld, err := s.Prices.Find(tx, money.ETLD)
		if err != nil {
			return err
		}
		if err := etld.Refusal(); err != nil {
			return err
		}
		best, err := s.Market.Best(tx)
		if err != nil {
			return err
		}
		bestAsk, ask = askOf(best, o.terms.spread), etldAsk(o.terms, best)
	}
	if p.Pay == money.ETH || p.Receive == money.ETH {
		var err error
		if eth, err = s.Prices.Find(tx, money.ETH); err != nil {
			return err
		}
		if err := eth.Refusal(); err != nil {
			return err
		}
		o.source, o.at = eth.Source, eth.At
		if p.Pay == money.ETH {
			o.value = eth.Price
		}
	}
	o.rate = rateOf(p, eth, ask, o.terms.spread)
	if bestAsk > 0 {
		// A fall of ETH is for the spread to bear: here it counts by its highest feed.
		eth.Lowest = eth.Highest
		o.demanded = rateOf(p, eth, bestAsk, o.terms.spread)
	}
	if o.rate.value <= 0 {
		return price.ErrUnavailable.With("reason", string(price.ReasonStale))
	}
	return nil
}

// limit finds what the user can swap at the offer's rate.
func (s *Service) limit(tx sqldb.Command, userID string, o *offer) error {
	p, d := o.pair, clock.DayOf(tx.Now())
	used, err := s.store.userDays.of(tx, userID, d)
	if err != nil {
		return err
	}
	if o.available, err = s.Ledger.Balance(tx, ledger.AvailableOf(userID, p.Pay)); err != nil {
		return err
	}
	holds, err := s.Ledger.Balance(tx, inventory(p.Receive))
	if err != nil {
		return err
	}
	paid, err := s.store.houseDays.of(tx, string(p.Receive), d)
	if err != nil {
		return err
	}
	o.dayRestValue = max(0, o.terms.dayMax-used)
	o.dayRest = inPay(o.dayRestValue, o.value, false)
	o.min, o.max = inPay(o.terms.min, o.value, true), inPay(o.terms.max, o.value, false)
	o.receivable = receivable(o.terms, holds, paid)
	o.inventoryMax = o.rate.payFor(p, o.receivable, o.terms.fee)
	return nil
}

// receivable is the most that one swap may take out of an inventory that paid
// an amount already today.
func receivable(t terms, holds, paid money.Amount) money.Amount {
	ofDay := t.shareOfDay.Floor(holds+paid) - paid
	return max(0, min(t.share.Floor(holds), ofDay))
}

// check refuses an amount, in this order, with ErrAmount or ErrDayLimit, ErrInsufficient or
// ErrNotEnough, and ErrInventory.
func (o offer) check(payAmount money.Amount) error {
	if payAmount < o.min || payAmount > min(o.max, o.dayRest) {
		return o.outOfBounds()
	}
	if payAmount > o.available {
		return tooLittle(o.pair.Pay)
	}
	if payAmount > o.inventoryMax {
		return ErrInventory.With("max", o.inventoryMax.String())
	}
	return nil
}

// outOfBounds refuses with the bounds, or with the day's limit where it leaves less than
// the minimum.
func (o offer) outOfBounds() fault.Fault {
	if o.dayRest < o.min {
		return ErrDayLimit.With("max", o.dayRest.String()).With("currency", string(o.pair.Pay))
	}
	return ErrAmount.With("min", o.min.String()).With("max", min(o.max, o.dayRest).String())
}

// tooLittle refuses for want of a currency.
func tooLittle(asset money.Asset) fault.Fault {
	if asset == money.USDT {
		return ErrInsufficient
	}
	return ErrNotEnough.With("currency", string(asset))
}
