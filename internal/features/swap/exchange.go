package swap

import (
	"errors"
	"sort"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/price"
	"etld/internal/infra/sqldb"
)

// quoteAt works out a quote of an amount by an offer.
func (o offer) quoteAt(userID string, payAmount money.Amount) Quote {
	q := Quote{UserID: userID, Pair: o.pair, PayAmount: payAmount, Fee: o.terms.fee.Ceil(payAmount), Rate: o.rate.value,
		Value: mulDiv(payAmount, o.value, money.Unit)}
	q.ReceiveAmount = o.rate.receive(o.pair, payAmount-q.Fee)
	return q
}

// calculate is a quote that is not stored, with the source of its rate. It
// refuses with price.ErrUnavailable, ErrAmount, ErrDayLimit, ErrInsufficient,
// ErrNotEnough and ErrInventory, or in the market's words.
func (s *Service) calculate(tx sqldb.Command, userID string, p Pair, payAmount money.Amount) (Quote, offer, error) {
	if p.isSale() {
		return s.calculateSale(tx, userID, payAmount)
	}
	o, err := s.openOffer(tx, userID, p)
	if err != nil {
		return Quote{}, o, err
	}
	if err := o.check(payAmount); err != nil {
		return Quote{}, o, err
	}
	q := o.quoteAt(userID, payAmount)
	if q.ReceiveAmount <= 0 {
		return Quote{}, o, ErrAmount.With("min", o.min.String()).With("max", o.max.String())
	}
	return q, o, nil
}

func (s *Service) calculateSale(tx sqldb.Command, userID string, payAmount money.Amount) (Quote, offer, error) {
	o, err := s.saleOffer(tx, userID)
	if err != nil {
		return Quote{}, o, err
	}
	sold, err := s.Market.Preview(tx, userID, payAmount)
	if err != nil {
		return Quote{}, o, err
	}
	return Quote{UserID: userID, Pair: o.pair, PayAmount: payAmount, Fee: sold.Fee, Rate: sold.Average, ReceiveAmount: sold.Net, Value: sold.Gross}, o, nil
}

// saleOffer is what the pair ETLD→USDT offers: what the bids take. It refuses with
// ErrInventory, and no_buyer as its reason, where there is none.
func (s *Service) saleOffer(tx sqldb.Command, userID string) (offer, error) {
	o := offer{pair: Pair{money.ETLD, money.USDT}, source: price.OriginBids, at: tx.Now()}
	if err := s.Market.Open(tx); err != nil {
		return o, err
	}
	var err error
	if o.terms, err = currentTerms(tx); err != nil {
		return o, err
	}
	if o.terms.fee, o.min, o.max, err = s.Market.Terms(tx); err != nil {
		return o, err
	}
	if o.inventoryMax, err = s.Market.Depth(tx); err != nil {
		return o, err
	}
	if o.inventoryMax == 0 {
		return o, ErrInventory.With("max", "0").With("reason", string(price.ReasonNoBuyer))
	}
	if o.rate.value, err = s.Market.Best(tx); err != nil {
		return o, err
	}
	o.dayRest = o.max
	o.available, err = s.Ledger.Balance(tx, ledger.AvailableOf(userID, money.ETLD))
	return o, err
}

// Quote holds a rate for a user.
func (s *Service) Quote(tx sqldb.Command, userID string, p Pair, payAmount money.Amount) (Quote, offer, error) {
	q, o, err := s.calculate(tx, userID, p, payAmount)
	if err != nil {
		return Quote{}, o, err
	}
	q.ID, q.ExpireAt = entropy.ID(s.Chance, tx.Now()), tx.Now().Add(o.terms.quoteFor)
	s.store.quotes.Put(tx, q)
	return q, o, nil
}

// payFor is the least payment that brings at least an amount by the offer and
// the bids as they are. Where no payment does it is more than all of them, so
// that a quote of it is refused for what stands in the way. Paying more never
// brings less, as the fee takes at most each further atom; so halving finds it.
func (s *Service) payFor(tx sqldb.Command, userID string, p Pair, receiveAmount money.Amount) (money.Amount, error) {
	find := s.openOffer
	if p.isSale() {
		find = func(tx sqldb.Command, userID string, _ Pair) (offer, error) { return s.saleOffer(tx, userID) }
	}
	o, err := find(tx, userID, p)
	if err != nil {
		return 0, err
	}
	brings := func(pay money.Amount) money.Amount { return o.quoteAt(userID, pay).ReceiveAmount }
	if p.isSale() {
		if brings, err = s.Market.Proceeds(tx); err != nil {
			return 0, err
		}
	}
	most := min(o.max, o.dayRest, o.inventoryMax)
	return money.Amount(sort.Search(int(most)+1, func(pay int) bool { return brings(money.Amount(pay)) >= receiveAmount })), nil
}

// impactOf is the share by which a rate is below the best one, rounded up.
func impactOf(got, best money.Amount) money.Ratio {
	if got >= best {
		return 0
	}
	return money.Ratio(money.MulDivCeil(best-got, int64(money.One), int64(best)))
}

// ExchangeRequest is a swap that is to be made: by a quote, or at the present rate with
// a minimum.
type ExchangeRequest struct {
	UserID string
	// QuoteID is empty for a swap without a quote.
	QuoteID string
	// Pair and PayAmount may be empty with a quote; given, they must be its own.
	Pair      Pair
	PayAmount money.Amount
	// MinReceive is the least to be received; null takes the quote's amount.
	MinReceive *money.Amount
}

