package node

import (
	"errors"
	"log/slog"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

// Machines are whose fees are shared.
type Machines interface {
	// StartedUntil is the instant before which no machine will start any more.
	StartedUntil(tx sqldb.Command) (time.Time, error)
	// DividendShares are the percentages of the new part that go to the pools.
	DividendShares(tx sqldb.Command) (diamond, star, king money.Ratio, err error)
}

// Config is what the service is built from.
type Config struct {
	DB       *sqldb.DB
	Ledger   *ledger.Ledger
	Chance   entropy.Source
	Notices  user.Notices
	Payments checkout.Payments
	// Machines are those of a part that is built later.
	Machines func() Machines
	Log      *slog.Logger
}

// Service is the capability: the sale of nodes, their life, their dividends.
type Service struct {
	*shared
	Sale      sale
	Dividends dividends
}

// shared is what both chapters stand on; neither uses the other.
type shared struct {
	Config
	checkout *checkout.Service
	store    *store
}

type (
	// sale sells nodes and lets them begin.
	sale struct{ *shared }
	// dividends divides what the months bring, and pays it.
	dividends struct{ *shared }
)

// New builds the service.
func New(c Config) *Service {
	p := &shared{Config: c, store: newStore()}
	s := &Service{p, sale{p}, dividends{p}}
	p.checkout = checkout.New(checkout.Config{Purpose: payment.ForNode, RefType: ledger.RefNodeOrder, Seller: seller{s.Sale}, Ledger: c.Ledger, Payments: c.Payments,
		Escrow: ledger.Cooling, Refund: ledger.CoolingOffRefund})
	return s
}

var (
	revenue      = ledger.House(ledger.RevenueNode, money.USDT)
	interestFree = ledger.House(ledger.InterestFree, money.USDT)
)

func cooling(userID string) ledger.Account { return ledger.Of(userID, ledger.Cooling, money.USDT) }

// Seed fills the catalogue of a new database and opens its first month. What lies
// in the pools already, that month divides. On a database that was seeded before
// it changes nothing.
func (s *Service) Seed(tx *sqldb.Tx) error {
	_, isSeeded, err := s.store.state.Get(tx, theState)
	if err != nil || isSeeded {
		return err
	}
	v := state{OpenMonth: clock.MonthOf(tx.Now()), CountedTo: tx.Now()}
	for _, p := range Catalogue() {
		s.store.products.Put(tx, p)
		s.checkout.PutStock(tx, p.ID, p.Supply)
		if *v.Carried.of(p.Level), err = s.Ledger.Balance(tx, p.Level.pool()); err != nil {
			return err
		}
	}
	s.store.putState(tx, v)
	return nil
}

// currentState is the row that holds for all nodes together; it exists from Seed
// on.
func (s dividends) currentState(tx sqldb.Command) (state, error) {
	v, found, err := s.store.state.Get(tx, theState)
	if err == nil && !found {
		err = errors.New("node: the catalogue was never seeded")
	}
	return v, err
}

// termsOf makes a product's terms with the price and the percentage in effect.
func (s *shared) termsOf(tx sqldb.Command, p Product) (Terms, error) {
	v, err := param.AsOf(tx, tx.Now())
	if err != nil {
		return Terms{}, err
	}
	diamond, star, king, err := s.Machines().DividendShares(tx)
	return p.terms(p.Level.price().In(v), map[Level]money.Ratio{Diamond: diamond, Star: star, King: king}[p.Level]), err
}

// ErrPromised refuses a lower percentage of a level that somebody has a node of.
var ErrPromised = errors.New("there are nodes of this level, whose percentage was promised not to fall")

// KeepsPercentage is the guard of a level's percentage: it does not fall while
// there are nodes of the level.
func (s *Service) KeepsPercentage(l Level) param.Guard {
	return func(tx sqldb.Command, before, after int64) error {
		if after >= before {
			return nil
		}
		_, isOwned, err := s.store.owned.Get(tx, string(l))
		if err == nil && isOwned {
			err = ErrPromised
		}
		return err
	}
}
