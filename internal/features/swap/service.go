package swap

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/param"
	"etld/internal/core/price"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// Prices are the prices swaps are settled by. *price.Service is one.
type Prices interface {
	Find(tx sqldb.Command, asset money.Asset) (price.Quotation, error)
	Hints(asset money.Asset) []sqldb.Hint
}

// Sold is what a sale to the bids brings or brought.
type Sold struct {
	// SaleNo is empty for a preview.
	SaleNo          string
	Average         money.Amount
	Gross, Fee, Net money.Amount
}

// Market takes ETLD for USDT, which are the bids: the whole quantity is sold, or the call
// refuses in the words of the market.
type Market interface {
	Preview(tx sqldb.Command, userID string, quantity money.Amount) (Sold, error)
	Sell(tx sqldb.Command, userID string, quantity, minReceive money.Amount) (Sold, error)
	// Proceeds tells what quantities would bring by the bids as they are, after
	// the fee. It refuses nobody: what the bids do not take brings nothing.
	Proceeds(tx sqldb.Command) (func(quantity money.Amount) money.Amount, error)
	// Best is the highest bid and Depth all that the bids buy.
	Best(tx sqldb.Command) (money.Amount, error)
	Depth(tx sqldb.Command) (money.Amount, error)
	// Terms are the fee and between what a quantity must lie.
	Terms(tx sqldb.Command) (fee money.Ratio, lowest, highest money.Amount, err error)
	// Open refuses while sales or swaps are stopped.
	Open(tx sqldb.Command) error
	Hints(userID string) []sqldb.Hint
}

// Config is what the service is built from.
type Config struct {
	DB     *sqldb.DB
	Ledger *ledger.Ledger
	Chance entropy.Source
	// Clock only guesses what will be read; times are the transaction's.
	Clock  clock.Clock
	Prices Prices
	Market Market
}

// Service is the capability: quotes and exchanges.
type Service struct {
	Config
	store *store
	// ids make exchanges sort as they were made.
	ids entropy.Sequence
}

// New builds the service.
func New(c Config) *Service {
	return &Service{Config: c, store: newStore()}
}

func inventory(asset money.Asset) ledger.Account { return ledger.House(ledger.Inventory, asset) }
func revenue(asset money.Asset) ledger.Account   { return ledger.House(ledger.RevenueSwap, asset) }

// open refuses with price.ErrUnavailable while an operator has stopped swaps.
func open(tx sqldb.Command) error {
	note, stopped, err := emergency.Stopped(tx, emergency.Swap)
	if err == nil && stopped {
		err = price.Stopped(note)
	}
	return err
}

// hints names what a quote or an exchange of any pair reads: a quote's pair is
// not known before it is read. The day is a guess that costs a read when wrong.
func (s *Service) hints(userID string) []sqldb.Hint {
	d := clock.DayOf(s.Clock.Now())
	hints := append(s.Market.Hints(userID), emergency.Hints(emergency.Swap)...)
	hints = append(hints, param.Hint(), s.store.userDays.hint(userID, d))
	for _, asset := range []money.Asset{money.USDT, money.ETH, money.ETLD} {
		hints = append(hints, s.Ledger.Hint(ledger.AvailableOf(userID, asset)), s.Ledger.Hint(inventory(asset)), s.Ledger.Hint(revenue(asset)),
			s.store.houseDays.hint(string(asset), d))
	}
	return append(append(hints, s.Prices.Hints(money.ETH)...), s.Prices.Hints(money.ETLD)...)
}

// Sides is at which prices the platform deals in a coin, for the price list.
func (s *Service) Sides(tx sqldb.Command, q price.Quotation) (bid, ask *money.Amount, err error) {
	t, err := currentTerms(tx)
	if err != nil {
		return nil, nil, err
	}
	best, err := s.Market.Best(tx)
	if err != nil {
		return nil, nil, err
	}
	if q.Asset == money.ETLD {
		if best > 0 {
			bid = &best
		}
		if q.Usable() {
			etld := etldAsk(t, best)
			ask = &etld
		}
		return bid, ask, nil
	}
	if !q.Usable() {
		return nil, nil, nil
	}
	low, high := bidOf(q.Lowest, t.spread), askOf(q.Highest, t.spread)
	return &low, &high, nil
}

// etldAsk is the published price at which users buy ETLD.
func etldAsk(t terms, best money.Amount) money.Amount { return max(t.ask, askOf(best, t.spread)) }

const (
	// quoteKept is how long an expired quote is kept, for whoever looks into a
	// complaint.
	quoteKept = 24 * time.Hour
	// daysKept is how long daily sums are kept.
	daysKept = 7
)

// Jobs is the scheduled work: forgetting old quotes and daily sums.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{jobs.Purge(s.DB, "swap_purge", jobs.Older(purgeQuotes, quoteKept), jobs.OlderDays(purgeUserDays, daysKept),
		jobs.OlderDays(purgeHouseDays, daysKept))}
}