// Exchange makes a swap. It refuses with ErrQuoteExpired (also for a quote
// that was used, is another user's or of another pair), ErrAmount when the
// amount is not the quote's, what a new quote would be refused with, and
// ErrBelowMinimum.
func (s *Service) Exchange(tx sqldb.Command, w ExchangeRequest) (Exchange, error) {
	if w.QuoteID == "" {
		q, o, err := s.calculate(tx, w.UserID, w.Pair, w.PayAmount)
		if err != nil {
			return Exchange{}, err
		}
		return s.execute(tx, q, o.source, w.MinReceive)
	}
	q, found, err := s.store.quotes.Get(tx, w.QuoteID)
	if err != nil {
		return Exchange{}, err
	}
	if !found || q.UserID != w.UserID || q.Used || tx.Now().After(q.ExpireAt) || !w.names(q.Pair) {
		return Exchange{}, ErrQuoteExpired
	}
	if w.PayAmount != 0 && w.PayAmount != q.PayAmount {
		return Exchange{}, ErrAmount.With("min", q.PayAmount.String()).With("max", q.PayAmount.String())
	}
	q.Used = true
	s.store.quotes.Put(tx, q)
	if q.Pair.isSale() {
		return s.execute(tx, q, "bids", w.MinReceive)
	}
	source, err := s.recheck(tx, q)
	if err != nil {
		return Exchange{}, err
	}
	return s.execute(tx, q, source, w.MinReceive)
}

// names says that the request speaks of this pair, as far as it names one.
func (w ExchangeRequest) names(p Pair) bool {
	return (w.Pair.Pay == "" || w.Pair.Pay == p.Pay) && (w.Pair.Receive == "" || w.Pair.Receive == p.Receive)
}

// recheck compares a held quote with the state of this transaction: halts, limits,
// balance, inventory, and its rate. A quote is no free option: it is refused with
// ErrBelowMinimum where the rate has become worse for the house by more than the
// spread, or sells ETLD below what the best bid demands.
func (s *Service) recheck(tx sqldb.Command, q Quote) (source price.Origin, err error) {
	o, err := s.openOffer(tx, q.UserID, q.Pair)
	if err != nil {
		return "", err
	}
	// The worth and the amounts are the quote's; only the limits are today's.
	if q.Value > o.dayRestValue {
		return "", o.outOfBounds()
	}
	if q.PayAmount > o.available {
		return "", tooLittle(q.Pair.Pay)
	}
	if q.ReceiveAmount > o.receivable {
		return "", ErrInventory.With("max", o.inventoryMax.String())
	}
	held := rate{q.Rate}
	isBelowBid := o.demanded.value > 0 && held.isWorse(q.Pair, o.demanded, 0)
	if isBelowBid || held.isWorse(q.Pair, o.rate, o.terms.spread) {
		return "", ErrBelowMinimum
	}
	return o.source, nil
}

// execute moves the money of a quote that may be executed.
func (s *Service) execute(tx sqldb.Command, q Quote, source price.Origin, minReceive *money.Amount) (Exchange, error) {
	e := Exchange{ID: s.ids.ID(s.Chance, tx.Now()), UserID: q.UserID, Pair: q.Pair, PayAmount: q.PayAmount, Fee: q.Fee, Rate: q.Rate,
		ReceiveAmount: q.ReceiveAmount, Source: source, At: tx.Now()}
	if q.Pair.isSale() {
		return s.executeSale(tx, q, e, minReceive)
	}
	if minReceive != nil && e.ReceiveAmount < *minReceive {
		return Exchange{}, ErrBelowMinimum
	}
	if err := s.post(tx, e); err != nil {
		return Exchange{}, err
	}
	if err := s.store.userDays.add(tx, e.UserID, q.Value); err != nil {
		return Exchange{}, err
	}
	if err := s.store.houseDays.add(tx, string(e.Pair.Receive), e.ReceiveAmount); err != nil {
		return Exchange{}, err
	}
	s.store.insertExchange.Add(tx, e)
	return e, nil
}

// executeSale sells to the bids for at least what was quoted, or what the
// seller says is enough.
func (s *Service) executeSale(tx sqldb.Command, q Quote, e Exchange, minReceive *money.Amount) (Exchange, error) {
	least := q.ReceiveAmount
	if minReceive != nil {
		least = *minReceive
	}
	sold, err := s.Market.Sell(tx, q.UserID, q.PayAmount, least)
	if err != nil {
		return Exchange{}, err
	}
	e.Fee, e.Rate, e.ReceiveAmount, e.SaleID = sold.Fee, sold.Average, sold.Net, sold.SaleNo
	s.store.insertExchange.Add(tx, e)
	return e, nil
}

func (s *Service) post(tx sqldb.Command, e Exchange) error {
	p := e.Pair
	var transfers []ledger.Transfer
	if e.Fee > 0 {
		transfers = append(transfers, ledger.Transfer{Type: ledger.HandlingFee, Debit: ledger.AvailableOf(e.UserID, p.Pay), Credit: revenue(p.Pay), Amount: e.Fee})
	}
	transfers = append(transfers,
		ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.SwapOut, Debit: ledger.AvailableOf(e.UserID, p.Pay), Credit: inventory(p.Pay),
			Amount: e.PayAmount - e.Fee},
		ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.SwapIn, Debit: inventory(p.Receive),
			Credit: ledger.AvailableOf(e.UserID, p.Receive), Amount: e.ReceiveAmount})
	_, err := s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefSwap, RefID: e.ID, Transfers: transfers})
	if short, ok := errors.AsType[*ledger.InsufficientError](err); ok {
		if short.Account.Owner != "" {
			return tooLittle(p.Pay)
		}
		return ErrInventory.With("max", "0")
	}
	return err
}
