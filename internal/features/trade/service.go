package trade

import (
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/param"
	"etld/internal/core/price"
	"etld/internal/core/user"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// Config is what the service is built from.
type Config struct {
	DB     *sqldb.DB
	Ledger *ledger.Ledger
	Chance entropy.Source
	// Notices tells of alerts.
	Notices user.Notices
}

// Service is the capability: the bids and the sales to them.
type Service struct {
	Config
	store *store
	// ids make bids and sales sort as they were made.
	ids    entropy.Sequence
	alerts alertWalk
}

// New builds the service.
func New(c Config) *Service {
	return &Service{Config: c, store: newStore()}
}

// Open refuses with price.ErrUnavailable while an operator has stopped sales, or swaps:
// a swap of ETLD is the same sale, and whoever stops one of them means it in both places.
func (s *Service) Open(tx sqldb.Command) error {
	for _, part := range []emergency.Part{emergency.Sell, emergency.Swap} {
		note, stopped, err := emergency.Stopped(tx, part)
		if err == nil && stopped {
			err = price.Stopped(note)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// The accounts of the house that sales move money between.
var (
	capital   = ledger.House(ledger.Capital, money.USDT)
	escrow    = ledger.House(ledger.Bids, money.USDT)
	inventory = ledger.House(ledger.Inventory, money.ETLD)
	revenue   = ledger.House(ledger.RevenueSell, money.USDT)
)

// Price is the average a seller of min(100, all bids) ETLD gets, before the
// fee; 0 without bids.
func (s *Service) Price(tx sqldb.Command) (money.Amount, error) {
	bids, err := s.store.book(tx)
	return priceOf(bids), err
}

// Best is the highest price bid; 0 without bids.
func (s *Service) Best(tx sqldb.Command) (best money.Amount, err error) {
	bids, err := s.store.book(tx)
	for _, b := range bids {
		best = max(best, b.Price)
	}
	return best, err
}

// Depth is all the ETLD that the bids still buy.
func (s *Service) Depth(tx sqldb.Command) (money.Amount, error) {
	bids, err := s.store.book(tx)
	return depth(bids), err
}

// Hints names what Price, Best and Depth read.
func (s *Service) Hints() []sqldb.Hint { return []sqldb.Hint{s.store.books.Hint(theBook)} }

// Terms are the fee of a sale and between what its quantity must lie.
func (s *Service) Terms(tx sqldb.Command) (fee money.Ratio, lowest, highest money.Amount, err error) {
	t, err := currentTerms(tx)
	return t.fee, t.min, t.max, err
}

// SellHints names what a sale reads.
func (s *Service) SellHints(userID string) []sqldb.Hint {
	hints := append(emergency.Hints(emergency.Sell), emergency.Hints(emergency.Swap)...)
	return append(hints, s.store.books.Hint(theBook), param.Hint(), s.Ledger.Hint(ledger.AvailableOf(userID, money.ETLD)),
		s.Ledger.Hint(ledger.AvailableOf(userID, money.USDT)), s.Ledger.Hint(escrow), s.Ledger.Hint(inventory), s.Ledger.Hint(revenue))
}

// quoteKept is how long an expired quote is kept, for whoever looks into a complaint.
const quoteKept = 24 * time.Hour

// Jobs is the scheduled work: looking at alerts, and forgetting old quotes and alerts.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{{Name: alertJob, Every: alertsEvery, Work: s.lookAtAlerts},
		jobs.Purge(s.DB, "trade_purge", jobs.Older(purgeQuotes, quoteKept), jobs.Older(purgeAlerts, alertsKept))}
}
